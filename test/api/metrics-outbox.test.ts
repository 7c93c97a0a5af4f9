import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNotificationOutbox } from '../../src/notifications/outbox.ts';
import { createOutboxState, MAX_COUNTED } from '../../src/observability/outbox-state.ts';
import { createLog } from '../../src/platform/log.ts';
import { type ObservedApp, useObservedApp } from '../helpers/app/observed-app.ts';
import { deliveryRow, eventRow } from '../helpers/database/rows.ts';
import { insertRows, updateRows } from '../helpers/database/stored-rows.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { createEndpointIn } from '../helpers/webhooks/create-endpoint.ts';

const MINUTE_MS = 60_000;

describe('the metrics of what is sent', () => {
  const api = useObservedApp();
  let key: string;
  let workspaceId: string;
  let closedAddress: string;
  beforeAll(async () => {
    closedAddress = `http://localhost:${await freePort()}/hook`;
  });
  beforeEach(async () => {
    ({ key, workspaceId } = await api.createKey());
  });

  const createEndpoint = () =>
    createEndpointIn(api.services, workspaceId, {
      url: closedAddress,
      events: ['photo_request.created'],
    });
  const createRequest = (more: object = {}) =>
    api.call({
      method: 'POST',
      url: '/v1/photo-requests',
      headers: { 'x-api-key': key },
      payload: { instructions: 'A photo', ...more },
    });
  const clear = () =>
    api.services.database.write(async (trx) => {
      await trx.deleteFrom('delivery_attempts').execute();
      await trx.deleteFrom('deliveries').execute();
      await trx.deleteFrom('mails').execute();
      await trx.deleteFrom('due_reminders').execute();
      await trx.deleteFrom('notification_events').execute();
    });

  it('should have how much waits and for how long it has been due', async () => {
    await clear();
    const look = createOutboxState(api.services);
    expect(await look()).toEqual({
      webhooks: { depth: 0, oldestDueSeconds: 0 },
      mails: { depth: 0, oldestDueSeconds: 0 },
      phone: { depth: 0, oldestDueSeconds: 0 },
      seals: { depth: 0, oldestDueSeconds: 0 },
      archive: { depth: 0, oldestDueSeconds: 0 },
      notifications: { depth: 0, oldestDueSeconds: 0 },
      reminders: { depth: 0, oldestDueSeconds: 0 },
    });
    await createEndpoint();
    const phone = { recipient_phone: '+4915112345678', send_sms: true };
    const mail = { recipient_email: 'customer@example.com', send_email: true, ...phone };
    await createRequest(mail);
    const { database } = api.services;
    const owned = { workspace_id: workspaceId, environment: 'live' as const };
    const reminder = { ...owned, kind: 'not_opened' as const };
    await insertRows(database, 'due_reminders', [
      { ...reminder, request_id: 'late', due_at: api.clock.now() },
      { ...reminder, request_id: 'planned', due_at: api.clock.now() + 10 * MINUTE_MS },
    ]);
    const told = { requestId: 'late', kind: 'submitted' as const, content: {} };
    const outbox = createNotificationOutbox({ database, ids: api.services.ids });
    const owner = { workspaceId, environment: 'live' as const };
    await database.write((trx) => outbox.record(trx, owner, told, api.clock.now()));
    api.clock.advance(MINUTE_MS);
    await createRequest();
    api.clock.advance(MINUTE_MS);
    expect(await look()).toEqual({
      webhooks: { depth: 2, oldestDueSeconds: 120 },
      mails: { depth: 1, oldestDueSeconds: 120 },
      phone: { depth: 1, oldestDueSeconds: 120 },
      seals: { depth: 0, oldestDueSeconds: 0 },
      archive: { depth: 0, oldestDueSeconds: 0 },
      notifications: { depth: 1, oldestDueSeconds: 120 },
      reminders: { depth: 1, oldestDueSeconds: 120 },
    });
  });

  it('should not call old what waits for a later attempt, or for an endpoint that is left alone', async () => {
    await clear();
    const endpoint = await createEndpoint();
    await createRequest();
    api.clock.advance(MINUTE_MS);
    const look = createOutboxState(api.services);
    const { database } = api.services;
    const pause = (until: number | null) =>
      updateRows(database, 'webhook_endpoints', { id: endpoint.id }, { paused_until: until });
    await pause(api.clock.now() + MINUTE_MS);
    expect((await look()).webhooks).toEqual({ depth: 1, oldestDueSeconds: 0 });
    await pause(null);
    expect((await look()).webhooks.oldestDueSeconds).toBe(60);
    const later = { next_attempt_at: api.clock.now() + MINUTE_MS };
    await database.write((trx) => trx.updateTable('deliveries').set(later).execute());
    expect((await look()).webhooks).toEqual({ depth: 1, oldestDueSeconds: 0 });
  });

  it('should stop counting where much becomes too much', async () => {
    await clear();
    const endpoint = await createEndpoint();
    await fillQueue(api, workspaceId, endpoint.id, MAX_COUNTED + 200);
    const { webhooks } = await createOutboxState(api.services)();
    expect(webhooks.depth).toBe(MAX_COUNTED + 1);
    await clear();
  });

  it('should look again only after some seconds, however often someone asks', async () => {
    await clear();
    // However long a busy machine takes.
    const standingStill = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => standingStill.mockRestore());
    const depth = async () => (await api.scrape()).value('shutterpost_outbox_depth{queue="webhooks"}');
    await createEndpoint();
    const before = await depth();
    await createRequest();
    expect(await depth()).toBe(before);
  });

  it('should count attempts by what came of them', async () => {
    await clear();
    await createEndpoint();
    await createRequest({ recipient_email: 'customer@example.com', send_email: true });
    const deliveries = api.services.createDeliveryWorker(createLog('silent'));
    await deliveries.settled();
    const mails = api.services.openMailWorker({
      transport: api.mailTransport,
      serviceName: 'Shutterpost',
      log: createLog('silent'),
    });
    await mails.settled();
    await Promise.all([deliveries.stop(), mails.stop()]);
    const { value } = await api.scrape();
    const took = 'attempt_duration_seconds_count{outcome=';
    expect(value(`shutterpost_webhook_${took}"unreachable"}`)).toBe(1);
    expect(value(`shutterpost_mail_${took}"sent"}`)).toBe(1);
  });
});

async function fillQueue(api: ObservedApp, workspaceId: string, endpointId: string, count: number) {
  const event = eventRow(workspaceId, { type: 'photo_request.created', created_at: api.clock.now() });
  const deliveries = Array.from({ length: count }, () => deliveryRow(event, endpointId));
  await insertRows(api.services.database, 'events', event);
  await insertRows(api.services.database, 'deliveries', deliveries);
}
