import { buffer } from 'node:stream/consumers';
import { createImageLibrary, imagesUnavailable, renderWith } from '../photos/image-library.ts';
import { type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';

/** Customers' pages show it 40 pixels wide, mostly on displays with two or three for one. */
const SIDE = 100;
const QUALITY = 75;
/** A few kilobytes each. */
const MAX_KEPT = 500;

/**
 * The workspace's logo as customers' pages show it. The stored one is large enough for posters and reports, and often
 * weighs as much as all the rest of a page.
 */
export function createSmallLogo(
  storage: Pick<Storage, 'open' | 'size'>,
  library: ReturnType<typeof createImageLibrary> = createImageLibrary(),
) {
  const kept = new Map<string, Promise<Buffer>>();

  async function draw(logoKey: string): Promise<Buffer> {
    const stored = await storage.open(logoKey);
    if (stored === undefined)
      throw new StorageUnavailableError(new Error(`${logoKey} is not found any more`));
    const png = await buffer(stored.stream);
    const sharp = await library();
    const small = sharp(png)
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY });
    // We drew what was stored, so nothing is wrong with it, but maybe with what was read.
    return renderWith(small, () => {}).catch((error) => Promise.reject(imagesUnavailable(error)));
  }

  /** Undefined when there is no such logo, or no longer. */
  return async (logoKey: string): Promise<Buffer | undefined> => {
    // Kept ones must not outlive a logo that was replaced or erased.
    if ((await storage.size(logoKey)) === undefined) {
      kept.delete(logoKey);
      return undefined;
    }
    const drawing = kept.get(logoKey) ?? draw(logoKey);
    kept.delete(logoKey);
    kept.set(logoKey, drawing);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return drawing.catch((error: unknown) => {
      kept.delete(logoKey);
      throw error;
    });
  };
}
