import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDecodeQueue } from '../../src/photos/decode-queue.ts';
import { createImages } from '../../src/photos/images.ts';
import {
  bareJpeg,
  inspect,
  JFIF,
  liveJpeg,
  segment,
  withoutLastBytes,
  withSegments,
} from '../helpers/capture/jpeg-files.ts';

const images = createImages();
const damaged = expect.objectContaining({ name: 'PhotoRefusal', code: 'photo_damaged' });

const stored = (bytes: Buffer) => async () => Buffer.from(bytes);

describe('the check of a stored photo', () => {
  let photo: Buffer;
  beforeAll(async () => {
    photo = await liveJpeg({ width: 1600, height: 1200 });
  });

  it('should tell the size and make a small picture without metadata', async () => {
    const { thumbnail, width, height } = await images.checkAndShrink(stored(photo));
    expect({ width, height }).toEqual({ width: 1600, height: 1200 });
    const facts = await sharp(thumbnail).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 480, height: 360 });
    expect(facts.exif ?? facts.icc ?? facts.xmp).toBeUndefined();
  });

  it('should keep the shape of a tall photo and not enlarge a small one', async () => {
    const tall = await images.checkAndShrink(stored(await liveJpeg({ width: 600, height: 1200 })));
    const small = await images.checkAndShrink(stored(await liveJpeg({ width: 240, height: 320 })));
    expect(await sharp(tall.thumbnail).metadata()).toMatchObject({ width: 240, height: 480 });
    expect(await sharp(small.thumbnail).metadata()).toMatchObject({ width: 240, height: 320 });
  });

  it.each([{ chromaSubsampling: '4:4:4' }, { chromaSubsampling: '4:2:0' }])(
    'should take a photo with %o',
    async (options) => {
      const read = stored(await liveJpeg({ width: 800, height: 600 }, options));
      expect(await images.checkAndShrink(read)).toMatchObject({ width: 800 });
    },
  );

  it('should take a gray photo', async () => {
    const gray = withSegments(await bareJpeg({ width: 640, height: 480 }, {}, 1), JFIF);
    expect(await images.checkAndShrink(stored(gray))).toMatchObject({ width: 640 });
  });

  it.each([1, 2, 10, 500, 5000, 100_000])(
    'should find %i bytes missing in the coded data of a photo with a proper end',
    async (count) => {
      const cut = withoutLastBytes(photo, count);
      expect(inspect(cut)).toMatchObject({ width: 1600 });
      await expect(images.checkAndShrink(stored(cut))).rejects.toThrow(damaged);
    },
  );

  it('should find tables that are missing or nonsense', async () => {
    const huffman = photo.indexOf(Buffer.from('ffc4', 'hex'));
    const nonsense = Buffer.from(photo);
    nonsense.fill(0xff, huffman + 5, huffman + 21);
    const blank = withSegments(photo, segment(0xdd, Buffer.from('0001', 'hex')));
    await expect(images.checkAndShrink(stored(nonsense))).rejects.toThrow(damaged);
    await expect(images.checkAndShrink(stored(blank))).rejects.toThrow(damaged);
  });

  it('should blame the one damaged photo among many at once', async () => {
    const good = stored(photo);
    const cut = stored(withoutLastBytes(photo, 1));
    const many = Array.from({ length: 24 }, (_, index) => (index % 5 === 2 ? cut : good));
    const responses = await Promise.allSettled(many.map((read) => images.checkAndShrink(read)));
    const refused = responses.map(({ status }) => (status === 'rejected' ? cut : good));
    expect(refused).toEqual(many);
  });

  it('should not open what is not a JPEG, nor read other formats by another name', async () => {
    const png = await sharp(photo).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>');
    for (const foreign of [png, svg, Buffer.alloc(0)]) {
      await expect(images.checkAndShrink(stored(foreign))).rejects.toThrow(
        expect.objectContaining({ code: foreign.length === 0 ? 'photo_damaged' : 'photo_not_jpeg' }),
      );
    }
  });
});

