import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import type { Installation } from './cluster-api-node-process.ts';
import { balanceOver } from './cluster-proxy.ts';
import type { TestClock } from './test-clock.ts';

/** Whether this run of the API tests goes through several nodes. */
export const isOnCluster = process.env.TEST_CLUSTER === '1';

export function newStorageUrl(): string {
  return inject('apiCluster').storageUrl.replace('PREFIX', `test-${randomBytes(6).toString('hex')}`);
}

/**
 * The service on three nodes behind a load balancer, with this database and storage. Of a server the tests get `inject`,
 * which goes by HTTP, and `listen`, which tells where it is.
 */
export async function openOnCluster(
  options: Omit<Installation, 'redisUrl' | 'now'> & { clock: TestClock },
): Promise<FastifyInstance> {
  const { proxyUrl, nodeUrls, redisUrl } = inject('apiCluster');
  const { clock, ...rest } = options;
  const redis = new URL(redisUrl);
  // Workspaces of different tests have different ids, but all share the address that they call from.
  redis.searchParams.set('keyPrefix', randomBytes(6).toString('hex'));
  const wanted: Installation = { ...rest, redisUrl: redis.href, now: clock.now() };
  const ports = await Promise.all(
    nodeUrls.map(async (url) => (await ask<{ port: number }>(url, wanted)).port),
  );
  const port = await balanceOver(proxyUrl, ports);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const app = {
    async inject(given: InjectOptions | string) {
      const answer = await send(port, agent, clock, given);
      return answer.statusCode === 302 ? fromStorage(answer, given) : answer;
    },
    listen: async () => `http://127.0.0.1:${port}`,
    async close() {
      agent.destroy();
      await Promise.all(nodeUrls.map((url, index) => ask(url, { close: ports[index] })));
    },
  };
  return app as unknown as FastifyInstance;
}

async function ask<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as T;
}

function send(
  port: number,
  agent: Agent,
  clock: TestClock,
  given: InjectOptions | string,
): Promise<LightMyRequestResponse> {
  const {
    method = 'GET',
    url = '/',
    headers = {},
    payload,
    remoteAddress,
  } = typeof given === 'string' ? ({ url: given } as InjectOptions) : given;
  const body = typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.from(payload) : undefined;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      agent,
      method,
      path: String(url),
      headers: {
        host: 'localhost:80',
        'user-agent': 'lightMyRequest',
        ...(body === undefined ? {} : { 'content-length': body.length }),
        ...(headers as Record<string, string>),
        'x-test-now': String(clock.now()),
        'x-test-address': remoteAddress ?? '127.0.0.1',
      },
    });
    outgoing.once('response', (answer) => toResponse(answer).then(resolve, reject));
    outgoing.once('error', reject);
    if (payload instanceof Readable) {
      payload.once('error', (error) => outgoing.destroy(error));
      payload.pipe(outgoing);
    } else outgoing.end(body);
  });
}

/** A photo that the storage hands out by itself is fetched there, as every client does. */
async function fromStorage(
  answer: LightMyRequestResponse,
  given: InjectOptions | string,
): Promise<LightMyRequestResponse> {
  const { host } = new URL(String(answer.headers.location), 'http://localhost:80');
  const storage = new URL(inject('apiCluster').storageUrl).searchParams.get('endpoint') ?? '';
  if (host !== new URL(storage).host) return answer;
  const method = typeof given === 'string' ? 'GET' : (given.method ?? 'GET');
  const found = await fetch(String(answer.headers.location), { method });
  const rawPayload = Buffer.from(await found.arrayBuffer());
  return { ...answer, statusCode: found.status, rawPayload, body: rawPayload.toString() };
}

/** In the form that `inject` answers with. */
async function toResponse(answer: IncomingMessage): Promise<LightMyRequestResponse> {
  const rawPayload = await buffer(answer);
  const body = rawPayload.toString();
  const { 'x-test-node': _node, ...headers } = answer.headers;
  const cookies = headers['set-cookie'];
  return {
    statusCode: answer.statusCode,
    statusMessage: answer.statusMessage,
    headers: { ...headers, ...(cookies?.length === 1 ? { 'set-cookie': cookies[0] } : {}) },
    rawPayload,
    body,
    payload: body,
    json: () => JSON.parse(body),
  } as unknown as LightMyRequestResponse;
}
