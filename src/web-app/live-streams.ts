import { PassThrough, type Readable } from 'node:stream';
import { ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Services } from '../services.ts';
import type { Member } from './access.ts';
import { createLiveReader, type LiveEvent } from './live-reader.ts';

const HEARTBEAT_MS = 20_000;
const STREAMS_PER_USER = 10;
/** Whoever does not read so much of small messages is not there any more. */
const MOST_UNREAD_BYTES = 64 * 1024;
const BUFFER_BYTES = 4 * 1024;

/** Something about requests changed that has no event of its own, such as a first view. */
const SOMETHING: LiveEvent = { event: 'request', data: { id: null, status: null } };

export type LiveStreams = ReturnType<typeof createLiveStreams>;

/** Server-sent events: what happens in a workspace, for those who look at it. */
export function createLiveStreams(
  services: Pick<Services, 'database' | 'photos' | 'photoLinks' | 'clock' | 'identity'>,
  {
    heartbeatMs = HEARTBEAT_MS,
    mostUnreadBytes = MOST_UNREAD_BYTES,
  }: { heartbeatMs?: number; mostUnreadBytes?: number } = {},
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
      throw new ServiceError('rate_limited', `At most ${STREAMS_PER_USER} pages can be live at once.`, {
        retryAfterSeconds: 60,
      });
    }
    const stream = new PassThrough({ highWaterMark: BUFFER_BYTES });
    open.set(userId, streams.add(stream));
    stream.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0) open.delete(userId);
    });
    return stream;
  }

  return {
    open(member: Member, log: Pick<Log, 'warn'>): Readable {
      const stream = take(member.userId);
      let position = reader.start();
      let isReading = false;
      let isStale = false;
      let isSignaled = false;

      function send(text: string): void {
        if (stream.writableEnded || stream.destroyed) return;
        stream.write(text);
        if (stream.writableLength > mostUnreadBytes) stream.destroy();
      }

      async function readOnce(): Promise<void> {
        const wasSignaled = isSignaled;
        isSignaled = false;
        const { events, position: next } = await reader.read(member, position);
        position = next;
        for (const event of events.length > 0 || !wasSignaled ? events : [SOMETHING]) send(toText(event));
      }

      /** One at a time; what is signaled meanwhile is read right after. */
      async function read(): Promise<void> {
        isStale = true;
        if (isReading) return;
        isReading = true;
        try {
          while (isStale && !stream.destroyed) {
            isStale = false;
            await readOnce();
          }
        } catch (error) {
          log.warn({ err: error }, 'What is new could not be read for a live page');
        } finally {
          isReading = false;
        }
      }

      async function beat(): Promise<void> {
        try {
          if (!(await mayStay(member))) return void stream.end();
          send(': still here\n\n');
          // A signal may have got lost.
          await read();
        } catch (error) {
          log.warn({ err: error }, 'A live page could not be checked');
        }
      }

      const stopListening = database.signals.on('activity', (workspaceId) => {
        if (workspaceId !== member.workspaceId) return;
        isSignaled = true;
        void read();
      });
      const timer = setInterval(() => void beat(), heartbeatMs).unref();
      const stop = () => {
        stopListening();
        clearInterval(timer);
      };
      stream.once('close', stop).once('end', stop);
      send('retry: 5000\n\n');
      return stream;
    },

    count: (userId: string) => open.get(userId)?.size ?? 0,

    /** A stopping server does not wait for those who only watch. */
    endAll(): void {
      for (const streams of open.values()) for (const stream of streams) stream.end();
    },
  };
}

function toText({ event, data }: LiveEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
