import { PassThrough, type Readable } from 'node:stream';
import type { Clock } from '../platform/clock.ts';
import { activityOf } from '../platform/db/activity.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { createEventWriter, type News } from '../platform/http/event-writer.ts';
import { firstIdAt, timeOfId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { EventType } from '../webhooks/outbox/event-types.ts';
import { type EventFeed, SETTLING_MS } from './event-feed.ts';
import type { WireEvent } from './event-schema.ts';

const HEARTBEAT_MS = 20_000;
const PAUSE_MS = 200;
const BUFFER_BYTES = 16 * 1024;
/** At a time: their bodies are in memory until they are sent. */
const BATCH = 20;
const ID_CHARACTERS = 28;

/** A fifth of the room for live streams at the most: whoever takes all of these leaves the web application its own (0121). */
const MAX_STREAMS = { workspace: 5, network: 50, process: 200 };

export interface EventStreamDeps {
  database: Pick<Database, 'signals'>;
  eventFeed: EventFeed;
  clock: Clock;
  metrics?: Pick<Metrics, 'liveStreams'> | undefined;
}

export interface Watcher {
  owner: Owner;
  network: string;
  /** All, unless some are named. */
  types: readonly EventType[] | undefined;
  /** The last event that was received before. */
  lastEventId: string | undefined;
  mayStay(): Promise<boolean>;
  log: Pick<Log, 'warn'>;
}

/** Server-sent events with the bodies of webhooks, for who develops behind an address that webhooks do not reach. */
export function createEventStreams(
  { database, eventFeed, clock, metrics }: EventStreamDeps,
  { heartbeatMs = HEARTBEAT_MS, pauseMs = PAUSE_MS }: { heartbeatMs?: number; pauseMs?: number } = {},
) {
  const open = new Map<PassThrough, { workspace: string; network: string }>();

  function requireRoom(taken: { workspace: string; network: string }): void {
    const others = [...open.values()];
    const isFull =
      others.length >= MAX_STREAMS.process ||
      others.filter(({ network }) => network === taken.network).length >= MAX_STREAMS.network;
    const ofWorkspace = others.filter(({ workspace }) => workspace === taken.workspace).length;
    if (!isFull && ofWorkspace < MAX_STREAMS.workspace) return;
    const message = isFull
      ? 'Too many event streams are open right now. Try again later, or poll GET /v1/events.'
      : `A workspace can have at most ${MAX_STREAMS.workspace} event streams open at once.`;
    throw new ServiceError('rate_limited', message, { retryAfterSeconds: 60 });
  }

  return {
    open({ owner, network, types, lastEventId, mayStay, log }: Watcher): Readable {
      const taken = { workspace: owner.workspaceId, network };
      requireRoom(taken);
      const stream = new PassThrough({ highWaterMark: BUFFER_BYTES });
      open.set(stream, taken);
      metrics?.liveStreams(1);
      const startId = lastEventId ?? firstIdAt('event', clock()).padEnd('evt_'.length + ID_CHARACTERS, '0');
      const reader = createReader({ eventFeed, clock }, owner, {
        // Who comes back may have been told of one and not of another that was written before it, and ended later.
        from: timeOfId('event', startId) - (lastEventId === undefined ? 0 : SETTLING_MS),
        types,
      });
      const writer = createEventWriter(stream, { readNews: reader.read, mayStay, pauseMs, log });
      const watched = activityOf(owner);
      const stopListening = database.signals.on('activity', (active) => {
        if (active === watched || active === '') writer.signal();
      });
      const timer = setInterval(() => void writer.beat(), heartbeatMs).unref();
      stream.once('close', () => {
        stopListening();
        clearInterval(timer);
        open.delete(stream);
        metrics?.liveStreams(-1);
      });
      // From where on to resume, also if nothing has happened until then.
      stream.write(`retry: 1000\nid: ${startId}\n\n`);
      writer.look();
      return stream;
    },

    /** A stopping server does not wait for those who only watch. */
    endAll(): void {
      for (const stream of open.keys()) {
        if (stream.writableNeedDrain) stream.destroy();
        else stream.end();
      }
    },
  };
}

/**
 * Reads what is new. Transactions end in any order, so what may not have settled is looked at again each time, and what
 * of it was told is remembered.
 */
function createReader(
  { eventFeed, clock }: Pick<EventStreamDeps, 'eventFeed' | 'clock'>,
  owner: Owner,
  start: { from: number; types: readonly EventType[] | undefined },
) {
  let { from } = start;
  let told = new Set<string>();

  async function nextBatch(): Promise<{ fresh: WireEvent[]; readUntil: number | undefined }> {
    const fresh: WireEvent[] = [];
    let after: string | null = null;
    do {
      const filters = { from, order: 'asc' as const, includesUnsettled: true };
      const rows: WireEvent[] = await eventFeed.list(owner, filters, { after, limit: BATCH });
      const page = rows.slice(0, BATCH);
      fresh.push(...page.filter(({ id }) => !told.has(id)));
      after = rows.length > BATCH ? (page.at(-1) as WireEvent).id : null;
    } while (after !== null && fresh.length < BATCH);
    return { fresh, readUntil: after === null ? undefined : timeOfId('event', after) };
  }

  return {
    async read(): Promise<News> {
      const settledUntil = clock() - SETTLING_MS;
      const { fresh, readUntil } = await nextBatch();
      from = Math.max(from, Math.min(settledUntil, readUntil ?? settledUntil));
      const kept = firstIdAt('event', from);
      told = new Set([...told, ...fresh.map(({ id }) => id)].filter((id) => id >= kept));
      const wanted = fresh.filter(({ event }) => start.types?.includes(event as EventType) ?? true);
      return { messages: wanted.map(toText), hasMore: readUntil !== undefined };
    },
  };
}

/** `data` is the very body that is signed. */
function toText({ id, ...body }: WireEvent): string {
  return `id: ${id}\nevent: ${body.event}\ndata: ${JSON.stringify(body)}\n\n`;
}
