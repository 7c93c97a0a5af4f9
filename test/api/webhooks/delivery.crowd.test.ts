import { describe, expect, it } from 'vitest';
import { createNotificationOutbox } from '../../../src/notifications/outbox.ts';
import { LIMITS } from '../../../src/webhooks/delivery/allocate-slots.ts';
import { createAttemptRecorder } from '../../../src/webhooks/delivery/attempts.ts';
import { createDeliveryQueue, ENDPOINTS_PER_LOOK } from '../../../src/webhooks/delivery/queue.ts';
import { createDeliveryWorker } from '../../../src/webhooks/delivery/worker.ts';
import { createWebhookEndpointRepository } from '../../../src/webhooks/endpoints/endpoint-repository.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { multiplyEndpoint } from '../../helpers/webhooks/endpoint-crowd.ts';
import { createReceivers, DELIVERED, SILENT } from '../../helpers/webhooks/held-receivers.ts';

/** More than are looked at in two cycles. */
const CROWD = ENDPOINTS_PER_LOOK * 2 + 10;
const EVENTS = 5;

/** As many run to the crowd as may, and none of them ends: nothing can be sent to those of it that wait. */
describe('a crowd of endpoints that wait for a place', () => {
  const receivers = createReceivers();
  const api = useTestApp({ webhookClient: receivers.client });

  const urlOf = (name: string) => `http://${name}.test/`;

  async function createEndpoint(name: string) {
    const workspace = await api.createWorkspace();
    const settings = { url: urlOf(name), events: ['photo_request.created' as const] };
    const endpoint = await createEndpointIn(api.services, workspace.id, settings);
    return { workspace, endpoint };
  }

  async function createRequest({ live: { key } }: TestWorkspace): Promise<void> {
    const response = await api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'A photo' } });
    expect(response.statusCode).toBe(201);
  }

  /** A worker, the endpoints that each of its cycles looked at closely, and how often it looked at the whole queue. */
  function createWorker() {
    const { database, ids, random, clock } = api.services;
    const queue = createDeliveryQueue({ database, clock });
    const done = { reserved: [] as string[][], looks: 0 };
    const worker = createDeliveryWorker({
      database,
      queue: {
        ...queue,
        look() {
          done.looks += 1;
          return queue.look();
        },
        reserve(trx, wanted, now) {
          done.reserved.push(wanted);
          return queue.reserve(trx, wanted, now);
        },
      },
      recorder: createAttemptRecorder({
        database,
        endpoints: createWebhookEndpointRepository(database),
        notifications: createNotificationOutbox({ database, ids }),
        random,
      }),
      send: ({ url }) => receivers.client.post(url),
      clock,
      log: SILENT,
    });
    return { worker, done };
  }

  it.each([
    // In doubt: they need not be looked at again until one of the places for those in doubt is free.
    ['that were never reached', { last_success_at: null }, () => 2],
    ['of one workspace', {}, (news: number) => 1 + news],
  ])(
    'should keep no one else from being served, nor the database busy: endpoints %s',
    async (which, changes, maxRounds) => {
      const [crowd, other] = [`crowd ${which}`, `other ${which}`].map((name) => name.replaceAll(' ', '-'));
      const template = await createEndpoint(crowd ?? '');
      const healthy = await createEndpoint(other ?? '');
      await createRequest(template.workspace);
      await createRequest(healthy.workspace);
      const { worker, done } = createWorker();
      await worker.settled();
      const url = urlOf(crowd ?? '');
      receivers.hold(url);
      const dueAt = api.clock.now();
      await multiplyEndpoint(api, template.endpoint.id, { count: CROWD, dueAt, ...changes });
      Object.assign(done, { reserved: [], looks: 0 });

      worker.start();
      await expect.poll(() => receivers.holding(url)).toBe(LIMITS.unhealthy);
      for (let event = 1; event <= EVENTS; event++) {
        await createRequest(healthy.workspace);
        const delivered = { endpoint_id: healthy.endpoint.id, status: 'delivered' } as const;
        await expect
          .poll(async () => (await rowsOf(api.database, 'deliveries', delivered)).length)
          .toBe(event + 1);
      }
      expect(receivers.holding(url)).toBe(LIMITS.unhealthy);
      const looksAtCrowd = done.reserved.flat().filter((id) => id !== healthy.endpoint.id).length;
      expect(looksAtCrowd).toBeLessThanOrEqual((CROWD + 1) * maxRounds(EVENTS + done.looks));
      await updateRows(
        api.database,
        'webhook_endpoints',
        { workspace_id: template.workspace.id },
        { is_active: 0 },
      );
      receivers.release(url, DELIVERED);
      await worker.stop();
    },
  );
});
