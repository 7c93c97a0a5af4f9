import { createHmac } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { DeliveryStatus } from '../../src/platform/db/tables.ts';
import { deliveryRow, eventRow } from '../helpers/database/rows.ts';
import { insertRows } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useForAll } from '../helpers/hooks.ts';
import {
  type JsonObject,
  operatorOf,
  operatorWithProcesses,
  usePremises,
} from '../helpers/process/operator.ts';

const URL = 'http://127.0.0.1:8080/hook';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;
const DAY_MS = 86_400_000;

describe.each(['sqlite', 'postgres'] as const)('webhook commands on %s', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);
  const env = useForAll(() => ({ ...testDatabase.env, WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' }));
  const operator = useForAll(() => operatorOf(env));
  let workspaceId: string;
  beforeAll(async () => {
    workspaceId = await premises.createWorkspace();
  });

  const create = (url = URL, ...options: string[]) =>
    operator.json<{ id: string; signing_secret: string }>(
      ...['webhook', 'create', '--workspace', workspaceId, '--env', 'both', '--url', url, ...options],
    );
  const on = (command: string, id: string, ...options: string[]) =>
    operator.json('webhook', command, '--id', id, ...options);

  it('should create an endpoint, and list it without its secret', async () => {
    const created = await create(
      `${URL}/a`,
      '--name',
      'CRM',
      '--events',
      'photo_request.created,photo_request.expired',
    );
    expect(created).toEqual({
      id: expect.stringMatching(/^we_[0-9a-z]{20,}$/),
      signing_secret: expect.stringMatching(SECRET),
    });
    const { stdout } = await operator.run('webhook', 'list', '--workspace', workspaceId, '--json');
    expect(JSON.parse(stdout)).toEqual({
      data: [
        expect.objectContaining({
          id: created.id,
          workspace_id: workspaceId,
          name: 'CRM',
          url: `${URL}/a`,
          events: ['photo_request.created', 'photo_request.expired'],
          environment: 'both',
          active: true,
          disabled_reason: null,
          rotating: false,
          failures: 0,
        }),
      ],
    });
    expect(stdout).not.toContain('whsec_');
    expect(stdout).not.toContain(created.signing_secret.slice(6));
  });

  it('should rotate in two steps, and show the secrets on demand', async () => {
    const { id, signing_secret } = await create();
    const next = await on('rotate', id);
    expect(next).toEqual({ id, signing_secret: expect.stringMatching(SECRET) });
    expect(next.signing_secret).not.toBe(signing_secret);
    expect(await on('secret', id)).toEqual({ id, signing_secret, next_signing_secret: next.signing_secret });
    expect(await on('activate-secret', id)).toMatchObject({ id, rotating: false });
    expect(await on('secret', id)).toEqual({
      id,
      signing_secret: next.signing_secret,
      next_signing_secret: null,
    });
    expect(await operator.failure('webhook', 'activate-secret', '--id', id)).toEqual({
      exit: 1,
      code: 'validation_error',
      details: { secret: [expect.any(String)] },
    });
  });

  it('should edit, disable, enable and delete an endpoint', async () => {
    const { id } = await create();
    const options = [
      '--name',
      'ERP',
      '--url',
      `${URL}/b`,
      '--env',
      'test',
      '--events',
      'photo_request.deleted',
    ];
    expect(await on('edit', id, ...options)).toMatchObject({
      id,
      name: 'ERP',
      url: `${URL}/b`,
      environment: 'test',
      events: ['photo_request.deleted'],
    });
    expect(await on('disable', id)).toMatchObject({ active: false, disabled_reason: 'manual' });
    const enabled = await on('enable', id);
    expect(enabled).toMatchObject({ active: true, disabled_reason: null, held: 0 });
    expect(enabled).not.toHaveProperty('to_send_them');
    expect(await on('delete', id)).toMatchObject({ id, deleted: true });
    for (const command of ['enable', 'secret', 'replay'])
      expect(await operator.failure('webhook', command, '--id', id)).toMatchObject({
        exit: 1,
        code: 'not_found',
      });
  });

  it('should show deliveries, tell of the held ones, and send them again', async () => {
    const { id } = await create();
    await addDeliveries(id, ['delivered', 'failed', 'blocked', 'held', 'held']);
    const { data, has_more } = await on('deliveries', id, '--limit', '2');
    expect(data).toHaveLength(2);
    expect(has_more).toBe(true);
    const failed = await on('deliveries', id, '--status', 'failed');
    expect(failed).toEqual({
      data: [
        expect.objectContaining({ event_type: 'photo_request.submitted', status: 'failed', attempts: 11 }),
      ],
      has_more: false,
    });

    const { stdout } = await operator.run('webhook', 'enable', '--id', id);
    expect(stdout).toMatch(/^held +2$/m);
    expect(stdout).toContain(`shutterpost webhook replay --id ${id} --status held`);
    expect(await on('replay', id, '--status', 'held')).toEqual({ replayed: 2 });
    const [{ id: failedId } = { id: '' }] = failed.data as { id: string }[];
    expect(await on('replay', id, '--delivery', failedId)).toEqual({ replayed: 1 });
    expect(await on('replay', id)).toEqual({ replayed: 1 });
    const due = (await on('deliveries', id, '--status', 'due')).data as unknown[];
    expect(due).toHaveLength(4);
  });

  it('should send again what was created in a range of time', async () => {
    const { id } = await create();
    const now = Date.now();
    // Within the 30 days of the delivery log.
    const day = (ago: number) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
    await addDeliveries(id, ['failed', 'failed'], Date.parse(day(5)));
    await addDeliveries(id, ['failed'], Date.parse(day(3)));
    const range = ['--from', `${day(5)}T00:00:00Z`, '--to', `${day(4)}T00:00:00+00:00`];
    expect(await on('replay', id, ...range)).toEqual({ replayed: 2 });
    expect(await on('replay', id, ...range)).toEqual({ replayed: 0 });
  });

  it('should not send a delivery again in the name of another endpoint, nor to one that is off', async () => {
    const { id } = await create();
    const { id: other } = await create();
    const [delivery = ''] = await addDeliveries(id, ['failed']);
    const replay = ['webhook', 'replay', '--delivery', delivery, '--id'];
    expect(await operator.failure(...replay, other)).toMatchObject({ exit: 1, code: 'not_found' });
    await on('disable', id);
    expect(await operator.failure(...replay, id)).toEqual({
      exit: 1,
      code: 'validation_error',
      details: { endpoint: [expect.stringContaining('Enable it first')] },
    });
  });

  async function addDeliveries(
    endpointId: string,
    statuses: DeliveryStatus[],
    now = Date.now() - DAY_MS,
  ): Promise<string[]> {
    const event = eventRow(workspaceId, { subject_id: 'req_1', created_at: now });
    const tried = { attempt_count: 11, schedule_step: 11, finished_at: now };
    const deliveries = statuses.map((status) => deliveryRow(event, endpointId, { ...tried, status }));
    await insertRows(premises.database, 'events', event);
    await insertRows(premises.database, 'deliveries', deliveries);
    return deliveries.map(({ id }) => id);
  }

  describe('beside a receiver', () => {
    let receiver: Server;
    let address: string;
    let received: { headers: IncomingHttpHeaders; body: string } | undefined;
    beforeAll(async () => {
      receiver = createServer(async (request, response) => {
        received = { headers: request.headers, body: await text(request) };
        response.statusCode = request.url === '/broken' ? 500 : 200;
        response.end('Thank you');
      });
      // It offers to keep connections, as most receivers do.
      receiver.keepAliveTimeout = 60_000;
      receiver.listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      receiver.closeAllConnections();
      receiver.close();
    });

    it('should send a signed test event, print the response and end', async () => {
      const { id, signing_secret } = await create(`${address}/hook`);
      const sent = await operatorWithProcesses(env).json('webhook', 'test', '--id', id);
      expect(sent).toEqual({
        outcome: 'delivered',
        status_code: 200,
        error: null,
        answer: 'Thank you',
        address: '127.0.0.1',
        duration_ms: expect.any(Number),
        event_id: received?.headers['x-webhook-id'],
        delivery_id: expect.stringMatching(/^del_/),
      });
      const { headers, body = '' } = received ?? {};
      const digest = createHmac('sha256', signing_secret).update(body).digest('hex');
      expect(headers?.['x-webhook-signature']).toBe(`sha256=${digest}`);
      expect((JSON.parse(body) as JsonObject).event).toBe('webhook.test');
      const { data } = await on('deliveries', id);
      expect(data).toMatchObject([
        { id: sent.delivery_id, event_type: 'webhook.test', status: 'delivered', last_status_code: 200 },
      ]);
    });

    // A process that keeps a connection ends only with it.
    it('should have closed its connection when it is done', async () => {
      const { id } = await create(`${address}/hook`);
      const opened: Socket[] = [];
      const note = (message: unknown) => {
        const { socket } = message as { socket: Socket };
        socket.once('connect', () => {
          if (address.endsWith(`:${socket.remotePort}`)) opened.push(socket);
        });
      };
      subscribe('net.client.socket', note);
      onTestFinished(() => void unsubscribe('net.client.socket', note));
      expect(await on('test', id)).toMatchObject({ outcome: 'delivered' });
      expect(opened.map(({ destroyed }) => destroyed)).toEqual([true]);
    });

    it('should say what the receiver said when it is not content', async () => {
      const { id } = await create(`${address}/broken`);
      expect(await on('test', id)).toMatchObject({
        outcome: 'answered_badly',
        status_code: 500,
        error: expect.any(String),
        answer: 'Thank you',
      });
    });
  });
});

describe('webhook commands that are called wrongly', () => {
  const id = 'we_0000000000000000000000000000';
  const workspace = 'ws_0000000000000000000000000000';
  const create = ['create', '--workspace', workspace, '--env', 'live', '--url'];
  const testDatabase = useTestDatabase(() => createMigratedDatabase('sqlite'));

  it.each([
    ['an unknown event', [...create, URL, '--events', 'photo_request.invented']],
    ['a missing URL', ['create', '--workspace', workspace, '--env', 'live']],
    ['an unknown environment', ['edit', '--id', id, '--env', 'production']],
    ['an edit without changes', ['edit', '--id', id]],
    ['a time that is none', ['replay', '--id', id, '--from', 'yesterday']],
    ['an unknown status', ['replay', '--id', id, '--status', 'lost']],
    ['one delivery and a status', ['replay', '--id', id, '--delivery', 'del_1', '--status', 'failed']],
    ['a page without rows', ['deliveries', '--id', id, '--limit', '0']],
  ])('should say so of %s', async (_, call) => {
    const failure = await operatorOf(testDatabase.env).failure('webhook', ...call);
    expect(failure).toMatchObject({ exit: 2, code: 'usage' });
  });

  it.each([
    ['another protocol', 'ftp://example.com/'],
    ['an address that is private and not allowed', URL],
  ])('should say what is wrong with %s', async (_, url) => {
    expect(await operatorOf(testDatabase.env).failure('webhook', ...create, url)).toEqual({
      exit: 1,
      code: 'validation_error',
      details: { url: [expect.stringMatching(/^Must .*\.$/)] },
    });
  });

  it('should say that there is no such endpoint or workspace', async () => {
    const operator = operatorOf(testDatabase.env);
    for (const call of [
      ['test', '--id', id],
      ['list', '--workspace', workspace],
    ])
      expect(await operator.failure('webhook', ...call)).toMatchObject({ exit: 1, code: 'not_found' });
  });
});
