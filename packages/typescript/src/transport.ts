import { ConnectionError, errorOf, type ShutterpostError } from './errors.ts';

const RETRIED_STATUSES = new Set([429, 500, 502, 503, 504]);
/** Whoever is told to wait longer decides themselves. */
const MAX_PAUSE_SECONDS = 60;
const FIRST_PAUSE_SECONDS = 0.5;

export interface ShutterpostOptions {
  /** `shp_live_…` or `shp_test_…`. Never put it into a page or an app that others get. */
  apiKey: string;
  /** Address of the installation, such as `https://photos.example.com`. */
  baseUrl: string;
  /** How often a call is repeated that failed through no fault of its own; 3 unless you say otherwise. */
  maxRetries?: number;
  /** For each attempt; 30 seconds unless you say otherwise. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface CreateOptions extends CallOptions {
  /** A repetition under the same key gets the first response. Chosen at random for each call unless you give one. */
  idempotencyKey?: string;
}

export interface Call {
  method: string;
  path: string;
  query?: object;
  body?: unknown;
  /** Takes an `Idempotency-Key`. */
  isCreation?: boolean;
}

export interface Page<T> {
  data: T[];
  meta: { request_id: string; has_more: boolean; next_cursor: string | null };
}

/** A list. Iterating reads page after page. */
export interface Pages<T> extends AsyncIterable<T> {
  /** One page; `meta.next_cursor` is the `cursor` of the next. */
  page(): Promise<Page<T>>;
  /** All that there are, at most this many. */
  toArray(max: number): Promise<T[]>;
}

export interface Transport {
  object<T>(call: Call, options: CreateOptions): Promise<T>;
  bare<T>(call: Call, options: CreateOptions): Promise<T>;
  list<T>(call: Call, options: CallOptions): Pages<T>;
  file(call: Call, options: CallOptions): Promise<Response>;
}

export function createTransport(settings: ShutterpostOptions): Transport {
  const { apiKey, maxRetries = 3, timeoutMs = 30_000, fetch: request = fetch } = settings;
  if (!apiKey) throw new TypeError('`apiKey` is missing.');
  const base = `${settings.baseUrl.replace(/\/+$/, '')}/v1`;

  async function attempt(url: URL, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const limit = AbortSignal.timeout(timeoutMs);
    try {
      // Followed elsewhere, the key would be told there.
      return await request(url, {
        ...init,
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
    } catch (error) {
      // Whoever gave up themselves gets what they threw.
      if (signal?.aborted) throw signal.reason;
      throw new ConnectionError(`${init.method} ${url.pathname}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async function send(call: Call, options: CreateOptions): Promise<Response> {
    const url = new URL(base + call.path);
    for (const [name, value] of Object.entries(call.query ?? {}))
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    const headers = new Headers({ 'X-API-Key': apiKey });
    // The same for all attempts: whichever arrives first is the one that counts.
    if (call.isCreation) headers.set('Idempotency-Key', options.idempotencyKey ?? crypto.randomUUID());
    const isFile = call.body instanceof Blob;
    if (call.body !== undefined)
      headers.set('Content-Type', isFile ? (call.body as Blob).type : 'application/json');
    const body = isFile ? (call.body as Blob) : call.body === undefined ? null : JSON.stringify(call.body);
    const init = { method: call.method, headers, body };
    const isRepeatable = call.isCreation === true || call.method !== 'POST';

    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(url, init, options.signal).catch((error: unknown) => {
        if (error instanceof ConnectionError) return error;
        throw error;
      });
      if (outcome instanceof Response && outcome.ok) return outcome;
      const error = outcome instanceof Response ? errorOf(outcome, await jsonOf(outcome)) : outcome;
      const pause = retries < maxRetries ? pauseAfter(error, retries, isRepeatable) : undefined;
      if (pause === undefined) throw error;
      await wait(pause, options.signal);
    }
  }

  const readPage = async <T>(call: Call, options: CallOptions) =>
    (await (await send(call, options)).json()) as Page<T>;

  return {
    async object<T>(call: Call, options: CreateOptions) {
      return ((await (await send(call, options)).json()) as { data: T }).data;
    },
    async bare<T>(call: Call, options: CreateOptions) {
      return (await (await send(call, options)).json()) as T;
    },
    file: send,
    list<T>(call: Call, options: CallOptions): Pages<T> {
      return {
        page: () => readPage<T>(call, options),
        async *[Symbol.asyncIterator]() {
          let cursor: string | null = null;
          do {
            const query: object = cursor === null ? { ...call.query } : { ...call.query, cursor };
            const page: Page<T> = await readPage<T>({ ...call, query }, options);
            yield* page.data;
            cursor = page.meta.has_more ? page.meta.next_cursor : null;
          } while (cursor !== null);
        },
        async toArray(max) {
          const all: T[] = [];
          if (max <= 0) return all;
          for await (const each of this) if (all.push(each) >= max) break;
          return all;
        },
      };
    },
  };
}

/** In seconds; undefined when the call must not be repeated, or not so soon. */
function pauseAfter(
  error: ShutterpostError | ConnectionError,
  retries: number,
  isRepeatable: boolean,
): number | undefined {
  if (error instanceof ConnectionError) return isRepeatable ? backoff(retries) : undefined;
  if (!RETRIED_STATUSES.has(error.status)) return undefined;
  // Refused by these, a call has done nothing, whatever it is.
  if (!isRepeatable && error.status !== 429 && error.status !== 503) return undefined;
  const pause = error.retryAfter ?? backoff(retries);
  return pause <= MAX_PAUSE_SECONDS ? pause : undefined;
}

/** Longer each time, and never the same for two clients. */
function backoff(retries: number): number {
  return FIRST_PAUSE_SECONDS * 2 ** retries * (0.5 + Math.random() / 2);
}

function wait(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, seconds * 1_000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // It came from something in front of the service, a proxy say.
    return undefined;
  }
}
