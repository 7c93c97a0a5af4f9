import type { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import type { LiveEvent } from './live-reader.ts';

/** Something about requests changed that has no event of its own, such as a first view. */
const SOMETHING: LiveEvent = { event: 'request', data: { id: null, status: null } };

/** Writes what is new to one open page. What it does not read costs nothing: nothing is looked up meanwhile. */
export function createLivePage(
  stream: PassThrough,
  deps: {
    /** What is new since the last time. */
    readNews(): Promise<LiveEvent[]>;
    mayStay(): Promise<boolean>;
    pauseMs: number;
    log: Pick<Log, 'warn'>;
  },
) {
  const { readNews, mayStay, pauseMs, log } = deps;
  let isReading = false;
  let isStale = false;
  let isSignaled = false;
  let wasFull = false;
  const isOpen = () => !stream.writableEnded && !stream.destroyed;

  async function tellNews(): Promise<void> {
    const wasSignaled = isSignaled;
    isSignaled = false;
    const events = await readNews();
    const news = events.length > 0 || !wasSignaled ? events : [SOMETHING];
    if (news.length === 0) return;
    if (!(await mayStay())) stream.end();
    if (isOpen()) stream.write(news.map(toText).join(''));
  }

  /** One at a time; what is signaled meanwhile is read soon after. */
  async function look(): Promise<void> {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale && isOpen() && !stream.writableNeedDrain) {
        isStale = false;
        await tellNews();
        await delay(pauseMs, undefined, { ref: false });
      }
    } catch (error) {
      log.warn({ err: error }, 'Updates for a live page could not be read');
    } finally {
      isReading = false;
    }
  }

  stream.on('drain', () => {
    if (isStale) void look();
  });

  return {
    /** Something happened in the workspace. */
    signal(): void {
      isSignaled = true;
      void look();
    },

    /** The reader may have been told of something; others have nothing to read again. */
    look(): void {
      void look();
    },

    /** Now and then: looks whether both sides are still there, and for what no signal told of. */
    async beat(): Promise<void> {
      try {
        // Whoever has read nothing from one beat to the next is not there any more.
        if (wasFull && stream.writableNeedDrain) return void stream.destroy();
        wasFull = stream.writableNeedDrain;
        if (!(await mayStay())) return void stream.end();
        if (isOpen() && !wasFull) stream.write(': still here\n\n');
        await look();
      } catch (error) {
        log.warn({ err: error }, 'A live page could not be checked');
      }
    },
  };
}

function toText({ event, data }: LiveEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
