import { buffer } from 'node:stream/consumers';
import { createDecodeQueue } from '../photos/decode-queue.ts';
import { imagesUnavailable } from '../photos/image-library.ts';
import { type Acknowledged, readStoredPhoto } from '../photos/stored-photo.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { ReportImage } from './report-images.ts';
import type { ReportProcess } from './report-process.ts';

export type ReadReportPhoto = (photo: Acknowledged) => Promise<ReportImage>;

/** One photo at a time in the whole process, however many reports are being created: each is read whole. */
export function createReportPhotos(
  storage: Pick<Storage, 'open'>,
  { printPhoto }: Pick<ReportProcess, 'printPhoto'>,
): ReadReportPhoto {
  const queue = createDecodeQueue(1);

  async function print(photo: Acknowledged): Promise<ReportImage> {
    const stored = await readStoredPhoto(storage, photo);
    // It was decoded before it was submitted, so nothing is wrong with the photo.
    return printPhoto(stored).catch((error) => Promise.reject(imagesUnavailable(error)));
  }

  return async (photo) => (await queue.run(() => print(photo))).result;
}

/** The workspace's logo. A report without it is better than none. */
export function createReportLogo(
  storage: Pick<Storage, 'open'>,
  { printLogo }: Pick<ReportProcess, 'printLogo'>,
) {
  return async (logoKey: string | null): Promise<ReportImage | null> => {
    if (logoKey === null) return null;
    try {
      const stored = await storage.open(logoKey);
      return stored === undefined ? null : await printLogo(await buffer(stored.stream));
    } catch {
      return null;
    }
  };
}
