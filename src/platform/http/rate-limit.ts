import type { Clock } from '../clock.ts';
import { ServiceError } from '../errors.ts';
import { networkOf } from '../ip-address.ts';
import type { Log } from '../log.ts';
import { type Counted, createMemoryWindow, createRedisWindows, type Window } from './rate-windows.ts';

/** What the three headers of spec 8 tell, and whether the call may go on. */
export interface RateState {
  allowed: boolean;
  limit: number;
  /** With this call. */
  count: number;
  remaining: number;
  /** Unix seconds. */
  resetAt: number;
  retryAfterSeconds: number;
}

/** At once where the process counts by itself; awaiting what is known costs a call a few microseconds. */
type Soon<T> = T | Promise<T>;

export interface RateLimiter {
  /** Counts one call of the workspace against both windows. */
  takeCall(workspaceId: string, limits: CallLimits): Soon<RateState>;
  /** Counts what the address did, ordinarily one thing. A limit that is given replaces the ordinary one. */
  take(throttle: Throttle, address: string, limit?: number, amount?: number): Promise<RateState>;
  /** Tells of the address without counting. */
  peek(throttle: Throttle, address: string, limit?: number): Promise<RateState>;
  /** Takes back what `take` counted: it was none of what the throttle is for. */
  giveBack(throttle: Throttle, address: string, amount?: number): Promise<void>;
  /** Rejects when the counts are not shared with the other nodes as they should be. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface CallLimits {
  perMinute: number;
  perHour: number;
}

export const DEFAULT_LIMITS: CallLimits = { perMinute: 60, perHour: 1_000 };

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

interface Rule {
  limit: number;
  seconds: number;
  /** Per address (an IPv6 customer's whole network), or over all of them. */
  perAddress: boolean;
}

const THROTTLES = {
  failedAuthentications: [{ limit: 300, seconds: MINUTE, perAddress: true }],
  wrongCodes: [
    { limit: 10, seconds: MINUTE, perAddress: true },
    { limit: 50, seconds: HOUR, perAddress: true },
  ],
  // Beyond it every attempt needs a proof of work, so that a right code still gets through.
  wrongCodesInTotal: [{ limit: 3_000, seconds: HOUR, perAddress: false }],
  captureSessions: [{ limit: 120, seconds: MINUTE, perAddress: true }],
  // Of one permanent link and one address. Plans and owners set other limits (permanent-links/visit-limits.ts).
  linkVisits: [{ limit: 75, seconds: HOUR, perAddress: true }],
  linkPhotos: [{ limit: 5_000, seconds: DAY, perAddress: true }],
  linkBytes: [{ limit: 128 * 1024 * 1024, seconds: DAY, perAddress: true }],
  linkSubmissions: [{ limit: 1_000, seconds: DAY, perAddress: true }],
  // Of the photos that take quota through a workspace's permanent links: of one network, and over all addresses. They refuse
  // no one, and plans set other limits.
  linkQuotaOfNetwork: [{ limit: 625, seconds: DAY, perAddress: true }],
  linkQuota: [{ limit: 2_500, seconds: DAY, perAddress: true }],
  // Of the submissions of one address that one link holds because of the quota: in the month that it keeps them fewer than
  // those at which it takes no new visitors (permanent-links/visit-limits.ts).
  linkHeld: [{ limit: 60, seconds: 7 * DAY, perAddress: true }],
  // Of one permanent link, with its id in place of an address.
  linkActivity: [{ limit: 50, seconds: HOUR, perAddress: true }],
  linkAlerts: [{ limit: 1, seconds: HOUR, perAddress: true }],
  // Of one permanent link and one address: no one's guesses keep out someone at another address.
  wrongAccessCodes: [
    { limit: 10, seconds: MINUTE, perAddress: true },
    { limit: 40, seconds: HOUR, perAddress: true },
  ],
  // Mail providers press the button for many people at a time.
  unsubscribes: [{ limit: 300, seconds: MINUTE, perAddress: true }],
  pageErrors: [{ limit: 10, seconds: MINUTE, perAddress: true }],
  // Of one account from one address, which is all that a stranger can use up for others.
  failedSignIns: [
    { limit: 10, seconds: MINUTE, perAddress: true },
    { limit: 50, seconds: HOUR, perAddress: true },
  ],
  // Of one account from a browser that signed in to it before.
  failedSignInsOfDevice: [
    { limit: 10, seconds: MINUTE, perAddress: true },
    { limit: 50, seconds: HOUR, perAddress: true },
  ],
  // Beyond these three a browser that is not known needs a proof of work. One rule each: what one refuses is given back.
  failedSignInsOfAddress: [{ limit: 30, seconds: HOUR, perAddress: true }],
  failedSignInsOfAccount: [{ limit: 20, seconds: HOUR, perAddress: true }],
  failedSignInsInTotal: [{ limit: 2_000, seconds: HOUR, perAddress: false }],
  // Of one session: neither strangers nor a stolen session keep its owner's other sessions from confirming.
  wrongPasswords: [
    { limit: 10, seconds: MINUTE, perAddress: true },
    { limit: 50, seconds: HOUR, perAddress: true },
  ],
  wrongSecondFactors: [
    { limit: 5, seconds: 5 * MINUTE, perAddress: true },
    { limit: 20, seconds: HOUR, perAddress: true },
  ],
  wrongSecondFactorsOfDevice: [
    { limit: 5, seconds: 5 * MINUTE, perAddress: true },
    { limit: 20, seconds: HOUR, perAddress: true },
  ],
  // Six digits can be guessed from many addresses. Known devices and recovery codes do not count here.
  wrongSecondFactorsOfAccount: [{ limit: 30, seconds: HOUR, perAddress: true }],
  wrongRecoveryCodes: [
    { limit: 10, seconds: MINUTE, perAddress: true },
    { limit: 50, seconds: HOUR, perAddress: true },
  ],
  // Longer than a challenge lives, whichever node's clock is ahead.
  usedProofs: [{ limit: 1, seconds: 6 * MINUTE, perAddress: true }],
  wrongProofs: [{ limit: 60, seconds: MINUTE, perAddress: true }],
  delaysInsteadOfProofs: [{ limit: 5, seconds: HOUR, perAddress: true }],
  signIns: [{ limit: 30, seconds: MINUTE, perAddress: true }],
  signUps: [{ limit: 20, seconds: HOUR, perAddress: true }],
  // Each is a workspace with a free quota.
  openSignUps: [{ limit: 10, seconds: 24 * HOUR, perAddress: true }],
  mailedLinks: [{ limit: 10, seconds: HOUR, perAddress: true }],
  // Per person.
  mailTrials: [{ limit: 10, seconds: HOUR, perAddress: true }],
  // Per person. Each calls an address that they chose.
  archiveTests: [{ limit: 30, seconds: HOUR, perAddress: true }],
  invitations: [{ limit: 60, seconds: HOUR, perAddress: true }],
  // Per person. A page where much happens reads up to 300 times a minute, and several can be open.
  webReads: [{ limit: 1_200, seconds: MINUTE, perAddress: true }],
  webChanges: [{ limit: 120, seconds: MINUTE, perAddress: true }],
} satisfies Record<string, Rule[]>;