describe('the image library', () => {
  it('should have every loader shut but those for photos and logos', async () => {
    const pixels = { create: { width: 8, height: 8, channels: 3, background: 'red' } } as const;
    const files = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
      gif: await sharp(pixels).gif().toBuffer(),
      webp: await sharp(pixels).webp().toBuffer(),
      tiff: await sharp(pixels).tiff().toBuffer(),
      avif: await sharp(pixels).avif().toBuffer(),
    };
    await images.samplePhoto({ number: 1, label: '', seed: '' });
    for (const file of Object.values(files)) {
      await expect(sharp(file).raw().toBuffer()).rejects.toThrow('unsupported image format');
    }
  });
});

const renderLogo = async (upload: Buffer) => (await images.renderUpload(upload, 'logo')).bytes;

describe('a decoder that fails on every image', () => {
  const LOADER = { operation: ['VipsForeignLoadJpegBuffer'] };
  afterEach(() => sharp.unblock(LOADER));

  it('should be blamed itself, not the photo or the logo, which are taken when it works again', async () => {
    const photo = await liveJpeg({ width: 320, height: 240 });
    const attempts = [() => images.checkAndShrink(async () => Buffer.from(photo)), () => renderLogo(photo)];
    for (const attempt of attempts) await attempt();
    sharp.block(LOADER);
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 5 });
    }
    sharp.unblock(LOADER);
    for (const attempt of attempts) await attempt();
  });
});

describe('a decoder that never ends', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('should be given up after a minute, so that it is the next one’s turn', async () => {
    const photo = await liveJpeg({ width: 320, height: 240 });
    const hangs = Promise.withResolvers<void>();
    const hanging = ((input: Buffer, options: object) =>
      Object.assign(sharp(input, options), {
        toBuffer() {
          hangs.resolve();
          return new Promise(() => {});
        },
      })) as unknown as typeof sharp;
    const libraries = [hanging, sharp];
    const one = createImages({ atOnce: 1, library: async () => libraries.shift() ?? sharp });
    const [first, second] = [one.checkAndShrink(stored(photo)), one.checkAndShrink(stored(photo))];
    await hangs.promise;
    vi.advanceTimersByTime(60_000);
    await expect(first).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await second).toMatchObject({ width: 320 });
  });
});

describe('a logo', () => {
  const mark = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#3366cc80' } });

  it('should become a PNG that fits the pages, without metadata', async () => {
    const upload = await mark(2000, 400)
      .withExif({ IFD0: { Artist: 'someone' } })
      .png()
      .toBuffer();
    const facts = await sharp(await renderLogo(upload)).metadata();
    expect(facts).toMatchObject({ format: 'png', width: 512, height: 102, hasAlpha: true });
    expect(facts.exif).toBeUndefined();
  });

  it('should fit the height as well, and stay small when it is small', async () => {
    const tall = await renderLogo(await mark(400, 800).png().toBuffer());
    const small = await renderLogo(await mark(40, 20).flatten().jpeg().toBuffer());
    expect(await sharp(tall).metadata()).toMatchObject({ width: 96, height: 192 });
    expect(await sharp(small).metadata()).toMatchObject({ format: 'png', width: 40, height: 20 });
  });

  it('should stand upright when a camera turned it', async () => {
    const turned = await mark(100, 50).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await sharp(await renderLogo(turned)).metadata()).toMatchObject({ width: 50, height: 100 });
  });

  it('should be refused when it is neither PNG nor JPEG', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"/>');
    for (const upload of [svg, Buffer.from('GIF89a'), Buffer.from('%PDF-1.7'), Buffer.alloc(0)]) {
      await expect(renderLogo(upload)).rejects.toThrow('The logo must be a PNG or JPEG image.');
    }
  });

  it('should be refused when it is damaged', async () => {
    const png = await mark(300, 300).png({ compressionLevel: 0 }).toBuffer();
    await expect(renderLogo(png.subarray(0, png.length / 2))).rejects.toThrow('The logo is damaged');
    await expect(renderLogo(Buffer.from('89504e470d0a1a0a', 'hex'))).rejects.toThrow('damaged');
  });

  it('should be refused when it is too large in bytes or pixels', async () => {
    const many = await mark(4001, 4000).png().toBuffer();
    await expect(renderLogo(many)).rejects.toThrow('more than 16 megapixels');
    const large = Buffer.concat([await mark(40, 40).png().toBuffer(), Buffer.alloc(2 * 1024 * 1024)]);
    await expect(renderLogo(large)).rejects.toThrow('larger than 2 MB');
  });
});

