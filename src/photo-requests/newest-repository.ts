import { sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database } from '../platform/db/database.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

export type NewestRequests = ReturnType<typeof createNewestRequests>;

export function createNewestRequests(database: Database) {
  return {
    newestSubmissions(owner: Owner, limit: number): Promise<PhotoRequestRow[]> {
      return database.lists
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('submitted_at', 'is not', null)
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Submitted then or later, the latest first. */
    submittedSince(owner: Owner, since: number, limit: number): Promise<PhotoRequestRow[]> {
      return database.reader
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('submitted_at', '>=', since)
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Photo requests whose submission waits for review, counted no further than this. */
    countHeld({ workspaceId, environment }: Owner, now: number, max: number): Promise<number> {
      const isOwned = sql`workspace_id = ${workspaceId} and environment = ${environment}`;
      const waits = sql<boolean>`${isOwned} and status = 'in_progress' and type = 'one_time'
        and held_at is not null and expires_at > ${now}`;
      return countUpTo({ reader: database.lists }, 'photo_requests', waits, max);
    },
  };
}
