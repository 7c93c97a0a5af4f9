import type { Readable } from 'node:stream';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { wallClock } from '../platform/time-zone.ts';
import { photoKey } from './keys.ts';
import type { PhotoSlot } from './photo-slots.ts';
import { storedPhotoChunks } from './stored-photo.ts';
import { zipLength, zipStream } from './zip-archive.ts';
import { downloadName, photoFileName } from './zip-names.ts';
import type { ZipEntry } from './zip-records.ts';

export interface Download {
  name: string;
  bytes: number;
  stream(): Readable;
}

/** All photos of a submitted request as one archive. */
export async function photosAsZip(
  deps: { storage: Pick<Storage, 'open' | 'size'> },
  of: { request: PhotoRequestRow; photos: PhotoRow[]; timeZone: string },
): Promise<Download> {
  const { request, photos, timeZone } = of;
  if (photos.length === 0) throw validationError({ id: ['This request has no submitted photos.'] });
  const slots: PhotoSlot[] = JSON.parse(request.photo_slots);
  const entries = photos.map(
    (photo): ZipEntry => ({
      name: photoFileName(photo.slot_index, slots),
      bytes: photo.bytes,
      modified: wallClock(photo.captured_at, timeZone),
      content: () => storedPhotoChunks(deps.storage, photo),
    }),
  );
  await requireFiles(deps.storage, photos);
  return {
    name: `${downloadName(request)}.zip`,
    bytes: zipLength(entries),
    stream: () => zipStream(entries),
  };
}

/** Looked for before the first byte is sent: afterwards the connection can only be cut. */
export async function requireFiles(storage: Pick<Storage, 'size'>, photos: PhotoRow[]): Promise<void> {
  const sizes = await Promise.all(photos.map(({ id }) => storage.size(photoKey(id))));
  if (photos.every(({ bytes }, index) => sizes[index] === bytes)) return;
  throw new ServiceError(
    'internal_error',
    'A photo is missing or damaged, so this download can’t be created. Download the photos one by one.',
  );
}
