import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { LIMITS } from '../../../src/webhooks/delivery/allocate-slots.ts';
import { ENDPOINTS_PER_LOOK } from '../../../src/webhooks/delivery/queue.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { multiplyEndpoint } from '../../helpers/webhooks/endpoint-crowd.ts';
import { createReceivers, DELIVERED, SILENT } from '../../helpers/webhooks/held-receivers.ts';

describe('places for deliveries', () => {
  const receivers = createReceivers();
  const api = useTestApp({ webhookClient: receivers.client });

  const urlOf = (name: string) => `http://${name}.test/`;
  const createEndpoint = (workspace: TestWorkspace, name: string) =>
    createEndpointIn(api.services, workspace.id, {
      url: urlOf(name),
      events: ['photo_request.created'],
    });

  async function createRequest(workspace: TestWorkspace): Promise<void> {
    const { key } = workspace.live;
    const response = await api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'A photo' } });
    expect(response.statusCode).toBe(201);
  }

  const statuses = async (endpointId: string) => {
    const rows = await rowsOf(api.database, 'deliveries', { endpoint_id: endpointId });
    return rows.map(({ status }) => status);
  };
  const endpointRow = (id: string) => rowOf(api.database, 'webhook_endpoints', { id });

  it('should go round among the endpoints of one workspace', async () => {
    const workspace = await api.createWorkspace();
    const names = Array.from({ length: 20 }, (_, index) => `round-${index}`);
    for (const name of names) await createEndpoint(workspace, name);
    for (let i = 0; i < 10; i++) await createRequest(workspace);
    receivers.sent.length = 0;
    const worker = api.services.createDeliveryWorker(SILENT);
    await worker.settled();
    await worker.stop();
    // When half of all is sent, everyone had some of it.
    const firstHalf = new Set(receivers.sent.slice(0, 100));
    for (const name of names) expect(firstHalf, name).toContain(urlOf(name));
    expect(receivers.sent).toHaveLength(200);
  });

  it('should be left for receivers that respond, however many do not', async () => {
    const healthy = await api.createWorkspace();
    const endpoint = await createEndpoint(healthy, 'healthy');
    await createRequest(healthy);
    const worker = api.services.createDeliveryWorker(SILENT);
    await worker.settled();
    expect(await statuses(endpoint.id)).toEqual(['delivered']);

    const hanging: string[] = [];
    for (let i = 0; i < 24; i++) {
      const workspace = await api.createWorkspace();
      const name = `hanging-${i}`;
      hanging.push(urlOf(name));
      receivers.hold(urlOf(name));
      await createEndpoint(workspace, name);
      for (let j = 0; j < 4; j++) await createRequest(workspace);
    }
    worker.start();
    const underWay = () => hanging.reduce((sum, url) => sum + receivers.holding(url), 0);
    await expect.poll(underWay).toBe(LIMITS.unhealthy);

    await createRequest(healthy);
    await expect.poll(() => statuses(endpoint.id)).toEqual(['delivered', 'delivered']);
    expect(underWay()).toBe(LIMITS.unhealthy);
    for (const url of hanging) receivers.release(url, DELIVERED);
    await worker.stop();
  });

  it('should be found at once, however many endpoints wait for another day', async () => {
    const crowd = await api.createWorkspace();
    const template = await createEndpoint(crowd, 'template');
    await createRequest(crowd);
    const worker = api.services.createDeliveryWorker(SILENT);
    await worker.settled();
    await multiplyEndpoint(api, template.id, {
      count: ENDPOINTS_PER_LOOK * 2 + 10,
      dueAt: api.clock.now() + HOUR,
    });

    const workspace = await api.createWorkspace();
    const endpoint = await createEndpoint(workspace, 'among-many');
    await createRequest(workspace);
    await worker.settled();
    await worker.stop();
    expect(await statuses(endpoint.id)).toEqual(['delivered']);
  });

  it('should not be given up at the first wrong answer of a name server', async () => {
    const workspace = await api.createWorkspace();
    const endpoint = await createEndpoint(workspace, 'glitch');
    receivers.answer(urlOf('glitch'), {
      ...DELIVERED,
      outcome: 'blocked',
      statusCode: null,
      error: 'The address is not public.',
    });
    await createRequest(workspace);
    const worker = api.services.createDeliveryWorker(SILENT);
    await worker.settled();
    expect(await statuses(endpoint.id)).toEqual(['due']);
    for (let i = 0; i < 3; i++) {
      api.clock.advance(HOUR);
      await worker.settled();
    }
    expect(await statuses(endpoint.id)).toEqual(['blocked']);
    api.clock.advance(100 * HOUR);
    await worker.settled();
    await worker.stop();
    expect(receivers.sent.filter((url) => url === urlOf('glitch'))).toHaveLength(4);
  });

  it('should not judge an address by the answer of the one before it', async () => {
    const workspace = await api.createWorkspace();
    const endpoint = await createEndpoint(workspace, 'old-address');
    receivers.hold(urlOf('old-address'));
    await createRequest(workspace);
    const worker = api.services.createDeliveryWorker(SILENT);
    const sending = worker.settled();
    await expect.poll(() => receivers.holding(urlOf('old-address'))).toBe(1);
    await api.services.webhookEndpoints.edit(OPERATOR, workspace.id, endpoint.id, {
      url: urlOf('new-address'),
    });
    receivers.release(urlOf('old-address'), { ...DELIVERED, outcome: 'answered_badly', statusCode: 410 });
    await sending;
    expect(await endpointRow(endpoint.id)).toMatchObject({ is_active: 1, failures: 0 });
    api.clock.advance(HOUR);
    await worker.settled();
    await worker.stop();
    expect(await statuses(endpoint.id)).toEqual(['delivered']);
  });

  it('should not let an attempt that comes late undo a replay', async () => {
    const workspace = await api.createWorkspace();
    const endpoint = await createEndpoint(workspace, 'late-failure');
    receivers.hold(urlOf('late-failure'));
    await createRequest(workspace);
    const worker = api.services.createDeliveryWorker(SILENT);
    const sending = worker.settled();
    await expect.poll(() => receivers.holding(urlOf('late-failure'))).toBe(1);
    api.clock.advance(61_000);
    await api.services.deliveryLog.replayMany(OPERATOR, workspace.id, endpoint.id, { statuses: ['due'] });
    receivers.release(urlOf('late-failure'), { ...DELIVERED, outcome: 'answered_badly', statusCode: 500 });
    await sending;
    await worker.settled();
    await worker.stop();
    expect(await statuses(endpoint.id)).toEqual(['delivered']);
  });
});
