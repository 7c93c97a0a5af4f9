// Without imports: `npm run sdks` copies it into the TypeScript SDK, for integrators who have no installation.

/** How long a webhook waits for its receiver. */
const RECEIVER_LIMIT_MS = 30_000;
/** The server says every 20 seconds that it is still there. */
const SILENCE_LIMIT_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** As webhooks to one endpoint. */
const MAX_AT_ONCE = 4;
/** After a reconnection the last events come again; those of half a minute are far fewer. */
const MAX_REMEMBERED = 10_000;
const SECRET = /^whsec_[A-Za-z0-9+/]{22,}={0,2}$/;
const SECRET_BYTES = 32;

export interface ListenOptions {
  /** Of the installation. */
  url: string;
  apiKey: string;
  /** The receiver. */
  forwardTo: string;
  /** Only these types. */
  events?: string[] | undefined;
  /** `whsec_…` */
  secret: string;
  userAgent: string;
  /** Ends it. */
  signal: AbortSignal;
  print(line: string): void;
}

interface StreamedEvent {
  id: string;
  type: string;
  /** The very bytes that a webhook would have. */
  body: string;
}

/** It makes no sense to try again. */
export class ListenError extends Error {
  override name = 'ListenError';
}

export function newSecret(): string {
  return `whsec_${base64(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)))}`;
}

/** What is wrong with the options, in words for who typed them. */
export function faultOfOptions(
  options: Pick<ListenOptions, 'url' | 'forwardTo' | 'secret'>,
): string | undefined {
  if (!isHttpUrl(options.url))
    return 'The URL of the installation must be such as https://photos.example.com';
  if (!isHttpUrl(options.forwardTo)) return 'The receiver must be a URL such as http://localhost:4000/hook';
  if (!SECRET.test(options.secret)) return 'The secret must look like whsec_… with base64 behind it';
  return undefined;
}

/** Forwards events as they happen, until the signal; throws a ListenError where trying again is no use. */
export async function listen(options: ListenOptions): Promise<{ forwarded: number; failed: number }> {
  const { signal, print } = options;
  const counts = { forwarded: 0, failed: 0 };
  const seen = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let firstId: string | undefined;
  let lastEventId: string | undefined;
  let failures = 0;
  let wasConnected = false;

  async function take(event: StreamedEvent): Promise<void> {
    if (seen.has(event.id)) return;
    seen.add(event.id);
    if (seen.size > MAX_REMEMBERED) seen.delete(seen.values().next().value as string);
    while (underWay.size >= MAX_AT_ONCE) await Promise.race(underWay);
    const forwarding = forward(event, options).then((wasAccepted) => {
      counts[wasAccepted ? 'forwarded' : 'failed'] += 1;
      underWay.delete(forwarding);
    });
    underWay.add(forwarding);
  }

  while (!signal.aborted) {
    try {
      for await (const message of openStream(options, lastEventId)) {
        if (message === 'open') {
          print(wasConnected ? 'Connected again.' : 'Connected. Waiting for events …');
          wasConnected = true;
          failures = 0;
          continue;
        }
        // Where it began: a reconnection goes back a little, and maybe behind it.
        firstId ??= message.id;
        // The highest: one that was written late may come behind others, and is sent again if need be.
        if (lastEventId === undefined || message.id > lastEventId) lastEventId = message.id;
        if (message.body !== '' && message.id >= firstId) await take(message);
      }
      if (!signal.aborted) print('The server ended the connection. Connecting again …');
    } catch (error) {
      if (error instanceof ListenError) throw error;
      if (!signal.aborted) print(`No connection to ${options.url} (${reasonOf(error)}). Trying again …`);
    }
    await pause(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2), signal);
    failures += 1;
  }
  await Promise.all(underWay);
  return counts;
}

/** One connection, until it ends. */
async function* openStream(
  { url, apiKey, events, signal }: ListenOptions,
  lastEventId: string | undefined,
): AsyncGenerator<'open' | StreamedEvent> {
  const silence = new AbortController();
  const watch = () =>
    setTimeout(() => silence.abort(new Error('nothing was heard for a minute')), SILENCE_LIMIT_MS);
  let timer = watch();
  try {
    const address = new URL(`${url.replace(/\/+$/, '')}/v1/events/stream`);
    if (events !== undefined) address.searchParams.set('events', events.join(','));
    const response = await fetch(address, {
      headers: {
        'X-API-Key': apiKey,
        Accept: 'text/event-stream',
        ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.ok) await refuse(response);
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new ListenError(`${url} is not a Shutterpost installation with event streams`);
    yield 'open';
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      clearTimeout(timer);
      const messages = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = messages.pop() as string;
      for (const message of messages) {
        const event = readMessage(message);
        if (event.id !== '') yield event;
      }
      // Not before: a slow receiver is no silence of the server.
      timer = watch();
    }
  } finally {
    clearTimeout(timer);
  }
}

function readMessage(message: string): StreamedEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1] ?? '';
  return { id: field('id'), type: field('event'), body: field('data') };
}

/** Throws what tells whether to try again. */
async function refuse(response: Response): Promise<never> {
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { message?: string; details?: Record<string, string[]> } }
    | undefined;
  const details = Object.values(body?.error?.details ?? {}).flat();
  const message = [body?.error?.message ?? `The server responded with ${response.status}`, ...details].join(
    ' ',
  );
  if (response.status >= 500 || response.status === 429) throw new Error(message);
  const known: Record<number, string> = {
    401: 'The API key was not accepted. ',
    403: 'The API key cannot be used. ',
  };
  throw new ListenError((known[response.status] ?? '') + message);
}

/** Whether it was accepted. Whatever the receiver does, the next event is forwarded too. */
async function forward(event: StreamedEvent, options: ListenOptions): Promise<boolean> {
  const { forwardTo, secret, userAgent, signal, print } = options;
  const begun = performance.now();
  const tell = (outcome: string) =>
    print(
      `${new Date().toISOString()}  ${event.type}  ${event.id}  ${outcome}  ${Math.round(performance.now() - begun)} ms`,
    );
  const limit = AbortSignal.timeout(RECEIVER_LIMIT_MS);
  try {
    const response = await fetch(forwardTo, {
      method: 'POST',
      headers: await headersOf(event, { secret, userAgent, now: Date.now() }),
      body: event.body,
      // A webhook does not follow them either.
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    });
    await response.body?.cancel();
    tell(String(response.status));
    return response.ok;
  } catch (error) {
    if (signal.aborted) tell('stopped');
    else
      tell(
        limit.aborted
          ? `no response within ${RECEIVER_LIMIT_MS / 1_000} s`
          : `not reachable: ${reasonOf(error)}`,
      );
    return false;
  }
}

/** All headers of a webhook, with both signatures. */
export async function headersOf(
  { id, type, body }: StreamedEvent,
  { secret, userAgent, now }: { secret: string; userAgent: string; now: number },
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const text = new TextEncoder();
  const plain = await hmac(text.encode(secret), body);
  const key = Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0));
  const hex = [...plain].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    'Content-Type': 'application/json',
    'User-Agent': userAgent,
    'X-Webhook-Signature': `sha256=${hex}`,
    'X-Webhook-ID': id,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Event': type,
    'X-Webhook-Environment': 'test',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${base64(await hmac(key, `${id}.${timestamp}.${body}`))}`,
  };
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error));
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, milliseconds);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
