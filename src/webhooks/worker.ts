import type { Clock } from '../platform/clock.ts';
import { onBehalfOf } from '../platform/current-call.ts';
import { type Database, DatabaseUnavailableError, type Queries } from '../platform/db/database.ts';
import type { WebhookEndpointRow } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import { allocateSlots, LIMITS, type Limits, type Running } from './allocate-slots.ts';
import type { Attempt, AttemptRecorder } from './attempts.ts';
import { isUnhealthy } from './breaker.ts';
import type { Exchange } from './guarded-client.ts';
import type { Claim, DeliveryQueue } from './queue.ts';
import { createRoundRobin } from './round-robin.ts';
import type { SendEvent } from './send.ts';

/** Signals may get lost, and an operator's command in another process sends none on SQLite. */
const POLL_MS = 2_000;
/** For an endpoint that another node has in its hands at this moment. */
const SOON_MS = 50;
/** Endpoints in one cycle; the others come in the next ones. */
const MAX_AT_ONCE = 500;
/** A claim that took longer than this to be written is left to its lease: it must not be sent when others may send it too. */
const SEND_WITHIN_MS = 20_000;
/** A receiver that takes longer than this gets fewer places the next time. */
const SLOW_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** What is under way when the server stops may take so long; then its lease ends by itself, and it is sent again. */
const STOP_LIMIT_MS = 10_000;
const MAX_REMEMBERED = 10_000;

export type DeliveryWorkerLog = Pick<Log, 'warn' | 'error'> & Partial<Pick<Log, 'info' | 'debug'>>;

