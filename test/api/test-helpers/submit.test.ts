import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { PUBLIC_URL, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { createRequest, kept, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

interface Shown {
  id: string;
  status: string;
  items: { slot_index: number; slot_instructions: string | null; url: string; sha256: string }[];
}

describe('POST /v1/test-helpers/photo-requests/{id}/submit', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api, { plan: 'developer_free' });

  const submit = (id: string, key = workspace.test.key) =>
    api.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, { key });
  const events = (id: string) =>
    rowsOf(api.database, 'events', { subject_id: id, type: 'photo_request.submitted' });

  it('should fill all slots with photos that download, and write the event of a test', async () => {
    const { id } = await createRequest(api, workspace.test.key, {
      photo_slots: [
        { instructions: 'Front' },
        { instructions: 'Back – Rückseite 後ろ' },
        { instructions: 'Maybe', is_required: false },
      ],
    });
    const shown = expectData<Shown>(await submit(id));
    expect(shown).toMatchObject({
      id,
      status: 'submitted',
      items: [{ slot_instructions: 'Front' }, { slot_index: 1 }, { slot_instructions: 'Maybe' }],
    });
    for (const { url, sha256 } of shown.items) {
      const file = await api.call('GET', url.slice(PUBLIC_URL.length));
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(sha256);
    }
    expect(new Set(shown.items.map(({ sha256 }) => sha256)).size).toBe(3);
    const read = await api.call('GET', `/v1/photo-requests/${id}`, { key: workspace.test.key });
    expect(read.json().data).toEqual(shown);
    const [event, ...others] = await events(id);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ environment: 'test', type: 'photo_request.submitted' });
    expect(JSON.parse(event?.body ?? '').data.photos).toHaveLength(3);
  });

  it('should take two photos without slots, and never count', async () => {
    const { id } = await createRequest(api, workspace.test.key);
    await updateRows(api.database, 'workspaces', { id: workspace.id }, { lifetime_photos: 100 });
    const { items } = expectData<Shown>(await submit(id));
    expect(items.map(({ slot_index }) => slot_index)).toEqual([0, 1]);
    const stats = await api.call('GET', '/v1/stats', { key: workspace.test.key });
    expect(stats.json().data.usage).toMatchObject({ photos_used: 100 });
  });

  it('should go on where a customer has begun', async () => {
    const { id, token } = await createRequest(api, workspace.test.key);
    const page = await openPage(api, 'request', token);
    await page.send({ slot: 3, body: await smallPhoto() });
    const { items } = expectData<Shown>(await submit(id));
    expect(items.map(({ slot_index }) => slot_index)).toEqual([0, 1, 3]);
  });

  it('should be refused with a live key, whatever it names', async () => {
    const mine = await api.createWorkspace();
    const { id } = await createRequest(api, mine.live.key);
    for (const one of [id, 'req_nothing']) {
      expectError(await submit(one, mine.live.key), 403, 'insufficient_permission');
    }
    expect(await events(id)).toEqual([]);
  });

  it('should find nothing of another workspace, nor of the live environment, nor what is no id', async () => {
    const other = await api.createWorkspace();
    const theirs = await createRequest(api, other.test.key);
    const live = await createRequest(api, other.live.key);
    const before = await kept(api);
    for (const [id, key] of [
      [theirs.id, workspace.test.key],
      [live.id, other.test.key],
      ['req_0', other.test.key],
      ['%00', other.test.key],
      ['..%2f..', other.test.key],
    ] as const) {
      expectError(await submit(id, key), 404, 'not_found');
    }
    expect(await kept(api)).toEqual(before);
  });

  it('should be refused when the request is submitted, over or canceled', async () => {
    const submitted = await createRequest(api, workspace.test.key);
    await submit(submitted.id);
    const canceled = await createRequest(api, workspace.test.key);
    await updateRows(api.database, 'photo_requests', { id: canceled.id }, { status: 'canceled' });
    const over = await createRequest(api, workspace.test.key, { expires_in_hours: 1 });
    api.clock.advance(HOUR);
    const before = await kept(api);
    for (const [{ id }, cause] of [
      [submitted, /already submitted/],
      [canceled, /closed/],
      [over, /expired/],
    ] as const) {
      const response = await submit(id);
      expectError(response, 422, 'validation_error', ['id']);
      expect(response.json().error.message).toMatch(cause);
    }
    expect(await kept(api)).toEqual(before);
    expect(await events(submitted.id)).toHaveLength(1);
  });

  it('should submit once when it is called at once', async () => {
    const { id } = await createRequest(api, workspace.test.key);
    const responses = await Promise.all([submit(id), submit(id), submit(id)]);
    for (const { statusCode } of responses) expect([200, 422]).toContain(statusCode);
    expect(responses.map(({ statusCode }) => statusCode)).toContain(200);
    expect(await events(id)).toHaveLength(1);
  });

  it('should be refused without a key, and with one that may not write', async () => {
    const { id } = await createRequest(api, workspace.test.key);
    expectError(await api.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`), 401, 'unauthorized');
    const other = await api.createWorkspace();
    const reader = await api.createKey(other.id, { environment: 'test', scopes: ['photo_requests:read'] });
    const theirs = await createRequest(api, other.test.key);
    expectError(await submit(theirs.id, reader.key), 403, 'insufficient_permission');
    const writer = await api.createKey(other.id, { environment: 'test', scopes: ['photo_requests:write'] });
    expectData(await submit(theirs.id, writer.key));
    await api.services.workspaces.suspend(OPERATOR, other.id);
    expectError(await submit(theirs.id, writer.key), 403, 'workspace_restricted');
  });
});
