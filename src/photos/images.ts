import { createDecodeQueue } from './decode-queue.ts';
import { type Look, lookAt } from './evidence/look.ts';
import {
  createImageLibrary,
  DecodeError,
  imagesUnavailable,
  pixelsWith,
  renderWith,
} from './image-library.ts';
import { MAX_PIXELS } from './jpeg-frame.ts';
import { refuseHiddenData } from './jpeg-scan.ts';
import { createJpegInspector } from './jpeg-structure.ts';
import { LOGO_BOX, LogoRefusal, MAX_LOGO_BYTES, MAX_LOGO_PIXELS, refuseForeignLogo } from './logo-rules.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import { drawSample, SAMPLE_SIZE, type SampleSubject, withJfifHeader } from './sample-drawing.ts';

const THUMBNAIL_SIDE = 480;
/** Photos are looked at in this size, which costs hardly more than decoding them for the thumbnail. */
const EXAMINED_SIDE = 640;
const HEAD_CHUNK = 16 * 1024;

/** A gray JPEG of 8 by 8 pixels that every working decoder reads. */
const CONTROL_IMAGE = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA' +
    '/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AP//Z',
  'base64',
);
/** What the decoder says when it lacks something that only large images need. */
const MACHINE_FAULT = /memory|malloc|temporary|unable to (open|create)|too many open|no space|input\/output/i;

export interface CheckedPhoto {
  thumbnail: Buffer;
  width: number;
  height: number;
  look: Look;
}

export interface Images {
  /**
   * Decodes the whole photo, at the size of the thumbnail where the format allows; refuses a damaged one. `read` must return
   * bytes that are known to be those of the photo; it is called when it is the photo's turn, so that few are in memory.
   */
  checkAndShrink(read: () => Promise<Buffer>): Promise<CheckedPhoto>;
  /** Makes a PNG that fits the pages out of an uploaded PNG or JPEG; throws a LogoRefusal. */
  renderLogo(bytes: Buffer): Promise<Buffer>;
  /** A photo for test submissions: the same for the same subject, and taken by the inspector. */
  samplePhoto(subject: SampleSubject): Promise<Buffer>;
}

export function createImages({
  atOnce = 2,
  library = createImageLibrary(),
}: {
  atOnce?: number;
  library?: ReturnType<typeof createImageLibrary>;
} = {}): Images {
  const queue = createDecodeQueue(atOnce);

  async function shrink(read: () => Promise<Buffer>, warn: () => void): Promise<CheckedPhoto> {
    const sharp = await library();
    const bytes = await read();
    const size = sizeOf(bytes);
    await refuseHiddenData(bytes);
    // A cut in the coded data is only a warning to the decoder, which fills the rest with grey.
    const photo = sharp(bytes, { failOn: 'warning', limitInputPixels: MAX_PIXELS }).resize(
      within(EXAMINED_SIDE),
    );
    const pixels = await pixelsWith(photo, warn);
    const { width, height, channels } = pixels;
    const thumbnail = sharp(pixels.data, { raw: { width, height, channels } })
      .resize(within(THUMBNAIL_SIDE))
      .jpeg({ quality: 70 });
    return { thumbnail: await renderWith(thumbnail, warn), look: lookAt(pixels), ...size };
  }

  async function shrinkLogo(bytes: Buffer, warn: () => void): Promise<Buffer> {
    const sharp = await library();
    const logo = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_LOGO_PIXELS })
      .autoOrient()
      .resize({ ...LOGO_BOX, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 });
    return renderWith(logo, warn);
  }

  async function renderSample(subject: SampleSubject, warn: () => void): Promise<Buffer> {
    const sharp = await library();
    const { pixels, width, height } = drawSample(subject);
    const sample = sharp(pixels, { raw: { width, height, channels: 3 } })
      .resize({ ...SAMPLE_SIZE, kernel: 'cubic' })
      .jpeg({ quality: 82 });
    return withJfifHeader(await renderWith(sample, warn));
  }

  async function readsControlImage(): Promise<boolean> {
    const sharp = await library();
    const rendering = queue.run((warn) => renderWith(sharp(CONTROL_IMAGE).jpeg(), warn));
    return rendering.then(
      () => true,
      () => false,
    );
  }

  /** An image is blamed only when the decoder fails on it, also alone, and works on another one right afterwards. */
  async function blame(error: unknown, refusal: (cause: unknown) => Error): Promise<never> {
    if (!(error instanceof DecodeError)) throw error;
    const isOfImage = !MACHINE_FAULT.test(error.message) && (await readsControlImage());
    throw isOfImage ? refusal(error) : imagesUnavailable(error);
  }

  return {
    async checkAndShrink(read) {
      const { result, warned } = await queue
        .run((warn) => shrink(read, warn))
        .catch((error) => blame(error, undecodable));
      if (warned) throw new PhotoRefusal('photo_damaged', 'The decoder found the coded data damaged.');
      return result;
    },
    async renderLogo(bytes) {
      if (bytes.length > MAX_LOGO_BYTES) throw new LogoRefusal('The logo is larger than 2 MB.');
      refuseForeignLogo(bytes);
      const rendering = queue.run((warn) => shrinkLogo(bytes, warn));
      return (await rendering.catch((error) => blame(error, damagedLogo))).result;
    },
    async samplePhoto(subject) {
      const rendering = queue.run((warn) => renderSample(subject, warn));
      // It is drawn here, so nothing can be wrong with it.
      return (await rendering.catch((error) => blame(error, imagesUnavailable))).result;
    },
  };
}

/** Never larger than it was. */
const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

function undecodable(cause: unknown): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', 'The image cannot be decoded.', { cause });
}

function damagedLogo(cause: unknown): LogoRefusal {
  return new LogoRefusal('The logo is damaged or has more than 16 megapixels.', { cause });
}

/** The decoder never sees what the inspector would not take. */
function sizeOf(photo: Buffer): { width: number; height: number } {
  const inspector = createJpegInspector();
  for (let at = 0; at < photo.length; at += HEAD_CHUNK) {
    inspector.push(photo.subarray(at, at + HEAD_CHUNK));
    const size = inspector.size();
    if (size) return size;
  }
  throw new PhotoRefusal('photo_damaged', 'The image is cut off.');
}
