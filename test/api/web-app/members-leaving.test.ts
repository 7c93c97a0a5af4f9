import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import {
  codeOf,
  createMember,
  createOwner,
  openBrowser,
  type Person,
} from '../../helpers/app/web-browser.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { auditOf } from './web-requests.ts';

const GOOD = 'seven quiet lamps at noon';
let guests = 0;

describe('what someone could do before', () => {
  const api = useTestApp();

  async function invite(by: Person, workspacePath: string, role: string) {
    guests += 1;
    const email = `guest-${guests}@example.com`;
    const body = { email, role };
    const { url } = await by.browser.expect<{ url: string }>('POST', `${workspacePath}/invitations`, body);
    const invitation = url.split('/').at(-1);
    return () => openBrowser(api).call('POST', '/sign-up', { email, password: GOOD, invitation });
  }

  it('should not appoint owners once they are owner no more, and still invite others as admin', async () => {
    const owner = await createOwner(api);
    const other = await createMember(api, owner.workspaceId, 'owner');
    const joinAsOwner = await invite(other, owner.path, 'owner');
    const joinAsAdmin = await invite(other, owner.path, 'admin');
    const joinByOwner = await invite(owner, owner.path, 'owner');
    await owner.browser.expect('PATCH', `${owner.path}/members/${other.userId}`, { role: 'admin' });
    expect(codeOf(await joinAsOwner())).toEqual([410, 'link_expired']);
    for (const join of [joinAsAdmin, joinByOwner]) expect((await join()).statusCode).toBe(201);
  });

  it.each(['viewer', 'member', 'admin'] as const)(
    'should end for a %s who leaves, with a line in the audit log',
    async (role) => {
      const owner = await createOwner(api);
      const person = await createMember(api, owner.workspaceId, role);
      await person.browser.expect('POST', `${owner.path}/leave`);
      expect((await person.browser.call('GET', `${owner.path}/overview`)).statusCode).toBe(404);
      expect((await person.browser.call('GET', '/session')).statusCode).toBe(200);
      expect(await auditOf(api, owner.workspaceId)).toEqual([['member.left', person.userId]]);
    },
  );

  it('should not be left behind by the only owner, nor without the password', async () => {
    const owner = await createOwner(api);
    const only = await owner.browser.call('POST', `${owner.path}/leave`);
    expect(codeOf(only)).toEqual([403, 'insufficient_permission']);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    api.clock.advance(16 * MINUTE);
    const later = await viewer.browser.call('POST', `${owner.path}/leave`);
    expect(codeOf(later)).toEqual([403, 'confirmation_required']);
  });

  it('should be forgotten with the invitations of whoever leaves', async () => {
    const owner = await createOwner(api);
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const join = await invite(admin, owner.path, 'viewer');
    await admin.browser.expect('POST', `${owner.path}/leave`);
    expect(codeOf(await join())).toEqual([410, 'link_expired']);
  });

  it('should tell of a second factor those alone who care for the members, and everyone of their own', async () => {
    const owner = await createOwner(api);
    interface View {
      user_id: string;
      two_factor: boolean | null;
    }
    for (const role of ['viewer', 'member', 'admin'] as const) {
      const { browser, userId } = await createMember(api, owner.workspaceId, role);
      const list = await browser.expect<View[]>('GET', `${owner.path}/members`);
      for (const { user_id, two_factor } of list) {
        expect([role, two_factor]).toEqual([role, role === 'admin' || user_id === userId ? false : null]);
      }
    }
  });

  it('should be told of as joining once, however often an invitation is accepted', async () => {
    const owner = await createOwner(api);
    const person = await createOwner(api);
    const body = { email: person.email, role: 'viewer' };
    const { url } = await owner.browser.expect<{ url: string }>('POST', `${owner.path}/invitations`, body);
    await insertRows(api.database, 'members', {
      workspace_id: owner.workspaceId,
      user_id: person.userId,
      role: 'admin',
      created_at: 1,
    });
    const accepted = await person.browser.expect('POST', `/invitations/${url.split('/').at(-1)}/accept`);
    expect(accepted).toEqual({ workspace_id: owner.workspaceId });
    const actions = (await auditOf(api, owner.workspaceId)).map(([action]) => action);
    expect(actions).toEqual(['invitation.created']);
  });
});
