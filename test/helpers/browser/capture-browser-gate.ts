import { connect, createServer, type Socket } from 'node:net';

export interface UploadGate {
  port: number;
  /** From now on an upload sticks after its first bytes. Resolves when one does. */
  hold(): Promise<void>;
  /** Tears the stuck ones, and lets the next pass. */
  release(): void;
  close(): Promise<void>;
}

const UPLOAD = 'PUT /capture/photos/';
const END_OF_HEAD = '\r\n\r\n';
const FIRST_BYTES = 1_000;

/**
 * Stands before the server, so that an upload can be caught in the middle. Slowing the browser down does not do: what
 * it has handed to the system counts as sent, and that is a whole photo.
 */
export async function startUploadGate(target: { host: string; port: number }): Promise<UploadGate> {
  const sockets = new Set<Socket>();
  const stuck = new Set<Socket>();
  let onStuck: (() => void) | null = null;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host);
    keep(client);
    keep(upstream);
    client.on('data', (bytes: Buffer) => {
      if (stuck.has(client)) return;
      if (onStuck === null || !bytes.includes(UPLOAD)) {
        upstream.write(bytes);
        return;
      }
      stuck.add(client);
      upstream.write(bytes.subarray(0, bytes.indexOf(END_OF_HEAD) + END_OF_HEAD.length + FIRST_BYTES));
      onStuck();
    });
    upstream.pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();

  function release(): void {
    onStuck = null;
    for (const socket of stuck) socket.destroy();
    stuck.clear();
  }
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    hold: () =>
      new Promise((resolve) => {
        onStuck = resolve;
      }),
    release,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
