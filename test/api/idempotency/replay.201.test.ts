import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { countStored, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { ENDPOINTS, NOWHERE } from '../../helpers/webhooks/api-endpoints.ts';

const OPERATIONS = [
  { path: '/v1/photo-requests', body: { instructions: 'A photo of the parcel, please' } },
  { path: '/v1/permanent-links', body: { name: 'Returns desk', metadata: { shelf: '7' } } },
  { path: ENDPOINTS, body: { url: NOWHERE } },
];

describe.each(OPERATIONS)('Idempotency-Key on POST $path', ({ path, body }) => {
  const api = useTestApp();

  const post = (key: string, idempotencyKey: string, sent: object = body) =>
    api.call('POST', path, { key, body: sent, headers: { 'idempotency-key': idempotencyKey } });

  it('should replay the first response, status and body, and say so in a header', async () => {
    const { live } = await api.createWorkspace();
    const first = await post(live.key, 'order-1');
    expect(first.statusCode).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    api.clock.advance(60_000);
    for (let i = 0; i < 3; i++) {
      const again = await post(live.key, 'order-1');
      expect(again.statusCode).toBe(201);
      expect(again.body).toBe(first.body);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
      expect(again.headers['x-request-id']).toBe(again.json().meta.request_id);
    }
    const listed = await api.call('GET', path, { key: live.key });
    expect(listed.json().data.map((one: { id: string }) => one.id)).toEqual([first.json().data.id]);
  });

  it('should create a new one for every call without it', async () => {
    const { live } = await api.createWorkspace();
    const responses = [
      await api.call('POST', path, { key: live.key, body }),
      await api.call('POST', path, { key: live.key, body }),
    ];
    expect(new Set(responses.map((response) => response.json().data.id)).size).toBe(2);
    for (const response of responses) expect(response.headers['idempotent-replayed']).toBeUndefined();
  });

  it('should create one for every key', async () => {
    const { live } = await api.createWorkspace();
    const ids = [];
    for (const key of ['a', 'A', 'aa', 'b']) ids.push((await post(live.key, key)).json().data.id);
    expect(new Set(ids).size).toBe(4);
  });

  it('should be kept 24 hours, to the millisecond, and then be new', async () => {
    const { live } = await api.createWorkspace();
    const first = await post(live.key, 'order-2');
    api.clock.advance(DAY - 1);
    const last = await post(live.key, 'order-2');
    expect(last.body).toBe(first.body);
    api.clock.advance(1);
    const fresh = await post(live.key, 'order-2');
    expect(fresh.statusCode).toBe(201);
    expect(fresh.headers['idempotent-replayed']).toBeUndefined();
    expect(fresh.json().data.id).not.toBe(first.json().data.id);
    const replay = await post(live.key, 'order-2');
    expect(replay.body).toBe(fresh.body);
    api.clock.advance(DAY - 1);
    expect((await post(live.key, 'order-2')).body).toBe(fresh.body);
  });

  it('should take another body when the day is over', async () => {
    const { live } = await api.createWorkspace();
    const other = { ...body, metadata: { other: 'yes' } };
    await post(live.key, 'order-3');
    api.clock.advance(DAY);
    const response = await post(live.key, 'order-3', other);
    expect(response.statusCode).toBe(201);
    expect((await post(live.key, 'order-3')).statusCode).toBe(422);
  });

  it('should belong to one workspace', async () => {
    const [one, two] = [await api.createWorkspace(), await api.createWorkspace()];
    const first = await post(one.live.key, 'order-4');
    const second = await post(two.live.key, 'order-4');
    expect(second.statusCode).toBe(201);
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect(second.json().data.id).not.toBe(first.json().data.id);
    const other = { ...body, metadata: { other: 'yes' } };
    expect((await post((await api.createWorkspace()).live.key, 'order-4', other)).statusCode).toBe(201);
  });

  it('should belong to one environment', async () => {
    const { live, test } = await api.createWorkspace();
    const first = await post(live.key, 'order-5');
    const second = await post(test.key, 'order-5');
    expect(second.headers['idempotent-replayed']).toBeUndefined();
    expect(second.json().data.id).not.toBe(first.json().data.id);
  });

  it('should belong to one operation', async () => {
    const { live } = await api.createWorkspace();
    const sent = { instructions: 'The same body', name: 'For all', url: NOWHERE };
    const responses = [];
    for (const { path: either } of OPERATIONS) {
      responses.push(
        await api.call('POST', either, {
          key: live.key,
          body: sent,
          headers: { 'idempotency-key': 'order-6' },
        }),
      );
    }
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
    expect(responses.map(({ headers }) => headers['idempotent-replayed'])).not.toContain('true');
    const kinds = new Set(responses.map((response) => response.json().data.id.split('_')[0]));
    expect(kinds.size).toBe(OPERATIONS.length);
  });

  it('should be shared by the keys of an environment, a regenerated one included', async () => {
    const workspace = await api.createWorkspace();
    const first = await post(workspace.live.key, 'order-7');
    const more = await api.createKey(workspace.id);
    expect((await post(more.key, 'order-7')).body).toBe(first.body);
    const again = await api.services.apiKeys.regenerate(OPERATOR, workspace.id, workspace.live.id);
    expect((await post(again.key, 'order-7')).body).toBe(first.body);
  });

  it('should not be replayed to a key that may not create', async () => {
    const workspace = await api.createWorkspace();
    await post(workspace.live.key, 'order-8');
    const reader = await api.createKey(workspace.id, {
      scopes: ['photo_requests:read', 'permanent_links:read'],
    });
    expect((await post(reader.key, 'order-8')).statusCode).toBe(403);
    expect((await post('shp_live_wrong', 'order-8')).statusCode).toBe(401);
  });

  it('should replay warnings as they were', async () => {
    const { live } = await api.createWorkspace();
    const first = await post(live.key, 'order-9', { ...body, color: 'red' });
    expect(first.json().meta.warnings).toHaveLength(1);
    expect((await post(live.key, 'order-9', { ...body, color: 'red' })).body).toBe(first.body);
  });

  it('should create one of 50 that arrive at once, and give all 50 the same response', async () => {
    const { id, live } = await api.createWorkspace();
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(live.key, 'race-1')));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    const replayed = responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed).toHaveLength(49);
    for (const response of responses) {
      expect(response.headers['x-request-id']).toBe(response.json().meta.request_id);
    }
    const listed = await api.call('GET', path, { key: live.key });
    expect(listed.json().data).toHaveLength(1);
    // The request and its key; a link also has its slug.
    const created = {
      '/v1/photo-requests': { photo_requests: 1 },
      '/v1/permanent-links': { permanent_links: 1, permanent_link_slugs: 1 },
      [ENDPOINTS]: { webhook_endpoints: 1 },
    }[path];
    expect(await countStored(api, id)).toEqual({ ...NOTHING_STORED, ...created, idempotency_keys: 1 });
  });

  it('should let one win of two bodies that arrive at once, and tell the others', async () => {
    const { live } = await api.createWorkspace();
    const bodies = [body, { ...body, metadata: { other: 'yes' } }];
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post(live.key, 'race-2', bodies[i % 2])),
    );
    const successes = responses.filter(({ statusCode }) => statusCode === 201);
    expect(successes).toHaveLength(10);
    expect(new Set(successes.map((response) => response.body)).size).toBe(1);
    expect(responses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10);
  });
});
