import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Device,
  openDevice,
  required,
  type Shot,
  sendShot,
  sha256,
  takeShot,
} from '../helpers/capture/capture-client.ts';
import { keyOf, smallPhoto } from '../helpers/capture/customer.ts';
import { createMigratedDatabase, useTestDatabaseForEach } from '../helpers/database/test-database.ts';
import { useForAll, useForEach } from '../helpers/hooks.ts';
import { openPremises } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const PLENTY = 4_096;
const MCP_TYPES = 'application/json, text/event-stream';
const LIST_OF_TOOLS = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

interface Reply {
  status: number;
  retryAfter: string | undefined;
  body: {
    data: {
      id?: string;
      outcome?: string;
      items: { sha256: string }[];
      state: { photos: { client_id: string }[] };
    };
    error?: { code: string };
  };
}

describe('a server without file handles', () => {
  const testDatabase = useTestDatabaseForEach(() => createMigratedDatabase('sqlite'));
  const premises = useForEach(() => openPremises(testDatabase), 'close');
  const receiver = useForAll(startReceiver, 'stop');
  let server: ServerProcess;
  let agent: Agent;
  let key: string;
  beforeEach(async () => {
    ({ key } = await premises.createKey(await premises.createWorkspace()));
    server = await startServer({ ...testDatabase.env, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' });
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
  });
  afterEach(async () => {
    agent.destroy();
    await server.stop('SIGKILL');
  });

  const allow = (handles: number) =>
    execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${handles}:${PLENTY}`]);
  const folder = () => `/proc/${server.pid}/fd`;
  /** Those of files; a connection may be closed by its client at any moment. */
  const fileHandles = () =>
    readdirSync(folder())
      .filter((handle) => !readlinkSync(join(folder(), handle)).startsWith('socket:'))
      .map(Number);

  /** Of the storage. */
  const filesIn = (folder: string) =>
    readdirSync(join(testDatabase.env.DATA_DIR ?? '', 'photos', folder), { recursive: true })
      .map(String)
      .toSorted();

  /** Over the one connection that is there already: a new one would need a handle. */
  async function call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: object | Buffer,
  ): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const isPhoto = Buffer.isBuffer(body);
    const type = body === undefined ? {} : { 'content-type': isPhoto ? 'image/jpeg' : 'application/json' };
    const sent = request(
      server.url + path,
      { agent, method, headers: { ...type, ...headers } },
      (response) => {
        const { statusCode = 0, headers } = response;
        const isJson = headers['content-type']?.startsWith('application/json') === true;
        const reply = (content: string) =>
          resolve({
            status: statusCode,
            retryAfter: headers['retry-after'],
            body: isJson ? JSON.parse(content) : { data: {} },
          });
        text(response).then(reply, reject);
      },
    );
    sent.once('error', reject).end(isPhoto || body === undefined ? body : JSON.stringify(body));
    return promise;
  }

  async function takePhotos(): Promise<{ id: string; device: Device; shots: Shot[] }> {
    const created = await server.call('POST', '/v1/photo-requests', {
      key,
      body: { instructions: 'Photograph the door.' },
    });
    const { id, request_url } = created.body.data as { id: string; request_url: string };
    const device = await openDevice(server.url, { kind: 'request', key: keyOf(request_url) });
    const shots = await Promise.all(
      [0, 1, 2].map(async (slot) => takeShot(device, slot, await smallPhoto(slot))),
    );
    for (const shot of shots) required(await sendShot(server.url, shot));
    // As if they had come in a rush.
    await premises.database.write(async (trx) => {
      await trx.deleteFrom('similarity_keys').execute();
      await trx.updateTable('photos').set({ checked_at: null, hash: null, traits: null }).execute();
    });
    return { id, device, shots };
  }

  const firstGap = (handles: number[]) =>
    Array.from({ length: PLENTY }, (_, number) => number).find((number) => !handles.includes(number)) ?? 0;

  /** Every handle below the limit is taken: the next file, or library, cannot be opened. */
  async function useUpHandles(): Promise<void> {
    await call('GET', '/healthz');
    let handles: number[] = [];
    let looksAlike = 0;
    // What is still being loaded or tidied up would give its handle back later: nothing changes for a second.
    await waitUntil(() => {
      const before = handles.join();
      handles = fileHandles();
      looksAlike = handles.join() === before ? looksAlike + 1 : 0;
      expect(looksAlike).toBeGreaterThan(50);
    });
    allow(firstGap(handles));
  }

  it.each([
    { name: 'that has decoded photos before', isFresh: false },
    { name: 'that has yet to load its decoder', isFresh: true },
  ])('should refuse a submission with 503 and keep every photo: one $name', async ({ isFresh }) => {
    const { id, device, shots } = await takePhotos();
    if (isFresh) {
      await server.stop();
      server = await startServer(testDatabase.env);
    }
    const session = { 'x-capture-session': device.session };
    const photos = shots.map(({ clientId }) => clientId);
    const submit = () => call('POST', '/capture/submission', session, { photos });

    await useUpHandles();
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await submit();
      expect([refused.status, refused.body.error?.code]).toEqual([503, 'service_unavailable']);
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    }
    // Reading may need a handle as well.
    allow(PLENTY);
    const seen = await call('GET', '/capture/session', session);
    expect([seen.status, seen.body.error]).toEqual([200, undefined]);
    expect(seen.body.data.state.photos.map(({ client_id }) => client_id)).toEqual(photos);
    expect((await submit()).status).toBe(200);
    const { items } = (await call('GET', `/v1/photo-requests/${id}`, { 'x-api-key': key })).body.data;
    expect(items.map((item) => item.sha256)).toEqual(shots.map(({ body }) => sha256(body)));
  });

  it('should refuse a report with 503, and create it when there are handles again', async () => {
    const { id, device, shots } = await takePhotos();
    const photos = shots.map(({ clientId }) => clientId);
    const session = { 'x-capture-session': device.session };
    expect((await call('POST', '/capture/submission', session, { photos })).status).toBe(200);
    const report = () => call('GET', `/v1/photo-requests/${id}/report.pdf`, { 'x-api-key': key });
    await useUpHandles();
    const refused = await report();
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'service_unavailable']);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    allow(PLENTY);
    expect((await report()).status).toBe(200);
  });

  it.each([
    { what: 'the documentation', path: '/docs' },
    { what: 'the list of tools for language models', path: '/mcp', body: LIST_OF_TOOLS },
  ])(
    'should refuse $what with 503 when nothing can be loaded, and serve it later',
    async ({ path, body }) => {
      const get = () =>
        call(body === undefined ? 'GET' : 'POST', path, { 'x-api-key': key, accept: MCP_TYPES }, body);
      await useUpHandles();
      expect((await get()).status).toBe(503);
      allow(PLENTY);
      expect((await get()).status).toBe(200);
    },
  );

  it('should send webhooks once the client for them can be loaded', async () => {
    const headers = { 'x-api-key': key };
    const body = { url: receiver.url, events: ['photo_request.submitted'] };
    const { id = '' } = (await call('POST', '/v1/webhook-endpoints', headers, body)).body.data;
    const pointTo = (url: string) =>
      premises.database.write((trx) => trx.updateTable('webhook_endpoints').set({ url }).execute());
    const test = async () =>
      (await call('POST', `/v1/webhook-endpoints/${id}/test`, headers)).body.data?.outcome;
    // All but the client is loaded by what is never sent.
    await pointTo('ftp://127.0.0.1');
    expect(await test()).toBe('blocked');
    await pointTo(receiver.url);
    await useUpHandles();
    expect(await test()).not.toBe('delivered');
    allow(PLENTY);
    expect(await test()).toBe('delivered');
  });

  it('should refuse an upload with 503, leave nothing behind, and take it when there are handles again', async () => {
    const { device } = await takePhotos();
    const shot = takeShot(device, 3, await smallPhoto(3));
    const headers = {
      'x-capture-session': shot.session,
      'x-capture-ticket': shot.ticket,
      'x-photo-slot': String(shot.slot),
      'x-photo-captured-at': shot.capturedAt,
    };
    const send = () => call('PUT', `/capture/photos/${shot.clientId}`, headers, shot.body);
    const before = filesIn('photos');
    expect(before.filter((name) => name.endsWith('.jpg'))).toHaveLength(3);
    await useUpHandles();
    const refused = await send();
    expect([refused.status, refused.body.error?.code]).toEqual([503, 'service_unavailable']);
    allow(PLENTY);
    const rows = await premises.database.reader.selectFrom('photos').select('id').execute();
    expect(rows).toHaveLength(3);
    expect(filesIn('photos')).toEqual(before);
    // Whether the disk can be written to is tried there as well.
    await waitUntil(() => expect(filesIn('.incoming')).toEqual([]));
    expect((await send()).status).toBe(201);
  });
});
