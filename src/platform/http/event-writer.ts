import type { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';

export interface News {
  /** As they are sent. */
  messages: string[];
  /** There is more to read right away. */
  hasMore?: boolean;
}

/** Writes what is new to one stream of server-sent events. For who does not read it, nothing is looked up meanwhile. */
export function createEventWriter(
  stream: PassThrough,
  deps: {
    /** What is new since the last time. `isSignaled`: something happened, whether or not it is found. */
    readNews(isSignaled: boolean): Promise<News>;
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
    const { messages, hasMore = false } = await readNews(wasSignaled);
    if (hasMore) isStale = true;
    if (messages.length === 0) return;
    if (!(await mayStay())) stream.end();
    if (isOpen()) stream.write(messages.join(''));
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
      log.warn({ err: error }, 'Updates for a live stream could not be read');
    } finally {
      isReading = false;
    }
  }

  stream.on('drain', () => {
    if (isStale) void look();
  });

  return {
    /** Something happened that concerns every reader. */
    signal(): void {
      isSignaled = true;
      void look();
    },

    /** There may be something for this reader; others have nothing to read again. */
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
        log.warn({ err: error }, 'A live stream could not be checked');
      }
    },
  };
}
