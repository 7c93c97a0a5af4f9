import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRow } from '../platform/db/tables.ts';
import { ownerColumns } from '../platform/db/tables.ts';
import type { SealedColumns } from './sealed-photo.ts';

export type SealedPhotoRepository = ReturnType<typeof createSealedPhotoRepository>;

/** What is stored about the sealed renditions of photos. */
export function createSealedPhotoRepository(database: Database) {
  return {
    find(owner: Owner, photoId: string, queries: Queries = database.reader): Promise<PhotoRow | undefined> {
      return queries
        .selectFrom('photos')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), id: photoId }))
        .executeTakeFirst();
    },

    /** False when the photo is not there any more. */
    async mark(
      trx: Queries,
      owner: Owner,
      photoId: string,
      sealed: { at: number; sha256: string; bytes: number },
    ): Promise<boolean> {
      const marked = await trx
        .updateTable('photos')
        .set({ sealed_at: sealed.at, sealed_sha256: sealed.sha256, sealed_bytes: sealed.bytes })
        .where((eb) => eb.and({ ...ownerColumns(owner), id: photoId }))
        .returning('id')
        .executeTakeFirst();
      return marked !== undefined;
    },

    /** Those with a sealed rendition, by their id, a page at a time. Over all workspaces. */
    sealedAfter(
      after: string,
      limit: number,
    ): Promise<(Pick<PhotoRow, 'id' | 'workspace_id' | 'environment' | 'request_id'> & SealedColumns)[]> {
      return database.reader
        .selectFrom('photos')
        .select([
          'id',
          'workspace_id',
          'environment',
          'request_id',
          'sealed_at',
          'sealed_sha256',
          'sealed_bytes',
        ])
        .where('id', '>', after)
        .where('sealed_at', 'is not', null)
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** Those without a sealed rendition, by their id, a page at a time. Over all workspaces. */
    unsealedAfter(
      after: string,
      limit: number,
    ): Promise<Pick<PhotoRow, 'id' | 'workspace_id' | 'environment' | 'request_id'>[]> {
      return database.reader
        .selectFrom('photos')
        .select(['id', 'workspace_id', 'environment', 'request_id'])
        .where('id', '>', after)
        .where('sealed_at', 'is', null)
        .orderBy('id')
        .limit(limit)
        .execute();
    },
  };
}
