import type { PhotoRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { thumbnailKey } from './keys.ts';
import type { PhotoState, PostponedDecoding } from './postponed-decoding.ts';
import { PhotoFileError } from './stored-photo.ts';

/** The size of a photo's thumbnail, which is there from then on. One that the storage lost is created again. */
export async function thumbnailSize(
  { postponedDecoding, storage }: { postponedDecoding: PostponedDecoding; storage: Storage },
  photo: PhotoRow,
): Promise<number> {
  const key = thumbnailKey(photo.id);
  requireUsable(photo, await postponedDecoding.ensure(photo));
  const bytes = await storage.size(key);
  if (bytes !== undefined) return bytes;
  requireUsable(photo, await postponedDecoding.restoreThumbnail(photo));
  const created = await storage.size(key);
  if (created === undefined) throw notFound('The photo');
  return created;
}

function requireUsable(photo: PhotoRow, state: PhotoState): void {
  if (state === 'lost')
    throw new PhotoFileError(photo, 'missing', 'is not in the storage as it was received');
  if (state === 'damaged') throw notFound('The photo');
}
