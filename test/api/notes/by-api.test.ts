import { describe, expect, it } from 'vitest';
import type { MemberNote } from '../../../src/photo-requests/timeline.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { codeOf, createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { expectError } from '../../helpers/http/expect-response.ts';
import { tellMembers, toldTo } from '../../helpers/notifications/fan-out.ts';

describe('notes and assignees by API', () => {
  const api = useTestApp();
  const owner = useForAll(async () => {
    const person = await createOwner(api);
    const live = await api.createKey(person.workspaceId, { name: 'Claims system' });
    const other = await api.createKey(person.workspaceId, { name: 'Its successor' });
    const test = await api.createKey(person.workspaceId, { environment: 'test' });
    return { ...person, live, other, test };
  });

  type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  const call = (method: Method, path: string, body?: object, { key } = owner.live, headers = {}) =>
    api.call(method, `/v1/photo-requests/${path}`, { key, headers, ...(body === undefined ? {} : { body }) });
  const make = async ({ key } = owner.live): Promise<string> =>
    (await api.call('POST', '/v1/photo-requests', { key, body: { instructions: 'The car' } })).json().data.id;
  const audited = async (id: string) =>
    (await rowsOf(api.database, 'audit_entries', { subject_id: id }, 'id')).map((row) => [
      row.action,
      row.actor,
    ]);

  it('should be told to members under the name of the key, and stand in the audit log under its id', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const id = await make();
    const body = { text: 'The policy covers glass', mentions: [member.userId] };
    const note: MemberNote = (await call('POST', `${id}/notes`, body)).json().data;
    expect(note).toMatchObject({ ...body, author_id: owner.live.id, author: 'Claims system (API)' });
    const assigned = await call('PUT', `${id}/assignee`, { user_id: member.userId });
    expect(assigned.json().data.assignee).toEqual({
      user_id: member.userId,
      email: member.email,
      name: null,
    });
    await tellMembers(api.services);
    const told = (await toldTo(api, member)).map(({ kind, content }) => [kind, JSON.parse(content).by]);
    expect(told.toSorted()).toEqual([
      ['assigned', 'Claims system (API)'],
      ['mentioned', 'Claims system (API)'],
    ]);
    await call('PUT', `${id}/assignee`, { user_id: null });
    expect(await audited(id)).toEqual([
      ['photo_request.note_added', owner.live.id],
      ['photo_request.assigned', owner.live.id],
      ['photo_request.unassigned', owner.live.id],
    ]);
    const timeline = (await call('GET', `${id}/timeline`)).json().data;
    expect(timeline.map(({ kind, by }: Record<string, string>) => [kind, by])).toEqual([
      ['created', null],
      ['assigned', null],
      ['unassigned', null],
      ['note', 'Claims system (API)'],
    ]);
  });

  it('should be written once with an Idempotency-Key, whose response goes with the request', async () => {
    const id = await make();
    const write = () =>
      call('POST', `${id}/notes`, { text: 'Once' }, owner.live, { 'idempotency-key': 'first' });
    const [first, second] = [await write(), await write()];
    expect(second.json()).toEqual(first.json());
    expect((await call('GET', `${id}/notes`)).json().data).toEqual([first.json().data]);
    await owner.browser.expect('DELETE', `${owner.path}/photo-requests/${id}`);
    const kept = await rowsOf(api.database, 'idempotency_keys', { workspace_id: owner.workspaceId });
    expect(kept.filter(({ answer }) => answer?.includes('Once'))).toEqual([]);
  });

  it('should let any key edit what a key wrote, and no one what another wrote, but delete both', async () => {
    const id = await make();
    const { id: keys } = (await call('POST', `${id}/notes`, { text: 'First' })).json().data;
    const { id: theirs } = await owner.browser.expect<MemberNote>(
      'POST',
      `${owner.path}/photo-requests/${id}/notes`,
      { text: 'By a person' },
    );
    const edited = await call('PATCH', `${id}/notes/${keys}`, { text: 'Second' }, owner.other);
    expect(edited.json().data).toMatchObject({ text: 'Second', author_id: owner.live.id });
    const refused = [403, 'insufficient_permission'];
    expect(codeOf(await call('PATCH', `${id}/notes/${theirs}`, { text: 'Not said' }))).toEqual(refused);
    const address = `${owner.path}/photo-requests/${id}/notes/${keys}`;
    expect(codeOf(await owner.browser.call('PATCH', address, { text: 'Not said' }))).toEqual(refused);
    for (const note of [keys, theirs])
      expect((await call('DELETE', `${id}/notes/${note}`)).statusCode).toBe(200);
    expect((await call('GET', `${id}/notes`)).json().data).toEqual([]);
  });

  it('should keep the mentions of a note that is edited without them', async () => {
    const id = await make();
    const body = { text: 'Look', mentions: [owner.userId] };
    const { id: note } = (await call('POST', `${id}/notes`, body)).json().data;
    const edited = await call('PATCH', `${id}/notes/${note}`, { text: 'Look here' });
    expect(edited.json().data).toMatchObject({ text: 'Look here', mentions: [owner.userId] });
  });

  it('should refuse whoever is no member, and those who may only look as assignees', async () => {
    const stranger = await createMember(api, (await api.createWorkspace()).id, 'member');
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const id = await make();
    for (const user_id of [stranger.userId, viewer.userId, 'user_none', 'user_\0', 'x'.repeat(41), 7])
      expectError(await call('PUT', `${id}/assignee`, { user_id }), 422, 'validation_error', ['user_id']);
    const mentions = [viewer.userId, stranger.userId];
    const foreign = await call('POST', `${id}/notes`, { text: 'You two', mentions });
    expectError(foreign, 422, 'validation_error', ['mentions.1']);
    for (const text of ['a\0b', 'x'.repeat(2_001), ' '])
      expectError(await call('POST', `${id}/notes`, { text }), 422, 'validation_error', ['text']);
    expect(await rowsOf(api.database, 'assignments', { request_id: id })).toEqual([]);
    expect(await rowsOf(api.database, 'request_notes', { request_id: id })).toEqual([]);
  });

  it('should belong to its environment and request, also under an id that is none', async () => {
    const [id, another] = [await make(), await make()];
    const { id: note } = (await call('POST', `${id}/notes`, { text: 'Here' })).json().data;
    for (const [address, key] of [
      [`${id}/notes/${note}`, owner.test],
      [`${another}/notes/${note}`, owner.live],
      [`${id}/notes/%00`, owner.live],
    ] as const) {
      expectError(await call('PATCH', address, { text: 'Elsewhere' }, key), 404, 'not_found', []);
      expectError(await call('DELETE', address, undefined, key), 404, 'not_found', []);
    }
    const once = { 'idempotency-key': 'none' };
    expectError(await call('POST', '%00/notes', { text: 'Nowhere' }, owner.live, once), 404, 'not_found', []);
    const decision = await call('POST', '%00/review', { decision: 'approve' }, owner.live, once);
    expectError(decision, 404, 'not_found', []);
    expect((await call('GET', `${id}/notes`)).json().data).toMatchObject([{ text: 'Here' }]);
  });
});
