import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenOnAll } from '../../src/platform/http/listen.ts';
import { startTestApp, useWorkspaceForEach } from '../helpers/app/test-app.ts';
import { useForEach } from '../helpers/hooks.ts';

const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
const BODY = JSON.stringify({ instructions: 'Photograph the door.' });

const api = useForEach(() => startTestApp(), 'close');
const workspace = useWorkspaceForEach(api);
let port: number;
let stopListening: () => void;
/** Lets calls write that were held back. */
let release: () => void;
/** What happened, in its order. */
let steps: string[];
/** Something waits to be written. */
let reachedDatabase: Promise<void>;
beforeEach(async () => {
  steps = [];
  // Used once: later calls write nothing but what they are for.
  await api.call('GET', '/v1/ping', { key: workspace.live.key });
  ({ stop: stopListening } = await listenOnAll(api.app, ADDRESSES, 0));
  port = (api.app.server.address() as AddressInfo).port;
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  reachedDatabase = reached.promise;
  release = released.resolve;
  const write = api.database.write.bind(api.database);
  vi.spyOn(api.database, 'write').mockImplementation(async (work) => {
    reached.resolve();
    await released.promise;
    const written = await write(work);
    steps.push('written');
    return written;
  });
});
afterEach(() => void vi.restoreAllMocks());

function create(host: string) {
  const socket = connect(port, host);
  let received = '';
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      received += String(chunk);
    });
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  socket.write(
    `POST /v1/photo-requests HTTP/1.1\r\nHost: a\r\nX-API-Key: ${workspace.live.key}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  );
  return { socket, ended };
}

function stop(): Promise<unknown> {
  stopListening();
  return api.app.close().then(() => steps.push('closed'));
}

it.each(ADDRESSES)('should finish a call that came by %s, and say that the connection ends', async (host) => {
  const { ended } = create(host);
  await reachedDatabase;
  const closed = stop();
  await expect.poll(() => api.app.server.listening).toBe(false);
  release();
  await closed;

  expect(await ended).toMatch(/^HTTP\/1\.1 201 .*\r\nconnection: close\r\n/is);
  expect(steps).toEqual(['written', 'closed']);
});

it('should wait for a call whose client is gone: what it uses is closed afterwards', async () => {
  const { socket, ended } = create('127.0.0.1');
  await reachedDatabase;
  socket.destroy();
  await ended;
  const closed = stop();
  await expect.poll(() => api.app.server.listening).toBe(false);
  release();
  await closed;

  expect(steps).toEqual(['written', 'closed']);
});

it('should cut off a client that does not send the rest of its body', async () => {
  release();
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const begun = new Promise<void>((resolve) => api.app.server.once('request', () => resolve()));
  socket.write(
    `POST /v1/photo-requests HTTP/1.1\r\nHost: a\r\nX-API-Key: ${workspace.live.key}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 9)}`,
  );
  await begun;
  await stop();

  await ended;
  expect(steps).toEqual(['closed']);
});

it.each(ADDRESSES)('should close connections to %s that are not used', async (host) => {
  release();
  const unused = connect(port, host);
  const closed = new Promise((resolve) => unused.once('close', resolve));
  await new Promise<void>((resolve) => unused.once('connect', () => resolve()));

  await stop();

  await closed;
});
