import { currentCall } from '../../platform/current-call.ts';
import { activityOf, announceActivity } from '../../platform/db/activity.ts';
import type { Database, NewRows, Queries } from '../../platform/db/database.ts';
import { type EventRow, type Owner, ownerColumns } from '../../platform/db/tables.ts';
import type { Ids } from '../../platform/ids.ts';
import type { EventType } from './event-types.ts';
import { createOutboxRepository, type NewDelivery, type Subscriber } from './outbox-repository.ts';

export interface NewEvent extends Owner {
  type: EventType;
  /** What it tells of. */
  subjectId: string;
  /** The very bytes that are stored, signed and sent; called when they are wanted. */
  body: () => string;
  /** A new one, unless it is known already by what it tells of. */
  id?: string;
  /** Need not be written down if no endpoint wants it: what it tells of tells the same when it is read. */
  isToldBySubject?: boolean;
}

/** An event as it is written down, with a delivery for each endpoint that wants it; or nothing of it. */
export interface EventRows {
  events: EventRow[];
  deliveries: NewDelivery[];
}

export type Outbox = ReturnType<typeof createOutbox>;

/**
 * Events are written in the transaction of what they tell of, with a delivery for each endpoint that wants them: all of
 * it is there after a crash, or nothing.
 */
export function createOutbox({ database, ids }: { database: Database; ids: Ids }) {
  const repository = createOutboxRepository(database);

  function rowOf(event: NewEvent, now: number): EventRow {
    return {
      id: event.id ?? ids.next('event', now),
      ...ownerColumns(event),
      type: event.type,
      subject_id: event.subjectId,
      body: event.body(),
      created_at: now,
      call_id: currentCall()?.requestId ?? null,
    };
  }

  function deliveryOf(event: EventRow, endpointId: string): NewDelivery {
    return {
      id: ids.next('delivery', event.created_at),
      workspace_id: event.workspace_id,
      environment: event.environment,
      endpoint_id: endpointId,
      event_id: event.id,
      event_type: event.type,
      // Also to an endpoint that is disabled: it is held soon, and sent if it is enabled just now.
      status: 'due',
      attempt_count: 0,
      schedule_step: 0,
      next_attempt_at: event.created_at,
      is_leased: 0,
      created_at: event.created_at,
      finished_at: null,
    };
  }

  /** What is to be written of the events of one owner. */
  function rowsOf(owned: readonly NewEvent[], subscribers: readonly Subscriber[], now: number): EventRows {
    const rows: EventRows = { events: [], deliveries: [] };
    for (const event of owned) {
      const wanting = subscribers.filter(({ types }) => types.includes(event.type));
      if (wanting.length === 0 && event.isToldBySubject === true) continue;
      const row = rowOf(event, now);
      rows.events.push(row);
      rows.deliveries.push(...wanting.map((endpoint) => deliveryOf(row, endpoint.id)));
    }
    return rows;
  }

  function announceDeliveries(deliveries: readonly NewDelivery[]): void {
    for (const endpointId of new Set(deliveries.map(({ endpoint_id }) => endpoint_id)))
      database.signals.send('deliveries', endpointId);
  }

  return {
    /** Written down unless it was, and told to no one. */
    async keep(trx: Queries, event: NewEvent, at: number): Promise<void> {
      if (!(await repository.isStored(trx, event))) await repository.insertEvents(trx, [rowOf(event, at)]);
    },

    /** The endpoints of each owner are looked up once, and all rows inserted together. */
    async record(trx: Queries, given: readonly NewEvent[], now: number): Promise<void> {
      const all: EventRows = { events: [], deliveries: [] };
      for (const owned of Map.groupBy(given, activityOf).values()) {
        const [owner] = owned as [NewEvent];
        // For those who watch, whether or not a webhook tells of it.
        announceActivity(database, trx, owner);
        const rows = rowsOf(owned, await repository.subscribersOf(trx, owner), now);
        all.events.push(...rows.events);
        all.deliveries.push(...rows.deliveries);
      }
      await repository.insertEvents(trx, all.events);
      await repository.insertDeliveries(trx, all.deliveries);
      if (all.deliveries.length > 0) database.afterCommit(trx, () => announceDeliveries(all.deliveries));
    },

    /** PostgreSQL alone: the same for one event in a write that others share, in parts. First what is to be written, */
    prepare: (event: NewEvent, subscribers: readonly Subscriber[], now: number): EventRows =>
      rowsOf([event], subscribers, now),

    newRows: (all: readonly EventRows[]): NewRows[] =>
      repository.newRows(
        all.flatMap(({ events }) => events),
        all.flatMap(({ deliveries }) => deliveries),
      ),

    /** and, once it is durable, who hears of it. */
    announce(owner: Owner, { deliveries }: EventRows): void {
      database.signals.send('activity', activityOf(owner));
      announceDeliveries(deliveries);
    },
  };
}
