import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';

interface Divided {
  table: string;
  by: string;
  constraints: string[];
  indexes: string[];
}

const WORKSPACE = 'foreign key (workspace_id) references workspaces (id) on delete cascade';

/** With the keys and indexes that they have, but for the foreign keys between them. */
const TABLES: Divided[] = [
  {
    table: 'events',
    by: 'id',
    constraints: ['events_pkey primary key (id)', `events_workspace_id_fkey ${WORKSPACE}`],
    indexes: [
      'events_by_age on events (created_at)',
      'events_by_subject on events (subject_id)',
      'events_by_workspace on events (workspace_id, environment, id)',
    ],
  },
  {
    table: 'deliveries',
    by: 'id',
    constraints: [
      'deliveries_pkey primary key (id)',
      `deliveries_workspace_id_fkey ${WORKSPACE}`,
      'deliveries_endpoint_id_fkey foreign key (endpoint_id) references webhook_endpoints (id)',
    ],
    indexes: [
      'deliveries_by_event on deliveries (event_id)',
      'deliveries_by_workspace on deliveries (workspace_id, environment, id nulls first)',
      `deliveries_due on deliveries (endpoint_id, next_attempt_at) where status = 'due'`,
      'deliveries_log on deliveries (endpoint_id, id nulls first)',
      `deliveries_undelivered on deliveries (endpoint_id, id nulls first) where status in ('failed', 'held', 'blocked')`,
    ],
  },
  {
    table: 'delivery_attempts',
    by: 'delivery_id',
    constraints: ['delivery_attempts_pk primary key (delivery_id, number)'],
    indexes: [],
  },
];

/**
 * PostgreSQL alone: events, deliveries and attempts lie in partitions by time (0133). What is there becomes the default
 * partition, with its keys and indexes: no row is read, nothing is built. The service creates the others beside it.
 */
export async function partitions(db: Queries, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run('alter table delivery_attempts drop constraint delivery_attempts_delivery_id_fkey');
  await run('alter table deliveries drop constraint deliveries_event_id_fkey');
  for (const { table, by, constraints, indexes } of TABLES) {
    const rest = `${table}_default`;
    await run(`alter table ${table} rename to ${rest}`);
    for (const [name] of [constraints[0] as string, ...indexes].map((each) => each.split(' ')))
      await run(`alter index if exists ${name} rename to ${name}_default`);
    await run(
      `create table ${table} (like ${rest} including defaults including constraints) partition by range (${by})`,
    );
    for (const constraint of constraints) await run(`alter table ${table} add constraint ${constraint}`);
    for (const index of indexes) await run(`create index ${index}`);
    await run(`alter table ${table} attach partition ${rest} default`);
  }
  await deleteAlong(run, 'events', 'deliveries', 'event_id');
  await deleteAlong(run, 'deliveries', 'delivery_attempts', 'delivery_id');
}

/**
 * What the foreign keys did: whoever deletes an event deletes its deliveries, and with them their attempts. By a trigger,
 * since a partition that a foreign key refers to cannot be dropped without looking for each of its rows.
 */
async function deleteAlong(
  run: (statement: string) => Promise<unknown>,
  parent: string,
  children: string,
  column: string,
): Promise<void> {
  // As a list, so that they are found by the index, however many PostgreSQL expects.
  await run(`create function delete_along_with_${parent}() returns trigger language plpgsql as $$
    begin
      delete from ${children} where ${column} = any (array(select id from gone));
      return null;
    end $$`);
  await run(`create trigger ${parent}_deleted after delete on ${parent} referencing old table as gone
    for each statement execute function delete_along_with_${parent}()`);
}
