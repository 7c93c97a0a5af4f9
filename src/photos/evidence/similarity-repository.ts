import { hash } from 'node:crypto';
import type { Database, Queries } from '../../platform/db/database.ts';
import { isAmong } from '../../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRow } from '../../platform/db/tables.ts';
import { keyOfFile, keysOfHash } from './similarity.ts';

/** Room for the key of a picture below the part that is the owner's. */
const KEYS_OF_OWNER = 2 ** 23;
const OWNERS = 2 ** 30;
/** More that are listed under the same keys are not compared: whoever fills the lists must not slow down everyone. */
const MAX_COMPARED = 20_000;

export type Listed = Pick<PhotoRow, 'id' | 'workspace_id' | 'environment' | 'sha256' | 'hash'>;
export type SimilarPhoto = Pick<PhotoRow, 'id' | 'request_id' | 'slot_index' | 'sha256' | 'hash'>;

export type SimilarityRepository = ReturnType<typeof createSimilarityRepository>;

/** Finds photos of an owner by what they show. */
export function createSimilarityRepository(database: Database) {
  const among = (column: string, values: string[] | number[]) => isAmong(database.engine, column, values);

  return {
    /** Once it is decoded: from then on it is found. */
    async add(trx: Queries, photo: Listed): Promise<void> {
      await trx.insertInto('similarity_keys').values(entriesOf(photo)).execute();
    },

    async remove(trx: Queries, photos: Listed[]): Promise<void> {
      const entries = photos.filter((photo) => photo.hash !== null).flatMap(entriesOf);
      if (entries.length === 0) return;
      const keys = entries.map(({ key }) => key);
      const ids = photos.map(({ id }) => id);
      await trx
        .deleteFrom('similarity_keys')
        .where(among('key', keys))
        .where(among('photo_id', ids))
        .execute();
    },

    /** Those of the owner that may show the same, or are the same file. */
    async candidates(owner: Owner, sought: { sha256: string; keys: number[] }): Promise<SimilarPhoto[]> {
      const keys = [keyOfFile(sought.sha256), ...sought.keys].map((key) => keyOfOwner(owner, key));
      const listed = await database.reader
        .selectFrom('similarity_keys')
        .select('photo_id')
        .where(among('key', keys))
        .limit(MAX_COMPARED)
        .execute();
      const ids = [...new Set(listed.map(({ photo_id }) => photo_id))];
      if (ids.length === 0) return [];
      return database.reader
        .selectFrom('photos')
        .select(['id', 'request_id', 'slot_index', 'sha256', 'hash'])
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(among('id', ids))
        .execute();
    },
  };
}

function entriesOf(photo: Listed): { key: number; photo_id: string }[] {
  const owner = { workspaceId: photo.workspace_id, environment: photo.environment };
  const keys = photo.hash === null ? [] : keysOfHash(Buffer.from(photo.hash, 'hex'));
  return [keyOfFile(photo.sha256), ...keys].map((key) => ({
    key: keyOfOwner(owner, key),
    photo_id: photo.id,
  }));
}

/** Owners share one table; the few whose numbers meet are told apart by their photos. */
function keyOfOwner({ workspaceId, environment }: Owner, key: number): number {
  const digest = hash('sha256', `${workspaceId}\n${environment}`, 'buffer');
  return (digest.readUInt32BE(0) % OWNERS) * KEYS_OF_OWNER + key;
}
