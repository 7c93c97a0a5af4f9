import { type RawBuilder, sql } from 'kysely';
import { OPEN_STATUSES } from '../photo-requests/status.ts';
import type { Database } from '../platform/db/database.ts';
import {
  type Owner,
  ownerColumns,
  type PhotoRequestRow,
  type PhotoRequestStatus,
} from '../platform/db/tables.ts';
import { firstIdAt, type IdKind } from '../platform/ids.ts';
import type { ZoneDay } from '../workspaces/time-zone.ts';

const STATUSES: readonly PhotoRequestStatus[] = [
  'pending',
  'in_progress',
  'submitted',
  'expired',
  'canceled',
];

export type OverviewRepository = ReturnType<typeof createOverviewRepository>;

/** Everything here reads ranges of indexes and nothing but the indexes where it only counts. */
export function createOverviewRepository(database: Database) {
  /** How many there are in each range, in one statement. */
  async function countIn(
    bounds: readonly { from: string | number; to: string | number }[],
    count: RawBuilder<unknown>,
  ): Promise<number[]> {
    const type = sql.raw(typeof bounds[0]?.from === 'number' ? 'bigint' : 'text');
    const ranges = bounds.map(
      ({ from, to }, index) => sql`(${sql.lit(index)}, cast(${from} as ${type}), cast(${to} as ${type}))`,
    );
    const { rows } = await sql<{ count: number }>`
      with ranges (n, range_from, range_to) as (values ${sql.join(ranges)})
      select (${count}) as count from ranges order by n`.execute(database.reader);
    return rows.map((row) => Number(row.count));
  }

  const idBounds = (kind: IdKind, days: readonly ZoneDay[]) =>
    days.map(({ start, end }) => ({ from: firstIdAt(kind, start), to: firstIdAt(kind, end) }));

  return {
    requestsPerDay: ({ workspaceId, environment }: Owner, days: readonly ZoneDay[]): Promise<number[]> =>
      countIn(
        idBounds('photoRequest', days),
        sql`select count(*) from photo_requests where workspace_id = ${workspaceId}
          and environment = ${environment} and type = 'one_time' and id >= range_from and id < range_to`,
      ),

    photosPerDay: ({ workspaceId, environment }: Owner, days: readonly ZoneDay[]): Promise<number[]> =>
      countIn(
        idBounds('photo', days),
        sql`select count(*) from photos where workspace_id = ${workspaceId}
          and environment = ${environment} and id >= range_from and id < range_to`,
      ),

    submissionsPerDay: ({ workspaceId, environment }: Owner, days: readonly ZoneDay[]): Promise<number[]> =>
      countIn(
        days.map(({ start, end }) => ({ from: start, to: end })),
        sql`select count(*) from photo_requests where workspace_id = ${workspaceId}
          and environment = ${environment} and submitted_at is not null
          and submitted_at >= range_from and submitted_at < range_to`,
      ),

    /** Of the requests made since then; one past its time counts as expired, whether or not that was written down. */
    async countByStatus(
      owner: Owner,
      since: number,
      now: number,
    ): Promise<Record<PhotoRequestStatus, number>> {
      const from = firstIdAt('photoRequest', since);
      const requests = database.reader
        .selectFrom('photo_requests')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where((eb) => eb.and(ownerColumns(owner)))
        .where((eb) => eb.or([eb('type', '=', 'one_time'), eb('status', '=', 'submitted')]))
        .where('id', '>=', from);
      const counts = { pending: 0, in_progress: 0, submitted: 0, expired: 0, canceled: 0 };
      for (const status of STATUSES) {
        counts[status] = (await requests.where('status', '=', status).executeTakeFirstOrThrow()).count;
      }
      for (const status of OPEN_STATUSES) {
        const isStatus = sql<boolean>`status in ('pending', 'in_progress') and status = ${status}`;
        const overdue = await requests
          .where(isStatus)
          .where('expires_at', '<=', now)
          .executeTakeFirstOrThrow();
        counts[status] -= overdue.count;
        counts.expired += overdue.count;
      }
      return counts;
    },

    newestSubmissions(owner: Owner, limit: number): Promise<PhotoRequestRow[]> {
      return database.reader
        .selectFrom('photo_requests')
        .selectAll()
        .where((eb) => eb.and(ownerColumns(owner)))
        .where('submitted_at', 'is not', null)
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
    },
  };
}
