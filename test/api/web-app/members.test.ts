import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { refusalOf } from '../../helpers/http/expect-response.ts';

interface MemberView {
  user_id: string;
  email: string;
  role: string;
}

const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;

describe('members of a workspace', () => {
  const api = useTestApp();

  const rolesOf = async (workspaceId: string) =>
    Object.fromEntries(
      (await api.services.identity.members.list(workspaceId)).map(({ user_id, role }) => [user_id, role]),
    );

  it('should be listed to each of them', async () => {
    const owner = await createOwner(api);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const list = await viewer.browser.expect<MemberView[]>('GET', `${owner.path}/members`);
    expect(list.map(({ email, role }) => [email, role])).toEqual([
      [owner.email, 'owner'],
      [viewer.email, 'viewer'],
    ]);
  });

  it('should not be shown to anyone else, for whom there is no such workspace', async () => {
    const [owner, stranger] = [await createOwner(api), await createOwner(api)];
    const refused = await stranger.browser.call('GET', `${owner.path}/members`);
    expect(codeOf(refused)).toEqual([404, 'not_found']);
    const unknown = await stranger.browser.call('GET', '/workspaces/ws_0/members');
    expect(refusalOf(unknown)).toEqual(refusalOf(refused));
    const change = await stranger.browser.call('DELETE', `${owner.path}/members/${owner.userId}`);
    expect(codeOf(change)).toEqual([404, 'not_found']);
  });

  it.each(['viewer', 'member'] as const)(
    'should not be changed by a %s, not even themselves',
    async (role) => {
      const owner = await createOwner(api);
      const { browser, userId } = await createMember(api, owner.workspaceId, role);
      const attempts = [
        browser.call('PATCH', `${owner.path}/members/${userId}`, { role: 'owner' }),
        browser.call('PATCH', `${owner.path}/members/${owner.userId}`, { role: 'viewer' }),
        browser.call('DELETE', `${owner.path}/members/${owner.userId}`),
        browser.call('POST', `${owner.path}/invitations`, { email: 'friend@example.com', role: 'viewer' }),
        browser.call('GET', `${owner.path}/invitations`),
        browser.call('GET', `${owner.path}/audit-log`),
      ];
      for (const response of await Promise.all(attempts)) {
        expect(codeOf(response)).toEqual([403, 'insufficient_permission']);
      }
      expect(await rolesOf(owner.workspaceId)).toEqual({ [owner.userId]: 'owner', [userId]: role });
    },
  );

  it('should be managed by admins, but for owners', async () => {
    const owner = await createOwner(api);
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const patch = (userId: string, role: string) =>
      admin.browser.call('PATCH', `${owner.path}/members/${userId}`, { role });
    expect((await patch(viewer.userId, 'member')).json().data.role).toBe('member');
    expect((await patch(viewer.userId, 'admin')).statusCode).toBe(200);
    for (const response of [
      await patch(viewer.userId, 'owner'),
      await patch(admin.userId, 'owner'),
      await patch(owner.userId, 'viewer'),
      await admin.browser.call('DELETE', `${owner.path}/members/${owner.userId}`),
      await admin.browser.call('POST', `${owner.path}/invitations`, {
        email: 'x@example.com',
        role: 'owner',
      }),
    ]) {
      expect(codeOf(response)).toEqual([403, 'insufficient_permission']);
    }
    expect((await admin.browser.call('DELETE', `${owner.path}/members/${viewer.userId}`)).statusCode).toBe(
      200,
    );
    expect(await rolesOf(owner.workspaceId)).toEqual({ [owner.userId]: 'owner', [admin.userId]: 'admin' });
  });

  it.each(ROLES)('should take effect at once when someone becomes a %s', async (role) => {
    const owner = await createOwner(api);
    const person = await createMember(api, owner.workspaceId, 'admin');
    await owner.browser.expect('PATCH', `${owner.path}/members/${person.userId}`, { role });
    const response = await person.browser.call('GET', `${owner.path}/audit-log`);
    expect(response.statusCode).toBe(role === 'admin' || role === 'owner' ? 200 : 403);
  });

  it('should be out at once when they are removed', async () => {
    const owner = await createOwner(api);
    const person = await createMember(api, owner.workspaceId, 'admin');
    await owner.browser.expect('DELETE', `${owner.path}/members/${person.userId}`);
    expect((await person.browser.call('GET', `${owner.path}/members`)).statusCode).toBe(404);
    expect((await person.browser.call('GET', '/session')).statusCode).toBe(200);
  });

  it('should keep the last owner, who can neither leave nor step down', async () => {
    const owner = await createOwner(api);
    await createMember(api, owner.workspaceId, 'admin');
    const me = `${owner.path}/members/${owner.userId}`;
    for (const response of [
      await owner.browser.call('DELETE', me),
      await owner.browser.call('PATCH', me, { role: 'admin' }),
    ]) {
      expect(codeOf(response)).toEqual([403, 'insufficient_permission']);
    }
    expect((await owner.browser.call('PATCH', me, { role: 'owner' })).statusCode).toBe(200);
  });

  it.each(['PATCH', 'DELETE'] as const)(
    'should keep an owner when two of them %s each other at once',
    async (method) => {
      const first = await createOwner(api);
      const second = await createMember(api, first.workspaceId, 'owner');
      const body = method === 'PATCH' ? { role: 'viewer' } : undefined;
      const responses = await Promise.all([
        first.browser.call(method, `${first.path}/members/${second.userId}`, body),
        second.browser.call(method, `${first.path}/members/${first.userId}`, body),
      ]);
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(Object.values(await rolesOf(first.workspaceId))).toContain('owner');
    },
  );

  it('should ask for the password again before members change', async () => {
    const owner = await createOwner(api);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    api.clock.advance(15 * MINUTE);
    for (const response of [
      await owner.browser.call('PATCH', `${owner.path}/members/${viewer.userId}`, { role: 'member' }),
      await owner.browser.call('DELETE', `${owner.path}/members/${viewer.userId}`),
      await owner.browser.call('POST', `${owner.path}/invitations`, {
        email: 'x@example.com',
        role: 'viewer',
      }),
    ]) {
      expect(codeOf(response)).toEqual([403, 'confirmation_required']);
    }
  });

  it.each(['PATCH', 'DELETE'] as const)(
    'should respond with 404 to %s of someone who is none',
    async (method) => {
      const [owner, stranger] = [await createOwner(api), await createOwner(api)];
      const response = await owner.browser.call(
        method,
        `${owner.path}/members/${stranger.userId}`,
        method === 'PATCH' ? { role: 'viewer' } : undefined,
      );
      expect(codeOf(response)).toEqual([404, 'not_found']);
    },
  );

  it('should not know any other role', async () => {
    const owner = await createOwner(api);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const response = await owner.browser.call('PATCH', `${owner.path}/members/${viewer.userId}`, {
      role: 'god',
    });
    expect(codeOf(response)).toEqual([422, 'validation_error']);
  });
});
