import sharp, { type JpegOptions } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDecodeQueue } from '../../src/photos/decode-queue.ts';
import { createImageLibrary, pixelsWith, renderWith } from '../../src/photos/image-library.ts';
import { createImages, type FollowedPhoto, type Images } from '../../src/photos/images.ts';
import { openQuarter } from '../../src/photos/jpeg-quarter.ts';
import { followCodes } from '../../src/photos/jpeg-scan.ts';
import { readScanHeader } from '../../src/photos/jpeg-scan-header.ts';
import { PhotoRefusal } from '../../src/photos/photo-refusal.ts';
import { END, inspect, JFIF, positionOf, segment, withSegments } from '../helpers/capture/jpeg-files.ts';
import { drawScene, imageOf, seededNumbers } from '../helpers/capture/scene.ts';

const SIZE = { width: 3_617, height: 243 };
const scene = drawScene(3, SIZE);

async function photoWith(options: JpegOptions): Promise<Buffer> {
  return withSegments(
    await imageOf(scene)
      .jpeg({ quality: 80, ...options })
      .toBuffer(),
    JFIF,
  );
}

async function quarterOf(photo: Buffer) {
  const header = readScanHeader(photo);
  const quarter = openQuarter(header);
  await followCodes(photo, header, quarter);
  return quarter?.pixels;
}

/** How far each pixel is from what the library decodes, on average, in grays of 255. At the size that is looked at. */
async function differenceFromLibrary(photo: Buffer): Promise<number> {
  const { data, width = 0, height = 0 } = (await quarterOf(photo)) ?? {};
  const ours = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(640)
    .raw()
    .toBuffer();
  const theirs = await sharp(photo).resize(640).raw().toBuffer();
  expect(ours.length).toBe(theirs.length);
  return ours.reduce((sum, value, at) => sum + Math.abs(value - (theirs[at] ?? 0)), 0) / ours.length;
}

describe('a quarter of a large photo', () => {
  it.each([{}, { chromaSubsampling: '4:4:4' }, { optimiseCoding: false, quality: 97 }, { quality: 20 }])(
    'should look as the library decodes it: %o',
    async (options) => {
      expect(await differenceFromLibrary(await photoWith(options))).toBeLessThan(1.5);
    },
  );

  it('should be drawn also where a profile says that the colors are those of sRGB', async () => {
    const photo = await imageOf(scene).jpeg().withIccProfile('srgb').toBuffer();
    expect(await differenceFromLibrary(photo)).toBeLessThan(1.5);
  });

  it('should start over behind each restart marker', async () => {
    expect(await differenceFromLibrary(dividedPhoto())).toBeLessThan(1.5);
  });

  it('should be left to the library where anything is unusual, or the photo is not large', async () => {
    const usual = await photoWith({});
    const frame = positionOf(usual, 0xc0);
    const changed = (at: number, value: number) => Buffer.from(usual).fill(value, at, at + 1);
    const adobe = segment(0xee, Buffer.from('Adobe\0d\0\0\0\0\0', 'latin1'));
    const profile = await imageOf(scene).jpeg().withIccProfile('p3').toBuffer();
    const gray = await imageOf(scene).greyscale().toColorspace('b-w').jpeg().toBuffer();
    const small = await sharp(usual).resize(3_000).jpeg().toBuffer();
    const strange = [
      ...[profile, gray, small, withSegments(usual, adobe)],
      // Another version of JFIF, colors by another name, and 4:2:2.
      ...[changed(positionOf(usual, 0xe0) + 9, 2), changed(frame + 10, 82), changed(frame + 11, 0x21)],
    ];
    expect(openQuarter(readScanHeader(usual))).toBeDefined();
    for (const photo of strange) expect(isLeftToLibrary(photo)).toBe(true);
  });
});