export type Throttle = keyof typeof THROTTLES;

interface Windows {
  window(name: string, seconds: number): Window;
  ping(): Promise<void>;
  close(): Promise<void>;
}

export async function openRateLimiter(options: {
  redisUrl: string | undefined;
  log: Log;
  /** For the time of the reset that the headers tell. */
  clock: Clock;
  /** For the windows: one that no one can set, or a clock that was set back would keep them open for so long. */
  monotonic: Clock;
}): Promise<RateLimiter> {
  const { redisUrl, log, clock, monotonic } = options;
  const memory: Windows = {
    window: (_name, seconds) => createMemoryWindow(seconds, monotonic),
    async ping() {},
    async close() {},
  };
  const windows = redisUrl === undefined ? memory : await createRedisWindows(redisUrl, log, monotonic);
  return createRateLimiter(windows, clock);
}

function createRateLimiter(windows: Windows, clock: Clock): RateLimiter {
  const minute = windows.window('minute', MINUTE);
  const hour = windows.window('hour', HOUR);
  const throttles = Object.fromEntries(
    Object.entries(THROTTLES).map(([throttle, rules]) => [
      throttle,
      rules.map((rule, number) => ({
        ...rule,
        window: windows.window(`${throttle}:${number}`, rule.seconds),
      })),
    ]),
  ) as Record<Throttle, (Rule & { window: Window })[]>;

  const stateOf = (limit: number, counted: Counted): RateState => ({
    allowed: counted.count <= limit,
    limit,
    count: counted.count,
    remaining: Math.max(0, limit - counted.count),
    resetAt: Math.ceil((clock() + counted.msLeft) / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil(counted.msLeft / 1000)),
  });

  const callState = (byMinute: RateState, byHour: RateState) =>
    byHour.allowed && byHour.remaining >= byMinute.remaining ? byMinute : byHour;

  async function takeSharedCall(workspaceId: string, limits: CallLimits, counted: Promise<Counted>) {
    const byMinute = stateOf(limits.perMinute, await counted);
    if (!byMinute.allowed) return byMinute;
    return callState(byMinute, stateOf(limits.perHour, await hour.take(workspaceId)));
  }

  async function ask(
    how: 'take' | 'peek',
    throttle: Throttle,
    address: string,
    limit?: number,
    amount?: number,
  ): Promise<RateState> {
    const network = networkOf(address);
    let tightest: RateState | undefined;
    for (const { limit: ordinary, perAddress, window } of throttles[throttle]) {
      const state = stateOf(limit ?? ordinary, await window[how](perAddress ? network : 'all', amount));
      if (!state.allowed) return state;
      if (tightest === undefined || state.remaining < tightest.remaining) tightest = state;
    }
    return tightest as RateState;
  }

  return {
    takeCall(workspaceId, limits) {
      const counted = minute.take(workspaceId);
      if (counted instanceof Promise) return takeSharedCall(workspaceId, limits, counted);
      const byMinute = stateOf(limits.perMinute, counted);
      // A call the minute refuses must not use up the hour.
      if (!byMinute.allowed) return byMinute;
      return callState(byMinute, stateOf(limits.perHour, hour.take(workspaceId) as Counted));
    },
    take: (throttle, address, limit, amount) => ask('take', throttle, address, limit, amount),
    peek: (throttle, address, limit) => ask('peek', throttle, address, limit),
    async giveBack(throttle, address, amount) {
      const network = networkOf(address);
      for (const { perAddress, window } of throttles[throttle])
        await window.giveBack(perAddress ? network : 'all', amount);
    },
    ping: () => windows.ping(),
    close: () => windows.close(),
  };
}

export function rateLimited(state: RateState): ServiceError {
  const { retryAfterSeconds } = state;
  return new ServiceError('rate_limited', `Too many requests. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
}
