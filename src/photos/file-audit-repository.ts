import type { Database } from '../platform/db/database.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import type { SealedColumns } from './sealed-photo.ts';
import type { Acknowledged } from './stored-photo.ts';

/** What the files in the storage are compared with. */
export function createFileAuditRepository(database: Database) {
  return {
    /** The oldest and the newest: a wrong or younger storage lacks one or the other. */
    async sample(size: number): Promise<Pick<PhotoRow, 'id' | 'bytes'>[]> {
      const photos = database.reader.selectFrom('photos').select(['id', 'bytes']).limit(size);
      const found = [
        ...(await photos.orderBy('id').execute()),
        ...(await photos.orderBy('id', 'desc').execute()),
      ];
      return [...new Map(found.map((photo) => [photo.id, photo])).values()];
    },

    /** Which of these ids belong to photos. For the reconciler, over all workspaces. */
    async existing(photoIds: string[]): Promise<Set<string>> {
      const rows = await database.reader
        .selectFrom('photos')
        .select('id')
        .where('id', 'in', photoIds)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** All photos by their id, a page at a time. For the reconciler, over all workspaces. */
    pageOfIds(after: string, limit: number): Promise<{ id: string; bytes: number }[]> {
      return database.reader
        .selectFrom('photos')
        .select(['id', 'bytes'])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** By their id, a page at a time, of one workspace or all; from a time on, when one is given. */
    async pageToVerify(
      { after, workspaceId }: { after: string; workspaceId?: string | undefined },
      limit: number,
    ): Promise<(Acknowledged & SealedColumns & Pick<PhotoRow, 'workspace_id' | 'request_id'>)[]> {
      const page = database.reader
        .selectFrom('photos')
        .select([
          'id',
          'workspace_id',
          'request_id',
          'sha256',
          'bytes',
          'sealed_at',
          'sealed_sha256',
          'sealed_bytes',
        ])
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit);
      if (workspaceId === undefined) return page.execute();
      // Each along its part of the index: of both at once neither engine could find a page without all the rest.
      const ofWorkspace = page.where('workspace_id', '=', workspaceId);
      const live = await ofWorkspace.where('environment', '=', 'live').execute();
      const test = await ofWorkspace.where('environment', '=', 'test').execute();
      return [...live, ...test].sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
    },
  };
}
