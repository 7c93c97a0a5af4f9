import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { notByIndexOnSqlite, padded } from '../platform/db/planner-hints.ts';
import { precompiledList, precompiledLookup, precompiledWrite, slot } from '../platform/db/precompiled.ts';
import { type Owner, ownerColumns, type PhotoRequestRow, type PhotoRow } from '../platform/db/tables.ts';
import type { Finding } from './evidence/finding.ts';
import { createSimilarityRepository, type Listed } from './evidence/similarity-repository.ts';
import { createFileAuditRepository } from './file-audit-repository.ts';
import { createFileDeletionRepository } from './file-deletion-repository.ts';
import { keysOf, photoKey, quarantineKey, thumbnailKey } from './keys.ts';
import { PLACES_PER_ROUND, roundsOf } from './rounds.ts';
import { SHOWN_COLUMNS, type ShownPhoto } from './wire.ts';

/** How long a photo that was put aside can still be looked at by the operator. */
const KEPT_ASIDE_MS = 30 * 86_400_000;
/** By which a photo is listed among those that look like it. */
const LISTED = [
  ...(['id', 'workspace_id', 'environment', 'sha256', 'hash', 'device', 'captured_at'] as const),
] satisfies (keyof Listed)[];

export type PhotoRepository = ReturnType<typeof createPhotoRepository>;