describe('a sample photo', () => {
  const subject = { number: 1, label: 'Front', seed: 'req_1' };

  it('should pass as a live photo of 1600 by 1200', async () => {
    expect(inspect(await images.samplePhoto(subject))).toMatchObject({ width: 1600, height: 1200 });
  });

  it('should be the same for the same subject and another one for any other', async () => {
    const sample = await images.samplePhoto(subject);
    expect((await createImages().samplePhoto(subject)).equals(sample)).toBe(true);
    for (const other of [{ number: 2 }, { label: 'Back' }, { seed: 'req_2' }]) {
      expect((await images.samplePhoto({ ...subject, ...other })).equals(sample)).toBe(false);
    }
  });

  it('should take any label', async () => {
    const label = `Größe 日本 \u0000 ${'x'.repeat(500)}`;
    expect(inspect(await images.samplePhoto({ ...subject, label, number: 12_345_678 }))).toMatchObject({
      width: 1600,
    });
  });
});

describe('the decode queue', () => {
  it('should run no more than allowed at once, and all in the end', async () => {
    const queue = createDecodeQueue(2);
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      return running;
    };
    const responses = await Promise.all(Array.from({ length: 50 }, () => queue.run(work)));
    expect(responses).toHaveLength(50);
    expect(most).toBe(2);
  });

  it('should go on after work that failed', async () => {
    const queue = createDecodeQueue(1);
    const failing = queue.run(() => Promise.reject(new Error('broken')));
    const following = queue.run(async () => 'fine');
    await expect(failing).rejects.toThrow('broken');
    expect(await following).toEqual({ result: 'fine', warned: false });
  });

  it('should find whose warning it was, though the library told another', async () => {
    const queue = createDecodeQueue(2);
    const told = Promise.withResolvers<void>();
    let culpritRuns = 0;
    const culprit = queue.run(async (warn) => {
      culpritRuns += 1;
      if (culpritRuns > 1) warn();
      await told.promise;
    });
    let bystanderRuns = 0;
    const bystander = queue.run(async (warn) => {
      bystanderRuns += 1;
      if (bystanderRuns === 1) warn();
      told.resolve();
    });
    expect(await bystander).toMatchObject({ warned: false });
    expect(await culprit).toMatchObject({ warned: true });
  });
});

describe('an image for a slot', () => {
  const image = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 4, background } });

  it('should become a JPEG without metadata when it is an example', async () => {
    const upload = await image(3000, 2000, '#3366cc80').withMetadata({ orientation: 6 }).png().toBuffer();
    const drawn = await images.renderUpload(upload, 'example');
    expect(drawn).toMatchObject({ type: 'image/jpeg', width: 853, height: 1280 });
    const facts = await sharp(drawn.bytes).metadata();
    expect(facts).toMatchObject({ format: 'jpeg', width: 853, height: 1280 });
    expect(facts.exif).toBeUndefined();
  });

  it('should stay transparent when it is a guide, and be refused when it hides the picture', async () => {
    const outline = image(400, 300, '#0000')
      .composite([{ input: await image(400, 20, '#fff').png().toBuffer(), gravity: 'north' }])
      .png();
    const drawn = await images.renderUpload(await outline.toBuffer(), 'guide');
    expect(drawn).toMatchObject({ type: 'image/png', width: 400, height: 300 });
    expect((await sharp(drawn.bytes).stats()).isOpaque).toBe(false);
    for (const hiding of [image(40, 30, '#fff').png(), image(40, 30, '#fff').jpeg()]) {
      const upload = await hiding.toBuffer();
      await expect(images.renderUpload(upload, 'guide')).rejects.toThrow('at least half is transparent');
    }
  });
});