function isLeftToLibrary(photo: Buffer): boolean {
  try {
    return openQuarter(readScanHeader(photo)) === undefined;
  } catch (error) {
    return error instanceof PhotoRefusal;
  }
}

describe('a damaged large photo', () => {
  let photos: Buffer[];
  beforeAll(async () => {
    photos = [
      await photoWith({ quality: 50 }),
      await photoWith({ chromaSubsampling: '4:4:4' }),
      dividedPhoto(),
    ];
  });

  it('should be refused whenever the library would refuse it', async () => {
    const random = seededNumbers(11);
    const outcomes = { both: 0, ours: 0, none: 0 };
    for (let round = 0; round < 90; round += 1) {
      const photo = Buffer.from(photos[round % photos.length] ?? '');
      const scanAt = positionOf(photo, 0xda);
      // Every fourth in the tables and headers.
      const at = round % 4 === 0 ? 2 + random() * scanAt : scanAt + random() * (photo.length - scanAt);
      photo[Math.floor(at)] = random() * 256;
      if ('code' in inspect(photo) || isLeftToLibrary(photo)) continue;
      const isRefused = await quarterOf(photo).then(
        () => false,
        (error) => error instanceof PhotoRefusal,
      );
      const isRefusedByLibrary = !(await isFineForLibrary(photo));
      expect({ round, isMissed: isRefusedByLibrary && !isRefused }).toEqual({ round, isMissed: false });
      outcomes[isRefusedByLibrary ? 'both' : isRefused ? 'ours' : 'none'] += 1;
    }
    expect(outcomes.both).toBeGreaterThan(15);
  });

  it('should be refused for a restart marker out of turn, or with anything in front of it', async () => {
    const photo = dividedPhoto();
    const marker = photo.indexOf(Buffer.from('ffd1', 'hex'));
    const swapped = Buffer.from(photo).fill(0xd2, marker + 1, marker + 2);
    const filled = Buffer.concat([photo.subarray(0, marker), Buffer.alloc(1), photo.subarray(marker)]);
    for (const broken of [swapped, filled]) {
      expect(await isFineForLibrary(broken)).toBe(false);
      await expect(quarterOf(broken)).rejects.toThrow(PhotoRefusal);
    }
  });

  it('should be refused for more coefficients than a block has, which the library overlooks', async () => {
    const photo = dividedPhoto([0x01, 0xf1, 0xf1, 0xf1, 0xf1]);
    expect(await isFineForLibrary(photo)).toBe(true);
    await expect(quarterOf(photo)).rejects.toMatchObject({
      reason: 'The coded data has more coefficients than a block.',
    });
  });

  it.each([
    ['a quantization table that is missing', 0xc0, 12, [3]],
    ['more blocks in a unit than there may be', 0xc0, 11, [0x44]],
    ['a code of ones alone', 0xc4, 5, [2, 0]],
    ['one component twice', 0xda, 7, [1]],
    ['a part of the frequencies', 0xda, 12, [62]],
  ])('should be refused for %s', async (_name, marker, offset, bytes) => {
    const photo = dividedPhoto();
    photo.set(bytes, positionOf(photo, marker) + offset);
    expect(inspect(photo)).toMatchObject({ width: 3_616 });
    expect(await isFineForLibrary(photo)).toBe(false);
    await expect(async () => readScanHeader(photo)).rejects.toThrow(PhotoRefusal);
  });
});

/** As photos are checked that the library decodes: some warnings come only with the next image. */
async function isFineForLibrary(photo: Buffer): Promise<boolean> {
  // Without its cache, which would hold back warnings.
  const library = await createImageLibrary()();
  const decoding = createDecodeQueue(1).run(async (warn) => {
    await pixelsWith(library(photo, { failOn: 'warning' }).resize(640), warn);
    await renderWith(imageOf({ data: Buffer.alloc(3), width: 1, height: 1 }).jpeg(), warn);
  });
  return decoding.then(
    ({ warned }) => !warned,
    () => false,
  );
}