export function createPhotoRepository(database: Database) {
  const similar = createSimilarityRepository(database);
  const fileDeletions = createFileDeletionRepository(database);

  // Every upload asks this, before and within its transaction.
  const byClientId = (db: Queries, key: typeof slot) =>
    db
      .selectFrom('photos')
      .selectAll()
      .where('workspace_id', '=', key(0))
      .where('environment', '=', key<Owner['environment']>(1))
      .where('request_id', '=', key(2))
      .where('client_id', '=', key(3));
  const findPhoto = precompiledLookup<PhotoRow>(database, 4, (db, key) =>
    byClientId(db, key as typeof slot).$castTo<PhotoRow>(),
  );
  const findPhotoWithin = precompiledWrite<PhotoRow>(database, (db) => byClientId(db, slot));

  /** For photos that are found by their request. */
  const belongsTo = (owner: Record<keyof Owner, unknown>) => {
    const [workspace, environment] = ['workspace_id', 'environment'].map((column) =>
      notByIndexOnSqlite(database.engine, column),
    );
    return sql<boolean>`(${workspace} = ${owner.workspaceId} and ${environment} = ${owner.environment})`;
  };

  // Every list with submitted requests asks this.
  const photosOfPage = precompiledList<ShownPhoto>(database, (db) =>
    db
      .selectFrom('photos')
      .select(SHOWN_COLUMNS)
      .where(belongsTo({ workspaceId: slot(0), environment: slot(1) }))
      .where(
        database.engine === 'sqlite'
          ? sql<boolean>`request_id in (select value from json_each(${slot(2)}))`
          : sql<boolean>`request_id = any(${slot(2)}::text[])`,
      )
      .orderBy('request_id')
      .orderBy('slot_index'),
  );

  /** In the order of their slots. */
  function listOf(owner: Owner, requestId: string, queries: Queries = database.reader): Promise<PhotoRow[]> {
    return queries
      .selectFrom('photos')
      .selectAll()
      .where(belongsTo(owner))
      .where('request_id', '=', requestId)
      .orderBy('slot_index')
      .execute();
  }

  /** After their rows are gone. */
  async function deleteFilesOf(trx: Queries, deleted: Listed[], now: number): Promise<void> {
    await similar.delete(trx, deleted);
    const storageKeys = deleted.flatMap(({ id }) => keysOf(id));
    await fileDeletions.queueFileDeletions(trx, storageKeys, now);
  }

  return {
    ...fileDeletions,
    ...createFileAuditRepository(database),
    similar,

    listOf,

    /** For a file that is made of them, which a replica can read. */
    listToExport: (owner: Owner, requestId: string) => listOf(owner, requestId, database.lists),

    /** Of several requests at once, by the id of each, for a page of a list. */
    async listOfAll(owner: Owner, requestIds: string[]): Promise<Map<string, ShownPhoto[]>> {
      if (requestIds.length === 0) return new Map();
      const { workspaceId, environment } = owner;
      const among = database.engine === 'sqlite' ? JSON.stringify(requestIds) : requestIds;
      const rows = await photosOfPage(workspaceId, environment, among);
      return Map.groupBy(rows, ({ request_id }) => request_id);
    },

    /** How many photos each of these requests has in its current round; those without any are not in it. */
    async countInRound(owner: Owner, requests: PhotoRequestRow[]): Promise<Map<string, number>> {
      if (requests.length === 0) return new Map();
      const place = sql<number>`slot_index / ${sql.lit(PLACES_PER_ROUND)}`;
      const rows = await database.lists
        .selectFrom('photos')
        .select(['request_id', place.as('earlier_rounds'), (eb) => eb.fn.countAll<number>().as('count')])
        .where(belongsTo(owner))
        .where(
          'request_id',
          'in',
          requests.map(({ id }) => id),
        )
        .groupBy(['request_id', place])
        .execute();
      const earlier = new Map(requests.map((request) => [request.id, roundsOf(request).current - 1]));
      const current = rows.filter((row) => row.earlier_rounds === earlier.get(row.request_id));
      return new Map(current.map(({ request_id, count }) => [request_id, count]));
    },

    async findByClientId(
      { workspaceId, environment }: Owner,
      requestId: string,
      clientId: string,
      trx?: Queries,
    ): Promise<PhotoRow | undefined> {
      const key = [workspaceId, environment, requestId, clientId];
      return trx === undefined ? findPhoto(...key) : (await findPhotoWithin(trx, key))[0];
    },

    /** By its id alone: whoever asks has shown a signed link to this very photo. */
    findLinked(photoId: string): Promise<PhotoRow | undefined> {
      return database.reader.selectFrom('photos').selectAll().where('id', '=', photoId).executeTakeFirst();
    },

    /** False when it is not there any more. */
    async markChecked(
      trx: Queries,
      photoId: string,
      decoded: Pick<PhotoRow, 'checked_at' | 'traits' | 'hash'>,
    ): Promise<boolean> {
      const marked = await trx
        .updateTable('photos')
        .set(decoded)
        .where('id', '=', photoId)
        .where('checked_at', 'is', null)
        .returning(LISTED)
        .executeTakeFirst();
      if (marked !== undefined) await similar.add(trx, marked);
      if (marked !== undefined) return true;
      // Decoded by someone else at the same time, or gone.
      return (
        (await trx.selectFrom('photos').select('id').where('id', '=', photoId).executeTakeFirst()) !==
        undefined
      );
    },

    async insert(trx: Queries, row: PhotoRow): Promise<void> {
      await trx.insertInto('photos').values(row).execute();
      if (row.hash !== null) await similar.add(trx, row);
    },

    /** What it was judged by is not needed any more. */
    async setEvidence(trx: Queries, photo: PhotoRow, findings: Finding[]): Promise<PhotoRow> {
      const judged = { evidence: JSON.stringify(findings), traits: null };
      await trx.updateTable('photos').set(judged).where('id', '=', photo.id).execute();
      return { ...photo, ...judged };
    },

    /** Deletes the photos of a request, or those of them that are meant, such as all `from` a position on; their files are deleted soon. */
    async delete(
      trx: Queries,
      owner: Owner,
      which: { requestId: string; slotIndex?: number; clientId?: string; from?: number },
      now: number,
    ): Promise<{ photos: number; bytes: number }> {
      const { requestId, slotIndex, clientId, from = 0 } = which;
      const deleted = await trx
        .deleteFrom('photos')
        .where(belongsTo(owner))
        .where('request_id', '=', requestId)
        .$if(from > 0, (q) => q.where('slot_index', '>=', from))
        .$if(slotIndex !== undefined, (q) => q.where('slot_index', '=', slotIndex as number))
        .$if(clientId !== undefined, (q) => q.where('client_id', '=', clientId as string))
        .returning([...LISTED, 'bytes'])
        .execute();
      await deleteFilesOf(trx, deleted, now);
      return { photos: deleted.length, bytes: deleted.reduce((sum, { bytes }) => sum + bytes, 0) };
    },

    /** Those of these photos of a request that were still there; their files are deleted soon. */
    async deleteSome(
      trx: Queries,
      owner: Owner,
      which: { requestId: string; photoIds: string[] },
      now: number,
    ): Promise<Set<string>> {
      const deleted = await trx
        .deleteFrom('photos')
        .where(belongsTo(owner))
        .where('request_id', '=', which.requestId)
        .where('id', 'in', which.photoIds)
        .returning(LISTED)
        .execute();
      await deleteFilesOf(trx, deleted, now);
      return new Set(deleted.map(({ id }) => id));
    },

    /**
     * Takes a photo out of its request while its file stays: it belongs in quarantine, where it is deleted much later.
     * False when it is not there any more, or turned out to be in order.
     */
    async setAside(trx: Queries, owner: Owner, photoId: string, now: number): Promise<boolean> {
      const deleted = await trx
        .deleteFrom('photos')
        .where((eb) => eb.and({ ...ownerColumns(owner), id: photoId }))
        .where('checked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (deleted === undefined) return false;
      await fileDeletions.queueFileDeletions(trx, [thumbnailKey(photoId)], now);
      await fileDeletions.queueFileDeletions(trx, [quarantineKey(photoKey(photoId))], now + KEPT_ASIDE_MS);
      return true;
    },

    async existAny(trx: Queries, workspaceId: string): Promise<boolean> {
      const photo = await trx
        .selectFrom('photos')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(1)
        .executeTakeFirst();
      return photo !== undefined;
    },

    /** One batch, with the photos' files put on the list of those to delete; how many went. */
    async deleteOfWorkspace(trx: Queries, workspaceId: string, limit: number, now: number): Promise<number> {
      const gone = await trx
        .deleteFrom('photos')
        .where('id', 'in', (query) =>
          query.selectFrom('photos').select('id').where('workspace_id', '=', workspaceId).limit(limit),
        )
        .returning(LISTED)
        .execute();
      await deleteFilesOf(trx, gone, now);
      return gone.length;
    },

    /** For the sweep over all workspaces: no one will ever see the photos of requests that ended unsubmitted. */
    async deleteAbandoned(trx: Queries, requestIds: string[], now: number): Promise<void> {
      if (requestIds.length === 0) return;
      const deleted = await trx
        .deleteFrom('photos')
        .where('request_id', 'in', padded(requestIds))
        .returning(LISTED)
        .execute();
      await deleteFilesOf(trx, deleted, now);
    },

    /** Where the customer is, known only after the session's photos were taken. */
    async locate(
      trx: Queries,
      owner: Owner,
      of: { requestId: string; sessionHash: string },
      location: { latitude: number; longitude: number; accuracy: number | null },
    ): Promise<void> {
      await trx
        .updateTable('photos')
        .set(location)
        .where(belongsTo(owner))
        .where((eb) => eb.and({ request_id: of.requestId, session_hash: of.sessionHash }))
        .where('latitude', 'is', null)
        .execute();
    },

    /** Those that were taken in a rush and are not decoded yet. Over all workspaces. */
    uncheckedBetween(from: number, to: number, limit: number): Promise<PhotoRow[]> {
      return database.reader
        .selectFrom('photos')
        .selectAll()
        .where('checked_at', 'is', null)
        .where('received_at', '>', from)
        .where('received_at', '<=', to)
        .orderBy('received_at')
        .limit(limit)
        .execute();
    },
  };
}
