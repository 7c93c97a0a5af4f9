import { lookup } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface Listening {
  /** Takes no more connections on what `listen` added. */
  stop(): void;
}

/** Listens on an address, and on all that `localhost` has: browsers take either. */
export async function listenOn(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  return listenOnAll(app, await addressesOf(host), port);
}

/**
 * Fastify would start a server of its own for each further address, which knows nothing of the first one's limits and is not
 * waited for at the end; here all connections are handed to one server.
 */
export async function listenOnAll(
  app: FastifyInstance,
  [first = 'localhost', ...others]: string[],
  port: number,
): Promise<Listening> {
  await app.listen({ host: first, port });
  // Without a listener an accept that fails, for want of file handles, would end the process.
  app.server.on('error', (error) => app.log.error({ err: error }, 'A connection could not be accepted'));
  const address = app.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  const servers: Server[] = [];
  for (const other of others) {
    const server = await listenToo(app, { host: other, port: taken });
    if (server !== undefined) servers.push(server);
  }
  return {
    stop() {
      for (const server of servers) server.close();
    },
  };
}

async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, { all: true }).catch(() => []);
  return [...new Set(found.map(({ address }) => address))];
}

/** The first address is enough when a further one cannot be used. */
function listenToo(app: FastifyInstance, at: { host: string; port: number }): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      app.server.emit('connection', socket),
    );
    server.once('error', () => resolve(undefined));
    server.listen(at, () => {
      server.removeAllListeners('error');
      server.on('error', (error) => app.log.error({ err: error }, 'A connection could not be accepted'));
      app.log.info(`Server listening at ${at.host}, port ${at.port}`);
      resolve(server);
    });
  });
}
