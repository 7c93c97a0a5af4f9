import { createDecodeQueue } from '../photos/decode-queue.ts';
import { createImageLibrary, imagesUnavailable } from '../photos/image-library.ts';
import { MAX_PIXELS } from '../photos/jpeg-frame.ts';
import { type Acknowledged, readStoredPhoto } from '../photos/stored-photo.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Enough for paper at the size that reports show photos in. */
const MAX_SIDE = 1_400;
const QUALITY = 72;

export interface ReportPhoto {
  jpeg: Buffer;
  width: number;
  height: number;
  isGray: boolean;
}

export type ReadReportPhoto = (photo: Acknowledged) => Promise<ReportPhoto>;

/** One photo at a time in the whole process, however many reports are being made: each is read whole. */
export function createReportPhotos(storage: Pick<Storage, 'open'>): ReadReportPhoto {
  const library = createImageLibrary();
  const turns = createDecodeQueue(1);

  async function shrink(photo: Acknowledged): Promise<ReportPhoto> {
    const sharp = await library();
    const { data, info } = await sharp(await readStoredPhoto(storage, photo), {
      limitInputPixels: MAX_PIXELS,
    })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
      // It was decoded before it was submitted, so nothing is wrong with the photo.
      .catch((error) => Promise.reject(imagesUnavailable(error)));
    return { jpeg: data, width: info.width, height: info.height, isGray: info.channels === 1 };
  }

  return async (photo) => (await turns.run(() => shrink(photo))).result;
}
