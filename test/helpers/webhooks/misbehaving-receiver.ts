import { startProcess } from '../process/child-process.ts';

/**
 * How the receiver takes a request: it responds (with 200 unless told otherwise), or
 * - `close`: closes the connection without a response;
 * - `reset`: resets it without a response;
 * - `reset-in-body`: resets it in the middle of a 200's body;
 * - `hang`: never responds;
 * - `drip`: a 200 whose body never ends, one byte every 20 ms;
 * - `gigabyte`: a 200 with a body of 1 GB;
 * - `long-headers`: a 200 with 100 KB of headers;
 * - `no-http`: something that is not HTTP.
 */
export type Behavior =
  | { status: number; headers?: Record<string, string>; body?: string; bodyBase64?: string }
  | 'close'
  | 'reset'
  | 'reset-in-body'
  | 'hang'
  | 'drip'
  | 'gigabyte'
  | 'long-headers'
  | 'no-http';

export interface Received {
  method: string;
  /** With its query. */
  target: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Names as they were sent. */
  rawHeaders: [name: string, value: string][];
  body: Buffer;
  /** Which connection carried it; each has a number of its own. */
  connection: number;
  at: number;
}

export interface ReceiverState {
  /** Connections ever accepted, and how many of them are open. */
  connections: number;
  open: number;
  /** Bytes that left for clients on connections that have ended. */
  sentBytes: number;
}

export interface Receiver {
  /** At 127.0.0.1, without a slash at the end. */
  url: string;
  port: number;
  /** The same over TLS; clients must trust `authority`. */
  httpsUrl: string;
  authority: string;
  expiredUrl: string;
  selfSignedUrl: string;
  /** Its certificate is for other.example. */
  otherHostUrl: string;
  /** Accepts connections and never says a word: no handshake ends. */
  silentUrl: string;
  /** A list is used up one by one; its last one stays. */
  behave(path: string, behavior: Behavior | Behavior[]): Promise<void>;
  /** Every request to a path so far. */
  received(path: string): Promise<Received[]>;
  /** The requests to a path, once there are so many. */
  waitFor(path: string, count: number, limitMs?: number): Promise<Received[]>;
  state(): Promise<ReceiverState>;
  /** Resolves once that many connections are open. */
  waitForOpen(count: number, limitMs?: number): Promise<void>;
  stop(): Promise<void>;
}

const PROGRAM = 'test/helpers/webhooks/misbehaving-receiver-process.ts';
const WAIT_LIMIT_MS = 60_000;

type WireReceived = Omit<Received, 'body' | 'headers'> & { body: string };

/** A receiver of webhooks as a process of its own. It responds with 200 on every path until it is told to misbehave. */
export async function startReceiver(): Promise<Receiver> {
  const running = startProcess(process.execPath, [PROGRAM]);
  await running.untilPrinted(/\n/);
  const { controlPort, ports, authority } = JSON.parse(running.stdout());

  const control = async (name: string, content: unknown) => {
    const response = await fetch(`http://127.0.0.1:${controlPort}/${name}`, {
      method: 'POST',
      body: JSON.stringify(content),
    });
    if (!response.ok) throw new Error(`The receiver says: ${await response.text()}`);
    return response.json();
  };
  const requests = async (path: string, count: number, limitMs: number): Promise<Received[]> => {
    const found = (await control('received', { path, count, limitMs })) as WireReceived[];
    return found.map((request) => ({
      ...request,
      headers: Object.fromEntries(request.rawHeaders.map(([name, value]) => [name.toLowerCase(), value])),
      body: Buffer.from(request.body, 'base64'),
    }));
  };

  return {
    url: `http://127.0.0.1:${ports.plain}`,
    port: ports.plain,
    httpsUrl: `https://localhost:${ports.valid}`,
    authority,
    expiredUrl: `https://localhost:${ports.expired}`,
    selfSignedUrl: `https://localhost:${ports.selfSigned}`,
    otherHostUrl: `https://localhost:${ports.otherHost}`,
    silentUrl: `https://localhost:${ports.silent}`,
    behave: async (path, behavior) => {
      await control('behave', { path, behaviors: [behavior].flat() });
    },
    received: (path) => requests(path, 0, 0),
    waitFor: (path, count, limitMs = WAIT_LIMIT_MS) => requests(path, count, limitMs),
    state: async () => (await control('state', {})) as ReceiverState,
    waitForOpen: async (count, limitMs = WAIT_LIMIT_MS) => {
      await control('open', { count, limitMs });
    },
    async stop() {
      running.kill('SIGKILL');
      await running.ended;
    },
  };
}
