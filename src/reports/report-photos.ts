import { buffer } from 'node:stream/consumers';
import { createDecodeTurns } from '../photos/decode-turns.ts';
import { createImageLibrary } from '../photos/image-library.ts';
import { MOST_PIXELS } from '../photos/jpeg-frame.ts';
import { photoKey } from '../photos/keys.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Enough for paper at the size that reports show photos in. */
const LONGEST_SIDE = 1_400;
const QUALITY = 72;

export interface ReportPhoto {
  jpeg: Buffer;
  width: number;
  height: number;
  isGray: boolean;
}

export type ReadReportPhoto = (photoId: string) => Promise<ReportPhoto>;

/** One photo at a time in the whole process, however many reports are being made: each is read whole. */
export function createReportPhotos(storage: Pick<Storage, 'open'>): ReadReportPhoto {
  const library = createImageLibrary();
  const turns = createDecodeTurns(1);

  async function shrink(photoId: string): Promise<ReportPhoto> {
    const stored = await storage.open(photoKey(photoId));
    if (stored === undefined) throw new Error(`The file of ${photoId} is missing`);
    const sharp = await library();
    const { data, info } = await sharp(await buffer(stored.stream), { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, isGray: info.channels === 1 };
  }

  return async (photoId) => (await turns.run(() => shrink(photoId))).result;
}
