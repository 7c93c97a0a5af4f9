import { describe, expect, it } from 'vitest';
import { LIMITS, MAX_CLAIMED } from '../../../src/webhooks/delivery/allocate-slots.ts';
import { openSameDatabase, startNode } from '../../helpers/app/node.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { createReceivers, DELIVERED, SILENT } from '../../helpers/webhooks/held-receivers.ts';

describe('deliveries that are claimed in advance', () => {
  const receivers = createReceivers();
  const api = useTestApp({ webhookClient: receivers.client });
  const database = useForAll(() => openSameDatabase(api), 'close');
  const node = useForAll(() => startNode({ api, database }), 'close');

  /** On SQLite nothing is claimed in advance, and all else is the same. */
  const claimedOf = (due: number) =>
    Math.min(due, api.database.engine === 'postgres' ? MAX_CLAIMED : LIMITS.perEndpoint);
  const urlOf = (name: string) => `http://${name}.test/`;
  const deliveriesTo = (endpointId: string) =>
    rowsOf(api.database, 'deliveries', { endpoint_id: endpointId });
  const leasedTo = async (endpointId: string) =>
    (await deliveriesTo(endpointId)).filter(({ is_leased }) => is_leased === 1).length;

  async function createRequests(workspace: TestWorkspace, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const { key } = workspace.live;
      const response = await api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'A' } });
      expect(response.statusCode).toBe(201);
    }
  }

  /** An endpoint that has responded quickly, and from now on does not; with so many deliveries due. */
  async function createQuick(name: string, due: number, workers: { settled(): Promise<void> }[]) {
    const { workspace, endpoint } = await createEndpoint(name);
    for (const worker of workers) {
      await createRequests(workspace, 1);
      await worker.settled();
    }
    receivers.hold(urlOf(name));
    await createRequests(workspace, due);
    return { url: urlOf(name), endpoint };
  }

  async function createEndpoint(name: string) {
    const workspace = await api.createWorkspace();
    const settings = { url: urlOf(name), events: ['photo_request.created' as const] };
    const endpoint = await createEndpointIn(api.services, workspace.id, settings);
    return { workspace, endpoint };
  }

  it('should be sent one after the other, four at a time, and each once', async () => {
    const worker = api.services.createDeliveryWorker(SILENT);
    const { url, endpoint } = await createQuick('quick', 40, [worker]);
    const settled = worker.settled();
    await expect.poll(() => leasedTo(endpoint.id)).toBe(claimedOf(40));
    await expect.poll(() => receivers.holding(url)).toBe(LIMITS.perEndpoint);
    receivers.release(url, DELIVERED);
    await settled;
    await worker.stop();
    expect(receivers.sent.filter((sent) => sent === url)).toHaveLength(41);
    for (const delivery of await deliveriesTo(endpoint.id))
      expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1, is_leased: 0 });
  });

  it('should go back to the queue at the first failure, as if they had not been claimed', async () => {
    const worker = api.services.createDeliveryWorker(SILENT);
    const { url, endpoint } = await createQuick('failing', 12, [worker]);
    const settled = worker.settled();
    await expect.poll(() => leasedTo(endpoint.id)).toBe(claimedOf(12));
    receivers.answer(url, { ...DELIVERED, outcome: 'answered_badly', statusCode: 500 });
    receivers.release(url, { ...DELIVERED, outcome: 'answered_badly', statusCode: 500 });
    await settled;
    // Five failures open the breaker; four were under way, and at most as many came after them.
    const tried = receivers.sent.filter((sent) => sent === url).length - 1;
    expect(tried).toBeLessThanOrEqual(2 * LIMITS.perEndpoint);
    const rows = await deliveriesTo(endpoint.id);
    expect(rows.filter(({ status }) => status === 'due')).toHaveLength(12);
    expect(rows.reduce((sum, { attempt_count }) => sum + attempt_count, 0)).toBe(tried + 1);
    expect(await leasedTo(endpoint.id)).toBe(0);
    await worker.stop();
  });

  it('should go back when the server stops, for the next one to send them at once', async () => {
    const worker = api.services.createDeliveryWorker(SILENT);
    const { url, endpoint } = await createQuick('stopping', 12, [worker]);
    worker.wake();
    await expect.poll(() => leasedTo(endpoint.id)).toBe(claimedOf(12));
    const stopped = worker.stop();
    await expect.poll(() => leasedTo(endpoint.id)).toBe(LIMITS.perEndpoint);
    receivers.release(url, DELIVERED);
    await stopped;
    expect(receivers.sent.filter((sent) => sent === url)).toHaveLength(1 + LIMITS.perEndpoint);
    const next = api.services.createDeliveryWorker(SILENT);
    await next.settled();
    await next.stop();
    for (const delivery of await deliveriesTo(endpoint.id))
      expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1 });
  });

  it('should leave a place that becomes free to an endpoint that has none', async () => {
    const worker = api.services.createDeliveryWorker(SILENT);
    const names = Array.from({ length: LIMITS.total / LIMITS.perEndpoint }, (_, index) => `busy-${index}`);
    const workspaces: TestWorkspace[] = [];
    for (const name of names) workspaces.push((await createEndpoint(name)).workspace);
    for (const workspace of workspaces) await createRequests(workspace, 1);
    await worker.settled();
    for (const name of names) receivers.hold(urlOf(name));
    for (const workspace of workspaces) await createRequests(workspace, LIMITS.perEndpoint + 1);
    const settled = worker.settled();
    const underWay = () => names.reduce((sum, name) => sum + receivers.holding(urlOf(name)), 0);
    await expect.poll(underWay).toBe(LIMITS.total);

    worker.start();
    const { workspace, endpoint } = await createEndpoint('newcomer');
    // The worker listens too, and was there first: when this is called, it knows.
    const isKnown = new Promise<void>((resolve) => {
      api.database.signals.on('deliveries', (id) => id === endpoint.id && resolve());
    });
    await createRequests(workspace, 1);
    await isKnown;
    const before = receivers.sent.length;
    receivers.releaseOne(urlOf('busy-0'), DELIVERED);
    await expect.poll(() => receivers.sent[before]).toBe(urlOf('newcomer'));
    for (const name of names) receivers.release(urlOf(name), DELIVERED);
    await settled;
    await worker.stop();
  });

  it('should be at most four at once to one endpoint, on all nodes together', async () => {
    const workers = [api.services, node.services].map((services) => services.createDeliveryWorker(SILENT));
    const { url } = await createQuick('shared', 40, workers);
    const settled = workers.map((worker) => worker.settled());
    await expect.poll(() => receivers.holding(url)).toBe(LIMITS.perEndpoint);
    for (let i = 0; i < 30; i++) {
      receivers.releaseOne(url, DELIVERED);
      // Again and again, as a worker that was started looks: one may look before the other one has recorded the outcome.
      await expect
        .poll(() => {
          for (const worker of workers) worker.wake();
          return receivers.sent.filter((sent) => sent === url).length;
        })
        .toBeGreaterThanOrEqual(7 + i);
      expect(receivers.holding(url)).toBeLessThanOrEqual(LIMITS.perEndpoint);
    }
    receivers.release(url, DELIVERED);
    await Promise.all(settled);
    for (const worker of workers) await worker.stop();
  });
});
