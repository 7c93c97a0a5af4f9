import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { errorBody } from './error-answers.ts';
import type { HttpLimits } from './limits.ts';

const RETRY_AFTER_SECONDS = 5;
/** Looking costs some microseconds; a request can fill little memory in that time. */
const LOOK_EVERY_MS = 100;
const WARN_EVERY_MS = 10_000;
/** So few are always taken: memory is given back only while something happens. */
const ALWAYS_UNDER_WAY = 4;

/** Which share of the memory is used: of the process's own limit (a container's, or the machine's), or of the heap's. */
export function usedMemoryShare(): number {
  const heap = getHeapStatistics();
  const limit = process.constrainedMemory();
  // Without a limit some platforms say 0, and some a number that no machine has.
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.max(heap.used_heap_size / heap.heap_size_limit, process.memoryUsage.rss() / memory);
}

/**
 * Refuses what is too much before it costs anything: a caller that is told to come back is better off than one whose
 * call ends with the process.
 */
export function refuseWhenOverloaded(
  app: FastifyInstance,
  deps: {
    limits: Pick<HttpLimits, 'underWay' | 'memoryShare'>;
    log: Pick<Log, 'warn'>;
    memoryShare?: () => number;
  },
): void {
  const { limits, log, memoryShare = usedMemoryShare } = deps;
  let underWay = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let share = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;

  const isShortOfMemory = (now: number): boolean => {
    if (now - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now;
      share = memoryShare();
    }
    return share >= limits.memoryShare;
  };

  const tell = (now: number): void => {
    refused += 1;
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    log.warn({ refused, under_way: underWay, memory_share: share }, 'Overloaded: calls are refused');
    refused = 0;
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isAlwaysTaken === true) return done();
    const now = performance.now();
    if (underWay >= limits.underWay || (underWay >= ALWAYS_UNDER_WAY && isShortOfMemory(now))) {
      tell(now);
      // What it still wants to send is not waited for.
      reply.header('connection', 'close').header('retry-after', RETRY_AFTER_SECONDS).code(503);
      reply.send(errorBody(BUSY));
      return;
    }
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
    });
    done();
  });
}

const BUSY = new ServiceError('service_unavailable', 'The service is busy. Try again in a moment.');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Neither counted nor refused when there is too much to do: probes, and streams that stay open. */
    isAlwaysTaken?: boolean;
  }
}