export interface DeliveryWorker {
  start(): void;
  /** Looks at the whole queue now. */
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
  log: DeliveryWorkerLog;
  limits?: Limits;
}): DeliveryWorker {
  const { database, queue, recorder, send, clock, log, limits = LIMITS } = deps;
  const running = new Map<string, { claim: Claim; exchange: Promise<void> }>();
  const ended: Attempt[] = [];
  /** Endpoints that something is due to, as far as is known. */
  const waiting = new Set<string>();
  const slow = new Set<string>();
  const roundRobin = createRoundRobin(MAX_REMEMBERED);
  let looksAround = false;
  let cycling: Promise<void> | undefined;
  let isAwaited = false;
  let isStopped = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopListening = () => {};

  function goOn(): void {
    isAwaited = true;
    cycling ??= cycleWhileAwaited();
  }

  function wake(): void {
    looksAround = true;
    goOn();
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
        next = Math.min(next, await cycle());
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        log.warn({ err: error }, 'Webhook deliveries are interrupted; retrying soon');
        if (!(error instanceof DatabaseUnavailableError)) await recordOneByOne();
        next = pause;
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        isAwaited = false;
      }
    }
    // In the same breath as the last look: whoever wakes from here on starts anew.
    cycling = undefined;
    wakeIn(next);
  }

  /** How long until there may be something to do without being told. */
  async function cycle(): Promise<number> {
    let next = POLL_MS;
    if (looksAround && !isStopped) next = await lookAround(clock());
    if (ended.length === 0 && nextCandidates().length === 0) return next;

    let attempts: Attempt[] = [];
    const { claims, skipped } = await database.write(async (trx) => {
      // Not before its turn has come: what ends until then shares the commit. More may end while these are written.
      attempts = [...ended];
      const now = clock();
      if (attempts.length > 0) await recorder.record(trx, attempts, now);
      return claim(trx, nextCandidates(), now);
    });
    ended.splice(0, attempts.length);
    for (const one of claims) begin(one);
    roundRobin.taken(claims.map(({ endpoint }) => endpoint));
    // There may be more where these came from.
    if (claims.length > 0 && running.size < limits.total) isAwaited = true;
    return skipped ? SOON_MS : next;
  }

  /** Finds what nobody told of, a window of endpoints at a time. */
  async function lookAround(now: number): Promise<number> {
    const { waiting: found, isWhole } = await queue.look();
    for (const { id, readyAt } of found) if (readyAt <= now) waiting.add(id);
    looksAround = !isWhole;
    if (!isWhole) isAwaited = true;
    const future = found.map(({ readyAt }) => readyAt).filter((readyAt) => readyAt > now);
    return Math.max(SOON_MS, Math.min(...future, now + POLL_MS) - now);
  }

  function nextCandidates(): string[] {
    if (isStopped || running.size >= limits.total) return [];
    if (waiting.size <= MAX_AT_ONCE) return [...waiting];
    isAwaited = true;
    return [...waiting]
      .sort((a, b) => roundRobin.ofEndpoint(a) - roundRobin.ofEndpoint(b))
      .slice(0, MAX_AT_ONCE);
  }

  async function claim(
    trx: Queries,
    ids: string[],
    now: number,
  ): Promise<{ claims: Claim[]; skipped: boolean }> {
    const endpoints = await queue.reserve(trx, ids, now);
    const ready = endpoints.map(({ id }) => id);
    const candidates = endpoints
      .map((endpoint) => ({
        id: endpoint.id,
        workspaceId: endpoint.workspace_id,
        failures: endpoint.failures,
        isUnhealthy: isInDoubt(endpoint),
        busy: endpoint.busy,
      }))
      .sort(roundRobin.longestWaitingFirst);
    const shares = allocateSlots(candidates, runningNow(), limits);
    const claims = await queue.claim(trx, endpoints, shares, now);
    const taken = Map.groupBy(claims, ({ endpoint }) => endpoint.id);
    for (const id of ids) {
      // Nothing more is due to it, or it cannot be sent to: whoever changes that says so, or the next look finds it.
      const share = shares.get(id);
      const isExhausted = share !== undefined && (taken.get(id)?.length ?? 0) < share;
      if (isExhausted || !ready.includes(id)) waiting.delete(id);
    }
    return { claims, skipped: database.engine === 'postgres' && ready.length < ids.length };
  }

  function isInDoubt(endpoint: WebhookEndpointRow): boolean {
    return isUnhealthy(endpoint) || slow.has(endpoint.id);
  }

  function runningNow(): Running {
    const perWorkspace = new Map<string, number>();
    let unhealthy = 0;
    for (const { claim: one } of running.values()) {
      const { workspace_id: id } = one.delivery;
      perWorkspace.set(id, (perWorkspace.get(id) ?? 0) + 1);
      if (isInDoubt(one.endpoint)) unhealthy += 1;
    }
    return { total: running.size, unhealthy, perWorkspace };
  }

  function begin(claimed: Claim): void {
    const startedAt = clock();
    const { delivery, endpoint, event } = claimed;
    // A clock that jumped makes a lease end early; then it is not sent a second time beside the first.
    if (startedAt - claimed.claimedAt > SEND_WITHIN_MS || running.has(delivery.id)) return;
    const exchange = onBehalfOf({ requestId: event.call_id }, () => send(endpoint, event))
      .then((result) => {
        logAttempt(log, claimed, result);
        if (slow.size >= MAX_REMEMBERED) slow.clear();
        if (result.durationMs >= SLOW_MS) slow.add(endpoint.id);
        else slow.delete(endpoint.id);
        if (!isClosed) ended.push({ claim: claimed, exchange: result, startedAt, endedAt: clock() });
        waiting.add(endpoint.id);
      })
      .catch((error: unknown) => {
        // Nobody's fault out there: no attempt is used up, and the end of the lease brings it back.
        const about = { endpoint: endpoint.id, request_id: event.call_id };
        log.error({ err: error, ...about }, 'A webhook could not be signed');
      })
      .finally(() => {
        running.delete(delivery.id);
        if (!isClosed) goOn();
      });
    running.set(delivery.id, { claim: claimed, exchange });
  }

  /** One that cannot be written down must not keep all others from it. */
  async function recordOneByOne(): Promise<void> {
    for (const attempt of [...ended]) {
      try {
        await database.write((trx) => recorder.record(trx, [attempt], clock()));
      } catch (error) {
        if (error instanceof DatabaseUnavailableError) return;
        log.error(
          { err: error, delivery: attempt.claim.delivery.id },
          'A delivery attempt could not be recorded',
        );
      }
      ended.splice(ended.indexOf(attempt), 1);
    }
  }

  async function settled(): Promise<void> {
    wake();
    while (cycling !== undefined || running.size > 0) {
      await (cycling ?? Promise.race([...running.values()].map(({ exchange }) => exchange)));
    }
  }

  return {
    wake,
    settled,
    start() {
      stopListening = database.signals.on('deliveries', (endpointId) => {
        if (endpointId === '') return wake();
        waiting.add(endpointId);
        goOn();
      });
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

/** Under the id of the call that the event came from: one search finds all that came of a call. */
function logAttempt(log: DeliveryWorkerLog, { delivery, event }: Claim, exchange: Exchange): void {
  const { outcome, statusCode, error, durationMs } = exchange;
  const about = {
    request_id: event.call_id,
    delivery: delivery.id,
    event: event.id,
    endpoint: delivery.endpoint_id,
    attempt: delivery.attempt_count,
    outcome,
    status: statusCode,
    ms: Math.round(durationMs),
  };
  if (outcome === 'delivered') log.debug?.(about, 'A webhook was delivered');
  else log.info?.({ ...about, reason: error }, 'A webhook was not delivered');
}
