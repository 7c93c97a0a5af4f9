import type { Clock } from '../../platform/clock.ts';
import {
  type Database,
  DatabaseUnavailableError,
  type Queries,
  StatementTimeoutError,
} from '../../platform/db/database.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { allocateSlots, LIMITS, type Limits, MAX_CLAIMED, maxToEndpoint } from './allocate-slots.ts';
import type { Attempt, AttemptRecorder } from './attempts.ts';
import { createClaimsInHand } from './claims-in-hand.ts';
import type { Claim, DeliveryQueue } from './queue.ts';
import type { Reserved } from './queue-repository.ts';
import { createRoundRobin } from './round-robin.ts';
import { createRunningAttempts, type DeliveryWorkerLog } from './running-attempts.ts';
import type { SendEvent } from './send.ts';
import { createWaitingEndpoints } from './waiting-endpoints.ts';

/** Signals may get lost, and an operator's command in another process sends none on SQLite. */
const POLL_MS = 2_000;
/** For an endpoint that another node has locked right now. */
const SOON_MS = 50;
/** Endpoints in one cycle; the others come in the next ones. */
const MAX_AT_ONCE = 500;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** What is under way when the server stops may take so long; then its lease ends, and it is sent again. */
const STOP_LIMIT_MS = 10_000;
const MAX_REMEMBERED = 10_000;

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

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
}) {
  const { database, queue, recorder, send, clock, log, limits = LIMITS } = deps;
  /** On SQLite there is no round trip to hide, and the more one transaction claims, the longer everyone else waits. */
  const claimsAhead = database.engine === 'postgres';
  const ended: Attempt[] = [];
  const waiting = createWaitingEndpoints();
  const roundRobin = createRoundRobin(MAX_REMEMBERED);
  let isLookWanted = false;
  /** A look at the whole queue takes several cycles when many endpoints wait. */
  let isLooking = false;
  let cycling: Promise<void> | undefined;
  let isCycleRequested = false;
  let isStarted = false;
  let isStopped = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let stopListening = () => {};
  const running = createRunningAttempts({
    send,
    clock,
    log,
    onEnded(attempt) {
      if (!isClosed) ended.push(attempt);
      waiting.addEnded(attempt.claim.endpoint.id);
    },
    onFree(endpointId) {
      if (isClosed) return;
      waiting.placesAreFree();
      // What was claimed while it responded quickly is for whoever has time, and for the breaker to decide about.
      if (!running.isQuick(endpointId)) hand.giveBack(endpointId);
      if (hand.count() > 0) hand.begin(countOfNewcomers());
      requestCycle();
    },
  });
  const hand = createClaimsInHand({ running, limits, clock });

  const isServed = (endpointId: string) => running.countTo(endpointId) + hand.countTo(endpointId) > 0;

  /** Endpoints that nothing is being sent to: a place that becomes free is theirs, before anyone's next delivery. */
  function countOfNewcomers(): number {
    return servable().filter((id) => !isServed(id)).length;
  }

  function requestCycle(): void {
    isCycleRequested = true;
    cycling ??= cycleWhileRequested();
  }

  /** Looks at the whole queue now. */
  function wake(): void {
    isLookWanted = true;
    waiting.placesAreFree();
    requestCycle();
  }

  function wakeIn(milliseconds: number): void {
    clearTimeout(timer);
    if (!isStarted || isStopped) return;
    timer = setTimeout(wake, milliseconds);
    timer.unref();
  }

  async function cycleWhileRequested(): Promise<void> {
    let next = POLL_MS;
    while (isCycleRequested) {
      isCycleRequested = false;
      try {
        next = Math.min(next, await cycle());
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        log.warn({ err: error }, 'Webhook deliveries are interrupted; retrying soon');
        if (!isOfDatabase(error)) await recordOneByOne();
        next = pause;
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        isCycleRequested = false;
      }
    }
    // With no await since the last look: whoever wakes from here on starts over.
    cycling = undefined;
    wakeIn(next);
  }

  /** How long until there may be something to do without being told. */
  async function cycle(): Promise<number> {
    let next = POLL_MS;
    if ((isLookWanted || isLooking) && !isStopped) next = await findWaiting(clock());
    const { returned } = hand;
    if (ended.length + returned.length === 0 && nextCandidates().length === 0) return next;

    let attempts: Attempt[] = [];
    let givenBack: Claim[] = [];
    const { claims, places, skipped } = await database.write(async (trx) => {
      // Only now: what ended while this transaction waited shares the commit. More may end while these are written.
      attempts = [...ended];
      waiting.beginLook();
      givenBack = [...returned];
      const now = clock();
      if (attempts.length > 0) await recorder.record(trx, attempts, now);
      await queue.giveBack(trx, givenBack);
      return claim(trx, nextCandidates(), { now, unrecorded: () => ended.slice(attempts.length) });
    });
    ended.splice(0, attempts.length);
    returned.splice(0, givenBack.length);
    hand.add(claims, places);
    hand.begin();
    if (isStopped) returnAll();
    roundRobin.taken(claims.map(({ endpoint }) => endpoint));
    // There may be more where these came from.
    if (claims.length > 0 && running.count() < limits.total) isCycleRequested = true;
    return skipped ? SOON_MS : next;
  }

  /** Finds what no signal told of, a window of endpoints at a time. */
  async function findWaiting(now: number): Promise<number> {
    // Whoever wakes from here on wants another look: this one may have passed what they tell of.
    if (!isLooking) isLookWanted = false;
    isLooking = true;
    const { waiting: found, isWhole } = await queue.look();
    for (const { id, readyAt } of found) if (readyAt <= now) waiting.add(id);
    isLooking = !isWhole;
    if (isLooking || isLookWanted) isCycleRequested = true;
    const future = found.map(({ readyAt }) => readyAt).filter((readyAt) => readyAt > now);
    return Math.max(SOON_MS, Math.min(...future, now + POLL_MS) - now);
  }

  /** Those in doubt are left alone while others like them have all the places that they may have. */
  const servable = () => waiting.servable(limits.unhealthy - running.all().unhealthy);

  function nextCandidates(): string[] {
    if (isStopped) return [];
    const isFull = running.count() >= limits.total;
    // Those with enough in hand can wait, and when all places are taken, so can those who would need one.
    const candidates = servable().filter(
      (id) => hand.countTo(id) <= MAX_CLAIMED / 2 && !(isFull && !isServed(id)),
    );
    if (candidates.length > MAX_AT_ONCE) isCycleRequested = true;
    return candidates.slice(0, MAX_AT_ONCE);
  }

  async function claim(
    trx: Queries,
    ids: string[],
    { now, unrecorded }: { now: number; unrecorded: () => Attempt[] },
  ): Promise<{ claims: Claim[]; places: Map<string, number>; skipped: boolean }> {
    if (ids.length === 0) return { claims: [], places: new Map(), skipped: false };
    const endpoints = await queue.reserve(trx, ids, now);
    const ready = new Set(endpoints.map(({ id }) => id));
    const places = placesFor(endpoints, unrecorded());
    const candidates = endpoints
      .map((endpoint) => ({
        id: endpoint.id,
        workspaceId: endpoint.workspace_id,
        failures: endpoint.failures,
        isUnhealthy: running.isInDoubt(endpoint),
        busy: endpoint.busy,
      }))
      .sort(roundRobin.longestWaitingFirst);
    const shares = allocateSlots(candidates, running.all(), limits);
    for (const candidate of candidates) waiting.looked(candidate, shares.has(candidate.id));
    const isEveryoneServed = candidates.every(({ id, busy }) => busy > 0 || shares.has(id));
    if (claimsAhead && isEveryoneServed && !waiting.isAnyoneUnserved())
      for (const endpoint of endpoints) if ((places.get(endpoint.id) ?? 0) > 0) claimAhead(endpoint, shares);
    const claims = await queue.claim(trx, endpoints, shares, now);
    const taken = Map.groupBy(claims, ({ endpoint }) => endpoint.id);
    const isExhausted = (id: string) => (taken.get(id)?.length ?? 0) < (shares.get(id) ?? 0);
    // Nothing more is due to them, or they cannot be sent to: whoever changes that says so, or the next look finds it.
    for (const id of ids) if (isExhausted(id) || !ready.has(id)) waiting.delete(id);
    if (ids.some(isExhausted) && waiting.isAnyonePassedOver()) {
      // The places that were not taken are for those that got none.
      waiting.placesAreFree();
      isCycleRequested = true;
    }
    return { claims, places, skipped: database.engine === 'postgres' && ready.size < ids.length };
  }

  /** How many may run at once to each of them, on this node: the rest is what other nodes have claimed. */
  function placesFor(endpoints: Reserved[], unrecorded: Attempt[]): Map<string, number> {
    const byEndpoint = Map.groupBy(unrecorded, (attempt) => attempt.claim.endpoint.id);
    return new Map(
      endpoints.map((endpoint) => {
        const { id, busy } = endpoint;
        const own = running.countTo(id) + hand.countTo(id) + (byEndpoint.get(id)?.length ?? 0);
        return [id, maxToEndpoint(endpoint, limits) - Math.max(0, busy - own)];
      }),
    );
  }

  /** More than can be sent at once, for an endpoint that responds quickly, while no one waits for a place. */
  function claimAhead({ id, busy }: Reserved, shares: Map<string, number>): void {
    const free = MAX_CLAIMED - busy;
    if (running.isQuick(id) && hand.hasRoom() && free > (shares.get(id) ?? 0)) shares.set(id, free);
  }

  /** One that cannot be written down must not keep all others from it. */
  async function recordOneByOne(): Promise<void> {
    for (const attempt of [...ended]) {
      try {
        await database.write((trx) => recorder.record(trx, [attempt], clock()));
      } catch (error) {
        if (isOfDatabase(error)) return;
        log.error(
          { err: error, delivery: attempt.claim.delivery.id },
          'A delivery attempt could not be recorded',
        );
      }
      ended.splice(ended.indexOf(attempt), 1);
    }
  }

  function returnAll(): void {
    hand.giveBackAll();
    if (hand.returned.length > 0) requestCycle();
  }

  /** Resolves when everything that is due was tried, and written down. */
  async function settled(): Promise<void> {
    wake();
    while (cycling !== undefined || running.count() > 0) {
      await (cycling ?? running.oneEnded());
    }
  }

  return {
    wake,
    settled,
    start(): void {
      isStarted = true;
      stopListening = database.signals.on('deliveries', (endpointId) => {
        if (endpointId === '') return wake();
        waiting.add(endpointId);
        requestCycle();
      });
      wake();
    },
    async stop(): Promise<void> {
      isStopped = true;
      stopListening();
      clearTimeout(timer);
      returnAll();
      await withTimeLimit(STOP_LIMIT_MS, settled(), () => {});
      isClosed = true;
    },
  };
}

/** Whatever is written meets it. What takes too long may be one attempt, whose endpoint someone has locked. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof DatabaseUnavailableError && !(error instanceof StatementTimeoutError);
}
