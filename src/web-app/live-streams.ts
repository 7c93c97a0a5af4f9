import { PassThrough, type Readable } from 'node:stream';
import type { Identity } from '../identity/identity.ts';
import type { Member } from '../identity/member.ts';
import { activityOf, notificationsOf } from '../platform/db/activity.ts';
import type { Database } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import { createEventWriter } from '../platform/http/event-writer.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import { createLiveReader, type LiveEvent, type LiveReaderDeps } from './live-reader.ts';

const HEARTBEAT_MS = 20_000;
const STREAMS_PER_USER = 10;
/** Where much happens at once, it is read and told together. */
export const PAUSE_MS = 200;
/** With more unread, nothing is looked up for a page until it has read on. */
const BUFFER_BYTES = 4 * 1024;
/** Something about requests changed that has no event of its own, such as a first view. */
const SOMETHING: LiveEvent = { event: 'request', data: { id: null, status: null } };

export interface LiveStreamDeps extends LiveReaderDeps {
  database: Pick<Database, 'signals'>;
  identity: Pick<Identity, 'sessions'>;
  metrics?: Pick<Metrics, 'liveStreams'> | undefined;
}

/** Server-sent events: what happens in a workspace, for those who look at it. */
export function createLiveStreams(
  services: LiveStreamDeps,
  { heartbeatMs = HEARTBEAT_MS, pauseMs = PAUSE_MS }: { heartbeatMs?: number; pauseMs?: number } = {},
) {
  const { database, identity } = services;
  const reader = createLiveReader(services);
  const open = new Map<string, Set<PassThrough>>();

  /** Their session goes on and they are still in the workspace. */
  async function mayStay({ userId, sessionId, workspaceId }: Member): Promise<boolean> {
    const sessions = await identity.sessions.list(userId);
    if (!sessions.some(({ id }) => id === sessionId)) return false;
    return (await identity.sessions.findMembership(userId, workspaceId)) !== undefined;
  }

  function take(userId: string): PassThrough {
    const streams = open.get(userId) ?? new Set();
    if (streams.size >= STREAMS_PER_USER) {
      const message = `You can have at most ${STREAMS_PER_USER} live pages open at once.`;
      throw new ServiceError('rate_limited', message, { retryAfterSeconds: 60 });
    }
    const stream = new PassThrough({ highWaterMark: BUFFER_BYTES });
    open.set(userId, streams.add(stream));
    services.metrics?.liveStreams(1);
    stream.once('close', () => {
      services.metrics?.liveStreams(-1);
      streams.delete(stream);
      if (streams.size === 0) open.delete(userId);
    });
    return stream;
  }

  return {
    open(member: Member, log: Pick<Log, 'warn'>): Readable {
      const stream = take(member.userId);
      let position = reader.start();
      const page = createEventWriter(stream, {
        async readNews(isSignaled) {
          const { events, position: next } = await reader.read(member, position);
          position = next;
          const news = events.length > 0 || !isSignaled ? events : [SOMETHING];
          return { messages: news.map(toText) };
        },
        mayStay: () => mayStay(member),
        pauseMs,
        log,
      });
      const watched = activityOf(member);
      const told = notificationsOf(member);
      const stopListening = database.signals.on('activity', (active) => {
        if (active === watched || active === '') page.signal();
        else if (active === told) page.look();
      });
      const timer = setInterval(() => void page.beat(), heartbeatMs).unref();
      const stop = () => {
        stopListening();
        clearInterval(timer);
      };
      stream.once('close', stop).once('end', stop);
      stream.write('retry: 5000\n\n');
      return stream;
    },

    count: (userId: string) => open.get(userId)?.size ?? 0,

    /** A stopping server does not wait for those who only watch. */
    endAll(): void {
      for (const stream of [...open.values()].flatMap((streams) => [...streams])) {
        if (stream.writableNeedDrain) stream.destroy();
        else stream.end();
      }
    },
  };
}

function toText({ event, data }: LiveEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
