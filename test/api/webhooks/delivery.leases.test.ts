import { describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { openSameDatabase, startNode } from '../../helpers/app/node.ts';
import { untilListening } from '../../helpers/database/listening.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

describe('deliveries on several nodes', () => {
  const scene = useWebhookScene();
  const database = useForAll(() => openSameDatabase(scene.api), 'close');
  const node = useForAll(() => startNode({ api: scene.api, database }), 'close');

  it('should be sent once, whoever takes them', async () => {
    const workspaces = await Promise.all([1, 2, 3].map(() => scene.api.createWorkspace()));
    for (const [index, workspace] of workspaces.entries()) {
      await scene.createEndpoint(workspace, `/shared-${index}`);
      for (let i = 0; i < 20; i++) await scene.createRequest(workspace);
    }
    const workers = [
      scene.createWorker(),
      scene.createWorker(node.services),
      scene.createWorker(node.services),
    ];
    for (const worker of workers) worker.start();
    for (const index of workspaces.keys()) {
      const received = await scene.receiver.waitFor(`/shared-${index}`, 20);
      const ids = received.map(({ headers }) => headers['x-webhook-id']);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
    }
    for (const worker of workers) await worker.stop();
  });

  it('should wake up the workers of other nodes', async () => {
    const workspace = await scene.api.createWorkspace();
    await scene.createEndpoint(workspace, '/woken');
    const worker = scene.createWorker(node.services);
    // On PostgreSQL by a signal: there the worker never looks by itself.
    if (scene.api.database.engine === 'postgres') vi.useFakeTimers({ toFake: ['setTimeout'] });
    worker.start();
    try {
      await worker.settled();
      await untilListening(database);
      await scene.createRequest(workspace);
      expect(await scene.receiver.waitFor('/woken', 1)).toHaveLength(1);
    } finally {
      vi.useRealTimers();
      await worker.stop();
    }
  });

  it('should be at most four at once to one endpoint, on all nodes together', async () => {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/four');
    await scene.receiver.behave('/four', 'hang');
    for (let i = 0; i < 12; i++) await scene.createRequest(workspace);
    const other = scene.createWorker(node.services);
    const done = [scene.worker, other].map((worker) => worker.settled());
    await scene.receiver.waitFor('/four', 4);
    const leased = (await scene.deliveries(endpoint.id)).filter(({ is_leased }) => is_leased === 1);
    expect(leased).toHaveLength(4);
    await Promise.all(done);
    await other.stop();
    // Four at a time; after the fifth failure the breaker is open.
    expect((await scene.receiver.received('/four')).length).toBeLessThanOrEqual(8);
  });

  it('should be taken up again when the one who had it is gone, and not before', async () => {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/left-behind');
    await scene.createRequest(workspace);
    // As a process leaves it that is killed while it sends.
    await updateRows(
      scene.api.database,
      'deliveries',
      { endpoint_id: endpoint.id },
      { is_leased: 1, attempt_count: 1, next_attempt_at: scene.api.clock.now() + 60_000 },
    );
    await scene.worker.settled();
    expect(await scene.receiver.received('/left-behind')).toEqual([]);
    scene.api.clock.advance(60_000);
    await scene.worker.settled();
    expect(await scene.receiver.received('/left-behind')).toHaveLength(1);
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered', attempt_count: 2 }]);
  });

  it('should not be decided by whoever comes late', async () => {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/late');
    await scene.receiver.behave('/late', ['hang', { status: 200 }]);
    await scene.createRequest(workspace);
    const slow = scene.worker.settled();
    await scene.receiver.waitFor('/late', 1);
    scene.api.clock.advance(61_000);
    const other = scene.createWorker(node.services);
    await other.settled();
    await other.stop();
    await slow;
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered', attempt_count: 2 }]);
    expect((await scene.attempts(endpoint.id)).map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'timed_out'],
      [2, 'delivered'],
    ]);
  });

  it('should survive that their endpoint is deleted while they are sent', async () => {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/deleted');
    await scene.receiver.behave('/deleted', 'hang');
    for (let i = 0; i < 3; i++) await scene.createRequest(workspace);
    const sending = scene.worker.settled();
    await scene.receiver.waitFor('/deleted', 3);
    await scene.api.services.webhookEndpoints.delete(OPERATOR, workspace.id, endpoint.id);
    await sending;
    scene.api.clock.advance(121_000);
    while (await scene.api.services.webhookCleanUp.deleteDeletedEndpoints());
    expect(await scene.deliveries(endpoint.id)).toEqual([]);
    expect(await scene.attempts(endpoint.id)).toEqual([]);

    const other = await scene.createEndpoint(workspace, '/next');
    await scene.createRequest(workspace);
    await scene.worker.settled();
    expect(await scene.deliveries(other.id)).toMatchObject([{ status: 'delivered' }]);
  });

  it('should reach others while some hang', async () => {
    const hanging = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const workspace = await scene.api.createWorkspace();
        await scene.createEndpoint(workspace, `/hanging-${index}`);
        await scene.receiver.behave(`/hanging-${index}`, 'hang');
        return workspace;
      }),
    );
    for (const workspace of hanging) for (let i = 0; i < 8; i++) await scene.createRequest(workspace);
    const all = scene.worker.settled();
    await scene.receiver.waitFor('/hanging-5', 4);
    const healthy = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(healthy, '/healthy');
    await scene.createRequest(healthy);
    scene.worker.wake();
    await scene.receiver.waitFor('/healthy', 1);
    await all;
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered' }]);
  });
});
