import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { precompiledForIds, precompiledWrite, slot } from '../platform/db/precompiled.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type DueReminder, type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import type { ReminderSettings } from './reminders.ts';

/** A request whose customer may have to be reminded now, with what its workspace says of it. */
export type DueRequest = PhotoRequestRow & {
  [Name in keyof ReminderSettings as `host_${Name}`]: ReminderSettings[Name];
} & { host_plan: string; host_suspended_at: number | null };

type Changed = Pick<PhotoRequestRow, 'id' | 'reminders' | 'email_status'>;

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
        ? sql`update photo_requests set reminders = changed.reminders, email_status = changed.email_status
            from unnest(${slot(0)}::text[], ${slot(1)}::text[], ${slot(2)}::text[])
              as changed(id, reminders, email_status)
            where photo_requests.id = changed.id`
        : sql`update photo_requests set reminders = ${slot(1)}, email_status = ${slot(2)} where id = ${slot(0)}`
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
        rows.map(({ id, reminders, email_status }) => [id, reminders, email_status]),
      );
    },

    /**
     * The requests that are due, longest first, locked with their rows. Those that someone else has in hand are left for
     * the next time: two nodes never get the same one, and no submission is waited for.
     */
    claimDue(trx: Queries, now: number, limit: number): Promise<DueRequest[]> {
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
          'w.suspended_at as host_suspended_at',
        ])
        .where('d.due_at', '<=', now)
        .orderBy('d.due_at')
        .limit(limit)
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
