import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { readAllTables } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

const URL = 'http://127.0.0.1:8080/hook';

describe('the webhook endpoints and deliveries of another workspace', () => {
  const api = useTestApp();
  let strangerId: string;
  let endpointId: string;
  let deliveryId: string;
  beforeAll(async () => {
    const owner = await api.createWorkspace();
    strangerId = (await api.createWorkspace()).id;
    const endpoint = await createEndpointIn(api.services, owner.id, {
      url: URL,
      events: ['photo_request.created'],
    });
    endpointId = endpoint.id;
    await api.services.webhookEndpoints.rotate(OPERATOR, owner.id, endpointId);
    const body = { instructions: 'The door, please' };
    const created = await api.call('POST', '/v1/photo-requests', { key: owner.live.key, body });
    expect(created.statusCode).toBe(201);
    const page = { limit: 10, after: null };
    const [delivery] = await api.services.deliveryLog.list(owner.id, { endpointId }, page);
    deliveryId = delivery?.id ?? '';
    expect(deliveryId).toMatch(/^del_/);
    await api.database.write((trx) =>
      trx.updateTable('deliveries').set({ status: 'failed', schedule_step: 11 }).execute(),
    );
  });

  it.each([
    ['find', () => api.services.webhookEndpoints.find(strangerId, endpointId)],
    [
      'edit',
      () => api.services.webhookEndpoints.edit(OPERATOR, strangerId, endpointId, { name: 'Mine', url: URL }),
    ],
    ['edit nothing of', () => api.services.webhookEndpoints.edit(OPERATOR, strangerId, endpointId, {})],
    ['disable', () => api.services.webhookEndpoints.disable(OPERATOR, strangerId, endpointId)],
    ['enable', () => api.services.webhookEndpoints.enable(OPERATOR, strangerId, endpointId)],
    ['delete', () => api.services.webhookEndpoints.delete(OPERATOR, strangerId, endpointId)],
    [
      'reveal the secret of',
      () => api.services.webhookEndpoints.revealSecret(OPERATOR, strangerId, endpointId),
    ],
    ['rotate', () => api.services.webhookEndpoints.rotate(OPERATOR, strangerId, endpointId)],
    [
      'activate the secret of',
      () => api.services.webhookEndpoints.activateSecret(OPERATOR, strangerId, endpointId),
    ],
    ['send a test to', () => api.services.webhookTests.send(OPERATOR, strangerId, endpointId)],
    ['count the held of', () => api.services.deliveryLog.heldCount(strangerId, endpointId)],
    ['replay all of', () => api.services.deliveryLog.replayMany(OPERATOR, strangerId, endpointId)],
    ['read a delivery of', () => api.services.deliveryLog.find(strangerId, deliveryId)],
    ['replay a delivery of', () => api.services.deliveryLog.replay(OPERATOR, strangerId, deliveryId)],
  ])('should not be there for whoever wants to %s them, and nothing changes', async (_, work) => {
    const before = await readAllTables(api.database);
    await expect(work()).rejects.toMatchObject({ code: 'not_found' });
    expect(await readAllTables(api.database)).toEqual(before);
  });

  it('should not be held by a stranger who switches the endpoint on', async () => {
    const change = (is_active: 0 | 1, status: 'due' | 'failed') =>
      api.database.write(async (trx) => {
        await trx.updateTable('webhook_endpoints').set({ is_active }).execute();
        await trx.updateTable('deliveries').set({ status }).execute();
      });
    await change(0, 'due');
    const before = await readAllTables(api.database);
    await expect(
      api.services.webhookEndpoints.enable(OPERATOR, strangerId, endpointId),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await readAllTables(api.database)).toEqual(before);
    await change(1, 'failed');
  });

  it('should be in no list', async () => {
    expect(await api.services.webhookEndpoints.list(strangerId)).toEqual([]);
    const page = { limit: 10, after: null };
    for (const filters of [
      {},
      { endpointId },
      { environment: 'live' as const },
      { status: 'failed' as const },
    ])
      expect(await api.services.deliveryLog.list(strangerId, filters, page)).toEqual([]);
  });

  it('should be in no count', async () => {
    const owner = { workspaceId: strangerId, environment: 'live' as const };
    expect(await api.services.deliveryLog.countLastDay(owner, api.clock.now())).toEqual({
      delivered: 0,
      failed: 0,
      pending: 0,
    });
  });
});
