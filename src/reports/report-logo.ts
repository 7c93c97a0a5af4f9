import { buffer } from 'node:stream/consumers';
import { createImageLibrary } from '../photos/image-library.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { ReportPhoto } from './report-photos.ts';

/** Enough for paper at the size that reports show it in. */
const MAX_SIZE = { width: 640, height: 160 };
const QUALITY = 90;

/** The workspace's logo on white. A report without it is better than none. */
export function createReportLogo(storage: Pick<Storage, 'open'>) {
  const library = createImageLibrary();
  return async (logoKey: string | null): Promise<ReportPhoto | null> => {
    if (logoKey === null) return null;
    try {
      const stored = await storage.open(logoKey);
      if (stored === undefined) return null;
      const sharp = await library();
      const { data, info } = await sharp(await buffer(stored.stream))
        .resize({ ...MAX_SIZE, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .toColorspace('srgb')
        .jpeg({ quality: QUALITY })
        .toBuffer({ resolveWithObject: true });
      return { jpeg: data, width: info.width, height: info.height, isGray: info.channels === 1 };
    } catch {
      return null;
    }
  };
}
