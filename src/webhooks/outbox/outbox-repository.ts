import type { Database, Queries } from '../../platform/db/database.ts';
import { precompiledInsert, precompiledWrite, slot } from '../../platform/db/precompiled.ts';
import type { DeliveryRow, EventRow, Owner } from '../../platform/db/tables.ts';

export type NewDelivery = Omit<DeliveryRow, 'leased_by'>;

/** An endpoint and the types of events that it wants. */
export interface Subscriber {
  id: string;
  types: string[];
}

/** Events and their deliveries as they are written. */
export function createOutboxRepository(database: Database) {
  const endpointsOf = precompiledWrite<{ id: string; events: string }>(database, (db) =>
    db
      .selectFrom('webhook_endpoints')
      .select(['id', 'events'])
      .where('workspace_id', '=', slot(0))
      .where((eb) => eb.or([eb('serves', '=', slot<never>(1)), eb('serves', '=', 'both')]))
      .where('deleted_at', 'is', null)
      // What we disabled ourselves is still waited for: its events are held until someone decides.
      .where((eb) => eb.or([eb('is_active', '=', 1), eb('disabled_reason', '!=', 'manual')])),
  );

  return {
    async subscribersOf(trx: Queries, { workspaceId, environment }: Owner): Promise<Subscriber[]> {
      const endpoints = await endpointsOf(trx, [workspaceId, environment]);
      return endpoints.map(({ id, events }) => ({ id, types: JSON.parse(events) as string[] }));
    },

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

    insertEvents: precompiledInsert<EventRow>(database, 'events', {
      id: 'text',
      workspace_id: 'text',
      environment: 'text',
      type: 'text',
      subject_id: 'text',
      body: 'text',
      created_at: 'bigint',
      call_id: 'text',
    }),

    insertDeliveries: precompiledInsert<NewDelivery>(database, 'deliveries', {
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
    }),
  };
}
