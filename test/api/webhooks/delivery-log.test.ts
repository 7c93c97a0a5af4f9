import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../../../src/platform/db/tables.ts';
import type { Delivery } from '../../../src/webhooks/delivery/delivery-log.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { insertRows, rowOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

describe('the delivery log', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  let endpointId: string;
  beforeEach(async () => {
    endpointId = await createEndpoint();
  });

  const log = () => api.services.deliveryLog;

  async function createEndpoint(): Promise<string> {
    const created = await createEndpointIn(api.services, workspace.id, {
      url: 'http://127.0.0.1:8080/hook',
      events: ['photo_request.created', 'photo_request.deleted'],
    });
    return created.id;
  }

  /** Makes a photo request, and with it a delivery to each endpoint; a second apart from the one before. */
  async function happen(environment: 'live' | 'test' = 'live'): Promise<string> {
    api.clock.advance(1_000);
    const body = { instructions: 'The door, please' };
    const response = await api.call('POST', '/v1/photo-requests', { key: workspace[environment].key, body });
    return response.json().data.id;
  }

  const list = (filters: Parameters<ReturnType<typeof log>['list']>[1] = {}, limit = 100) =>
    log().list(workspace.id, filters, { limit, after: null });

  /** The only delivery there is, or the newest. */
  const latest = async () => (await list())[0] as Delivery;

  async function change(id: string, columns: Partial<DeliveryRow>): Promise<void> {
    await updateRows(api.database, 'deliveries', { id }, columns);
  }

  async function addAttempt(id: string, attempt: Partial<DeliveryAttemptRow>): Promise<void> {
    const row: DeliveryAttemptRow = {
      delivery_id: id,
      number: 1,
      workspace_id: workspace.id,
      endpoint_id: endpointId,
      outcome: 'delivered',
      error: null,
      status_code: 200,
      address: '127.0.0.1',
      answer: 'ok',
      started_at: api.clock.now(),
      duration_ms: 12,
      ...attempt,
    };
    await insertRows(api.database, 'delivery_attempts', row);
  }

  it('should show a new delivery as due', async () => {
    const requestId = await happen();
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/^del_[0-9a-z]{20,}$/),
        environment: 'live',
        endpointId,
        eventId: expect.stringMatching(/^evt_/),
        eventType: 'photo_request.created',
        subjectId: requestId,
        requestId: expect.stringMatching(/^req_/),
        status: 'due',
        attemptCount: 0,
        isUnderWay: false,
        nextAttemptAt: api.clock.now(),
        lastAttempt: null,
        createdAt: api.clock.now(),
        finishedAt: null,
      },
    ]);
  });

  it('should show one delivery with its attempts in order and the very bytes that are sent', async () => {
    await happen();
    const { id, eventId } = await latest();
    const refused = { outcome: 'unreachable', status_code: null, error: 'Refused.', answer: null } as const;
    await addAttempt(id, { number: 2, started_at: api.clock.now() + 5_000 });
    await addAttempt(id, { number: 1, address: null, ...refused });
    await change(id, { attempt_count: 2, status: 'delivered', finished_at: api.clock.now() + 5_012 });

    const found = await log().find(workspace.id, id);
    expect(found).toMatchObject({
      status: 'delivered',
      attemptCount: 2,
      nextAttemptAt: null,
      finishedAt: api.clock.now() + 5_012,
      lastAttempt: { outcome: 'delivered', statusCode: 200, error: null },
    });
    expect(found.attempts).toEqual([
      expect.objectContaining({ number: 1, outcome: 'unreachable', statusCode: null, error: 'Refused.' }),
      {
        number: 2,
        outcome: 'delivered',
        statusCode: 200,
        error: null,
        address: '127.0.0.1',
        responseBody: 'ok',
        startedAt: api.clock.now() + 5_000,
        durationMs: 12,
      },
    ]);
    const { body } = await rowOf(api.database, 'events', { id: eventId });
    expect(found.body).toBe(body);
  });

  it('should tell of the attempt before while one is under way, and when the next one is planned', async () => {
    await happen();
    const { id } = await latest();
    await addAttempt(id, { outcome: 'answered_badly', status_code: 500, error: 'HTTP 500.' });
    const lastAttempt = { outcome: 'answered_badly', statusCode: 500, error: 'HTTP 500.' };
    await change(id, { attempt_count: 2, is_leased: 1, next_attempt_at: api.clock.now() + MINUTE });
    expect(await latest()).toMatchObject({ isUnderWay: true, nextAttemptAt: null, lastAttempt });
    await change(id, { attempt_count: 1, is_leased: 0 });
    expect(await latest()).toMatchObject({
      isUnderWay: false,
      nextAttemptAt: api.clock.now() + MINUTE,
      lastAttempt,
    });
    await pause(api.clock.now() + HOUR);
    expect(await latest()).toMatchObject({ nextAttemptAt: api.clock.now() + HOUR });
  });

  it('should not show a pause that was stored before the clock was set back', async () => {
    await happen();
    const due = (await latest()).nextAttemptAt;
    await pause(api.clock.now() + 365 * DAY);
    expect(await latest()).toMatchObject({ nextAttemptAt: due });
  });

  it('should show what is due to a disabled endpoint as held, in the filters and the count too', async () => {
    await happen();
    const { id } = await latest();
    const idsWith = async (status: 'due' | 'held') => (await list({ status })).map((found) => found.id);
    expect([await idsWith('due'), await idsWith('held')]).toEqual([[id], []]);
    expect(await log().heldCount(workspace.id, endpointId)).toBe(0);
    await api.services.webhookEndpoints.disable(OPERATOR, workspace.id, endpointId);
    expect(await latest()).toMatchObject({ status: 'held', nextAttemptAt: null });
    expect([await idsWith('due'), await idsWith('held')]).toEqual([[], [id]]);
    expect(await log().heldCount(workspace.id, endpointId)).toBe(1);
  });

  it('should filter by each of its fields and by several together', async () => {
    const other = await createEndpoint();
    const requests = [await happen('live'), await happen('test'), await happen('live')];
    const time = api.clock.now();
    api.clock.advance(1_000);
    await api.call('DELETE', `/v1/photo-requests/${requests[0]}`, { key: workspace.live.key });
    const all = await list();
    expect(all).toHaveLength(8);
    const failed = all.find(({ endpointId: of }) => of === other) as Delivery;
    await change(failed.id, { status: 'failed' });

    const count = async (...given: Parameters<typeof list>) => (await list(...given)).length;
    expect(await count({ endpointId })).toBe(4);
    expect(await count({ environment: 'test' })).toBe(2);
    expect(await count({ endpointId, environment: 'test' })).toBe(1);
    expect(await count({ eventType: 'photo_request.deleted' })).toBe(2);
    expect(await count({ subjectId: requests[0] })).toBe(4);
    expect(await count({ subjectId: requests[0], eventType: 'photo_request.created', endpointId })).toBe(1);
    expect(await count({ status: 'failed' })).toBe(1);
    expect(await count({ status: 'failed', endpointId })).toBe(0);
    expect(await count({ status: 'delivered' })).toBe(0);
    expect(await count({ from: time })).toBe(4);
    expect(await count({ to: time })).toBe(4);
    expect(await count({ from: time, to: time + 1 })).toBe(2);
    expect(await count({ endpointId: 'we_0000000000000000000000000000' })).toBe(0);
  });

  it('should go through all environments newest first, page by page, each delivery once', async () => {
    for (const environment of ['live', 'test', 'test', 'live', 'test', 'live', 'live'] as const)
      await happen(environment);
    const all = (await list()).map(({ id }) => id);
    expect(all).toHaveLength(7);
    expect(all).toEqual(all.toSorted().toReversed());

    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await log().list(workspace.id, {}, { limit: 3, after });
      const shown = page.slice(0, 3).map(({ id }) => id);
      seen.push(...shown);
      if (page.length <= 3) break;
      after = shown.at(-1) ?? null;
    }
    expect(seen).toEqual(all);
  });

  it('should not show the deliveries of a deleted endpoint', async () => {
    await happen();
    const { id } = await latest();
    await api.services.webhookEndpoints.delete(OPERATOR, workspace.id, endpointId);
    expect(await list()).toEqual([]);
    await expect(log().find(workspace.id, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(log().replay(OPERATOR, workspace.id, id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('should count the last day by outcome, for each environment', async () => {
    const owner = { workspaceId: workspace.id, environment: 'live' as const };
    await happen();
    api.clock.advance(DAY - 1_000);
    for (const status of ['delivered', 'delivered', 'failed', 'blocked', 'held'] as const) {
      await happen();
      await change((await latest()).id, { status });
    }
    await happen();
    await happen('test');
    expect(await log().countLastDay(owner, api.clock.now())).toEqual({ delivered: 2, failed: 2, pending: 2 });
    const test = { ...owner, environment: 'test' as const };
    expect(await log().countLastDay(test, api.clock.now())).toEqual({ delivered: 0, failed: 0, pending: 1 });
  });

  async function pause(until: number): Promise<void> {
    await updateRows(api.database, 'webhook_endpoints', { id: endpointId }, { paused_until: until });
  }
});