describe('a large photo that is whole', () => {
  it('should not be blamed when its thumbnail cannot be created', async () => {
    const photo = await photoWith({});
    const failing = ((input: Buffer, options?: { raw?: unknown }) =>
      sharp(options?.raw === undefined ? input : Buffer.from('nothing'))) as unknown as typeof sharp;
    const images = createImages({ library: async () => failing });
    const unavailable = { code: 'service_unavailable' };
    await expect(images.checkAndShrink(async () => Buffer.from(photo))).rejects.toMatchObject(unavailable);
    await expect(images.shrink(await followed(images, photo))).rejects.toMatchObject(unavailable);
  });

  it('should be shrunk to the same later as at once, and tried again on a failure', async () => {
    const photo = await photoWith({});
    let uses = 0;
    const failingOnce = ((input: Buffer, options: object) => {
      uses += 1;
      return uses === 2 ? sharp(Buffer.from('nothing')) : sharp(input, options);
    }) as unknown as typeof sharp;
    const images = createImages({ library: async () => failingOnce });
    const later = await images.shrink(await followed(images, photo));
    expect(later).toEqual(await images.checkAndShrink(async () => Buffer.from(photo)));
    expect(uses).toBe(6);
  });
});

async function followed(images: Images, photo: Buffer): Promise<FollowedPhoto> {
  const result = await images.check(async () => Buffer.from(photo));
  if ('decoded' in result) return result;
  throw new Error('The photo was shrunk at once');
}

/**
 * A picture of 452 by 30 units, each of three blocks, and a restart marker behind every seventh. Its codes are `0`, `10` and
 * so on: the same brightness or another one, the end of the block or one of these symbols, each of which has a bit. A block
 * has none of them, or all; with several of them it is full then.
 */
function dividedPhoto(detail = [0x01]): Buffer {
  const random = seededNumbers(5);
  const coded: number[] = [];
  let [byte, count] = [0, 0];
  const write = (bits: string) => {
    for (const bit of bits) {
      byte = 2 * byte + Number(bit);
      count += 1;
      if (count === 8) {
        coded.push(byte, ...(byte === 0xff ? [0] : []));
        [byte, count] = [0, 0];
      }
    }
  };
  const bits = (length: number) => Array.from({ length }, () => Number(random() < 0.5)).join('');
  for (let unit = 0; unit < 452 * 30; unit += 1) {
    if (unit % 7 === 0 && unit > 0) {
      while (count > 0) write('1');
      coded.push(0xff, 0xd0 + ((unit / 7 - 1) % 8));
    }
    for (let block = 0; block < 3; block += 1) {
      write(random() < 0.5 ? '0' : `10${bits(4)}`);
      const coefficients = detail.map((_, index) => `1${'1'.repeat(index)}0${bits(1)}`).join('');
      const isDetailed = random() < 0.5;
      if (isDetailed) write(coefficients);
      if (!isDetailed || detail.length === 1) write('0');
    }
  }
  while (count > 0) write('1');
  const counts = (...some: number[]) => Buffer.from([...some, ...Array(16 - some.length).fill(0)]);
  const component = (id: number) => [id, 0x11, 0];
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    JFIF,
    segment(0xdb, Buffer.from([0]), Buffer.alloc(64, 12)),
    segment(0xc0, Buffer.from([8, 0, 240, 14, 32, 3, ...component(1), ...component(2), ...component(3)])),
    segment(0xc4, Buffer.from([0]), counts(1, 1), Buffer.from([0, 4])),
    segment(0xc4, Buffer.from([0x10]), counts(1, ...detail.map(() => 1)), Buffer.from([0, ...detail])),
    segment(0xdd, Buffer.from([0, 7])),
    segment(0xda, Buffer.from([3, 1, 0, 2, 0, 3, 0, 0, 63, 0])),
    Buffer.from(coded),
    END,
  ]);
}
