import { createHmac } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, createServer as createRelay } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../packages/typescript/src/index.ts';
import { useFolderForAll } from '../helpers/hooks.ts';
import {
  PROJECT_ROOT,
  type RunningProcess,
  runCli,
  runProcess,
  startProcess,
} from '../helpers/process/child-process.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('shutterpost listen', () => {
  const folder = useFolderForAll();
  let server: ServerProcess;
  let key: string;
  let liveKey: string;
  let workspace: string;
  const received: Received[] = [];
  let behavior: 'fine' | 'error' | 'hangs' = 'fine';
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    if (behavior === 'hangs') return;
    response.writeHead(behavior === 'error' ? 500 : 204).end();
  });
  /** In front of the server; counts the heartbeats, with which a stream also tells of what no signal told of. */
  let heartbeats = 0;
  const relay = createRelay((client) => {
    const upstream = connect(server.port, 'localhost');
    upstream.on('data', (chunk) => {
      if (String(chunk).includes(': still here')) heartbeats += 1;
    });
    client.pipe(upstream).pipe(client);
    client.on('error', () => {}).once('close', () => upstream.destroy());
    upstream.on('error', () => {}).once('close', () => client.destroy());
  });
  const hook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const running: RunningProcess[] = [];

  const environment = () => ({ DATA_DIR: join(folder, 'data') });
  const operate = async (...args: string[]) =>
    JSON.parse((await runCli([...args, '--json'], environment())).stdout);
  const createKey = async (workspaceId: string, env: string) =>
    operate('key', 'create', '--workspace', workspaceId, '--env', env, '--name', 'k');

  beforeAll(async () => {
    for (const one of [receiver, relay])
      await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
    server = await startServer(environment());
    await server.untilPrinted('Documentation: ');
    key = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
    workspace = (await operate('workspace', 'list')).data[0].id;
    liveKey = (await createKey(workspace, 'live')).key;
  });
  beforeEach(() => {
    received.length = 0;
    behavior = 'fine';
  });
  afterEach(async () => {
    for (const one of running.splice(0)) {
      one.kill('SIGKILL');
      await one.ended;
    }
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    relay.close();
    await server.stop();
  });

  const argsOf = (apiKey: string, ...more: string[]) => [
    ...[
      'listen',
      '--forward-to',
      hook(),
      '--url',
      server.url,
      '--api-key',
      apiKey,
      '--secret',
      SECRET,
      ...more,
    ],
  ];

  /** Started, and told of everything that happens from now on. */
  async function listen(apiKey = key, ...more: string[]): Promise<RunningProcess> {
    const listener = startProcess(process.execPath, ['src/cli/main.js', ...argsOf(apiKey, ...more)]);
    running.push(listener);
    await waitUntil(() => expect(listener.stderr()).toContain('Connected.'));
    return listener;
  }

  async function create(apiKey = key): Promise<{ id: string }> {
    const created = await server.call('POST', '/v1/photo-requests', {
      key: apiKey,
      body: { instructions: 'Ein Foto, bitte: 📷' },
    });
    return created.body.data as { id: string };
  }
  const heard = () => received.map(({ body }) => JSON.parse(body));

  it('should forward events at once, with everything that a webhook has', async () => {
    const address = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const types = ['--events', 'photo_request.created,photo_request.submitted'];
    const listener = await listen(key, ...types, '--url', address);
    const untilHeard = (event: string, id: string) =>
      waitUntil(() => expect(heard().map((one) => [one.event, one.data.id])).toContainEqual([event, id]));
    // On a busy machine a heartbeat may happen to come in between.
    await waitUntil(async () => {
      const { id } = await create();
      await untilHeard('photo_request.created', id);
      const before = heartbeats;
      await server.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, { key });
      await untilHeard('photo_request.submitted', id);
      expect(heartbeats).toBe(before);
    });
    for (const { headers, body } of received) {
      const event = await verifyWebhook({ body, headers, secret: SECRET });
      expect(headers).toMatchObject({
        'x-webhook-signature': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
        'x-webhook-id': event.id,
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Shutterpost-Webhooks\/\d+\.\d+$/),
        'x-webhook-event': event.event,
        'x-webhook-environment': 'test',
      });
      const listed = await server.call('GET', `/v1/events?photo_request_id=${event.data.id}`, { key });
      const ids = (listed.body.data as unknown as { id: string }[]).map((one) => one.id);
      expect(ids).toContain(event.id);
    }
    // It was opened as well, which was not asked for.
    expect(new Set(heard().map(({ event }) => event))).toEqual(
      new Set(['photo_request.created', 'photo_request.submitted']),
    );
    await waitUntil(() =>
      expect(listener.stderr()).toMatch(/photo_request\.submitted {2}evt_\w+ {2}204 {2}\d+ ms/),
    );
    listener.kill('SIGINT');
    expect(await listener.ended).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^forwarded +\d+\nfailed +0\n$/),
    });
  });

  it('should tell of a receiver that fails, hangs or is not there, and go on', async () => {
    const listener = await listen();
    behavior = 'error';
    await create();
    await waitUntil(() => expect(listener.stderr()).toMatch(/ {2}500 {2}\d+ ms/));
    behavior = 'hangs';
    await create();
    await waitUntil(() => expect(received).toHaveLength(2));
    behavior = 'fine';
    await create();
    await waitUntil(() => expect(received).toHaveLength(3));
    const nowhere = startProcess(process.execPath, [
      'src/cli/main.js',
      ...['listen', '--forward-to', 'http://127.0.0.1:9/', '--url', server.url, '--api-key', key],
    ]);
    running.push(nowhere);
    await waitUntil(() => expect(nowhere.stderr()).toContain('Connected.'));
    await create();
    await waitUntil(() =>
      expect(nowhere.stderr()).toMatch(/photo_request\.created {2}evt_\w+ {2}not reachable/),
    );
    expect(nowhere.stderr()).toMatch(/signed with whsec_[\w+/]{43}=/);
  });

  it('should lose nothing while the server is away', async () => {
    const listener = await listen();
    const { port } = server;
    const before = await create();
    await server.stop();
    await waitUntil(() => expect(listener.stderr()).toContain('Trying again'));
    server = await startServer({ ...environment(), PORT: String(port) });
    const created = [before, await create(), await create()].map(({ id }) => id);
    await waitUntil(() =>
      expect(heard().map(({ data }) => data.id)).toEqual(expect.arrayContaining(created)),
    );
    // Those that came again were not forwarded again.
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('should say what is wrong with a key', async () => {
    expect(await runCli(argsOf('shp_test_wrong'), {})).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/The API key was not accepted[^\n]*\n$/),
    });
    expect(await runCli(argsOf(liveKey), {})).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Event streams work with test keys only\.\n$/),
    });
    expect(await runCli(argsOf(key, '--events', 'photo_request.painted'), {})).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Must be a list of photo_request\.submitted, /),
    });
    expect(await runCli(['listen', '--forward-to', hook()], {})).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/SHUTTERPOST_API_KEY/),
    });
  });

  it('should end when its key is deactivated, before anything else is told', async () => {
    const created = await createKey(workspace, 'test');
    const listener = await listen(created.key);
    await operate('key', 'deactivate', '--id', created.id);
    const { id } = await create();
    await waitUntil(() => expect(listener.stderr()).toContain('The API key was not accepted'));
    expect(await listener.ended).toMatchObject({ code: 1 });
    expect(heard().map(({ data }) => data.id)).not.toContain(id);
  });

  it('should be a program of the TypeScript SDK too', async () => {
    const installed = join(folder, 'sdk');
    const source = join(PROJECT_ROOT, 'packages', 'typescript');
    mkdirSync(installed, { recursive: true });
    const tsc = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const build = await runProcess(process.execPath, [
      tsc,
      '-p',
      source,
      '--outDir',
      join(installed, 'dist'),
    ]);
    expect(build).toMatchObject({ code: 0, stdout: '' });
    for (const part of ['package.json', 'bin'])
      cpSync(join(source, part), join(installed, part), { recursive: true });
    const listener = startProcess(
      join(installed, 'bin', 'shutterpost-listen.js'),
      ['--forward-to', hook(), '--secret', SECRET],
      { SHUTTERPOST_API_KEY: key, SHUTTERPOST_URL: server.url },
    );
    running.push(listener);
    await waitUntil(() => expect(listener.stderr()).toContain('Connected.'));
    const { id } = await create();
    await waitUntil(() => expect(heard().map(({ data }) => data.id)).toContain(id));
    const [{ headers, body }] = received as [Received];
    await verifyWebhook({ body, headers, secret: SECRET });
    listener.kill('SIGTERM');
    expect(await listener.ended).toMatchObject({ code: 0 });
  });
});
