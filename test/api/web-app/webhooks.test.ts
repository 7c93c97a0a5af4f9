import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireDelivery } from '../../../src/webhooks/delivery/delivery-web-schema.ts';
import type { WireEndpoint } from '../../../src/webhooks/endpoints/endpoint-web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { auditOf, createRequest, createSubmitted } from './web-requests.ts';

type WithSecret = WireEndpoint & { signing_secret: string };

describe('webhooks in the web application', () => {
  let receiver: Server;
  let url: string;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(request.url === '/bad' ? 500 : 200).end('heard'));
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    await new Promise((resolve) => receiver.close(resolve));
  });
  const api = useTestApp();
  const owner = useOwner(api);

  const create = (body: object = {}) =>
    owner.browser.expect<WithSecret>('POST', `${owner.path}/webhooks`, { url: `${url}/hook`, ...body });
  const act = (id: string, action: string, body?: object) =>
    owner.browser.call('POST', `${owner.path}/webhooks/${id}/${action}`, body);
  const deliveries = (query = '') =>
    owner.browser.expect<WireDelivery[]>('GET', `${owner.path}/webhooks/deliveries?${query}`);

  it('should be created with a secret that shows this once, and to owners who ask', async () => {
    const created = await create({ name: 'Orders' });
    expect(created.signing_secret).toMatch(/^whsec_/);
    const path = `${owner.path}/webhooks/${created.id}`;
    expect(await owner.browser.expect('GET', path)).toMatchObject({ name: 'Orders', held_count: 0 });
    expect((await owner.browser.call('GET', path)).body).not.toContain(created.signing_secret);
    expect(await owner.browser.expect('GET', `${path}/secret`)).toEqual({
      current: created.signing_secret,
      next: null,
    });
    const admin = await createMember(api, owner.workspaceId, 'admin');
    expectRefusal(await admin.browser.call('GET', `${path}/secret`), 403, 'insufficient_permission');
    const entries = (await auditOf(api, owner.workspaceId)).filter(([, subject]) => subject === created.id);
    expect(entries.map(([action]) => action)).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.secret_revealed',
    ]);
  });

  it('should get another secret in two steps', async () => {
    const { id, signing_secret } = await create();
    expectRefusal(await act(id, 'activate-secret'), 422, 'validation_error');
    const rotated = (await act(id, 'rotate')).json().data as WithSecret;
    expect(rotated.is_rotating).toBe(true);
    const secret = () => owner.browser.expect('GET', `${owner.path}/webhooks/${id}/secret`);
    expect(await secret()).toEqual({ current: signing_secret, next: rotated.signing_secret });
    expect((await act(id, 'activate-secret')).json().data.is_rotating).toBe(false);
    expect(await secret()).toEqual({ current: rotated.signing_secret, next: null });
  });

  it('should be tried, and say what came of it', async () => {
    const good = await create();
    const bad = await create({ url: `${url}/bad` });
    expect((await act(good.id, 'test')).json().data).toMatchObject({
      outcome: 'delivered',
      status_code: 200,
      answer: 'heard',
      address: '127.0.0.1',
    });
    expect((await act(bad.id, 'test')).json().data).toMatchObject({
      outcome: 'answered_badly',
      status_code: 500,
    });
    const lastSuccess = async (id: string) =>
      (await owner.browser.expect<{ last_success_at: string | null }>('GET', `${owner.path}/webhooks/${id}`))
        .last_success_at;
    expect(await lastSuccess(good.id)).not.toBeNull();
    expect(await lastSuccess(bad.id)).toBeNull();
  });

  it('should be changed, disabled and enabled, and deleted', async () => {
    const { id } = await create();
    const path = `${owner.path}/webhooks/${id}`;
    const changed = await owner.browser.expect<WireEndpoint>('PATCH', path, {
      name: 'Renamed',
      events: ['photo_request.created'],
    });
    expect(changed).toMatchObject({ name: 'Renamed', events: ['photo_request.created'] });
    expect((await act(id, 'disable')).json().data).toMatchObject({
      is_active: false,
      disabled_reason: 'manual',
    });
    expect((await act(id, 'enable')).json().data).toMatchObject({ is_active: true, disabled_reason: null });
    await owner.browser.expect('DELETE', path);
    expectRefusal(await owner.browser.call('GET', path), 404, 'not_found');
    const wrong = await owner.browser.call('POST', `${owner.path}/webhooks`, { url: 'no address' });
    expectRefusal(wrong, 422, 'validation_error');
  });

  it('should show what was sent, by endpoint and status, and send it again', async () => {
    const { id } = await create({ events: ['photo_request.submitted'] });
    const created = await createSubmitted(api, owner);
    const [delivery] = await deliveries(`endpoint_id=${id}`);
    expect(delivery).toMatchObject({
      event_type: 'photo_request.submitted',
      subject_id: created.id,
      status: 'due',
    });
    expect(await deliveries(`endpoint_id=${id}&status=failed`)).toEqual([]);
    expect(await deliveries(`subject_id=${created.id}&endpoint_id=${id}`)).toHaveLength(1);
    const detail = await owner.browser.expect<{ body: string; attempts: unknown[] }>(
      'GET',
      `${owner.path}/webhooks/deliveries/${delivery?.id}`,
    );
    expect(JSON.parse(detail.body).data.id).toBe(created.id);
    await updateRows(api.database, 'deliveries', { endpoint_id: id }, { status: 'failed' });
    const again = await owner.browser.call(
      'POST',
      `${owner.path}/webhooks/deliveries/${delivery?.id}/replay`,
    );
    expect(again.json().data).toEqual({ count: 1 });
    expect((await deliveries(`endpoint_id=${id}`))[0]?.status).toBe('due');
    expect((await act(id, 'replay', { statuses: ['due'] })).json().data).toEqual({ count: 1 });
  });

  it('should send again in bulk what belongs to the environment that is looked at, and nothing of the other', async () => {
    const { id } = await create({ events: ['photo_request.created'], serves: 'both' });
    await createRequest(owner, {}, 'live');
    await createRequest(owner, {}, 'test');
    await createRequest(owner, {}, 'test');
    await updateRows(api.database, 'deliveries', { endpoint_id: id }, { status: 'failed' });
    const failed = async (environment: string) =>
      (await deliveries(`endpoint_id=${id}&status=failed&environment=${environment}`)).length;
    expect((await act(id, 'replay?environment=test', {})).json().data).toEqual({ count: 2 });
    expect([await failed('live'), await failed('test')]).toEqual([1, 0]);
    expect((await act(id, 'replay?environment=test', {})).json().data).toEqual({ count: 0 });
    expect((await act(id, 'replay', {})).json().data).toEqual({ count: 1 });
    expect(await failed('live')).toBe(0);
  });

  it('should show in the environments they serve alone', async () => {
    const live = await create({ serves: 'live', events: ['photo_request.created'] });
    await createRequest(owner);
    const [delivery] = await deliveries(`endpoint_id=${live.id}`);
    const inTest = (path: string) =>
      owner.browser.call('GET', `${owner.path}/webhooks${path}?environment=test`);
    const shown = (await inTest('')).json().data as WireEndpoint[];
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.map(({ id }) => id)).not.toContain(live.id);
    expectRefusal(await inTest(`/${live.id}`), 404, 'not_found');
    expectRefusal(await inTest(`/deliveries/${delivery?.id}`), 404, 'not_found');
    const sent = (await inTest('/deliveries')).json().data as WireDelivery[];
    expect(sent.map(({ endpoint_id }) => endpoint_id)).not.toContain(live.id);
  });
});
