import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { letClientFinish } from '../http/early-response.ts';

// A load balancer in a process of its own. `POST /` at its first port with { ports } opens one more port, whose calls go
// to those ports in turn; a node that does not accept the connection is passed over. It prints its first port.

const JSON_TYPE = { 'content-type': 'application/json' };

/** Undefined: no one listens there. */
function reach(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => resolve(undefined));
  });
}

function createBalancer(ports: number[]) {
  let turn = 0;

  async function chooseNode(): Promise<{ index: number; socket: Socket } | undefined> {
    const first = turn++;
    for (let tried = 0; tried < ports.length; tried++) {
      const index = (first + tried) % ports.length;
      const socket = await reach(ports[index] as number);
      if (socket !== undefined) return { index, socket };
    }
    return undefined;
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const node = await chooseNode();
    if (node === undefined) return void outgoing.writeHead(502, JSON_TYPE).end('{}');
    const { 'x-test-address': address, ...headers } = incoming.headers;
    const forwarded = request({
      createConnection: () => node.socket,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...headers,
        connection: 'close',
        'x-forwarded-for': [headers['x-forwarded-for'], address ?? incoming.socket.remoteAddress]
          .filter((part) => part !== undefined)
          .join(', '),
      },
      setHost: false,
    });
    forwarded.once('response', (response) => {
      const { connection: _connection, 'keep-alive': _keepAlive, ...answerHeaders } = response.headers;
      letClientFinish(incoming, outgoing);
      outgoing.writeHead(response.statusCode ?? 502, { ...answerHeaders, 'x-test-node': String(node.index) });
      response.pipe(outgoing);
      // A node that died in the middle of its response: whoever waits must see that it is not whole.
      response.once('error', () => outgoing.destroy());
      response.once('aborted', () => outgoing.destroy());
    });
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
    outgoing.once('close', () => {
      node.socket.destroy();
      // What was refused before all of it was sent is read on, or the next call would not be.
      incoming.unpipe(forwarded);
      incoming.resume();
    });
    incoming.once('error', () => forwarded.destroy());
  };
}

async function open(ports: number[]): Promise<number> {
  const balance = createBalancer(ports);
  const server = createServer(
    { requestTimeout: 0, keepAliveTimeout: 60_000, requireHostHeader: false },
    (a, b) => void balance(a, b),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return portOf(server.address());
}

function portOf(address: unknown): number {
  return (address as { port: number }).port;
}

const control = createServer(async (incoming, outgoing) => {
  const { ports } = (await json(incoming)) as { ports: number[] };
  outgoing.end(JSON.stringify({ port: await open(ports) }));
});
control.listen(0, '127.0.0.1', () => process.stdout.write(`proxy at ${portOf(control.address())}\n`));
