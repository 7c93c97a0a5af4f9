import { type Clock, systemClock } from '../../platform/clock.ts';
import type { AttemptOutcome } from '../../platform/db/tables.ts';
import { type Connection, createConnections } from './guarded-connections.ts';
import {
  ClientClosedError,
  isClosedUnused,
  LimitReachedError,
  type Verdict,
  verdictOnFailure,
  verdictOnResponse,
} from './guarded-failures.ts';
import { allowedAddresses, BlockedTargetError, openSocket } from './guarded-socket.ts';
import { createResolver, HostUnknownError, type Resolver } from './resolver.ts';
import {
  type BreakOff,
  bodyText,
  emptyResponse,
  type ResponseRecord,
  retryAfterMs,
  sendAndRecord,
} from './response-record.ts';
import { faultOfUrl, type TargetRules } from './targets.ts';

/** One request and what came of it. */
export interface Exchange {
  outcome: AttemptOutcome;
  statusCode: number | null;
  /** What went wrong, in one sentence. */
  error: string | null;
  /** The IP address that was connected to. */
  address: string | null;
  /** How the response's body begins. */
  responseBody: string | null;
  /** How long the receiver asks to be left alone. */
  retryAfterMs: number | null;
  durationMs: number;
}

/** Sends to addresses that strangers chose: it calls no one in our own network, and nothing they respond can hold or fill it. */
export interface GuardedClient {
  /** Never throws. */
  post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Exchange>;
  /** What is wrong with a URL that someone configures; its host is looked up too. A name server's silence is no fault. */
  faultOf(url: string): Promise<string | undefined>;
  /** Breaks off whatever is under way. */
  close(): Promise<void>;
}

export interface GuardedClientOptions {
  rules: TargetRules;
  resolver?: Resolver;
  /** For the whole exchange: look-up, connection, handshake, headers and body. */
  limitMs?: number;
  clock?: Clock;
  /** In PEM; trusted instead of the usual ones. */
  certificateAuthorities?: string[];
}

const LIMIT_MS = 30_000;
const MAX_LOOK_UP_MS = 5_000;
const MAX_TARGETS = 1_000;

/** What an exchange has come to, readable at any moment. */
interface Progress {
  connection: Connection | undefined;
  response: ResponseRecord;
  breakOff: BreakOff;
}

export function createGuardedClient(options: GuardedClientOptions): GuardedClient {
  const { rules, resolver = createResolver(), limitMs = LIMIT_MS, clock = systemClock } = options;
  const guard = { rules, resolver, certificateAuthorities: options.certificateAuthorities };
  const connections = createConnections((origin, signal, onAddress) =>
    openSocket(origin, guard, signal, onAddress),
  );
  const underWay = new Map<Progress, Promise<unknown>>();
  const targets = new Map<string, URL | string>();
  let isClosed = false;

  /** The URL, or what is wrong with it: what it says is judged once, where it leads at every connection. */
  function targetOf(text: string): URL | string {
    let target = targets.get(text);
    if (target === undefined) {
      target = faultOfUrl(text, rules) ?? new URL(text);
      if (targets.size >= MAX_TARGETS) targets.clear();
      targets.set(text, target);
    }
    return target;
  }

  async function send(
    url: URL,
    headers: Record<string, string>,
    body: string | Buffer,
    progress: Progress,
  ): Promise<void> {
    const { breakOff } = progress;
    const request = { path: url.pathname + url.search, headers, body };
    const sendOn = async (connection: Connection) => {
      progress.connection = connection;
      if (breakOff.reason !== null) throw breakOff.reason;
      const { isWhole } = await sendAndRecord(connection, request, progress.response, breakOff);
      if (isWhole) connections.giveBack(connection);
      else connection.end();
    };

    const connection = await connections.take(url);
    const wasReused = connection.isReused;
    try {
      await sendOn(connection);
    } catch (error) {
      connection.end();
      if (!wasReused || breakOff.reason !== null || !isClosedUnused(error, progress.response)) throw error;
      // The receiver may have closed it while we were sending: that says nothing about the receiver.
      await sendOn(await connections.create(url));
    }
  }

  async function exchange(
    url: URL,
    headers: Record<string, string>,
    body: string | Buffer,
    progress: Progress,
  ): Promise<Exchange> {
    const startedAt = performance.now();
    const timer = setTimeout(() => end(progress, new LimitReachedError()), limitMs);
    let verdict: Verdict;
    try {
      await send(url, headers, body, progress);
      verdict = verdictOnResponse(progress.response, url);
    } catch (error) {
      progress.connection?.end();
      const address = progress.connection?.address ?? null;
      verdict = verdictOnFailure(error, { response: progress.response, address, limitMs });
    } finally {
      clearTimeout(timer);
      underWay.delete(progress);
    }
    return {
      ...verdict,
      statusCode: progress.response.statusCode,
      address: progress.connection?.address ?? null,
      responseBody: bodyText(progress.response),
      retryAfterMs: retryAfterMs(progress.response, clock()),
      durationMs: Math.round(performance.now() - startedAt),
    };
  }

  return {
    async post(text, headers, body) {
      const target = targetOf(text);
      if (typeof target === 'string') return unsent('blocked', `The URL is not allowed: ${target}`);
      if (isClosed) return unsent('unreachable', 'The service is stopping.');
      const progress: Progress = {
        connection: undefined,
        response: emptyResponse(),
        breakOff: { reason: null, onBreak: () => {} },
      };
      const running = exchange(target, headers, body, progress);
      underWay.set(progress, running);
      return running;
    },

    async faultOf(text) {
      const fault = faultOfUrl(text, rules);
      if (fault !== undefined) return fault;
      try {
        const signal = AbortSignal.timeout(Math.min(limitMs, MAX_LOOK_UP_MS));
        await allowedAddresses(new URL(text).hostname, guard, signal);
      } catch (error) {
        if (error instanceof BlockedTargetError || error instanceof HostUnknownError) return error.message;
      }
      return undefined;
    },

    async close() {
      isClosed = true;
      const running = [...underWay.values()];
      for (const progress of underWay.keys()) end(progress, new ClientClosedError());
      connections.endAll();
      await Promise.all(running);
    },
  };
}

function end({ breakOff }: Progress, reason: Error): void {
  breakOff.reason = reason;
  breakOff.onBreak(reason);
}

function unsent(outcome: AttemptOutcome, error: string): Exchange {
  return {
    outcome,
    error,
    statusCode: null,
    address: null,
    responseBody: null,
    retryAfterMs: null,
    durationMs: 0,
  };
}
