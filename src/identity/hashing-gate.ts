import { type Clock, monotonicClock } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { networkOf } from '../platform/ip-address.ts';

const RETRY_AFTER_SECONDS = 3;
const MEMORY_MS = 60_000;

/** For whom something is done: what one asked for lately puts them behind those who asked for less. */
export interface Requester {
  key: string;
  /** Signed in, or has a link of ours: before whoever comes from the street. */
  isKnown: boolean;
}

export const OURSELVES: Requester = { key: 'ourselves', isKnown: true };

export function strangerAt(address: string): Requester {
  return { key: networkOf(address), isKnown: false };
}

/** Came with a link that we gave out. */
export function guestAt(address: string): Requester {
  return { key: networkOf(address), isKnown: true };
}

interface Waiting extends Requester {
  timesBefore: number;
  enter(): void;
  sendAway(): void;
}

export type Gate = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>;

/**
 * Lets so many through at a time, and so many wait; everyone else is asked to come back. A crowd that
 * keeps coming from the same addresses waits behind, and makes room for, whoever comes for the first time.
 */
export function createGate(options: { atOnce: number; maxWaiting: number; clock?: Clock }): Gate {
  const { atOnce, maxWaiting, clock = monotonicClock } = options;
  const recent = createRecentHashes(clock);
  /** The next one first. */
  const waiting: Waiting[] = [];
  let running = 0;

  function makeRoomFor(one: Waiting): void {
    if (waiting.length < maxWaiting) return;
    const last = waiting.at(-1);
    if (last === undefined || !goesBefore(one, last)) throw tooBusy();
    waiting.pop();
    recent.takeBack(last.key);
    last.sendAway();
  }

  async function enter(requester: Requester): Promise<void> {
    const timesBefore = recent.count(requester.key);
    if (running < atOnce) {
      running += 1;
      recent.add(requester.key);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const one = { ...requester, timesBefore, enter: resolve, sendAway: () => reject(tooBusy()) };
      makeRoomFor(one);
      recent.add(requester.key);
      const place = waiting.findIndex((other) => goesBefore(one, other));
      waiting.splice(place === -1 ? waiting.length : place, 0, one);
    });
  }

  /** The place is handed on, so that no one comes in between. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.enter();
  }

  return async (requester, work) => {
    await enter(requester);
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

function goesBefore(one: Waiting, other: Waiting): boolean {
  if (one.isKnown !== other.isKnown) return one.isKnown;
  return one.timesBefore < other.timesBefore;
}

/** How many hashes each asked for in the last minute or two. */
function createRecentHashes(clock: Clock) {
  let current = new Map<string, number>();
  let previous = new Map<string, number>();
  let endsAt = Number.NEGATIVE_INFINITY;

  function startNewPeriod(): void {
    const now = clock();
    if (now < endsAt) return;
    previous = now < endsAt + MEMORY_MS ? current : new Map();
    current = new Map();
    endsAt = now + MEMORY_MS;
  }

  const change = (key: string, by: number) => {
    startNewPeriod();
    current.set(key, (current.get(key) ?? 0) + by);
  };

  return {
    count(key: string): number {
      startNewPeriod();
      return (current.get(key) ?? 0) + (previous.get(key) ?? 0);
    },
    add: (key: string) => change(key, 1),
    takeBack: (key: string) => change(key, -1),
  };
}

function tooBusy(): ServiceError {
  return new ServiceError('rate_limited', 'Too many sign-ins right now. Try again in a moment.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
