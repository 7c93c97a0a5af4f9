import { currentCall } from '../platform/current-call.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { precompiledWrite, slot } from '../platform/db/precompiled.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { EventBodies } from './event-bodies.ts';
import type { ChangeType, EventType } from './event-types.ts';

/**
 * Events are written in the transaction of what they tell of, with a delivery for each endpoint that wants them: all of
 * it is there after a crash, or nothing.
 */
export interface Outbox {
  recordSubmission(trx: Queries, request: PhotoRequestRow, photos: PhotoRow[], now: number): Promise<void>;
  recordChange(trx: Queries, type: ChangeType, request: PhotoRequestRow, now: number): Promise<void>;
}

interface Subscriber {
  id: string;
  events: string;
}

export function createOutbox(deps: { database: Database; bodies: EventBodies; ids: Ids }): Outbox {
  const { database, bodies, ids } = deps;

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
    type: EventType,
    { workspace_id, environment }: PhotoRequestRow,
  ): Promise<Subscriber[]> {
    const endpoints = await endpointsOf(trx, [workspace_id, environment]);
    return endpoints.filter(({ events }) => (JSON.parse(events) as string[]).includes(type));
  }

  async function write(
    trx: Queries,
    event: { type: EventType; request: PhotoRequestRow; body: string; now: number },
    subscribers: Subscriber[],
  ): Promise<void> {
    const { type, request, body, now } = event;
    const owner = { workspace_id: request.workspace_id, environment: request.environment };
    const id = ids.next('event', now);
    await trx
      .insertInto('events')
      .values({
        id,
        ...owner,
        type,
        subject_id: request.id,
        body,
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

  /** For those who watch, whether or not a webhook tells of it. */
  function tellWatchers(trx: Queries, { workspace_id, environment }: PhotoRequestRow): void {
    announceActivity(database, trx, { workspaceId: workspace_id, environment });
  }

  return {
    /** Always written down, wanted or not: a submission is what this service is for. */
    async recordSubmission(trx, request, photos, now) {
      tellWatchers(trx, request);
      const types: EventType[] =
        request.type === 'permanent'
          ? ['photo_request.submitted', 'photo_submission.created']
          : ['photo_request.submitted'];
      for (const type of types) {
        const body = bodies.submission(type, request, photos, now);
        await write(trx, { type, request, body, now }, await subscribersTo(trx, type, request));
      }
    },

    async recordChange(trx, type, request, now) {
      tellWatchers(trx, request);
      const subscribers = await subscribersTo(trx, type, request);
      if (subscribers.length === 0) return;
      await write(trx, { type, request, body: bodies.change(type, request, now), now }, subscribers);
    },
  };
}
