import { describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { TestWorkspace } from '../../helpers/app/test-app.ts';
import { callDuring } from '../../helpers/database/call-during.ts';
import { readAllTables, rowsOf } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';
import { ENDPOINTS } from '../../helpers/webhooks/api-endpoints.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

interface Endpoint {
  id: string;
  signing_secret: string;
}
interface Delivery {
  id: string;
  event_id: string;
  status: string;
}

describe('webhook endpoints by API', () => {
  const scene = useWebhookScene();
  let paths = 0;

  async function call<T = Record<string, unknown>>(
    key: string,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path = '',
    body?: object,
  ): Promise<T> {
    const response = await scene.api.call(method, ENDPOINTS + path, { key, ...(body && { body }) });
    return expectData<T>(response, method === 'POST' && path === '' ? 201 : 200);
  }

  /** An endpoint at a place of the receiver that no other test uses. */
  async function create(key: string, body: object = {}): Promise<Endpoint & { place: string }> {
    paths += 1;
    const place = `/api-${paths}`;
    const url = `http://api-${paths}.localhost:${scene.receiver.port}${place}`;
    return { place, ...(await call<Endpoint>(key, 'POST', '', { url, ...body })) };
  }

  const auditOf = async ({ id }: TestWorkspace) =>
    (await rowsOf(scene.api.database, 'audit_entries', { workspace_id: id }, 'id'))
      .filter(({ actor }) => actor.startsWith('key_'))
      .map(({ action, actor }) => [action, actor]);

  it('should be created for the environment of the key, with a secret that signs and shows this once', async () => {
    const { api, receiver } = scene;
    const workspace = await api.createWorkspace();
    const { key } = workspace.test;
    const { place, ...endpoint } = await create(key, { events: ['photo_request.created'], serves: 'both' });
    expect(endpoint).toMatchObject({
      serves: 'test',
      is_active: true,
      signing_secret: expect.stringMatching(/^whsec_/),
    });

    const read = await api.call('GET', `${ENDPOINTS}/${endpoint.id}`, { key });
    expect(read.body).not.toContain('whsec_');
    expect(read.json().data).toMatchObject({ id: endpoint.id, held_count: 0 });
    const listed = await api.call('GET', ENDPOINTS, { key });
    expect(listed.body).not.toContain('whsec_');
    expect(listed.json().data.map(({ id }: Endpoint) => id)).toEqual([endpoint.id]);
    expect(await call(workspace.live.key, 'GET')).toEqual([]);
    expectError(
      await api.call('GET', `${ENDPOINTS}/${endpoint.id}`, { key: workspace.live.key }),
      404,
      'not_found',
      [],
    );

    expect(await call(key, 'POST', `/${endpoint.id}/test`)).toMatchObject({
      outcome: 'delivered',
      status_code: 200,
    });
    const [sent] = await receiver.received(place);
    expect(sent?.headers['x-webhook-event']).toBe('webhook.test');
  });

  it('should keep the secret of a repeated call sealed, and show it again', async () => {
    const { api } = scene;
    const { live } = await api.createWorkspace();
    const url = `http://again.localhost:${scene.receiver.port}/again`;
    const post = (path: string, body?: object) =>
      api.call('POST', ENDPOINTS + path, {
        key: live.key,
        ...(body && { body }),
        headers: { 'idempotency-key': 'once' },
      });
    const created = await post('', { url });
    expect((await post('', { url })).body).toBe(created.body);
    const { id, signing_secret } = expectData<Endpoint>(created, 201);
    const rotated = await post(`/${id}/rotate-secret`);
    const again = await post(`/${id}/rotate-secret`);
    expect(again.body).toBe(rotated.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const stored = JSON.stringify(await readAllTables(api.database));
    for (const secret of [signing_secret, rotated.json().data.signing_secret]) {
      expect(secret).toMatch(/^whsec_/);
      expect(stored).not.toContain(secret.slice(6));
    }
  });

  it('should rotate their secret in two steps, both signing in between', async () => {
    const { api, receiver } = scene;
    const { live } = await api.createWorkspace();
    const { id, place, signing_secret } = await create(live.key);
    expectError(
      await api.call('POST', `${ENDPOINTS}/${id}/activate-secret`, { key: live.key }),
      422,
      'validation_error',
      ['secret'],
    );
    const rotated = await call<Endpoint & { is_rotating: boolean }>(live.key, 'POST', `/${id}/rotate-secret`);
    expect(rotated.is_rotating).toBe(true);
    expect(rotated.signing_secret).not.toBe(signing_secret);
    await call(live.key, 'POST', `/${id}/test`);
    expect(await call(live.key, 'POST', `/${id}/activate-secret`)).toMatchObject({ is_rotating: false });
    await call(live.key, 'POST', `/${id}/test`);
    const [during, after] = await receiver.received(place);
    const signatures = (headers: Record<string, string> = {}) =>
      headers['webhook-signature']?.split(' ').length;
    expect([signatures(during?.headers), signatures(after?.headers)]).toEqual([2, 1]);
  });

  it('should be changed, turned off and on, and deleted, each under the name of the key', async () => {
    const workspace = await scene.api.createWorkspace();
    const { key, id: keyId } = workspace.live;
    const { id } = await create(key);
    const changed = await call(key, 'PATCH', `/${id}`, { name: 'Orders', events: ['photo_request.expired'] });
    expect(changed).toMatchObject({ name: 'Orders', events: ['photo_request.expired'], is_active: true });
    expect(await call(key, 'PATCH', `/${id}`, { is_active: false })).toMatchObject({
      is_active: false,
      disabled_reason: 'manual',
    });
    expect(await call(key, 'PATCH', `/${id}`, { is_active: true })).toMatchObject({ is_active: true });
    await call(key, 'DELETE', `/${id}`);
    expect(await call(key, 'GET')).toEqual([]);
    const actions = ['created', 'changed', 'disabled', 'enabled', 'deleted'];
    expect(await auditOf(workspace)).toEqual(actions.map((verb) => [`webhook_endpoint.${verb}`, keyId]));
  });

  it('should keep everything as it was when they cannot be enabled with the rest of a change', async () => {
    const { api } = scene;
    const { key } = (await api.createWorkspace()).live;
    const { id } = await create(key, { is_active: false });
    const before = await scene.endpointRow(id);
    const { audit } = api.services;
    const { record } = audit;
    const recording = vi.spyOn(audit, 'record').mockImplementation(async (trx, entry) => {
      if (entry.action === 'webhook_endpoint.enabled') throw new Error('No space left');
      return record(trx, entry);
    });
    const change = () =>
      api.call('PATCH', `${ENDPOINTS}/${id}`, { key, body: { name: 'New', is_active: true } });
    expect((await change()).statusCode).toBe(500);
    expect(await scene.endpointRow(id)).toEqual(before);
    recording.mockRestore();
    expect((await change()).json().data).toMatchObject({ name: 'New', is_active: true });
  });

  it('should not be changed by a test key when they get live events too', async () => {
    const { api } = scene;
    const workspace = await api.createWorkspace();
    const both = await scene.createEndpoint(workspace, '/both', { serves: 'both' });
    const attempts = [
      ['PATCH', '', { url: `http://stolen.localhost:${scene.receiver.port}/stolen` }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', undefined],
      ['POST', '/activate-secret', undefined],
    ] as const;
    for (const [method, action, body] of attempts) {
      const path = `${ENDPOINTS}/${both.id}${action}`;
      const refused = await api.call(method, path, { key: workspace.test.key, ...(body && { body }) });
      expectError(refused, 403, 'insufficient_permission', []);
    }
    expect(await api.services.webhookEndpoints.find(workspace.id, both.id)).toMatchObject({
      url: both.url,
      isRotating: false,
    });
    expect(await call(workspace.test.key, 'GET', `/${both.id}`)).toMatchObject({ serves: 'both' });
    expect(await call(workspace.live.key, 'PATCH', `/${both.id}`, { name: 'Ours' })).toMatchObject({
      name: 'Ours',
    });
  });

  it.each([
    ['PATCH', '', { url: 'http://127.0.0.1:8081/stolen' }],
    ['DELETE', '', undefined],
    ['POST', '/rotate-secret', undefined],
    ['POST', '/activate-secret', undefined],
  ] as const)(
    'should not be changed by a test key while they come to get live events: %s %s',
    async (method, action, body) => {
      const { api } = scene;
      const { key } = (await api.createWorkspace()).test;
      const { id } = await create(key);
      if (action === '/activate-secret') await call(key, 'POST', `/${id}/rotate-secret`);
      const before = await scene.endpointRow(id);
      const refused = await callDuring(
        api.database,
        (trx) => trx.updateTable('webhook_endpoints').set({ serves: 'both' }).where('id', '=', id).execute(),
        () => api.call(method, `${ENDPOINTS}/${id}${action}`, { key, ...(body && { body }) }),
      );
      expectError(refused, 403, 'insufficient_permission', []);
      expect(await scene.endpointRow(id)).toEqual({ ...before, serves: 'both' });
    },
  );

  it('should show what was sent with every attempt, by filters and pages, and send it again', async () => {
    const { api, receiver, worker } = scene;
    const workspace = await api.createWorkspace();
    const { key } = workspace.live;
    const { id, place } = await create(key, { events: ['photo_request.created'] });
    await receiver.behave(place, [{ status: 410 }, { status: 200 }]);
    const request = await scene.createRequest(workspace);
    await worker.settled();
    // Gone: the endpoint was disabled, and what follows is held.
    await scene.createRequest(workspace);
    const list = (query = '') => call<Delivery[]>(key, 'GET', `/${id}/deliveries${query}`);
    const [waiting, failed] = await list();
    expect([waiting?.status, failed?.status]).toEqual(['held', 'held']);
    expect(await list('?status=delivered')).toEqual([]);
    expect(await list(`?photo_request_id=${request}`)).toEqual([failed]);
    expect(await list('?event=photo_request.expired')).toEqual([]);
    const page = await api.call('GET', `${ENDPOINTS}/${id}/deliveries?limit=1`, { key });
    expect(await list(`?limit=1&cursor=${page.json().meta.next_cursor}`)).toEqual([failed]);

    const detail = await call<{ body: string; attempts: object[] }>(
      key,
      'GET',
      `/${id}/deliveries/${failed?.id}`,
    );
    expect(JSON.parse(detail.body)).toMatchObject({ event: 'photo_request.created', data: { id: request } });
    expect(detail.attempts).toMatchObject([{ number: 1, outcome: 'answered_badly', status_code: 410 }]);

    const replay = `${ENDPOINTS}/${id}/deliveries/${failed?.id}/replay`;
    expectError(await api.call('POST', replay, { key }), 422, 'validation_error', ['endpoint']);
    await call(key, 'PATCH', `/${id}`, { is_active: true });
    expect(await call(key, 'POST', `/${id}/deliveries/${failed?.id}/replay`)).toMatchObject({
      status: 'due',
    });
    expect(await call(key, 'POST', `/${id}/replay`, { statuses: ['held'] })).toEqual({ count: 1 });
    await worker.settled();
    expect((await list()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('should show and resend nothing of the other environment, nor through another endpoint', async () => {
    const { api, worker } = scene;
    const workspace = await api.createWorkspace();
    const both = await scene.createEndpoint(workspace, '/shared', { serves: 'both' });
    const other = await scene.createEndpoint(workspace, '/other', {
      serves: 'live',
      events: ['photo_request.expired'],
    });
    await scene.createRequest(workspace, 'live');
    await worker.settled();
    const [delivery] = await scene.deliveries(both.id);
    expect(await call(workspace.test.key, 'GET', `/${both.id}/deliveries`)).toEqual([]);
    expect(await call(workspace.live.key, 'GET', `/${both.id}/deliveries`)).toHaveLength(1);
    for (const [key, id] of [
      [workspace.test.key, both.id],
      [workspace.live.key, other.id],
    ] as const) {
      const path = `${ENDPOINTS}/${id}/deliveries/${delivery?.id}`;
      expectError(await api.call('GET', path, { key }), 404, 'not_found', []);
      expectError(await api.call('POST', `${path}/replay`, { key }), 404, 'not_found', []);
    }
    expect(await call(workspace.test.key, 'POST', `/${both.id}/replay`, { statuses: ['delivered'] })).toEqual(
      {
        count: 0,
      },
    );
  });

  it('should be 20 at most, and say which field is wrong', async () => {
    const { api } = scene;
    const { id, live } = await api.createWorkspace();
    const url = `http://many.localhost:${scene.receiver.port}/many`;
    for (let count = 0; count < 20; count++)
      await api.services.webhookEndpoints.create(OPERATOR, id, { url });
    const post = (body: object) => api.call('POST', ENDPOINTS, { key: live.key, body });
    expectError(await post({ url }), 422, 'validation_error', ['workspace']);
    expectError(await post({ url: 'ftp://example.com' }), 422, 'validation_error', ['url']);
    expectError(await post({ url, events: [] }), 422, 'validation_error', ['events']);
    expectError(await post({}), 422, 'validation_error', ['url']);
  });
});
