import type { Socket } from 'node:net';
import type { Client } from 'undici';

/** One client of undici has one connection, which carries one request at a time. */
export interface Connection {
  origin: string;
  client: Client;
  /** The IP address it leads to; null until there is one. */
  address: string | null;
  /** Whether it has carried a request before. */
  isReused: boolean;
  /** Closes it immediately, in whatever state it is. */
  end(): void;
}

export type OpenSocket = (
  origin: URL,
  signal: AbortSignal,
  onAddress: (address: string) => void,
) => Promise<Socket>;

const MAX_IDLE = 128;
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 60_000;

const CLIENT_OPTIONS = {
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: 16_384,
  keepAliveTimeout: IDLE_MS,
  // Of what a receiver asks for with a Keep-Alive header.
  keepAliveMaxTimeout: MAX_IDLE_MS,
  // The limit of the whole exchange stands for both.
  headersTimeout: 0,
  bodyTimeout: 0,
};

export type Connections = ReturnType<typeof createConnections>;

/** Connections are kept for the next request to the same origin; they were checked when they were opened. */
export function createConnections(openSocket: OpenSocket) {
  const all = new Set<Connection>();
  /** The one used last is at the end. */
  const idle = new Set<Connection>();

  function takeIdle(origin: string): Connection | undefined {
    const connection = [...idle].findLast((candidate) => candidate.origin === origin);
    if (connection !== undefined) idle.delete(connection);
    return connection;
  }

  /** Connects at the first request; until then nothing is sent. */
  async function create(url: URL): Promise<Connection> {
    // At the first request only: a service without webhooks does without its memory.
    const { Client } = await import('undici');
    let connecting = new AbortController();
    const client = new Client(url.origin, {
      ...CLIENT_OPTIONS,
      connect: (_options, done) => {
        connecting = new AbortController();
        connection.isReused = false;
        openSocket(url, connecting.signal, (address) => {
          connection.address = address;
        }).then(
          (socket) => done(null, socket),
          (error) => done(error, null),
        );
      },
    });
    const connection: Connection = {
      origin: url.origin,
      client,
      address: null,
      isReused: false,
      end() {
        all.delete(connection);
        idle.delete(connection);
        connecting.abort(new Error('The connection was abandoned.'));
        client.destroy().catch(() => {});
      },
    };
    client.on('disconnect', () => {
      if (idle.has(connection)) connection.end();
    });
    all.add(connection);
    return connection;
  }

  return {
    async take(url: URL): Promise<Connection> {
      return takeIdle(url.origin) ?? (await create(url));
    },

    create,

    giveBack(connection: Connection): void {
      if (!all.has(connection)) return;
      connection.isReused = true;
      idle.add(connection);
      if (idle.size <= MAX_IDLE) return;
      const [oldest] = idle;
      oldest?.end();
    },

    endAll(): void {
      for (const connection of all) connection.end();
    },
  };
}
