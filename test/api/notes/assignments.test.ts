import { describe, expect, it } from 'vitest';
import type { ShownPhotoRequest } from '../../../src/photo-requests/web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, mailedToken, type Person, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { callDuring } from '../../helpers/database/call-during.ts';
import { insertRows, rowsOf } from '../../helpers/database/stored-rows.ts';
import { tellMembers, toldTo } from '../../helpers/notifications/fan-out.ts';
import { createRequest, createSubmitted } from '../web-app/web-requests.ts';

describe('the assignee of a request', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  const assign = (by: Person, id: string, userId: string | null) =>
    by.browser.call('PUT', `${owner.path}/photo-requests/${id}/assignee`, { user_id: userId });
  const list = async (by: Person, query: string) => {
    const rows = await by.browser.expect<ShownPhotoRequest[]>('GET', `${owner.path}/photo-requests?${query}`);
    return rows.map(({ id, assignee }) => [id, assignee?.user_id ?? null]);
  };

  it('should be shown, and find what is theirs, also among what waits for review', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const mine = await createRequest(owner);
    const waiting = await createSubmitted(api, owner, { requires_review: true });
    await createSubmitted(api, owner, { requires_review: true });
    for (const { id } of [mine, waiting])
      expect((await assign(owner, id, member.userId)).statusCode).toBe(200);
    const theirs = [
      [waiting.id, member.userId],
      [mine.id, member.userId],
    ];
    expect(await list(member, 'assignee=me')).toEqual(theirs);
    expect(await list(member, 'assignee=me&needs_review=true')).toEqual([theirs[0]]);
    expect(await list(member, `assignee=me&search=${mine.code}`)).toEqual([theirs[1]]);
    expect(await list(member, `assignee=me&environment=test`)).toEqual([]);
    expect(await list(owner, 'assignee=me')).toEqual([]);
  });

  it('should be told of it once, with an entry in the audit log; who takes it themselves is not', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    for (const userId of [member.userId, member.userId, owner.userId, null]) await assign(owner, id, userId);
    await tellMembers(api.services);
    const told = await toldTo(api, member);
    expect(told.filter(({ request_id }) => request_id === id)).toMatchObject([
      { kind: 'assigned', is_shown: 1 },
    ]);
    expect(await rowsOf(api.database, 'notifications', { user_id: owner.userId, request_id: id })).toEqual(
      [],
    );
    const entries = await rowsOf(api.database, 'audit_entries', { subject_id: id }, 'id');
    expect(entries.map(({ action, details }) => [action, JSON.parse(details).assignee])).toEqual([
      ['photo_request.created', undefined],
      ['photo_request.assigned', member.email],
      ['photo_request.assigned', owner.email],
      ['photo_request.unassigned', undefined],
    ]);
  });

  it('should be a member who can do something about it', async () => {
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const stranger = await createMember(api, (await api.createWorkspace()).id, 'member');
    const { id } = await createRequest(owner);
    for (const { userId } of [viewer, stranger])
      expectRefusal(await assign(owner, id, userId), 422, 'validation_error');
    expect(await rowsOf(api.database, 'assignments', { request_id: id })).toEqual([]);
  });

  it.each([
    ['leaves', (person: Person) => person.browser.expect('POST', `${owner.path}/leave`)],
    ['is removed', ({ userId }: Person) => owner.browser.expect('DELETE', `${owner.path}/members/${userId}`)],
    [
      'may only look from now on',
      ({ userId }: Person) =>
        owner.browser.expect('PATCH', `${owner.path}/members/${userId}`, { role: 'viewer' }),
    ],
  ])('should be no one once they %s', async (_what, end) => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const [theirs, others] = [await createRequest(owner), await createRequest(owner)];
    await assign(owner, theirs.id, member.userId);
    await assign(owner, others.id, owner.userId);
    await end(member);
    expect(await rowsOf(api.database, 'assignments', { user_id: member.userId })).toEqual([]);
    expect(await rowsOf(api.database, 'assignments', { request_id: others.id })).toHaveLength(1);
  });

  it('should not be someone who is removed in the same moment', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    const refused = await callDuring(
      api.database,
      (trx) => trx.deleteFrom('members').where('user_id', '=', member.userId).execute(),
      () => assign(owner, id, member.userId),
    );
    expectRefusal(refused, 422, 'validation_error');
    expect(await rowsOf(api.database, 'assignments', { request_id: id })).toEqual([]);
  });

  it('should not come back to someone who left and joins again', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    await member.browser.expect('POST', `${owner.path}/leave`);
    // As if they had been assigned, and told of it, while they left.
    const left = { workspace_id: owner.workspaceId, environment: 'live' as const, user_id: member.userId };
    await insertRows(api.database, 'assignments', { ...left, request_id: id });
    await insertRows(api.database, 'notification_preferences', {
      workspace_id: owner.workspaceId,
      user_id: member.userId,
      choices: '{}',
    });
    const invitation = { email: member.email, role: 'member' };
    await owner.browser.expect('POST', `${owner.path}/invitations`, invitation);
    const token = await mailedToken(api, 'invitation', member.email);
    await member.browser.expect('POST', `/invitations/${token}/accept`);
    for (const table of ['assignments', 'notification_preferences'] as const)
      expect(await rowsOf(api.database, table, { user_id: member.userId })).toEqual([]);
  });
});
