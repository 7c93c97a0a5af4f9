import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

export interface BreakableProxy {
  port: number;
  /** Cuts every connection and refuses new ones, as a server that went away. */
  cut(): Promise<void>;
  /** Accepts connections again, at the same port. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Stands between a client and a server of a test, so that the server can be "gone" without being stopped. */
export async function startBreakableProxy(target: { host: string; port: number }): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const accept = (client: Socket) => {
    const upstream = connect(target.port, target.host);
    keep(client);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  };
  let server: Server | undefined;
  const port = await freePort();

  const listen = async () => {
    const listening = createServer(accept);
    await new Promise<void>((resolve, reject) => {
      listening.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    server = listening;
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  };

  await listen();
  return { port, cut, restore: listen, close: async () => (server === undefined ? undefined : cut()) };
}
