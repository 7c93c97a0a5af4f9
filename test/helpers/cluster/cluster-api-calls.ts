import { type Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';

/** What a server without a network is asked for, over HTTP, from the address that the test wants to have. */
export function send(
  port: number,
  agent: Agent,
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
      path: addressAsSent(String(url)),
      headers: {
        host: 'localhost:80',
        'user-agent': 'lightMyRequest',
        ...(body === undefined ? {} : { 'content-length': body.length }),
        ...asSent(headers as Record<string, string>),
        'x-test-address': remoteAddress ?? '127.0.0.1',
      },
    });
    outgoing.once('response', (response) => toResponse(response).then(resolve, reject));
    outgoing.once('error', reject);
    if (payload instanceof Readable) {
      payload.once('error', (error) => outgoing.destroy(error));
      payload.pipe(outgoing);
    } else outgoing.end(body);
  });
}

/** Text that is no Latin-1 goes over the wire as its UTF-8 bytes, as curl sends it. */
function asSent(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      /[\u0100-\uffff]/.test(value) ? Buffer.from(value).toString('latin1') : value,
    ]),
  );
}

/** Clients escape what is not ASCII; the rest is the test's own. */
function addressAsSent(url: string): string {
  return url.replace(/[^!-~]+/g, encodeURIComponent);
}

/** A photo that the storage hands out by itself is fetched there, as every client does. */
export async function fromStorage(
  response: LightMyRequestResponse,
  given: InjectOptions | string,
): Promise<LightMyRequestResponse> {
  const { host } = new URL(String(response.headers.location), 'http://localhost:80');
  const storage = new URL(inject('apiCluster').storageUrl).searchParams.get('endpoint') ?? '';
  if (host !== new URL(storage).host) return response;
  const method = typeof given === 'string' ? 'GET' : (given.method ?? 'GET');
  const found = await fetch(String(response.headers.location), { method });
  const rawPayload = Buffer.from(await found.arrayBuffer());
  const headers = Object.fromEntries(found.headers);
  return { ...response, statusCode: found.status, headers, rawPayload, body: rawPayload.toString() };
}

/** In the form that `inject` answers with. */
async function toResponse(response: IncomingMessage): Promise<LightMyRequestResponse> {
  const rawPayload = await buffer(response);
  const body = rawPayload.toString();
  const { 'x-test-node': _node, ...headers } = response.headers;
  const cookies = headers['set-cookie'];
  return {
    statusCode: response.statusCode,
    statusMessage: response.statusMessage,
    headers: { ...headers, ...(cookies?.length === 1 ? { 'set-cookie': cookies[0] } : {}) },
    rawPayload,
    body,
    payload: body,
    json: () => JSON.parse(body),
  } as unknown as LightMyRequestResponse;
}
