import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import { type DraftTotals, NONE } from './visit-limits.ts';

/** What lies in each link of an owner, by the link's id. */
export type VisitsByLink = Map<string, LinkVisits>;

export interface LinkVisits {
  /** Not submitted yet. */
  drafts: DraftTotals;
  /** Waiting for approval. */
  held: DraftTotals;
}

const isHeld = sql<number>`case when held_at is null then 0 else 1 end`;

export type LinkVisitRepository = ReturnType<typeof createLinkVisitRepository>;

/** Visits to permanent links that have photos and are not submitted yet. */
export function createLinkVisitRepository(database: Database) {
  return {
    /** Holds the link until the transaction ends, so that of many visitors at once none slips past a cap. */
    async lockLink(trx: Queries, owner: Owner, linkId: string): Promise<void> {
      if (database.engine !== 'postgres') return;
      await trx
        .selectFrom('permanent_links')
        .select('id')
        .where((eb) => eb.and({ ...ownerColumns(owner), id: linkId }))
        .forNoKeyUpdate()
        .execute();
    },

    /** Notes what the visit holds now, and that someone works on it. Counted again each time, so that it cannot drift. */
    async track(
      trx: Queries,
      owner: Owner,
      requestId: string,
      now: number,
      { isActive = true } = {},
    ): Promise<void> {
      await sql`insert into link_visits
          (request_id, workspace_id, environment, permanent_link_id, photo_count, bytes, active_at)
        select r.id, r.workspace_id, r.environment, r.permanent_link_id, count(p.id), coalesce(sum(p.bytes), 0),
          ${sql.lit(now)}
        from photo_requests r left join photos p on p.request_id = r.id
        where r.id = ${requestId} and r.workspace_id = ${owner.workspaceId}
          and r.environment = ${owner.environment} and r.permanent_link_id is not null
        group by r.id, r.workspace_id, r.environment, r.permanent_link_id
        on conflict (request_id) do update set
          photo_count = excluded.photo_count, bytes = excluded.bytes, active_at = ${isActive ? sql`excluded.active_at` : sql`link_visits.active_at`}`.execute(
        trx,
      );
    },

    async delete(trx: Queries, owner: Owner, requestId: string): Promise<void> {
      await trx
        .deleteFrom('link_visits')
        .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
        .execute();
    },

    /** Of one link, or of all that the owner has. */
    async totals(owner: Owner, linkId?: string, queries: Queries = database.lists): Promise<VisitsByLink> {
      const rows = await queries
        .selectFrom('link_visits')
        .select(['permanent_link_id', isHeld.as('is_held')])
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
        .where((eb) => eb.and(ownerColumns(owner)))
        .$if(linkId !== undefined, (query) => query.where('permanent_link_id', '=', linkId as string))
        .groupBy(['permanent_link_id', isHeld])
        .execute();
      const byLink: VisitsByLink = new Map();
      for (const { permanent_link_id, is_held, count, bytes } of rows) {
        const found = byLink.get(permanent_link_id) ?? { drafts: NONE, held: NONE };
        byLink.set(permanent_link_id, { ...found, [is_held === 1 ? 'held' : 'drafts']: { count, bytes } });
      }
      return byLink;
    },

    /** Its request says so too. */
    async markHeld(trx: Queries, owner: Owner, requestId: string, heldAt: number): Promise<void> {
      await trx
        .updateTable('link_visits')
        .set({ held_at: heldAt })
        .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
        .execute();
    },

    /** What waits for approval in a link, oldest first. */
    held(owner: Owner, linkId: string, limit: number): Promise<PhotoRequestRow[]> {
      return database.reader
        .selectFrom('link_visits as v')
        .innerJoin('photo_requests as r', 'r.id', 'v.request_id')
        .selectAll('r')
        .where('v.workspace_id', '=', owner.workspaceId)
        .where('v.environment', '=', owner.environment)
        .where('v.permanent_link_id', '=', linkId)
        .where('v.held_at', 'is not', null)
        .orderBy('v.held_at')
        .orderBy('v.request_id')
        .limit(limit)
        .execute();
    },

    /** What waits for approval in a link, and stays as it is until the transaction ends. */
    async lockHeld(trx: Queries, owner: Owner, linkId: string): Promise<string[]> {
      const rows = await trx
        .selectFrom('photo_requests')
        .select('id')
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('link_visits')
            .select('request_id')
            .where((visit) => visit.and({ ...ownerColumns(owner), permanent_link_id: linkId }))
            .where('held_at', 'is not', null),
        )
        .where('status', '=', 'in_progress')
        .$if(database.engine === 'postgres', (query) => query.forUpdate())
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Every owner's drafts, by link. For the sweep, over all workspaces. */
    allDrafts() {
      return database.reader
        .selectFrom('link_visits')
        .select(['workspace_id', 'environment', 'permanent_link_id'])
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
        .where('held_at', 'is', null)
        .groupBy(['workspace_id', 'environment', 'permanent_link_id'])
        .execute();
    },

    /** Ends drafts of a link to which nothing happened since a time: the sweep of expired requests deletes them. */
    async endIdle(
      trx: Queries,
      owner: Owner,
      linkId: string,
      { idleSince, now }: { idleSince: number; now: number },
    ): Promise<void> {
      const idle = trx
        .selectFrom('link_visits')
        .select('request_id')
        .where((visit) => visit.and({ ...ownerColumns(owner), permanent_link_id: linkId }))
        .where('held_at', 'is', null)
        .where('active_at', '<=', idleSince);
      // A visit that is locked is getting a photo or being submitted: it is not idle.
      const locked = await trx
        .selectFrom('photo_requests')
        .select('id')
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('id', 'in', idle)
        .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate().skipLocked())
        .execute();
      if (locked.length === 0) return;
      const ids = locked.map(({ id }) => id);
      // Looked at once more, now that no one else changes them: a photo may have come before they were locked.
      await trx
        .updateTable('photo_requests')
        .set({ expires_at: now })
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('id', 'in', ids)
        .where('id', 'in', idle)
        .where('status', '=', 'in_progress')
        .where('held_at', 'is', null)
        .where('expires_at', '>', now)
        .execute();
    },

    deleteOfWorkspace: createRowDeleter('link_visits', 'request_id'),
  };
}
