import { describe, expect, it } from 'vitest';
import { createNotificationOutbox } from '../../../src/notifications/outbox.ts';
import { createAttemptRecorder } from '../../../src/webhooks/delivery/attempts.ts';
import { createDeliveryQueue } from '../../../src/webhooks/delivery/queue.ts';
import { createDeliveryWorker } from '../../../src/webhooks/delivery/worker.ts';
import { createWebhookEndpointRepository } from '../../../src/webhooks/endpoints/endpoint-repository.ts';
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

  it('should have it look again when it has just looked past what it is woken for', async () => {
    const workspace = await scene.api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/late');
    let looks = 0;
    const worker = createWorker(async () => {
      looks += 1;
      if (looks > 1) return;
      await scene.createRequest(workspace);
      worker.wake();
    });
    await worker.settled();
    await worker.stop();
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered' }]);
  });
});
