import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { countStored, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { TRACE } from '../../helpers/http/expect-response.ts';

const OPERATIONS = [
  { path: '/v1/photo-requests', body: { instructions: 'A photo of the parcel, please' } },
  { path: '/v1/permanent-links', body: { name: 'Returns desk' } },
];

describe.each(OPERATIONS)('a refusal beside an Idempotency-Key on POST $path', ({ path, body }) => {
  const api = useTestApp();

  const post = (key: string, idempotencyKey: string, sent: object = body) =>
    api.call('POST', path, { key, body: sent, headers: { 'idempotency-key': idempotencyKey } });

  it('should be 422 idempotency_mismatch when the body is another one, and create nothing', async () => {
    const { id, live } = await api.createWorkspace();
    const first = await post(live.key, 'order-1');
    const stored = await countStored(api, id);
    const response = await post(live.key, 'order-1', { ...body, metadata: { other: 'yes' } });
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({
      error: {
        code: 'idempotency_mismatch',
        message: 'This Idempotency-Key was already used with a different body.',
        details: {},
        ...TRACE,
      },
    });
    expect(response.headers['idempotent-replayed']).toBeUndefined();
    expect(response.headers['x-request-id']).not.toBe(first.json().meta.request_id);
    expect(await countStored(api, id)).toEqual(stored);
    expect((await post(live.key, 'order-1')).body).toBe(first.body);
  });

  it.each([
    ['1 character', 'k'],
    ['255 characters', 'k'.repeat(255)],
    ['blanks inside', 'order 1 of 2'],
    ['a UUID', '0197c1f2-8f3e-7b5e-9b0a-2d6f3b1c4d5e'],
    ['every printable character', Array.from({ length: 93 }, (_, i) => String.fromCharCode(33 + i)).join('')],
  ])('should not happen for %s', async (_what, key) => {
    const { live } = await api.createWorkspace();
    const first = await post(live.key, key);
    expect(first.statusCode).toBe(201);
    expect((await post(live.key, key)).body).toBe(first.body);
  });

  it.each([
    ['256 characters', 'k'.repeat(256)],
    ['a letter outside of ASCII', 'clé'],
    ['an emoji', '📷'],
    ['a control character', 'a\u0001b'],
    ['a tab', 'a\tb'],
    ['nothing', ''],
  ])('should be 400 invalid_parameter for %s, and create nothing', async (_what, key) => {
    const { id, live } = await api.createWorkspace();
    const response = await post(live.key, key);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      error: {
        code: 'invalid_parameter',
        message: expect.any(String),
        details: { 'Idempotency-Key': [expect.any(String)] },
        ...TRACE,
      },
    });
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it.each([
    ['the value of another header', { 'x-note': 'Idempotency-Key', 'idempotency-key': 'order-3' }],
    ['its own value', { 'idempotency-key': 'idempotency-key' }],
  ])('should not happen because its name is %s', async (_what, headers) => {
    const { live } = await api.createWorkspace();
    const response = await api.call('POST', path, { key: live.key, body, headers });
    expect(response.statusCode).toBe(201);
  });

  it('should not be kept when the body was not valid: the corrected call goes through', async () => {
    const { id, live } = await api.createWorkspace();
    for (const wrong of [{}, { ...body, metadata: 'none' }]) {
      expect((await post(live.key, 'order-2', wrong)).statusCode).toBe(422);
    }
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
    const response = await post(live.key, 'order-2');
    expect(response.statusCode).toBe(201);
    expect(response.headers['idempotent-replayed']).toBeUndefined();
  });

  it('should not be kept when the work itself refused', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const slots = Array.from({ length: 6 }, () => ({ instructions: 'One of too many' }));
    const refused = await post(workspace.live.key, 'order-3', { ...body, photo_slots: slots });
    expect(refused.statusCode).toBe(422);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
    await api.services.workspaces.setPlan(OPERATOR, workspace.id, 'enterprise');
    const response = await post(workspace.live.key, 'order-3', { ...body, photo_slots: slots });
    expect(response.statusCode).toBe(201);
    expect(response.headers['idempotent-replayed']).toBeUndefined();
  });

  it('should be the same for 20 at once, of which none is kept', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    const slots = Array.from({ length: 6 }, () => ({ instructions: 'One of too many' }));
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(workspace.live.key, 'race', { ...body, photo_slots: slots })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(422));
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });
});

describe('a refusal by the plan', () => {
  const api = useTestApp();

  it('should not be kept when the quota was used up and then was not', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    await updateRows(api.database, 'workspaces', { id: workspace.id }, { lifetime_photos: 100 });
    const post = () =>
      api.call('POST', '/v1/photo-requests', {
        key: workspace.live.key,
        body: { instructions: 'A photo' },
        headers: { 'idempotency-key': 'order-1' },
      });
    const refused = await post();
    expect(refused.statusCode).toBe(403);
    expect(refused.json().error.code).toBe('quota_exceeded');
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
    await api.services.workspaces.setPlan(OPERATOR, workspace.id, 'professional');
    const created = await post();
    expect(created.statusCode).toBe(201);
    expect(created.headers['idempotent-replayed']).toBeUndefined();
    expect((await post()).body).toBe(created.body);
  });

  it('should not be kept when there was no room for a link and then there was', async () => {
    const { live } = await api.createWorkspace({ plan: 'developer_free' });
    const post = (idempotencyKey: string) =>
      api.call('POST', '/v1/permanent-links', {
        key: live.key,
        body: { name: 'Returns' },
        headers: { 'idempotency-key': idempotencyKey },
      });
    const { id } = (await post('link-1')).json().data;
    expect((await post('link-2')).statusCode).toBe(403);
    // A replay needs no room.
    expect((await post('link-1')).statusCode).toBe(201);
    await api.call('DELETE', `/v1/permanent-links/${id}`, { key: live.key });
    const created = await post('link-2');
    expect(created.statusCode).toBe(201);
    expect(created.headers['idempotent-replayed']).toBeUndefined();
  });
});
