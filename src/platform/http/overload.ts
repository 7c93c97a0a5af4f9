import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OverloadedError } from '../errors.ts';
import type { Health } from '../health.ts';
import { networkOf } from '../ip-address.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { hasBody } from './body.ts';
import type { HttpLimits } from './limits.ts';
import { bytesMoved, type Call, createRooms, type Rooms } from './rooms.ts';
import { type Surface, surfaceOf } from './surfaces.ts';

const RETRY_AFTER_SECONDS = 5;
/** Looking costs some microseconds; a request can fill little memory in that time. */
const LOOK_EVERY_MS = 100;
const WARN_EVERY_MS = 10_000;
/** So few that wait for us alone are always taken: memory is given back only while something happens. */
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
    limits: HttpLimits;
    log: Pick<Log, 'warn'>;
    health?: Pick<Health, 'watchState' | 'requireState'>;
    metrics?: Pick<Metrics, 'callRefused' | 'callCut'> | undefined;
    memoryShare?: () => number;
  },
): void {
  const { limits, log, health, metrics, memoryShare = usedMemoryShare } = deps;
  const warnOfRefusals = createWarning(log, 'Overloaded: calls are being rejected');
  const warnOfCuts = createWarning(log, 'Slow calls were cut off');
  const rooms = createRooms(limits, ({ surface, network }, reason) => {
    metrics?.callCut(surface, reason);
    warnOfCuts({ surface, reason, network });
  });
  const isShortOfMemory = createMemoryWatch(limits.memoryShare, memoryShare);
  if (health !== undefined) tellProbes(health, rooms, isShortOfMemory);

  const timer = setInterval(() => rooms.cutSlow(performance.now()), limits.checkMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  const whyRefused = (call: Call, now: number) => {
    if (call.surface !== 'live' && isShortOfMemory() && rooms.busy() >= ALWAYS_UNDER_WAY) return 'memory';
    const admission = rooms.enter(call, now);
    if (admission === 'taken') return undefined;
    return admission === 'address full' ? 'address' : 'room';
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { config } = request.routeOptions;
    if (config.isAlwaysTaken === true && config.staysOpen !== true) return done();
    const now = performance.now();
    const call = callOf(request, config.staysOpen === true ? 'live' : undefined, {
      now,
      bodyMs: config.takesTime === true ? Number.POSITIVE_INFINITY : limits.bodyMs,
    });
    const reason = whyRefused(call, now);
    if (reason !== undefined) {
      metrics?.callRefused(call.surface, reason);
      const { surface, network } = call;
      warnOfRefusals({ surface, reason, network, under_way: rooms.size(surface) });
      // What it still wants to send is not waited for.
      reply.header('connection', 'close');
      return done(new OverloadedError(RETRY_AFTER_SECONDS));
    }
    reply.raw.once('close', () => rooms.leave(call));
    done();
  });
}

function callOf(
  request: FastifyRequest,
  live: 'live' | undefined,
  { now, bodyMs }: { now: number; bodyMs: number },
): Call {
  const { raw } = request;
  const bytes = bytesMoved(raw);
  return {
    surface: live ?? surfaceOf(raw.url ?? ''),
    network: networkOf(request.ip),
    request: raw,
    hasBody: hasBody(raw),
    begunAt: now,
    bytesAtBegin: bytes,
    bodyUntil: now + bodyMs,
    window: { from: now, bytes },
  };
}

function createMemoryWatch(maxShare: number, memoryShare: () => number): () => boolean {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let share = 0;
  return () => {
    const now = performance.now();
    if (now - lookedAt >= LOOK_EVERY_MS) {
      lookedAt = now;
      try {
        share = memoryShare();
      } catch {
        // Looking needs a file handle. Without one, calls that need none are taken as before.
      }
    }
    return share >= maxShare;
  };
}

const NEEDED: readonly Surface[] = ['v1', 'customer', 'app', 'photos'];

/**
 * One surface without room is named, and the node stays in service for the others: a stranger who fills one must not have
 * it taken out of the load balancer. Without room on any it is not ready.
 */
function tellProbes(
  health: Pick<Health, 'watchState' | 'requireState'>,
  rooms: Rooms,
  isShortOfMemory: () => boolean,
): void {
  for (const surface of NEEDED) health.watchState(`overload_${surface}`, () => !rooms.isFull(surface));
  health.requireState('overload', () => {
    const isBusy = rooms.busy() >= ALWAYS_UNDER_WAY;
    return !NEEDED.every(rooms.isFull) && !(isBusy && isShortOfMemory());
  });
}

/** One line in a while, however many calls it is about; it tells of the last one, and how many there were. */
function createWarning(log: Pick<Log, 'warn'>, message: string) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let calls = 0;
  return (last: object): void => {
    calls += 1;
    const now = performance.now();
    if (now - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now;
    log.warn({ calls, ...last }, message);
    calls = 0;
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Neither counted nor refused when there is too much to do: probes. Streams that stay open have a room of their own. */
    isAlwaysTaken?: boolean;
  }
}
