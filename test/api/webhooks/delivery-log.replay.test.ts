import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { DeliveryRow, DeliveryStatus } from '../../../src/platform/db/tables.ts';
import { createIds } from '../../../src/platform/ids.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { untilListening } from '../../helpers/database/listening.ts';
import { insertRows, rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

const ALL: DeliveryStatus[] = ['due', 'held', 'delivered', 'failed', 'blocked'];

describe('the replay of deliveries', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  let endpointId: string;
  let first: DeliveryRow;
  beforeAll(() => untilListening(api.database));
  beforeEach(async () => {
    endpointId = await createEndpoint();
    await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body: { instructions: 'x' } });
    first = (await rows())[0] as DeliveryRow;
    expect(first).toBeDefined();
  });

  const log = () => api.services.deliveryLog;

  async function createEndpoint(): Promise<string> {
    const created = await createEndpointIn(api.services, workspace.id, {
      url: 'http://127.0.0.1:8080/hook',
      events: ['photo_request.created'],
    });
    return created.id;
  }

  const rows = () => rowsOf(api.database, 'deliveries', { workspace_id: workspace.id }, 'id');
  const rowOf = async (id: string) => (await rows()).find((row) => row.id === id) as DeliveryRow;

  async function change(columns: Partial<DeliveryRow>): Promise<void> {
    await updateRows(api.database, 'deliveries', { workspace_id: workspace.id }, columns);
  }

  /** More deliveries like the first, in these states. */
  async function add(statuses: DeliveryStatus[], changes: Partial<DeliveryRow> = {}): Promise<DeliveryRow[]> {
    const ids = createIds(api.clock.now, pooledRandom());
    const added = statuses.map(
      (status): DeliveryRow => ({
        ...first,
        id: ids.next('delivery', changes.created_at),
        status,
        attempt_count: 11,
        schedule_step: 11,
        finished_at: status === 'due' ? null : 1,
        ...changes,
      }),
    );
    await insertRows(api.database, 'deliveries', added);
    return added;
  }

  const reset = () => ({
    status: 'due',
    schedule_step: 0,
    is_leased: 0,
    next_attempt_at: api.clock.now(),
    finished_at: null,
  });

  it.each(ALL)('should put a delivery that is %s at the start of its schedule, due now', async (status) => {
    await change({ status, attempt_count: 6, schedule_step: 6, next_attempt_at: api.clock.now() + DAY });
    await change({ finished_at: 1 });
    await log().replay(OPERATOR, workspace.id, first.id);
    // The number of attempts goes on: it fences off whoever comes late with an older one.
    expect(await rowOf(first.id)).toEqual({ ...first, ...reset(), attempt_count: 6 });
  });

  it('should leave a delivery alone that is under way, and take one over whose lease has ended', async () => {
    const lease = { is_leased: 1 as const, attempt_count: 1, next_attempt_at: api.clock.now() + MINUTE };
    await change(lease);
    await log().replay(OPERATOR, workspace.id, first.id);
    expect(await rowOf(first.id)).toEqual({ ...first, ...lease });
    api.clock.advance(MINUTE);
    await log().replay(OPERATOR, workspace.id, first.id);
    expect(await rowOf(first.id)).toMatchObject(reset());
  });

  it('should wake the worker once it is durable', async () => {
    await change({ status: 'failed' });
    let signals = 0;
    const stop = api.database.signals.on('deliveries', () => {
      signals += 1;
    });
    await log().replay(OPERATOR, workspace.id, first.id);
    expect(signals).toBe(1);
    await change({ status: 'failed' });
    await log().replayMany(OPERATOR, workspace.id, endpointId);
    expect(signals).toBe(2);
    stop();
  });

  it('should not be possible for an endpoint that is disabled', async () => {
    await change({ status: 'failed' });
    await api.services.webhookEndpoints.disable(OPERATOR, workspace.id, endpointId);
    const refused = {
      code: 'validation_error',
      details: { endpoint: [expect.stringContaining('Enable it first')] },
    };
    await expect(log().replay(OPERATOR, workspace.id, first.id)).rejects.toMatchObject(refused);
    await expect(log().replayMany(OPERATOR, workspace.id, endpointId)).rejects.toMatchObject(refused);
    expect(await rowOf(first.id)).toMatchObject({ status: 'failed' });
  });

  it('should take all that failed, was held or blocked unless told otherwise', async () => {
    const added = await add(ALL, { next_attempt_at: 5 });
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId)).toBe(3);
    for (const row of added)
      expect(await rowOf(row.id)).toEqual(
        ['failed', 'held', 'blocked'].includes(row.status) ? { ...row, ...reset() } : row,
      );
  });

  it('should take the statuses it was told', async () => {
    const added = await add(ALL, { next_attempt_at: 5 });
    const statuses = ['delivered', 'due'] as const;
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId, { statuses })).toBe(3);
    for (const row of added)
      expect((await rowOf(row.id)).next_attempt_at).toBe(
        row.status === 'delivered' || row.status === 'due' ? api.clock.now() : 5,
      );
  });

  it('should take those created in a range of time, its start included and its end not', async () => {
    const start = api.clock.now();
    const times = [start - HOUR - 1, start - HOUR, start - 1, start];
    const added: DeliveryRow[] = [];
    for (const created_at of times) added.push(...(await add(['failed'], { created_at })));
    const range = { from: start - HOUR, to: start };
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId, range)).toBe(2);
    const statuses = await Promise.all(added.map(async ({ id }) => (await rowOf(id)).status));
    expect(statuses).toEqual(['failed', 'due', 'due', 'failed']);
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId, { to: start })).toBe(1);
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId, { from: start })).toBe(1);
  });

  it('should touch no other endpoint’s deliveries', async () => {
    const other = await createEndpoint();
    const [row] = await add(['failed'], { endpoint_id: other });
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId)).toBe(0);
    expect(await rowOf(row?.id ?? '')).toEqual(row);
  });

  it('should take many in small transactions, each once, and stop at what came after it began', async () => {
    await add(Array.from({ length: 1_201 }, () => 'failed' as const));
    await add(['failed'], { created_at: api.clock.now() + 1 });
    let transactions = 0;
    const stop = api.database.signals.on('deliveries', () => {
      transactions += 1;
    });
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId)).toBe(1_201);
    stop();
    expect(transactions).toBe(3);
    expect((await rows()).filter(({ status }) => status === 'failed')).toHaveLength(1);
  });

  it('should count each delivery once when two replay at once', async () => {
    await add(Array.from({ length: 700 }, () => 'failed' as const));
    const counts = await Promise.all([
      log().replayMany(OPERATOR, workspace.id, endpointId),
      log().replayMany(OPERATOR, workspace.id, endpointId),
    ]);
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(700);
  });

  it('should be left to the owner when an endpoint is enabled: what was due is held', async () => {
    const lease = { is_leased: 1 as const, next_attempt_at: api.clock.now() + MINUTE };
    const [underWay] = await add(['due'], lease);
    await add(Array.from({ length: 600 }, () => 'due' as const));
    await api.services.webhookEndpoints.disable(OPERATOR, workspace.id, endpointId);
    await api.services.webhookEndpoints.enable(OPERATOR, workspace.id, endpointId);
    expect(await log().heldCount(workspace.id, endpointId)).toBe(601);
    expect(await rowOf(underWay?.id ?? '')).toEqual(underWay);
    expect(await log().replayMany(OPERATOR, workspace.id, endpointId, { statuses: ['held'] })).toBe(601);
    // On an endpoint that is on already, it only forgets the failures.
    await api.services.webhookEndpoints.enable(OPERATOR, workspace.id, endpointId);
    expect(await log().heldCount(workspace.id, endpointId)).toBe(0);
  });
});
