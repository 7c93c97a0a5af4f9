import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { type Owner, ownerColumns } from '../platform/db/tables.ts';
import type { DraftTotals } from './link-limits.ts';

/** The drafts of each link of an owner, by the link's id. */
export type DraftsByLink = Map<string, DraftTotals>;

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

    /** Notes what the visit holds now. Counted anew each time, so that it cannot drift. */
    async track(trx: Queries, owner: Owner, requestId: string, now: number): Promise<void> {
      await sql`insert into link_visits
          (request_id, workspace_id, environment, permanent_link_id, photo_count, bytes, active_at)
        select r.id, r.workspace_id, r.environment, r.permanent_link_id, count(p.id), coalesce(sum(p.bytes), 0),
          ${sql.lit(now)}
        from photo_requests r left join photos p on p.request_id = r.id
        where r.id = ${requestId} and r.workspace_id = ${owner.workspaceId}
          and r.environment = ${owner.environment} and r.permanent_link_id is not null
        group by r.id, r.workspace_id, r.environment, r.permanent_link_id
        on conflict (request_id) do update set
          photo_count = excluded.photo_count, bytes = excluded.bytes, active_at = excluded.active_at`.execute(
        trx,
      );
    },

    async forget(trx: Queries, owner: Owner, requestId: string): Promise<void> {
      await trx
        .deleteFrom('link_visits')
        .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
        .execute();
    },

    /** Of one link, or of all that the owner has. */
    async drafts(owner: Owner, linkId?: string, queries: Queries = database.reader): Promise<DraftsByLink> {
      const rows = await queries
        .selectFrom('link_visits')
        .select(['permanent_link_id'])
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
        .where((eb) => eb.and(ownerColumns(owner)))
        .$if(linkId !== undefined, (query) => query.where('permanent_link_id', '=', linkId as string))
        .groupBy('permanent_link_id')
        .execute();
      return new Map(rows.map(({ permanent_link_id, ...totals }) => [permanent_link_id, totals]));
    },

    /** Every owner's drafts, by link. For the sweep, over all workspaces. */
    allDrafts() {
      return database.reader
        .selectFrom('link_visits')
        .select(['workspace_id', 'environment', 'permanent_link_id'])
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('bytes').as('bytes')])
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
      await trx
        .updateTable('photo_requests')
        .set({ expires_at: now })
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('status', '=', 'in_progress')
        .where('expires_at', '>', now)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('link_visits')
            .select('request_id')
            .where((visit) => visit.and({ ...ownerColumns(owner), permanent_link_id: linkId }))
            .where('active_at', '<=', idleSince),
        )
        .execute();
    },
  };
}
