import type { PhotoRow } from '../platform/db/tables.ts';
import { sealedKey } from './keys.ts';
import type { Acknowledged } from './stored-photo.ts';

export type SealedColumns = Pick<PhotoRow, 'sealed_at' | 'sealed_sha256' | 'sealed_bytes'>;

/** The columns of a photo that has no sealed rendition yet. */
export const NOT_SEALED: SealedColumns = { sealed_at: null, sealed_sha256: null, sealed_bytes: null };

/** Where the sealed rendition lies and what it must be; undefined until there is one. */
export function sealedFileOf(
  photo: SealedColumns & Pick<PhotoRow, 'id'>,
): Required<Acknowledged> | undefined {
  const { id, sealed_sha256, sealed_bytes } = photo;
  if (sealed_sha256 === null || sealed_bytes === null) return undefined;
  return { id, key: sealedKey(id), sha256: sealed_sha256, bytes: sealed_bytes };
}
