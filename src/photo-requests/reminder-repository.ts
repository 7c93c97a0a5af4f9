import { type RawBuilder, sql } from 'kysely';
import { countUpTo } from '../platform/db/count-up-to.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { isAmong } from '../platform/db/planner-hints.ts';
import { precompiledForIds, precompiledWrite, slot } from '../platform/db/precompiled.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type DueReminder, type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import type { ReminderSettings } from './reminders.ts';

/** A request whose customer may have to be reminded now, with what its workspace says of it. */
export type DueRequest = PhotoRequestRow & {
  [Name in keyof ReminderSettings as `host_${Name}`]: ReminderSettings[Name];
} & { host_plan: string; host_plan_started_at: number; host_suspended_at: number | null };

type Changed = Pick<PhotoRequestRow, 'id' | 'reminders' | 'email_status' | 'sms_status'>;

export type ReminderRepository = ReturnType<typeof createReminderRepository>;

/** When to look at which request. A row's request tells everything else. */
export function createReminderRepository(database: Database) {
  const isPostgres = database.engine === 'postgres';
  const deleteOf = precompiledForIds(database, (db, isOneOfThem) =>
    db.deleteFrom('due_reminders').where(isOneOfThem('request_id')),
  );
  const upsert = precompiledWrite(database, (db) => ({
    compile: () =>
      sql`insert into due_reminders (workspace_id, environment, request_id, kind, due_at)
        ${
          isPostgres
            ? sql`select * from unnest(${slot(0)}::text[], ${slot(1)}::text[], ${slot(2)}::text[], ${slot(3)}::text[], ${slot(4)}::bigint[])`
            : sql`values (${slot(0)}, ${slot(1)}, ${slot(2)}, ${slot(3)}, ${slot(4)})`
        }
        on conflict (request_id)
        do update set kind = excluded.kind, due_at = excluded.due_at`.compile(db),
  }));
  const update = precompiledWrite(database, (db) => ({
    compile: () =>
      (isPostgres
        ? sql`update photo_requests set reminders = changed.reminders, email_status = changed.email_status,
              sms_status = changed.sms_status
            from unnest(${slot(0)}::text[], ${slot(1)}::text[], ${slot(2)}::text[], ${slot(3)}::text[])
              as changed(id, reminders, email_status, sms_status)
            where photo_requests.id = changed.id`
        : sql`update photo_requests set reminders = ${slot(1)}, email_status = ${slot(2)}, sms_status = ${slot(3)}
            where id = ${slot(0)}`
      ).compile(db),
  }));

  /** One statement for all rows on PostgreSQL, one step for each on SQLite. */
  async function forEach(
    run: (trx: Queries, parameters: unknown[]) => Promise<unknown>,
    trx: Queries,
    rows: unknown[][],
  ): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    if (isPostgres)
      await run(
        trx,
        first.map((_, column) => rows.map((row) => row[column])),
      );
    else for (const row of rows) await run(trx, row);
  }

  async function oldestDue(trx: Queries, now: number, limit: number): Promise<string[]> {
    const { rows } = await sql<{ request_id: string }>`
      select request_id from due_reminders where due_at <= ${now} order by due_at limit ${limit}`.execute(
      trx,
    );
    return rows.map(({ request_id }) => request_id);
  }

  /** The next workspaces that reminders are planned in, and whether one is due. Leaps along the index, as deliveries do. */
  async function hostsAfter(
    trx: Queries,
    now: number,
    { limit, after }: { limit: number; after: string },
  ): Promise<{ workspace_id: string; is_due: unknown }[]> {
    const next = (than: RawBuilder<unknown>) =>
      sql`(select min(d.workspace_id) from due_reminders d where d.workspace_id > ${than})`;
    const { rows } = await sql<{ workspace_id: string; is_due: unknown }>`
      with recursive hosts(workspace_id, place) as (
        select ${next(sql`${after}`)}, 1
        union all
        select ${next(sql`h.workspace_id`)}, h.place + 1
        from hosts h where h.workspace_id is not null and h.place < ${sql.lit(limit)}
      )
      select h.workspace_id,
        case when (select min(d.due_at) from due_reminders d where d.workspace_id = h.workspace_id) <= ${now}
          then 1 else 0 end as is_due
      from hosts h where h.workspace_id is not null`.execute(trx);
    return rows;
  }

  async function firstDueOf(
    trx: Queries,
    now: number,
    { waiting, share }: { waiting: string[]; share: number },
  ): Promise<string[]> {
    if (waiting.length === 0) return [];
    const { rows } = await (isPostgres
      ? // Compared as a whole, and limited for each workspace (planner-hints.ts).
        sql<{ request_id: string }>`
          select due.request_id from unnest(${waiting}::text[]) as host(workspace_id)
          cross join lateral (
            select d.request_id from due_reminders d
            where (d.workspace_id, d.due_at) >= (host.workspace_id, 0::bigint)
              and (d.workspace_id, d.due_at) <= (host.workspace_id, ${now}::bigint)
            order by d.workspace_id, d.due_at limit ${sql.lit(share)}
          ) due`
      : sql<{ request_id: string }>`
          select r.request_id from json_each(${JSON.stringify(waiting)}) as host
          cross join due_reminders r where r.request_id in (
            select d.request_id from due_reminders d where d.workspace_id = host.value and d.due_at <= ${now}
            order by d.due_at limit ${sql.lit(share)}
          )`
    ).execute(trx);
    return rows.map(({ request_id }) => request_id);
  }

  return {
    /** Replaces when each of these is looked at next. */
    async schedule(trx: Queries, rows: DueReminder[]): Promise<void> {
      const columns = rows.map((row) => [
        row.workspace_id,
        row.environment,
        row.request_id,
        row.kind,
        row.due_at,
      ]);
      await forEach(upsert, trx, columns);
    },

    /** None of these is looked at any more. Over all workspaces: for the sweep, which has them locked. */
    async unschedule(trx: Queries, requestIds: string[]): Promise<void> {
      await deleteOf(trx, requestIds);
    },

    async writeAll(trx: Queries, rows: Changed[]): Promise<void> {
      await forEach(
        update,
        trx,
        rows.map(({ id, reminders, email_status, sms_status }) => [id, reminders, email_status, sms_status]),
      );
    },

    /** When the first one is due; undefined when none is planned. */
    async nextDueAt(): Promise<number | undefined> {
      const { rows } = await sql<{ due_at: number }>`
        select due_at from due_reminders order by due_at limit 1`.execute(database.reader);
      return rows[0]?.due_at;
    },

    /** How many should have been looked at before then, counted no further than this. */
    countLate(before: number, max: number): Promise<number> {
      return countUpTo(database, 'due_reminders', sql<boolean>`due_at < ${before}`, max);
    },

    /**
     * The requests to take next: all that are due, or of more than fit the same number of each workspace, from one workspace
     * to the next, and then those that have been due longest. What it costs does not grow with what is due.
     */
    async chooseDue(
      trx: Queries,
      now: number,
      { limit, after }: { limit: number; after: string },
    ): Promise<{ ids: string[]; servedUpTo: string }> {
      const longest = await oldestDue(trx, now, limit);
      if (longest.length < limit) return { ids: longest, servedUpTo: after };
      const hosts = await hostsAfter(trx, now, { limit, after });
      const waiting = hosts
        .filter(({ is_due }) => Number(is_due) === 1)
        .map(({ workspace_id }) => workspace_id);
      const share = Math.max(1, Math.floor(limit / Math.max(1, waiting.length)));
      const shared = await firstDueOf(trx, now, { waiting, share });
      return {
        ids: [...new Set([...shared, ...longest])].slice(0, limit),
        // Behind the last one it begins again.
        servedUpTo: hosts.length === limit ? (hosts.at(-1)?.workspace_id ?? '') : '',
      };
    },

    /**
     * Those of these requests that are due, locked with their rows. Those that someone else has in hand are left for the
     * next time: two nodes never get the same one, and no submission is waited for.
     */
    claimDue(trx: Queries, now: number, requestIds: string[]): Promise<DueRequest[]> {
      return trx
        .selectFrom('due_reminders as d')
        .innerJoin('photo_requests as r', 'r.id', 'd.request_id')
        .innerJoin('workspaces as w', 'w.id', 'd.workspace_id')
        .selectAll('r')
        .select([
          'w.time_zone as host_time_zone',
          'w.reminder_from_hour as host_reminder_from_hour',
          'w.reminder_until_hour as host_reminder_until_hour',
          'w.reminder_weekends as host_reminder_weekends',
          'w.max_reminders as host_max_reminders',
          'w.plan as host_plan',
          'w.plan_started_at as host_plan_started_at',
          'w.suspended_at as host_suspended_at',
        ])
        .where(isAmong(database.engine, 'd.request_id', requestIds))
        .where('d.due_at', '<=', now)
        .orderBy('d.due_at')
        .$if(isPostgres, (query) => query.forUpdate(['d', 'r']).skipLocked())
        .execute();
    },
  };
}

/** Of a request that is deleted. */
export async function deleteDueReminder(trx: Queries, owner: Owner, requestId: string): Promise<void> {
  await trx
    .deleteFrom('due_reminders')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .execute();
}

export const deleteDueRemindersOfWorkspace = createRowDeleter('due_reminders', 'request_id');
