import { describe, expect, it } from 'vitest';
import { createNotificationOutbox } from '../../../src/notifications/outbox.ts';
import { createAttemptRecorder } from '../../../src/webhooks/delivery/attempts.ts';
import { createDeliveryQueue, ENDPOINTS_PER_LOOK } from '../../../src/webhooks/delivery/queue.ts';
import { createDeliveryWorker } from '../../../src/webhooks/delivery/worker.ts';
import { createWebhookEndpointRepository } from '../../../src/webhooks/endpoints/endpoint-repository.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { multiplyEndpoint } from '../../helpers/webhooks/endpoint-crowd.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

describe('waking the delivery worker', () => {
  const scene = useWebhookScene();

  /** A worker that has something happen after each of its looks at the queue. */
  function createWorker(afterLook: () => Promise<void>) {
    const { database, ids, random, clock } = scene.api.services;
    const queue = createDeliveryQueue({ database, clock });
    return createDeliveryWorker({
      database,
      queue: {
        ...queue,
        async look() {
          const found = await queue.look();
          await afterLook();
          return found;
        },
      },
      recorder: createAttemptRecorder({
        database,
        endpoints: createWebhookEndpointRepository(database),
        notifications: createNotificationOutbox({ database, ids }),
        random,
      }),
      send: async ({ url }, { body }) => scene.client.post(url, {}, body),
      clock,
      log: { warn: () => {}, error: () => {} },
    });
  }

  /** Endpoints with newer ids, to which something can be sent in an hour. */
  async function waitLater(count: number): Promise<void> {
    const { api } = scene;
    const crowd = await api.createWorkspace();
    const { id } = await scene.createEndpoint(crowd, '/crowd');
    await scene.createRequest(crowd);
    await multiplyEndpoint(api, id, { count, dueAt: api.clock.now() + HOUR });
  }

  it.each([
    ['all', 0],
    ['a part', ENDPOINTS_PER_LOOK],
  ])('should have it look again when it has looked past what it is woken for: %s', async (_, behind) => {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/late');
    let afterLook = async () => {};
    const worker = createWorker(() => afterLook());
    await waitLater(behind);
    await worker.settled();
    afterLook = async () => {
      afterLook = async () => {};
      await scene.createRequest(workspace);
      worker.wake();
    };
    await worker.settled();
    await worker.stop();
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered' }]);
  });
});
