import { cpSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { PROJECT_ROOT, runProcess } from '../helpers/process/child-process.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const PACKAGE = join(PROJECT_ROOT, 'packages', 'n8n');

type Json = Record<string, unknown>;
interface Item {
  json: Json & { id: string };
  binary?: Record<string, { data: string; mimeType: string }>;
}
interface LoadedNode {
  description: { name: string; icon: string; properties: { name: string; default: unknown }[] };
  execute(): Promise<Item[][]>;
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', () => Promise<boolean>> };
  webhook(): Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>;
}

/** The nodes are loaded from the built package as n8n does, and called with the functions that n8n would give them. */
describe('the nodes for n8n', () => {
  const folder = useFolderForAll();
  const installed = () => join(folder, 'n8n-nodes-shutterpost');
  let server: ServerProcess;
  let apiKey: string;
  let nodes: Map<string, LoadedNode>;

  /** n8n takes the name of the class from the file. */
  function load(path: string) {
    const file = join(installed(), path);
    const loaded = createRequire(import.meta.url)(file);
    return { file, instance: new loaded[basename(path).split('.')[0] as string]() };
  }

  beforeAll(async () => {
    const tsc = join(PROJECT_ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const build = await runProcess(process.execPath, [
      tsc,
      '-p',
      PACKAGE,
      '--outDir',
      join(installed(), 'dist'),
    ]);
    expect(build).toMatchObject({ code: 0, stdout: '' });
    cpSync(join(PACKAGE, 'package.json'), join(installed(), 'package.json'));
    for (const place of ['nodes/Shutterpost', 'credentials'])
      cpSync(
        join(PACKAGE, 'nodes/Shutterpost/shutterpost.svg'),
        join(installed(), 'dist', place, 'shutterpost.svg'),
      );
    server = await startServer({ DATA_DIR: join(folder, 'data'), WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' });
    await server.untilPrinted('Documentation: ');
    apiKey = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
    const { n8n } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'));
    nodes = new Map(
      n8n.nodes.map((path: string) => {
        const { file, instance } = load(path);
        expect(existsSync(join(dirname(file), instance.description.icon.slice('file:'.length)))).toBe(true);
        return [instance.description.name, instance];
      }),
    );
  });
  afterAll(() => server.stop());

  async function request(options: {
    url: string;
    method?: string;
    qs?: Json;
    headers?: Json;
    body?: Json;
    encoding?: string;
  }) {
    const url = new URL(options.url);
    for (const [name, value] of Object.entries(options.qs ?? {})) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method: options.method ?? 'GET',
      headers: {
        ...(options.headers as Record<string, string>),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: options.body === undefined ? null : JSON.stringify(options.body),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return options.encoding === 'arraybuffer' ? response.arrayBuffer() : response.json();
  }

  const functions = () => ({
    getCredentials: async () => ({ baseUrl: `${server.url}/`, apiKey }),
    helpers: {
      httpRequest: request,
      httpRequestWithAuthentication: (_type: string, options: Parameters<typeof request>[0]) =>
        request({ ...options, headers: { ...options.headers, 'X-API-Key': apiKey } }),
      prepareBinaryData: async (data: Buffer, fileName: string, mimeType: string) => ({
        data: data.toString('base64'),
        fileName,
        mimeType,
      }),
      returnJsonArray: (all: Json[]) => all.map((json) => ({ json })),
    },
  });

  const find = (name: string) => nodes.get(name) as LoadedNode;

  async function execute(parameters: Json, { continueOnFail = false } = {}): Promise<Item[]> {
    const [items = []] = await find('shutterpost').execute.call({
      ...functions(),
      getInputData: () => [{ json: {} }],
      continueOnFail: () => continueOnFail,
      getNodeParameter: (name: string, _item: number, fallback: unknown) => parameters[name] ?? fallback,
    } as never);
    return items;
  }

  const onRequest = (operation: string, more: Json = {}) =>
    execute({ resource: 'photoRequest', operation, ...more });
  const created = async (more: Json = {}) => {
    const [item] = await onRequest('create', { instructions: 'Photograph it', ...more });
    return (item as Item).json;
  };
  const submit = (id: string) =>
    server.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, { key: apiKey });

  it('should have credentials whose test tells a right key from a wrong one', async () => {
    const { n8n } = JSON.parse(readFileSync(join(installed(), 'package.json'), 'utf8'));
    const { instance: credentials } = load(n8n.credentials[0]);
    expect(credentials.authenticate.properties.headers).toEqual({ 'X-API-Key': '={{$credentials.apiKey}}' });
    const { url } = credentials.test.request;
    expect((await server.call('GET', url, { key: apiKey })).status).toBe(200);
    expect((await server.call('GET', url, { key: 'shp_test_wrong' })).status).toBe(401);
  });

  it('should take a request from its creation to the photos and the review', async () => {
    const request = await created({
      additionalFields: {
        photo_slots: '[{"instructions": "The front"}, {"instructions": "The back"}]',
        metadata: { order: '17' },
        external_id: 'n8n-17',
        requires_review: true,
        idempotencyKey: 'order-17',
      },
    });
    expect(request).toMatchObject({ status: 'pending', metadata: { order: '17' }, external_id: 'n8n-17' });
    await submit(request.id);
    const [downloaded] = await onRequest('downloadPhotos', { id: request.id });
    expect(Object.keys(downloaded?.binary ?? {})).toEqual(['photo_0', 'photo_1']);
    const file = Buffer.from(downloaded?.binary?.photo_0?.data ?? '', 'base64');
    expect([...file.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    const slots = '[{"slot_index": 1, "message": "Too dark"}]';
    const [asked] = await onRequest('review', { id: request.id, decision: 'request_changes', slots });
    expect(asked?.json).toMatchObject({ id: request.id, review: { state: 'changes_requested' } });
    await submit(request.id);
    const [approved] = await onRequest('review', { id: request.id, decision: 'approve', slots: '[]' });
    expect(approved?.json).toMatchObject({ review: { state: 'approved' } });
    const found = await onRequest('getMany', {
      returnAll: true,
      filters: { external_id: 'n8n-17', status: '' },
    });
    expect(found.map(({ json }) => json.id)).toEqual([request.id]);
  });

  it('should get, limit and cancel requests, and say why one cannot be reminded', async () => {
    const { id } = await created();
    await created();
    expect((await onRequest('getMany', { limit: 1 })).length).toBe(1);
    await expect(onRequest('remind', { id })).rejects.toThrow(/422/);
    expect((await onRequest('cancel', { id }))[0]?.json.status).toBe('canceled');
    expect((await onRequest('get', { id }))[0]?.json.status).toBe('canceled');
    const [failed] = await execute(
      { resource: 'photoRequest', operation: 'get', id: '../../../app' },
      { continueOnFail: true },
    );
    expect(failed).toMatchObject({
      json: { error: expect.stringContaining('404') },
      pairedItem: { item: 0 },
    });
  });

  it('should create, get and list permanent links', async () => {
    const onLink = (operation: string, more: Json = {}) =>
      execute({ resource: 'permanentLink', operation, ...more });
    const [link] = await onLink('create', { name: 'Returns', instructions: 'The parcel' });
    const id = link?.json.id;
    expect((await onLink('get', { id }))[0]?.json).toMatchObject({ id, name: 'Returns' });
    expect((await onLink('getMany', { returnAll: true })).map(({ json }) => json.id)).toContain(id);
  });

  describe('the trigger', () => {
    const kept: Json = {};
    const outcomes: { status: number; items: Item[] }[] = [];
    const n8n = createServer(async (incoming, outgoing) => {
      const rawBody = await buffer(incoming);
      let status = 200;
      const result = await find('shutterpostTrigger').webhook.call({
        ...functions(),
        getWorkflowStaticData: () => kept,
        getHeaderData: () => incoming.headers,
        getRequestObject: () => ({ rawBody }),
        getResponseObject: () => ({
          status: (code: number) => {
            status = code;
            return { json: () => {} };
          },
        }),
      } as never);
      outcomes.push({ status, items: result.workflowData?.[0] ?? [] });
      outgoing.writeHead(status).end();
    });
    const url = () => `http://127.0.0.1:${(n8n.address() as AddressInfo).port}/webhook/1`;
    const hook = (name: 'checkExists' | 'create' | 'delete', events = ['photo_request.submitted']) =>
      find('shutterpostTrigger').webhookMethods.default[name].call({
        ...functions(),
        getWorkflowStaticData: () => kept,
        getNodeWebhookUrl: url,
        getNodeParameter: () => events,
        getWorkflow: () => ({ name: 'Claims' }),
      } as never);
    const endpoints = async () => {
      const { body } = await server.call('GET', '/v1/webhook-endpoints', { key: apiKey });
      return (body.data as unknown as { id: string; url: string }[]).filter((each) => each.url === url());
    };
    beforeAll(async () => {
      await new Promise<void>((resolve) => n8n.listen(0, '127.0.0.1', resolve));
    });
    beforeEach(() => {
      outcomes.length = 0;
    });
    afterAll(() => void n8n.close());

    it('should subscribe, receive a real webhook, refuse a forged one, and unsubscribe', async () => {
      expect(await hook('checkExists')).toBe(false);
      await hook('create');
      expect(await hook('checkExists')).toBe(true);
      const { id } = await created();
      await submit(id);
      await waitUntil(() => expect(outcomes).toHaveLength(1));
      expect(outcomes[0]).toMatchObject({
        status: 200,
        items: [
          { json: { id: expect.stringMatching(/^evt_/), event: 'photo_request.submitted', data: { id } } },
        ],
      });
      const forged = await fetch(url(), {
        method: 'POST',
        headers: {
          'webhook-id': 'evt_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
        },
        body: '{}',
      });
      expect([forged.status, outcomes[1]?.items]).toEqual([401, []]);
      expect(await hook('checkExists', ['photo_request.expired'])).toBe(false);
      await hook('delete');
      expect(await endpoints()).toEqual([]);
      expect(kept).toEqual({});
      // Someone may have deleted it already.
      await hook('delete');
    });

    it('should replace an endpoint whose secret was lost', async () => {
      await hook('create');
      for (const name of Object.keys(kept)) delete kept[name];
      expect(await hook('checkExists')).toBe(false);
      await hook('create');
      expect((await endpoints()).map(({ id }) => id)).toEqual([kept.endpointId]);
      await hook('delete');
    });
  });
});
