import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { createEventBodies } from '../../src/photo-requests/event-bodies.ts';
import type { EventType } from '../../src/webhooks/outbox/event-types.ts';
import { monotonicMs } from './monotonic-clock.ts';
import type { Tally } from './receiver-process.ts';
import type { Stage } from './stage.ts';

/** A service that no one wakes looks at its queue every two seconds: it has seen by then when it may begin. */
const LEAD_MS = 2_500;
const FAR_FUTURE = Date.UTC(2100, 0);
const ROWS_PER_INSERT = 1_000;
const DRAINED_POLL_MS = 5;
const TYPE: EventType = 'photo_request.submitted';
const PHOTOS = 3;

/** A submission of three photos, in the form of a real one. */
export async function eventBody({ services }: Stage): Promise<string> {
  const bodies = createEventBodies({ links: services.photoLinks, urls: services.urls });
  const { data, ...head } = JSON.parse(await bodies.test('live', Date.now()));
  const photos = Array(PHOTOS).fill(data.photos[0]);
  return JSON.stringify({ ...head, event: TYPE, data: { ...data, photos } });
}

/** Events with a due delivery each, dealt out to the endpoints in turn, none of which may be called before `openQueue`. */
export async function fillQueue(stage: Stage, count: number): Promise<string[]> {
  await pauseUntil(stage, FAR_FUTURE);
  const body = await eventBody(stage);
  const eventIds: string[] = [];
  for (let start = 0; start < count; start += ROWS_PER_INSERT) {
    const rows = Array.from({ length: Math.min(ROWS_PER_INSERT, count - start) }, (_, index) =>
      rowsOf(stage, start + index, body),
    );
    await stage.database.write(async (trx) => {
      const events = rows.map(({ event }) => event);
      await trx.insertInto('events').values(events).execute();
      const deliveries = rows.map(({ delivery }) => delivery);
      await trx.insertInto('deliveries').values(deliveries).execute();
    });
    eventIds.push(...rows.map(({ event }) => event.id));
  }
  // What autovacuum would otherwise do in the middle of the measurement.
  if (stage.database.engine === 'postgres') await sql`vacuum analyze`.execute(stage.database.reader);
  return eventIds;
}

function rowsOf({ services: { ids }, subscribers }: Stage, index: number, body: string) {
  const now = Date.now();
  const { workspaceId, endpointId } = subscribers[index % subscribers.length] as Stage['subscribers'][number];
  const owner = { workspace_id: workspaceId, environment: 'live' as const };
  const event = {
    id: ids.next('event', now),
    ...owner,
    type: TYPE,
    subject_id: ids.next('photoRequest', now),
    body,
    created_at: now,
  };
  const delivery = {
    id: ids.next('delivery', now),
    ...owner,
    endpoint_id: endpointId,
    event_id: event.id,
    event_type: TYPE,
    status: 'due' as const,
    attempt_count: 0,
    schedule_step: 0,
    next_attempt_at: now,
    is_leased: 0 as const,
    created_at: now,
    finished_at: null,
  };
  return { event, delivery };
}

/** Lets the service begin, soon and at a moment that is known. Returns that moment, on the monotonic clock. */
export async function openQueue(stage: Stage): Promise<number> {
  const at = Date.now() + LEAD_MS;
  await pauseUntil(stage, at);
  return monotonicMs() + at - Date.now();
}

async function pauseUntil({ database }: Stage, at: number): Promise<void> {
  await database.write((trx) => trx.updateTable('webhook_endpoints').set({ paused_until: at }).execute());
}

/** Resolves when the outcome of every delivery is stored. */
export async function drained({ database }: Stage): Promise<void> {
  const oneDue = database.reader
    .selectFrom('deliveries')
    .select('id')
    .where(sql<boolean>`status = 'due'`)
    .limit(1);
  while ((await oneDue.executeTakeFirst()) !== undefined) await delay(DRAINED_POLL_MS);
}

/** Throws unless each of them has arrived; returns how many requests there were beyond one for each. */
export function checkArrivals(eventIds: string[], { ids, duplicates }: Tally): number {
  const arrived = new Set(ids);
  const missing = eventIds.filter((id) => !arrived.has(id));
  if (missing.length > 0) throw new Error(`${missing.length} of ${eventIds.length} events never arrived`);
  return duplicates + ids.length - eventIds.length;
}

/** Throws unless every delivery is stored as delivered, with one attempt; returns how many there are. */
export async function checkDelivered({ database }: Stage): Promise<number> {
  const { rows } = await sql<{ total: number; wrong: number }>`
    select count(*) as total,
      coalesce(sum(case when status = 'delivered' and is_leased = 0 and attempt_count = 1
        and (select count(*) from delivery_attempts a where a.delivery_id = d.id and a.outcome = 'delivered') = 1
        then 0 else 1 end), 0) as wrong
    from deliveries d`.execute(database.reader);
  const { total = 0, wrong = 0 } = rows[0] ?? {};
  if (Number(wrong) > 0) throw new Error(`${wrong} of ${total} deliveries are not stored as delivered once`);
  return Number(total);
}
