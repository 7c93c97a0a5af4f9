import { type RawBuilder, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createNotificationOutbox } from '../../../src/notifications/outbox.ts';
import { openPostgres } from '../../../src/platform/db/postgres.ts';
import { createAttemptRecorder } from '../../../src/webhooks/delivery/attempts.ts';
import { createDeliveryQueue } from '../../../src/webhooks/delivery/queue.ts';
import { createDeliveryWorker } from '../../../src/webhooks/delivery/worker.ts';
import { createWebhookEndpointRepository } from '../../../src/webhooks/endpoints/endpoint-repository.ts';
import { openSameDatabase } from '../../helpers/app/node.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { engine } from '../../helpers/database/test-database.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { createReceivers, DELIVERED, SILENT } from '../../helpers/webhooks/held-receivers.ts';

/** As in service, where a statement may take longer. */
const LIMITS = { connectMs: 60_000, statementMs: 3_000, answerMs: 60_000 };
/** Longer than a lease. */
const MINUTES = 120_000;

describe('a delivery attempt that cannot be recorded', () => {
  const receivers = createReceivers();
  const api = useTestApp({ webhookClient: receivers.client });
  const database = useForAll(() => {
    const { DATABASE_URL: url } = api.databaseEnv;
    return url === undefined ? openSameDatabase(api) : openPostgres(url, { limits: LIMITS });
  }, 'close');

  const urlOf = (name: string) => `http://${name}.test/`;

  async function createEndpoint(name: string) {
    const workspace = await api.createWorkspace();
    const settings = { url: urlOf(name), events: ['photo_request.created' as const] };
    const endpoint = await createEndpointIn(api.services, workspace.id, settings);
    return { workspace, endpoint };
  }

  async function createRequest({ live: { key } }: TestWorkspace): Promise<void> {
    const response = await api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'A' } });
    expect(response.statusCode).toBe(201);
  }

  const delivered = async (endpointId: string) =>
    (await rowsOf(api.database, 'deliveries', { endpoint_id: endpointId, status: 'delivered' })).length;

  function createWorker() {
    const { ids, random, clock } = api.services;
    return createDeliveryWorker({
      database,
      queue: createDeliveryQueue({ database, clock }),
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
  }

  /** On PostgreSQL whoever wants to change it waits until that is cut off; on SQLite no one waits. */
  async function whileUnchangeable(endpointId: string, work: () => Promise<void>): Promise<void> {
    if (engine === 'postgres')
      return api.database.write(async (trx) => {
        const row = trx.selectFrom('webhook_endpoints').select('id').where('id', '=', endpointId);
        await row.forUpdate().execute();
        await work();
      });
    const change = (statement: RawBuilder<unknown>) =>
      api.database.write(async (trx) => void (await statement.execute(trx)));
    await change(sql`create trigger refusal before update on webhook_endpoints
      when old.id = ${sql.lit(endpointId)} begin select raise(abort, 'Not now'); end`);
    await work();
    await change(sql`drop trigger refusal`);
  }

  it('should keep no other from being recorded, and no one from being served', async () => {
    const [stuck, other] = [await createEndpoint('stuck'), await createEndpoint('other')];
    receivers.hold(urlOf('stuck'));
    receivers.hold(urlOf('other'));
    await createRequest(stuck.workspace);
    await createRequest(other.workspace);
    const worker = createWorker();
    worker.start();
    await expect.poll(() => receivers.holding(urlOf('stuck'))).toBe(1);
    await expect.poll(() => receivers.holding(urlOf('other'))).toBe(1);

    await whileUnchangeable(stuck.endpoint.id, async () => {
      receivers.release(urlOf('stuck'), DELIVERED);
      receivers.release(urlOf('other'), DELIVERED);
      await expect.poll(() => delivered(other.endpoint.id)).toBe(1);
      await createRequest(other.workspace);
      await expect.poll(() => delivered(other.endpoint.id)).toBe(2);
    });
    expect(await delivered(stuck.endpoint.id)).toBe(0);

    // It is sent once more, as after a crash.
    api.clock.advance(MINUTES);
    await waitUntil(async () => {
      await worker.settled();
      expect(await delivered(stuck.endpoint.id)).toBe(1);
    });
    await worker.stop();
  });
});
