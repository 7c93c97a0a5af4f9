import { type RawBuilder, sql } from 'kysely';
import type { Database, NewRows, Queries } from '../../platform/db/database.ts';
import { precompiledInsert, precompiledWrite, slot } from '../../platform/db/precompiled.ts';
import type { DeliveryRow, EventRow, Owner } from '../../platform/db/tables.ts';

export type NewDelivery = Omit<DeliveryRow, 'leased_by'>;

/** An endpoint and the types of events that it wants. */
export interface Subscriber {
  id: string;
  types: string[];
}

const EVENT_COLUMNS = {
  id: 'text',
  workspace_id: 'text',
  environment: 'text',
  type: 'text',
  subject_id: 'text',
  body: 'text',
  created_at: 'bigint',
  call_id: 'text',
} as const satisfies Record<keyof EventRow, 'text' | 'bigint'>;

const DELIVERY_COLUMNS = {
  id: 'text',
  workspace_id: 'text',
  environment: 'text',
  endpoint_id: 'text',
  event_id: 'text',
  event_type: 'text',
  status: 'text',
  attempt_count: 'bigint',
  schedule_step: 'bigint',
  next_attempt_at: 'bigint',
  is_leased: 'bigint',
  created_at: 'bigint',
  finished_at: 'bigint',
} as const satisfies Record<keyof NewDelivery, 'text' | 'bigint'>;

interface Endpoint {
  id: string;
  /** JSON list. */
  events: string;
}

/** Events and their deliveries as they are written. */
export function createOutboxRepository(database: Database) {
  const endpointsOf = precompiledWrite<Endpoint>(database, (db) =>
    selectWaiting(db, slot(0), slot(1)).select(['id', 'events']),
  );

  return {
    async subscribersOf(trx: Queries, { workspaceId, environment }: Owner): Promise<Subscriber[]> {
      return (await endpointsOf(trx, [workspaceId, environment])).map(({ id, events }) => ({
        id,
        types: JSON.parse(events),
      }));
    },

    /** For a write that others share. */
    newRows: (events: EventRow[], deliveries: NewDelivery[]): NewRows[] => [
      { table: 'events', columns: Object.keys(EVENT_COLUMNS), rows: events },
      { table: 'deliveries', columns: Object.keys(DELIVERY_COLUMNS), rows: deliveries },
    ],

    /** Whether an event of this type tells of the subject; earlier releases gave it another id. */
    async isStored(
      trx: Queries,
      event: { workspaceId: string; subjectId: string; type: string },
    ): Promise<boolean> {
      const row = await trx
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', event.subjectId)
        .where('workspace_id', '=', event.workspaceId)
        .where('type', '=', event.type)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    insertEvents: precompiledInsert<EventRow>(database, 'events', EVENT_COLUMNS),

    insertDeliveries: precompiledInsert<NewDelivery>(database, 'deliveries', DELIVERY_COLUMNS),
  };
}

/** PostgreSQL alone: for a statement that finds more. Null if there are none. */
export function selectSubscribers(
  db: Queries,
  workspaceId: RawBuilder<string>,
  environment: RawBuilder<string>,
): RawBuilder<Subscriber[] | null> {
  const list = sql`json_agg(json_build_object('id', id, 'types', events::json))`.as('subscribers');
  return sql`${selectWaiting(db, workspaceId, environment).select(list)}`;
}

/** Those of an environment that wait for events. */
function selectWaiting(db: Queries, workspaceId: RawBuilder<string>, environment: RawBuilder<string>) {
  return (
    db
      .selectFrom('webhook_endpoints')
      .where('workspace_id', '=', workspaceId)
      .where((eb) => eb.or([eb('serves', '=', environment as RawBuilder<never>), eb('serves', '=', 'both')]))
      .where('deleted_at', 'is', null)
      // What we disabled ourselves is still waited for: its events are held until someone decides.
      .where((eb) => eb.or([eb('is_active', '=', 1), eb('disabled_reason', '!=', 'manual')]))
  );
}
