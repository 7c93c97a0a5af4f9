import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type Fault = 'none' | 'lost before' | 'lost after' | 'busy' | 'later';

/** A network between a client and the service that fails as it is told. */
export interface FailingProxy {
  url: string;
  /** What happens to each call in turn; those behind them come through. */
  faults: Fault[];
  /** The `Idempotency-Key` of each call. */
  keys: (string | undefined)[];
  close(): void;
}

export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const server = createServer(async (incoming, outgoing) => {
    const fault = proxy.faults.shift();
    proxy.keys.push(incoming.headers['idempotency-key'] as string | undefined);
    if (fault === 'lost before') return void incoming.socket.destroy();
    if (fault === 'busy') return void outgoing.writeHead(503, { 'retry-after': '0' }).end('{}');
    if (fault === 'later') return void outgoing.writeHead(429, { 'retry-after': '3600' }).end('<html>');
    const response = await forward(target, incoming);
    if (fault === 'lost after') return void incoming.socket.destroy();
    outgoing.writeHead(response.status, { 'content-type': 'application/json' }).end(await response.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy: FailingProxy = { url, faults: [], keys: [], close: () => void server.close() };
  return proxy;
}

async function forward(target: string, incoming: IncomingMessage): Promise<Response> {
  const headers = Object.entries(incoming.headers).filter(([name]) =>
    /^(x-api-key|content-type|idempotency)/.test(name),
  );
  return fetch(target + incoming.url, {
    method: incoming.method as string,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: incoming.method === 'GET' ? null : await buffer(incoming),
  });
}
