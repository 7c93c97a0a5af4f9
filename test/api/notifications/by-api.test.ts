import { describe, expect, it } from 'vitest';
import type { WireNotification } from '../../../src/notifications/schema.ts';
import { storeMember } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { expectError } from '../../helpers/http/expect-response.ts';
import { tellMembers } from '../../helpers/notifications/fan-out.ts';

describe('members and what they are told of, by API', () => {
  const api = useTestApp();
  const owner = useForEach(async () => {
    const person = await createOwner(api);
    const live = await api.createKey(person.workspaceId, { name: 'Claims system' });
    const test = await api.createKey(person.workspaceId, { environment: 'test' });
    return { ...person, live, test };
  });

  type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';
  const call = (method: Method, path: string, body?: object, { key } = owner.live) =>
    api.call(method, `/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
  const dataOf = async (path: string, by = owner.live) =>
    (await call('GET', path, undefined, by)).json().data;

  /** Assigned by a key, and told. */
  async function assign(userId: string, by = owner.live): Promise<void> {
    const created = await call('POST', '/photo-requests', { instructions: 'The car' }, by);
    const assigned = await call(
      'PUT',
      `/photo-requests/${created.json().data.id}/assignee`,
      { user_id: userId },
      by,
    );
    expect(assigned.statusCode).toBe(200);
    await tellMembers(api.services);
  }

  it('should list everyone once, page by page, and say no more of them than who they are', async () => {
    const ids = [owner.userId, await storeMember(api, owner.workspaceId, 'viewer')].sort().reverse();
    const first = (await call('GET', '/members?limit=1')).json();
    const second = (await call('GET', `/members?limit=1&cursor=${first.meta.next_cursor}`)).json();
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(ids);
    expect(second.meta.has_more).toBe(false);
    expect(await dataOf(`/members/${owner.userId}`)).toEqual({
      id: owner.userId,
      email: owner.email,
      name: null,
      role: 'owner',
      joined_at: expect.any(String),
    });
  });

  it('should show a member’s notifications of the key’s environment, and mark them as read', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    for (let each = 0; each < 3; each++) await assign(member.userId);
    const path = `/members/${member.userId}/notifications`;
    const [, newer, oldest]: WireNotification[] = await dataOf(path);
    expect(oldest).toMatchObject({ kind: 'assigned', by: 'Claims system (API)', is_read: false });
    expect(await dataOf(path, owner.test)).toEqual([]);
    expectError(
      await call('POST', `${path}/${oldest?.id}/read`, undefined, owner.test),
      404,
      'not_found',
      [],
    );
    expectError(await call('POST', `${path}/%00/read`), 404, 'not_found', []);
    expectError(await call('POST', `${path}/read`, { up_to: 'ntf_\0' }), 422, 'validation_error', ['up_to']);
    expect((await call('POST', `${path}/${oldest?.id}/read`)).json().data).toEqual({ unread: 2 });
    expect((await call('POST', `${path}/read`, { up_to: newer?.id })).json().data).toEqual({ unread: 1 });
    expect(await dataOf(`${path}/unread`)).toEqual({ unread: 1 });
    expect(await dataOf(`/members/${owner.userId}/notifications`)).toEqual([]);
  });

  it('should choose for a member with a live key alone, as far as it concerns their role, and leave a trace', async () => {
    const viewer = await storeMember(api, owner.workspaceId, 'viewer');
    const path = `/members/${viewer}/notification-choices`;
    const usual = {
      submitted: { app: true, email: 'off' },
      mentioned: { app: true, email: 'now' },
    };
    expect(await dataOf(path, owner.test)).toEqual(usual);
    const change = { submitted: { app: false, email: 'digest' } };
    expectError(await call('PATCH', path, change, owner.test), 403, 'insufficient_permission', []);
    const quota = { quota: { app: true, email: 'now' } };
    expectError(await call('PATCH', path, quota), 422, 'validation_error', ['quota']);
    expect((await call('PATCH', path, {})).json().data).toEqual(usual);
    expect((await call('PATCH', path, change)).json().data).toEqual({ ...usual, ...change });
    expect(await dataOf(path)).toEqual({ ...usual, ...change });
    const entries = await rowsOf(api.database, 'audit_entries', { subject_id: viewer });
    expect(entries.map(({ action, actor, details }) => [action, actor, JSON.parse(details)])).toEqual([
      ['member.notifications_changed', owner.live.id, { topics: 'submitted' }],
    ]);
  });
});
