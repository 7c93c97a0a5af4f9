import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createLocalSignals, type Signals, TOPICS, type Topic } from './signals.ts';

const CHANNEL = 'shutterpost';
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;

interface Message {
  from: string;
  topic: Topic;
  detail: string;
}

/**
 * Signals by LISTEN and NOTIFY. They are sent after the commit and several at a time: a NOTIFY inside a transaction makes
 * all commits of the server queue up behind each other.
 */
export function createPostgresSignals(
  url: string,
  query: (sql: string, values: unknown[]) => Promise<unknown>,
): Signals & { close(): Promise<void> } {
  const local = createLocalSignals();
  const node = randomBytes(8).toString('hex');
  let outgoing = new Set<string>();
  let sending: Promise<void> | undefined;
  let listening: ReturnType<typeof listen> | undefined;

  async function sendAll(): Promise<void> {
    while (outgoing.size > 0) {
      const messages = [...outgoing];
      outgoing = new Set();
      // A hint that cannot be sent is one that got lost.
      await query('select pg_notify($1, message) from unnest($2::text[]) as message', [
        CHANNEL,
        messages,
      ]).catch(() => {});
    }
    sending = undefined;
  }

  function receive(text: string): void {
    const message = readMessage(text);
    if (message !== undefined && message.from !== node) local.send(message.topic, message.detail);
  }

  /** Whatever was sent before this node could hear is known to no one. */
  function tellAll(): void {
    for (const topic of TOPICS) local.send(topic);
  }

  return {
    send(topic, detail = '') {
      local.send(topic, detail);
      outgoing.add(JSON.stringify({ from: node, topic, detail } satisfies Message));
      sending ??= sendAll();
    },
    on(topic, listener) {
      listening ??= listen(url, { heard: receive, begun: tellAll });
      return local.on(topic, listener);
    },
    async close() {
      await sending;
      await listening?.close();
    },
  };
}

/** Anyone who may use the database can send anything on the channel. */
function readMessage(text: string): Message | undefined {
  try {
    const { from, topic, detail } = JSON.parse(text);
    return TOPICS.includes(topic) && typeof from === 'string' && typeof detail === 'string'
      ? { from, topic, detail }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps one connection listening, and makes a new one when it breaks. `begun` each time it can hear. */
function listen(url: string, on: { heard(text: string): void; begun(): void }): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = FIRST_PAUSE_MS;
  let closed = false;
  connect();

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client = next;
    next.on('error', () => {});
    next.once('end', again);
    next.on('notification', ({ payload = '' }) => on.heard(payload));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      pause = FIRST_PAUSE_MS;
      on.begun();
    } catch {
      await next.end().catch(() => {});
      again();
    }
  }

  function again(): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
    timer.unref();
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }

  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
