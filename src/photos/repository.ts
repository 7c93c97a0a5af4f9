import { sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { notByIndexOnSqlite, padded } from '../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRow } from '../platform/db/tables.ts';
import type { Finding } from './evidence/finding.ts';
import { createSimilarityRepository, type Listed } from './evidence/similarity-repository.ts';
import { keysOf, photoIdInQuarantine, photoKey, QUARANTINE, quarantineKey, thumbnailKey } from './keys.ts';
import type { SealedColumns } from './sealed-photo.ts';
import type { Acknowledged } from './stored-photo.ts';

/** Both engines limit the parameters of a statement. */
const KEYS_AT_ONCE = 500;
/** How long a photo that was put aside can still be looked at by the operator. */
const KEPT_ASIDE_MS = 30 * 86_400_000;
/** By which a photo is listed among those that look like it. */
const LISTED = ['id', 'workspace_id', 'environment', 'sha256', 'hash'] as const satisfies (keyof Listed)[];

export type PhotoRepository = ReturnType<typeof createPhotoRepository>;

export function createPhotoRepository(database: Database) {
  const similar = createSimilarityRepository(database);

  /** For photos that are found by their request. */
  const belongsTo = (owner: Owner) => {
    const [workspace, environment] = ['workspace_id', 'environment'].map((column) =>
      notByIndexOnSqlite(database.engine, column),
    );
    return sql<boolean>`(${workspace} = ${owner.workspaceId} and ${environment} = ${owner.environment})`;
  };

  /** In the transaction that makes them unreachable: a crash at any later point leaves them on the list. */
  async function purgeKeys(trx: Queries, storageKeys: string[], now: number): Promise<void> {
    for (let at = 0; at < storageKeys.length; at += KEYS_AT_ONCE) {
      await trx
        .insertInto('purges')
        .values(storageKeys.slice(at, at + KEYS_AT_ONCE).map((storage_key) => ({ storage_key, due_at: now })))
        .onConflict((conflict) => conflict.column('storage_key').doNothing())
        .execute();
    }
  }

  /** After their rows are gone. */
  async function purge(trx: Queries, removed: Listed[], now: number): Promise<void> {
    await similar.remove(trx, removed);
    const storageKeys = removed.flatMap(({ id }) => keysOf(id));
    await purgeKeys(trx, storageKeys, now);
  }

  return {
    purgeKeys,
    purge,
    similar,

    /** In the order of their slots. */
    listOf(owner: Owner, requestId: string, queries: Queries = database.reader): Promise<PhotoRow[]> {
      return queries
        .selectFrom('photos')
        .selectAll()
        .where(belongsTo(owner))
        .where('request_id', '=', requestId)
        .orderBy('slot_index')
        .execute();
    },

    /** Of several requests at once, by the id of each, for a page of a list. */
    async listOfAll(owner: Owner, requestIds: string[]): Promise<Map<string, PhotoRow[]>> {
      if (requestIds.length === 0) return new Map();
      const rows = await database.reader
        .selectFrom('photos')
        .selectAll()
        .where(belongsTo(owner))
        .where('request_id', 'in', requestIds)
        .orderBy('slot_index')
        .execute();
      return Map.groupBy(rows, ({ request_id }) => request_id);
    },

    /** How many photos each of these requests has; those without any are not in it. */
    async countOfAll(owner: Owner, requestIds: string[]): Promise<Map<string, number>> {
      if (requestIds.length === 0) return new Map();
      const rows = await database.reader
        .selectFrom('photos')
        .select(['request_id', (eb) => eb.fn.countAll<number>().as('count')])
        .where(belongsTo(owner))
        .where('request_id', 'in', requestIds)
        .groupBy('request_id')
        .execute();
      return new Map(rows.map(({ request_id, count }) => [request_id, count]));
    },

    findByClientId(
      owner: Owner,
      requestId: string,
      clientId: string,
      queries: Queries = database.reader,
    ): Promise<PhotoRow | undefined> {
      return queries
        .selectFrom('photos')
        .selectAll()
        .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId, client_id: clientId }))
        .executeTakeFirst();
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

    /** Removes the photos of a request, or those of them that are meant; their files are purged soon. */
    async remove(
      trx: Queries,
      owner: Owner,
      which: { requestId: string; slotIndex?: number; clientId?: string },
      now: number,
    ): Promise<number> {
      const { requestId, slotIndex, clientId } = which;
      const removed = await trx
        .deleteFrom('photos')
        .where(belongsTo(owner))
        .where('request_id', '=', requestId)
        .$if(slotIndex !== undefined, (q) => q.where('slot_index', '=', slotIndex as number))
        .$if(clientId !== undefined, (q) => q.where('client_id', '=', clientId as string))
        .returning(LISTED)
        .execute();
      await purge(trx, removed, now);
      return removed.length;
    },

    /**
     * Takes a photo out of its request while its file stays: it belongs in quarantine, where it is purged much later.
     * False when it is not there any more, or turned out to be in order.
     */
    async setAside(trx: Queries, owner: Owner, photoId: string, now: number): Promise<boolean> {
      const removed = await trx
        .deleteFrom('photos')
        .where((eb) => eb.and({ ...ownerColumns(owner), id: photoId }))
        .where('checked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (removed === undefined) return false;
      await purgeKeys(trx, [thumbnailKey(photoId)], now);
      await purgeKeys(trx, [quarantineKey(photoKey(photoId))], now + KEPT_ASIDE_MS);
      return true;
    },

    /** The photos that were put aside and can still be looked at. Over all workspaces. */
    async listSetAside(limit: number): Promise<string[]> {
      const rows = await database.reader
        .selectFrom('purges')
        .select('storage_key')
        .where('storage_key', '>', QUARANTINE)
        .where('storage_key', '<', `${QUARANTINE}~`)
        .orderBy('storage_key')
        .limit(limit)
        .execute();
      return rows.flatMap(({ storage_key }) => photoIdInQuarantine(storage_key) ?? []);
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
      await purge(trx, gone, now);
      return gone.length;
    },

    /** How many files wait to be deleted. */
    async countPurges(): Promise<number> {
      const { count } = await database.reader
        .selectFrom('purges')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return count;
    },

    /** How many should have been deleted before then, counted no further than this. */
    countLatePurges(before: number, max: number): Promise<number> {
      return countUpTo(database, 'purges', sql<boolean>`due_at < ${before}`, max);
    },

    /** The oldest and the newest: a wrong or younger storage lacks one or the other. */
    async sample(size: number): Promise<Pick<PhotoRow, 'id' | 'bytes'>[]> {
      const photos = database.reader.selectFrom('photos').select(['id', 'bytes']).limit(size);
      const found = [
        ...(await photos.orderBy('id').execute()),
        ...(await photos.orderBy('id', 'desc').execute()),
      ];
      return [...new Map(found.map((photo) => [photo.id, photo])).values()];
    },

    /** For the sweep over all workspaces: no one will ever see the photos of requests that ended unsubmitted. */
    async removeAbandoned(trx: Queries, requestIds: string[], now: number): Promise<void> {
      const removed = await trx
        .deleteFrom('photos')
        .where('request_id', 'in', padded(requestIds))
        .returning(LISTED)
        .execute();
      await purge(trx, removed, now);
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

    /** What is due to be purged, oldest first. */
    duePurges(now: number, limit: number): Promise<{ storage_key: string }[]> {
      return database.reader
        .selectFrom('purges')
        .select('storage_key')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(limit)
        .execute();
    },

    /** Which of these will be purged: whoever deleted them does not want them put aside. */
    async listedPurges(storageKeys: string[]): Promise<Set<string>> {
      const rows = await database.reader
        .selectFrom('purges')
        .select('storage_key')
        .where('storage_key', 'in', storageKeys)
        .execute();
      return new Set(rows.map(({ storage_key }) => storage_key));
    },

    async postponePurges(trx: Queries, storageKeys: string[], until: number): Promise<void> {
      await trx
        .updateTable('purges')
        .set({ due_at: until })
        .where('storage_key', 'in', storageKeys)
        .execute();
    },

    async forgetPurges(trx: Queries, storageKeys: string[]): Promise<void> {
      await trx.deleteFrom('purges').where('storage_key', 'in', storageKeys).execute();
    },
  };
}
