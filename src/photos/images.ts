import { open } from 'node:fs/promises';
import { createDecodeTurns } from './decode-turns.ts';
import { createImageLibrary, renderWith } from './image-library.ts';
import { MOST_PIXELS } from './jpeg-frame.ts';
import { createJpegInspector } from './jpeg-structure.ts';
import { LARGEST_LOGO, LOGO_BOX, LogoRefusal, MOST_LOGO_PIXELS, refuseForeignLogo } from './logo-rules.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import { drawSample, SAMPLE_SIZE, type SampleSubject, withJfifHeader } from './sample-drawing.ts';

const THUMBNAIL_SIDE = 480;
const HEAD_CHUNK = 16 * 1024;

export interface CheckedPhoto {
  thumbnail: Buffer;
  width: number;
  height: number;
}

export interface Images {
  /** Decodes the whole photo, at the size of the thumbnail where the format allows; refuses a damaged one. */
  checkAndShrink(path: string): Promise<CheckedPhoto>;
  /** Makes a PNG that fits the pages out of an uploaded PNG or JPEG; throws a LogoRefusal. */
  renderLogo(bytes: Buffer): Promise<Buffer>;
  /** A photo for test submissions: the same for the same subject, and taken by the inspector. */
  samplePhoto(subject: SampleSubject): Promise<Buffer>;
}

export function createImages({ atOnce = 2 }: { atOnce?: number } = {}): Images {
  const library = createImageLibrary();
  const turns = createDecodeTurns(atOnce);

  async function shrink(path: string, warn: () => void): Promise<Buffer> {
    const sharp = await library();
    // A cut in the coded data is only a warning to the decoder, which fills the rest with grey.
    const photo = sharp(path, { failOn: 'warning', limitInputPixels: MOST_PIXELS })
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 70 });
    try {
      return await renderWith(photo, warn);
    } catch (cause) {
      throw new PhotoRefusal('photo_damaged', 'The image cannot be decoded.', { cause });
    }
  }

  async function shrinkLogo(bytes: Buffer, warn: () => void): Promise<Buffer> {
    const sharp = await library();
    const logo = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_LOGO_PIXELS })
      .autoOrient()
      .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 });
    try {
      return await renderWith(logo, warn);
    } catch (cause) {
      throw new LogoRefusal('The logo is damaged, or has more than 16 megapixels.', { cause });
    }
  }

  async function renderSample(subject: SampleSubject, warn: () => void): Promise<Buffer> {
    const sharp = await library();
    const { pixels, width, height } = drawSample(subject);
    const sample = sharp(pixels, { raw: { width, height, channels: 3 } })
      .resize({ ...SAMPLE_SIZE, kernel: 'cubic' })
      .jpeg({ quality: 82 });
    return withJfifHeader(await renderWith(sample, warn));
  }

  return {
    async checkAndShrink(path) {
      const size = await sizeOf(path);
      const { result: thumbnail, warned } = await turns.run((warn) => shrink(path, warn));
      if (warned) throw new PhotoRefusal('photo_damaged', 'The decoder found the coded data damaged.');
      return { thumbnail, ...size };
    },
    async renderLogo(bytes) {
      if (bytes.length > LARGEST_LOGO) throw new LogoRefusal('The logo has more than 2 MB.');
      refuseForeignLogo(bytes);
      return (await turns.run((warn) => shrinkLogo(bytes, warn))).result;
    },
    async samplePhoto(subject) {
      return (await turns.run((warn) => renderSample(subject, warn))).result;
    },
  };
}

/** From the file's head: the decoder never sees what the inspector would not take. */
async function sizeOf(path: string): Promise<{ width: number; height: number }> {
  await using file = await open(path, 'r');
  const inspector = createJpegInspector();
  const chunk = Buffer.allocUnsafe(HEAD_CHUNK);
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, HEAD_CHUNK);
    inspector.push(chunk.subarray(0, bytesRead));
    const size = inspector.size();
    if (size) return size;
    if (bytesRead === 0) throw new PhotoRefusal('photo_damaged', 'The image ends too early.');
  }
}
