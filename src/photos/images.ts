import type { Channels, Sharp, SharpConstructor } from 'sharp';
import { release } from '../platform/release.ts';
import { createDecodeQueue } from './decode-queue.ts';
import type { Look } from './evidence/look.ts';
import type { Pixels } from './evidence/pixels.ts';
import {
  createImageLibrary,
  DecodeError,
  imagesUnavailable,
  pixelsWith,
  renderWith,
} from './image-library.ts';
import { MAX_PIXELS } from './jpeg-frame.ts';
import { PhotoRefusal } from './photo-refusal.ts';
import { createPhotoThread, type Followed, type PhotoThread } from './photo-thread.ts';
import { drawSample, SAMPLE_SIZE, type SampleSubject, withJfifHeader } from './sample-drawing.ts';
import {
  damagedImage,
  refuseForeignImage,
  refuseOpaqueGuide,
  UPLOADS,
  type Upload,
} from './uploaded-image.ts';

const THUMBNAIL_SIDE = 480;
/** Photos are looked at in this size, which costs hardly more than decoding them for the thumbnail. */
const EXAMINED_SIDE = 640;

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

/** A photo whose codes were followed to their end, so that nothing can be wrong with it any more. */
export interface FollowedPhoto extends Followed {
  decoded: { pixels: Pixels };
}

export interface RenderedImage {
  bytes: Buffer;
  width: number;
  height: number;
  type: 'image/png' | 'image/jpeg';
}

export interface Images {
  /**
   * Decodes the whole photo, at the size it is looked at where the format allows; refuses a damaged one. `read` must return
   * bytes that are known to be those of the photo; it is called when the queue comes to the photo, so that few are in memory.
   * Their memory is given back: no one else can use them.
   */
  checkAndShrink(read: () => Promise<Buffer>): Promise<CheckedPhoto>;
  /** Refuses what `checkAndShrink` refuses. A photo whose codes were followed is left to `shrink`. */
  check(read: () => Promise<Buffer>): Promise<CheckedPhoto | FollowedPhoto>;
  /** The rest of `checkAndShrink`. The memory of the pixels is given back. */
  shrink(photo: FollowedPhoto): Promise<CheckedPhoto>;
  /** Redraws an uploaded PNG or JPEG in a size that fits the pages; throws an ImageRefusal. */
  renderUpload(bytes: Buffer, upload: Upload): Promise<RenderedImage>;
  /** A photo for test submissions: the same for the same subject, and taken by the inspector. */
  samplePhoto(subject: SampleSubject): Promise<Buffer>;
}

export function createImages({
  atOnce = 2,
  thread = createPhotoThread(),
  library = createImageLibrary(),
}: {
  atOnce?: number;
  thread?: Pick<PhotoThread, 'follow' | 'look'>;
  library?: ReturnType<typeof createImageLibrary>;
} = {}): Images {
  const queue = createDecodeQueue(atOnce);

  async function reduce(
    sharp: SharpConstructor,
    { decoded, width, height }: Followed,
    warn: () => void,
  ): Promise<CheckedPhoto> {
    // A cut in the coded data is only a warning to the decoder, which fills the rest with gray.
    const photo =
      'photo' in decoded
        ? sharp(decoded.photo, { failOn: 'warning', limitInputPixels: MAX_PIXELS })
        : ofPixels(sharp, decoded.pixels);
    const pixels = await pixelsWith(photo.resize(within(EXAMINED_SIDE)), warn);
    const thumbnail = ofPixels(sharp, pixels).resize(within(THUMBNAIL_SIDE)).jpeg({ quality: 70 });
    const parts = [renderWith(thumbnail, warn), thread.look(pixels)] as const;
    // Nothing of it runs on when it is another image's turn: warnings of the library name no image.
    await Promise.allSettled(parts);
    const [rendered, look] = await Promise.all(parts);
    release(pixels.data);
    return { thumbnail: rendered, look, width, height };
  }

  /** Refuses a damaged photo. If there is `leave`, one whose codes were followed is not shrunk. */
  async function examine<Left = never>(
    read: () => Promise<Buffer>,
    leave?: (photo: FollowedPhoto) => Left,
  ): Promise<CheckedPhoto | Left> {
    let refusal: (cause: unknown) => Error = undecodable;
    const examining = queue.run(async (warn) => {
      const sharp = await library();
      const followed = await thread.follow(await read());
      if (isWhole(followed)) {
        // What fails once the photo is decoded is not its fault.
        refusal = imagesUnavailable;
        if (leave !== undefined) return leave(followed);
      }
      const checked = await reduce(sharp, followed, warn);
      release(bytesOf(followed));
      return checked;
    });
    const { result, warned } = await examining.catch((error) => blame(error, refusal));
    if (warned) throw new PhotoRefusal('photo_damaged', 'The decoder found the coded data damaged.');
    return result;
  }

  async function redraw(bytes: Buffer, upload: Upload, warn: () => void): Promise<RenderedImage> {
    const sharp = await library();
    const { box, type, maxPixels } = UPLOADS[upload];
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
      .autoOrient()
      .toColorspace('srgb')
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha();
    const { data, width, height } = await pixelsWith(image, warn);
    if (upload === 'guide') refuseOpaqueGuide(data);
    const drawn = sharp(data, { raw: { width, height, channels: 4 } });
    const encoded =
      type === 'image/png'
        ? drawn.png({ compressionLevel: 9, palette: upload === 'guide' })
        : drawn.flatten({ background: '#fff' }).jpeg({ quality: 80 });
    return { bytes: await renderWith(encoded, warn), width, height, type };
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
    checkAndShrink: (read) => examine(read),
    check: (read) => examine(read, (photo) => photo),
    async shrink(photo) {
      const reducing = queue.run(async (warn) => reduce(await library(), photo, warn));
      const { result } = await reducing.catch((error) => blame(error, imagesUnavailable));
      release(bytesOf(photo));
      return result;
    },
    async renderUpload(bytes, upload) {
      refuseForeignImage(bytes, upload);
      const rendering = queue.run((warn) => redraw(bytes, upload, warn));
      return (await rendering.catch((error) => blame(error, (cause) => damagedImage(upload, cause)))).result;
    },
    async samplePhoto(subject) {
      const rendering = queue.run((warn) => renderSample(subject, warn));
      // It is drawn here, so nothing can be wrong with it.
      return (await rendering.catch((error) => blame(error, imagesUnavailable))).result;
    },
  };
}

function ofPixels(sharp: SharpConstructor, { data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels: channels as Channels } });
}

function isWhole(followed: Followed): followed is FollowedPhoto {
  return 'pixels' in followed.decoded;
}

const bytesOf = ({ decoded }: Followed) => ('photo' in decoded ? decoded.photo : decoded.pixels.data);

/** Never larger than it was. */
const within = (side: number) =>
  ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;

function undecodable(cause: unknown): PhotoRefusal {
  return new PhotoRefusal('photo_damaged', 'The image cannot be decoded.', { cause });
}
