import { describe, expect, it } from 'vitest';
import { currentCall } from '../../src/platform/current-call.ts';
import { useTestApp, useWorkspace } from '../helpers/app/test-app.ts';
import { untilListening } from '../helpers/database/listening.ts';
import { useForAll } from '../helpers/hooks.ts';
import { waitUntil } from '../helpers/wait-until.ts';
import { createEndpointIn } from '../helpers/webhooks/create-endpoint.ts';
import { startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

describe('the id of a request', () => {
  const api = useTestApp();
  const receiver = useForAll(startReceiver, 'stop');
  const workspace = useWorkspace(api);

  const create = async (body: object = {}, headers: Record<string, string> = {}) => {
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'A photo', ...body },
      headers,
    });
    expect(response.statusCode).toBe(201);
    return String(response.headers['x-request-id']);
  };

  it('should be the service’s own, whatever a client sends', async () => {
    const given = 'req_chosen_by_a_client';
    expect(await create({}, { 'x-request-id': given })).not.toBe(given);
  });

  it('should be kept with what the call leaves behind, each its own when many share a transaction', async () => {
    await createEndpointIn(api.services, workspace.id, {
      url: `${receiver.url}/kept`,
      events: ['photo_request.created'],
    });
    const mail = { recipient_email: 'customer@example.com', send_email: true };
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(mail)));
    for (const table of ['events', 'mails'] as const) {
      const rows = await api.database.reader.selectFrom(table).select('call_id').execute();
      const kept = rows.map(({ call_id }) => call_id);
      expect(new Set(ids.filter((id) => kept.includes(id)))).toEqual(new Set(ids));
    }
  });

  it('should be in the log and the delivery log of a webhook, and not on the wire', async () => {
    await receiver.behave('/refused', { status: 500 });
    const endpoint = await createEndpointIn(api.services, workspace.id, {
      url: `${receiver.url}/refused`,
      events: ['photo_request.created'],
    });
    const id = await create();
    const lines: Record<string, unknown>[] = [];
    const note = (line: object, msg?: string) => void lines.push({ ...line, msg });
    const silent = () => {};
    const worker = api.services.createDeliveryWorker({
      ...{ warn: silent, error: silent, info: note as never, debug: silent },
    });
    await worker.settled();
    await worker.stop();

    const line = lines.find(({ endpoint: to }) => to === endpoint.id);
    expect(line).toMatchObject({
      request_id: id,
      outcome: 'answered_badly',
      msg: 'A webhook was not delivered',
    });
    const found = await api.services.deliveryLog.find(workspace.id, String(line?.delivery));
    expect(found.requestId).toBe(id);
    const [sent] = await receiver.received('/refused');
    expect(JSON.stringify([sent?.rawHeaders, sent?.body.toString()])).not.toContain(id);
  });

  it('should not stay with those who are woken by a call', async () => {
    const seen: unknown[] = [];
    await untilListening(api.database);
    const stop = api.database.signals.on('activity', () => seen.push(currentCall()));
    await create();
    await waitUntil(() => expect(seen).toEqual([undefined]));
    stop();
  });

  it('should be in what a service logs while it works for the call', async () => {
    const before = api.logLines().length;
    await create();
    for (const line of api.logLines().slice(before)) expect(line.request_id).toMatch(/^req_/);
  });
});
