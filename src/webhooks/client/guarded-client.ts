import { type Clock, systemClock } from '../../platform/clock.ts';
import type { AttemptOutcome } from '../../platform/db/tables.ts';
import { startTimeLimit } from '../../platform/time-limit.ts';
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
  type OutgoingBody,
  type OutgoingRequest,
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

/** One of another method than POST. */
export interface GuardedRequest {
  method: 'PUT' | 'HEAD' | 'DELETE' | 'MKCOL';
  headers: Record<string, string>;
  body?: OutgoingBody;
}

/** Sends to addresses that strangers chose: it calls no one in our own network, and nothing they respond can hold or fill it. */
export interface GuardedClient {
  /** Never throws. */
  post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Exchange>;
  /** The same for any method. With a long body the time starts over for each part of it that was taken. */
  send(url: string, request: GuardedRequest): Promise<Exchange & { contentLength: number | null }>;
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
/** For one long body, however steadily it goes. */
const MAX_BODY_MS = 600_000;
const MAX_LOOK_UP_MS = 5_000;
const MAX_TARGETS = 1_000;

type Outgoing = Pick<OutgoingRequest, 'method' | 'headers' | 'body'>;

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

  async function send(url: URL, outgoing: Outgoing, progress: Progress): Promise<void> {
    const { breakOff } = progress;
    const request = { path: url.pathname + url.search, ...outgoing };
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

  async function exchange(url: URL, outgoing: Outgoing, progress: Progress): Promise<Exchange> {
    const startedAt = performance.now();
    // A response that arrives while this process pauses is in time.
    const timeLimit = startTimeLimit(limitMs, () => end(progress, new LimitReachedError()));
    const onPart = () => {
      if (performance.now() - startedAt > MAX_BODY_MS) end(progress, new LimitReachedError());
      else timeLimit.restart();
    };
    let verdict: Verdict;
    try {
      await send(url, { ...outgoing, body: watched(outgoing.body, onPart) }, progress);
      verdict = verdictOnResponse(progress.response, url);
    } catch (error) {
      progress.connection?.end();
      const address = progress.connection?.address ?? null;
      verdict = verdictOnFailure(error, { response: progress.response, address, limitMs });
    } finally {
      timeLimit.stop();
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

  async function sendTo(target: URL | string, outgoing: Outgoing, progress: Progress): Promise<Exchange> {
    if (typeof target === 'string') return unsent('blocked', `The URL is not allowed: ${target}`);
    if (isClosed) return unsent('unreachable', 'The service is stopping.');
    const running = exchange(target, outgoing, progress);
    underWay.set(progress, running);
    return running;
  }

  return {
    post: (text, headers, body) => sendTo(targetOf(text), { method: 'POST', headers, body }, emptyProgress()),

    async send(text, { method, headers, body = '' }) {
      const progress = emptyProgress();
      // Not kept: each file has an address of its own.
      const target = faultOfUrl(text, rules) ?? new URL(text);
      const exchanged = await sendTo(target, { method, headers, body }, progress);
      const { contentLength } = progress.response;
      return { ...exchanged, contentLength: contentLength === null ? null : Number(contentLength) };
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

function emptyProgress(): Progress {
  return {
    connection: undefined,
    response: emptyResponse(),
    breakOff: { reason: null, onBreak: () => {} },
  };
}

/** Tells of each part of a long body that is taken. */
function watched(body: OutgoingBody, onPart: () => void): OutgoingBody {
  if (typeof body !== 'function') return body;
  return async function* () {
    for await (const part of body()) {
      onPart();
      yield part;
    }
    onPart();
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
