import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { isAmong } from '../../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRow, type SimilarityKeyRow } from '../../platform/db/tables.ts';
import { entriesOfHash, keyOfDevice, keyOfFile, type Sought } from './similarity.ts';

/** Room for the key of a picture below the part that is the owner's. */
const KEYS_OF_OWNER = 2 ** 23;
const OWNERS = 2 ** 30;
/** More that are listed under the same keys are not looked at: whoever fills the lists must not slow down everyone. */
const MAX_LISTED = 20_000;
/** Of one device: whoever takes many photos has the latest of them compared. */
const MAX_OF_DEVICE = 50;

export type Listed = Pick<
  PhotoRow,
  'id' | 'workspace_id' | 'environment' | 'sha256' | 'hash' | 'device' | 'captured_at'
>;
export type SimilarPhoto = Pick<PhotoRow, 'id' | 'request_id' | 'slot_index' | 'sha256' | 'hash'>;

export type SimilarityRepository = ReturnType<typeof createSimilarityRepository>;

/** Finds photos of an owner by what they show, and by the device that took them. */
export function createSimilarityRepository(database: Database) {
  const among = (column: string, values: string[] | number[]) => isAmong(database.engine, column, values);

  /** The photos that are listed under these keys and are worth comparing. */
  async function compared(start: number, file: number, sought: Sought): Promise<string[]> {
    const listed = await database.reader
      .selectFrom('similarity_keys')
      .select(['key', 'sketch', 'photo_id'])
      .where(
        among(
          'key',
          [file, ...sought.keys].map((key) => start + key),
        ),
      )
      .limit(MAX_LISTED)
      .execute();
    const promising = listed.filter(({ key, sketch }) => {
      const entry = { key: key - start, sketch };
      return entry.key === file || sought.isWorthComparing(entry);
    });
    return [...new Set(promising.map(({ photo_id }) => photo_id))];
  }

  /** The same, where thousands of rows would have to come through a connection: nearly all of them are not worth it. */
  async function comparedByPostgres(start: number, file: number, sought: Sought): Promise<string[]> {
    const sketches = [{ key: file, sketch: 0, telling: 0, maxDiffering: 0 }, ...sought.sketches()];
    const { rows } = await sql<{ photo_id: string }>`
      with sought as materialized (
        select * from unnest(
          ${listOf(sketches.map(({ key }) => start + key))}::bigint[],
          ${listOf(sketches.map(({ sketch }) => sketch))}::bigint[],
          ${listOf(sketches.map(({ telling }) => telling))}::bigint[],
          ${listOf(sketches.map(({ maxDiffering }) => maxDiffering))}::integer[]
        ) as list(key, sketch, telling, max_differing)
      )
      select distinct photo_id
      from sought
      join (
        select key, sketch, photo_id from similarity_keys
        where key = any(array(select key from sought))
        limit ${MAX_LISTED}
      ) as listed using (key)
      where bit_count(((listed.sketch # sought.sketch) & telling)::bit(64)) <= max_differing`.execute(
      database.reader,
    );
    return rows.map(({ photo_id }) => photo_id);
  }

  return {
    /** Once it is decoded: from then on it is found. */
    async add(trx: Queries, photo: Listed): Promise<void> {
      await trx.insertInto('similarity_keys').values(entriesOf(photo)).execute();
    },

    async delete(trx: Queries, photos: Listed[]): Promise<void> {
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
    async candidates(owner: Owner, sha256: string, sought: Sought): Promise<SimilarPhoto[]> {
      const ids = await (database.engine === 'postgres' ? comparedByPostgres : compared)(
        keysStartAt(owner),
        keyOfFile(sha256),
        sought,
      );
      if (ids.length === 0) return [];
      // The rows of photos lie far apart: few of them are read.
      return database.reader
        .selectFrom('photos')
        .select(['id', 'request_id', 'slot_index', 'sha256', 'hash'])
        .where((eb) => eb.and(ownerColumns(owner)))
        .where(among('id', ids))
        .execute();
    },

    /** Photos that a device took between two times, the latest first. */
    ofDevice(owner: Owner, device: string, { from, to }: { from: number; to: number }): Promise<PhotoRow[]> {
      return database.reader
        .selectFrom('similarity_keys')
        .innerJoin('photos', 'photos.id', 'similarity_keys.photo_id')
        .selectAll('photos')
        .where('key', '=', keysStartAt(owner) + keyOfDevice(device))
        .where('sketch', '>=', from)
        .where('sketch', '<=', to)
        .where((eb) => eb.and({ ...ownerColumns(owner), device }))
        .orderBy('sketch', 'desc')
        .limit(MAX_OF_DEVICE)
        .execute();
    },
  };
}

/** The rows that a photo is listed by. */
export function entriesOf(photo: Listed): SimilarityKeyRow[] {
  const start = keysStartAt({ workspaceId: photo.workspace_id, environment: photo.environment });
  const ofHash = photo.hash === null ? [] : entriesOfHash(Buffer.from(photo.hash, 'hex'));
  const ofDevice =
    photo.device === null ? [] : [{ key: keyOfDevice(photo.device), sketch: photo.captured_at }];
  return [{ key: keyOfFile(photo.sha256), sketch: 0 }, ...ofHash, ...ofDevice].map(({ key, sketch }) => ({
    key: start + key,
    sketch,
    photo_id: photo.id,
  }));
}

/** As PostgreSQL writes it: the driver takes far longer to find out that nothing has to be quoted. */
function listOf(numbers: number[]): string {
  return `{${numbers.join(',')}}`;
}

/** Owners share one table; the few whose numbers meet are told apart by their photos. */
function keysStartAt({ workspaceId, environment }: Owner): number {
  const digest = hash('sha256', `${workspaceId}\n${environment}`, 'buffer');
  return (digest.readUInt32BE(0) % OWNERS) * KEYS_OF_OWNER;
}
