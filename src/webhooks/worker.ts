import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import type { Attempt, AttemptRecorder } from './attempts.ts';
import { isTroubled } from './breaker.ts';
import type { Claim, DeliveryQueue, Waiting } from './queue.ts';
import type { SendEvent } from './send.ts';
import { LIMITS, type Limits, type Running, shareOut } from './share-out.ts';

/** Signals may get lost, and an operator's command in another process sends none on SQLite. */
const POLL_MS = 2_000;
/** For what another node has in its hands at this moment. */
const SOON_MS = 50;
/** A claim that took longer than this to be written is left to its lease: it must not be sent when others may send it too. */
const SEND_WITHIN_MS = 20_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** What is under way when the server stops may take so long; then its lease ends by itself, and it is sent again. */
const STOP_LIMIT_MS = 10_000;
const MOST_REMEMBERED = 10_000;

export interface DeliveryWorker {
  start(): void;
  /** Looks at the queue now. */
  wake(): void;
  /** Resolves when everything that is due was tried, and written down. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Sends what is due. One cycle is one transaction: it writes down what has ended since the last one and claims as much as
 * there is room for. So the busier it gets, the more of them share a commit.
 */
export function createDeliveryWorker(deps: {
  database: Database;
  queue: DeliveryQueue;
  recorder: AttemptRecorder;
  send: SendEvent;
  clock: Clock;
  log: Pick<Log, 'warn' | 'error'>;
  limits?: Limits;
}): DeliveryWorker {
  const { database, queue, recorder, send, clock, log, limits = LIMITS } = deps;
  const running = new Map<Claim, Promise<void>>();
  const turns = createTurns();
  const ended: Attempt[] = [];
  let cycling: Promise<void> | undefined;
  let isAwaited = false;
  let isStopped = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopListening = () => {};

  function wake(): void {
    isAwaited = true;
    cycling ??= cycleWhileAwaited();
  }

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(wake, milliseconds);
    timer.unref();
  }

  async function cycleWhileAwaited(): Promise<void> {
    let next = POLL_MS;
    while (isAwaited) {
      isAwaited = false;
      try {
        next = await cycle();
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        log.warn({ err: error }, 'Webhook deliveries cannot go on; they are tried again soon');
        next = pause;
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        isAwaited = false;
      }
    }
    // In the same breath as the last look: whoever wakes from here on starts anew.
    cycling = undefined;
    wakeIn(next);
  }

  /** How long until there may be something to do without being woken. */
  async function cycle(): Promise<number> {
    const now = clock();
    const waiting = isStopped ? [] : await queue.waiting();
    const ready = waiting.filter(({ readyAt }) => readyAt <= now);
    // More may end while these are written.
    const attempts = [...ended];
    if (attempts.length > 0 || ready.length > 0) {
      const claims = await database.write(async (trx) => {
        if (attempts.length > 0) await recorder.record(trx, attempts, now);
        return claim(trx, ready, now);
      });
      ended.splice(0, attempts.length);
      for (const one of claims) begin(one);
      turns.taken(claims.map(({ delivery }) => delivery.workspace_id));
      // There may be more where these came from.
      if (claims.length > 0 && running.size < limits.inAll) isAwaited = true;
    }
    return untilNext(waiting, now);
  }

  async function claim(trx: Queries, ready: Waiting[], now: number): Promise<Claim[]> {
    const ids = ready.map(({ id }) => id);
    const endpoints = await queue.reserve(trx, ids, now);
    const busy = await queue.busy(
      trx,
      endpoints.map(({ id }) => id),
      now,
    );
    const candidates = endpoints
      .map(({ id, workspace_id, failures }) => ({
        id,
        workspaceId: workspace_id,
        failures,
        busy: busy.get(id) ?? 0,
      }))
      .sort((a, b) => turns.of(a.workspaceId) - turns.of(b.workspaceId));
    return queue.claim(trx, endpoints, shareOut(candidates, runningNow(), limits), now);
  }

  function runningNow(): Running {
    const claims = [...running.keys()];
    const perWorkspace = new Map<string, number>();
    for (const { delivery } of claims) {
      perWorkspace.set(delivery.workspace_id, (perWorkspace.get(delivery.workspace_id) ?? 0) + 1);
    }
    const troubled = claims.filter(({ endpoint }) => isTroubled(endpoint)).length;
    return { inAll: claims.length, troubled, perWorkspace };
  }

  function begin(claimed: Claim): void {
    const startedAt = clock();
    if (startedAt - claimed.claimedAt > SEND_WITHIN_MS) return;
    const exchange = send(claimed.endpoint, claimed.event).then((result) => {
      running.delete(claimed);
      if (isClosed) return;
      ended.push({ claim: claimed, exchange: result, startedAt, endedAt: clock() });
      wake();
    });
    running.set(claimed, exchange);
  }

  function untilNext(waiting: Waiting[], now: number): number {
    const first = Math.min(...waiting.map(({ readyAt }) => readyAt), now + POLL_MS);
    return Math.max(first - now, SOON_MS);
  }

  async function settled(): Promise<void> {
    wake();
    while (cycling !== undefined || running.size > 0) await (cycling ?? Promise.race(running.values()));
  }

  return {
    wake,
    settled,
    start() {
      stopListening = database.signals.on('deliveries', wake);
      wake();
    },
    async stop() {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
      let limit: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        limit = setTimeout(resolve, STOP_LIMIT_MS);
      });
      await Promise.race([settled(), patience]);
      clearTimeout(limit);
      isClosed = true;
    },
  };
}

/** Who was served when: those who waited longest come first. */
function createTurns() {
  const served = new Map<string, number>();
  let round = 0;
  return {
    of: (workspaceId: string) => served.get(workspaceId) ?? 0,
    taken(workspaceIds: string[]) {
      round += 1;
      if (served.size > MOST_REMEMBERED) served.clear();
      for (const id of workspaceIds) served.set(id, round);
    },
  };
}
