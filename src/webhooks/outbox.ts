import { currentCall } from '../platform/current-call.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { precompiledWrite, slot } from '../platform/db/precompiled.ts';
import { type Owner, ownerColumns } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { EventType } from './event-types.ts';

export interface NewEvent extends Owner {
  type: EventType;
  /** What it tells of. */
  subjectId: string;
  /** The very bytes that are stored, signed and sent; called when someone wants them. */
  body: () => string;
  /** Written down even if no endpoint wants it. */
  isKeptUnwanted?: boolean;
  now: number;
}

/**
 * Events are written in the transaction of what they tell of, with a delivery for each endpoint that wants them: all of
 * it is there after a crash, or nothing.
 */
export interface Outbox {
  record(trx: Queries, event: NewEvent): Promise<void>;
}

interface Subscriber {
  id: string;
  events: string;
}

export function createOutbox({ database, ids }: { database: Database; ids: Ids }): Outbox {
  const endpointsOf = precompiledWrite<Subscriber>(database, (db) =>
    db
      .selectFrom('webhook_endpoints')
      .select(['id', 'events'])
      .where('workspace_id', '=', slot(0))
      .where((eb) => eb.or([eb('serves', '=', slot<never>(1)), eb('serves', '=', 'both')]))
      .where('deleted_at', 'is', null)
      // What we switched off ourselves is still waited for: its events are held until somebody decides.
      .where((eb) => eb.or([eb('is_active', '=', 1), eb('disabled_reason', '!=', 'manual')])),
  );

  async function subscribersTo(
    trx: Queries,
    { type, workspaceId, environment }: NewEvent,
  ): Promise<Subscriber[]> {
    const endpoints = await endpointsOf(trx, [workspaceId, environment]);
    return endpoints.filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
  }

  async function write(trx: Queries, event: NewEvent, subscribers: Subscriber[]): Promise<void> {
    const { type, now } = event;
    const owner = ownerColumns(event);
    const id = ids.next('event', now);
    await trx
      .insertInto('events')
      .values({
        id,
        ...owner,
        type,
        subject_id: event.subjectId,
        body: event.body(),
        created_at: now,
        call_id: currentCall()?.requestId ?? null,
      })
      .execute();
    if (subscribers.length === 0) return;
    await trx
      .insertInto('deliveries')
      .values(
        subscribers.map((endpoint) => ({
          id: ids.next('delivery', now),
          ...owner,
          endpoint_id: endpoint.id,
          event_id: id,
          event_type: type,
          // Also to an endpoint that is switched off: it is held soon, and sent if it is switched on just now.
          status: 'due' as const,
          attempt_count: 0,
          schedule_step: 0,
          next_attempt_at: now,
          is_leased: 0 as const,
          created_at: now,
          finished_at: null,
        })),
      )
      .execute();
    database.afterCommit(trx, () => {
      for (const endpoint of subscribers) database.signals.send('deliveries', endpoint.id);
    });
  }

  return {
    async record(trx, event) {
      // For those who watch, whether or not a webhook tells of it.
      announceActivity(database, trx, event);
      const subscribers = await subscribersTo(trx, event);
      if (subscribers.length > 0 || event.isKeptUnwanted === true) await write(trx, event, subscribers);
    },
  };
}
