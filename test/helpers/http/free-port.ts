import { createServer, type Server } from 'node:net';

/** Below what systems give to a listener or a connection that asks for any port. */
const FIRST = 12_000;
const LAST = 32_766;

/**
 * A port that nothing listens on, and that no one else is given as long as this process lives: between the promise and the
 * listening of a server that has to start first, another test's server would take it, and answer in its place.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = FIRST + 2 * Math.floor((Math.random() * (LAST - FIRST)) / 2);
    const claim = await listen(port + 1);
    if (claim === undefined) continue;
    claim.unref();
    const trial = await listen(port);
    if (trial === undefined) continue;
    await new Promise((resolve) => trial.close(resolve));
    return port;
  }
  throw new Error('No port is free');
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
