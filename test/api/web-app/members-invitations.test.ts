import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import {
  codeOf,
  createMember,
  createOwner,
  mailedToken,
  openBrowser,
  type Person,
  signIn,
} from '../../helpers/app/web-browser.ts';

const GOOD = 'seven quiet lamps at noon';

interface Invitation {
  id: string;
  email: string;
  url: string;
}

describe('an invitation', () => {
  const api = useTestApp();

  async function invite(by: Person, email: string, role = 'member') {
    const invitation = await by.browser.expect<Invitation>('POST', `${by.path}/invitations`, { email, role });
    return { ...invitation, token: invitation.url.split('/').at(-1) ?? '' };
  }

  const accept = (person: Person, token: string) =>
    person.browser.call('POST', `/invitations/${token}/accept`);
  const rolesIn = async (workspaceId: string) =>
    (await api.services.identity.members.list(workspaceId)).map(({ email, role }) => [email, role]);

  it('should tell whoever has its link who invites to what', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const { token, url } = await invite(owner, guest.email.toUpperCase(), 'admin');
    expect(url).toBe(`https://photos.test/app/invitation/${token}`);
    expect(await mailedToken(api, 'invitation', guest.email)).toBe(token);
    expect(await openBrowser(api).expect('GET', `/invitations/${token}`)).toMatchObject({
      workspace_name: `Workspace of ${owner.email}`,
      email: guest.email,
      role: 'admin',
      invited_by: owner.email,
      has_account: true,
    });
  });

  it('should make someone with an account a member, once', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, guest.email);
    const response = await accept(guest, token);
    expect(response.json().data).toEqual({ workspace_id: owner.workspaceId });
    expect(await rolesIn(owner.workspaceId)).toContainEqual([guest.email, 'member']);
    await owner.browser.expect('DELETE', `${owner.path}/members/${guest.userId}`);
    expect(codeOf(await accept(guest, token))).toEqual([410, 'link_expired']);
    expect(codeOf(await openBrowser(api).call('GET', `/invitations/${token}`))).toEqual([
      410,
      'link_expired',
    ]);
  });

  it('should let someone without an account sign up', async () => {
    const owner = await createOwner(api);
    const { token } = await invite(owner, 'fresh@example.com', 'viewer');
    const browser = openBrowser(api);
    await browser.expect('POST', '/sign-up', {
      email: 'Fresh@example.com',
      password: GOOD,
      invitation: token,
    });
    const session = await browser.expect<{ workspaces: object[] }>('GET', '/session');
    expect(session.workspaces).toMatchObject([{ id: owner.workspaceId, role: 'viewer' }]);
    await signIn(api, 'fresh@example.com', GOOD);
  });

  it('should be of no use to anyone else', async () => {
    const [owner, guest, thief] = [await createOwner(api), await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, guest.email);
    expect(codeOf(await accept(thief, token))).toEqual([403, 'insufficient_permission']);
    const signUp = await openBrowser(api).call('POST', '/sign-up', {
      email: 'thief@example.com',
      password: GOOD,
      invitation: token,
    });
    expect(codeOf(signUp)).toEqual([422, 'validation_error']);
    expect(codeOf(await openBrowser(api).call('POST', `/invitations/${token}/accept`))).toEqual([
      401,
      'unauthorized',
    ]);
    expect(await rolesIn(owner.workspaceId)).toEqual([[owner.email, 'owner']]);
    expect((await accept(guest, token)).statusCode).toBe(200);
  });

  it('should be of no use to someone who gives their account its address, where no email proves that', async () => {
    const [owner, thief] = [await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, 'asked-for@example.com');
    await thief.browser.expect('PATCH', '/account', { email: 'asked-for@example.com' });
    expect(codeOf(await accept(thief, token))).toEqual([403, 'insufficient_permission']);
    expect(await rolesIn(owner.workspaceId)).toEqual([[owner.email, 'owner']]);
    // An invitation to the address that they have now is meant for them.
    api.clock.advance(1);
    const { token: next } = await invite(owner, 'asked-for@example.com');
    expect((await accept(thief, next)).statusCode).toBe(200);
  });

  it('should not take over an account by signing up with its address', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, guest.email);
    const response = await openBrowser(api).call('POST', '/sign-up', {
      email: guest.email,
      password: GOOD,
      invitation: token,
    });
    expect([...codeOf(response), response.headers['set-cookie']]).toEqual([
      422,
      'validation_error',
      undefined,
    ]);
    await signIn(api, guest.email);
    expect((await accept(guest, token)).statusCode).toBe(200);
  });

  it('should be taken once by two at once', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, guest.email);
    const responses = await Promise.all([accept(guest, token), accept(guest, token), accept(guest, token)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
    const { token: second } = await invite(owner, 'twice@example.com');
    const signUps = await Promise.all(
      [1, 2].map(() =>
        openBrowser(api).call('POST', '/sign-up', {
          email: 'twice@example.com',
          password: GOOD,
          invitation: second,
        }),
      ),
    );
    expect(signUps.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410]);
  });

  it('should be over after seven days', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, guest.email);
    api.clock.advance(7 * DAY);
    const back = await signIn(api, guest.email);
    expect(codeOf(await accept({ ...guest, browser: back }, token))).toEqual([410, 'link_expired']);
    const again = await signIn(api, owner.email);
    expect(await again.expect('GET', `${owner.path}/invitations`)).toEqual([]);
  });

  it('should be over when it is revoked, or another one to the same address takes its place', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const first = await invite(owner, guest.email, 'admin');
    const second = await invite(owner, guest.email, 'viewer');
    expect((await accept(guest, first.token)).statusCode).toBe(410);
    const list = await owner.browser.expect<Invitation[]>('GET', `${owner.path}/invitations`);
    expect(list.map(({ id }) => id)).toEqual([second.id]);
    expect(JSON.stringify(list)).not.toContain(second.token);
    await owner.browser.expect('DELETE', `${owner.path}/invitations/${second.id}`);
    expect((await accept(guest, second.token)).statusCode).toBe(410);
  });

  it('should not be revoked from another workspace, nor one for an owner by an admin', async () => {
    const [owner, stranger] = [await createOwner(api), await createOwner(api)];
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const { id } = await invite(owner, 'boss@example.com', 'owner');
    const foreign = await stranger.browser.call('DELETE', `${stranger.path}/invitations/${id}`);
    expect(codeOf(foreign)).toEqual([404, 'not_found']);
    const refused = await admin.browser.call('DELETE', `${owner.path}/invitations/${id}`);
    expect(codeOf(refused)).toEqual([403, 'insufficient_permission']);
    const list = await owner.browser.expect<Invitation[]>('GET', `${owner.path}/invitations`);
    expect(list.map((one) => one.id)).toEqual([id]);
  });

  it.each([
    ['removed', 'DELETE', undefined],
    ['demoted', 'PATCH', { role: 'member' }],
  ] as const)('should be over when the admin who created it is %s', async (_how, method, body) => {
    const [owner, friend] = [await createOwner(api), await createOwner(api)];
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const { token } = await invite(admin, friend.email, 'admin');
    await owner.browser.expect(method, `${owner.path}/members/${admin.userId}`, body);
    expect((await accept(friend, token)).statusCode).toBe(410);
  });

  it('should not be created for someone who is a member', async () => {
    const owner = await createOwner(api);
    const body = { email: owner.email, role: 'viewer' };
    expect(codeOf(await owner.browser.call('POST', `${owner.path}/invitations`, body))).toEqual([
      422,
      'validation_error',
    ]);
  });

  it('should go by email alone where emails are sent, and prove the address', async () => {
    const online = await startTestApp({ platform: { mailConfigured: true } });
    const [owner, guest] = [await createOwner(online), await createOwner(online)];
    for (const email of [guest.email, 'fresh@example.com']) {
      const body = { email, role: 'viewer' };
      const response = await owner.browser.expect<Invitation>('POST', `${owner.path}/invitations`, body);
      expect(response.url).toBeNull();
    }
    const token = await mailedToken(online, 'invitation', guest.email);
    await guest.browser.expect('POST', `/invitations/${token}/accept`);
    const fresh = openBrowser(online);
    const invitation = await mailedToken(online, 'invitation', 'fresh@example.com');
    await fresh.expect('POST', '/sign-up', { email: 'fresh@example.com', password: GOOD, invitation });
    for (const browser of [guest.browser, fresh]) {
      const { user } = await browser.expect<{ user: object }>('GET', '/session');
      expect(user).toMatchObject({ email_verified: true });
    }
    await online.close();
  });

  it('should end the sessions of whoever gave their account the address without proof', async () => {
    const online = await startTestApp({ platform: { mailConfigured: true } });
    const [owner, stranger] = [await createOwner(online), await createOwner(online)];
    const email = 'invited@example.com';
    // As it was left when no emails were sent yet: the address changed right away, and the workspace is gone.
    await online.database.write(async (trx) => {
      await trx
        .updateTable('users')
        .set({ email, email_verified_at: null })
        .where('id', '=', stranger.userId)
        .execute();
      await trx.deleteFrom('members').where('user_id', '=', stranger.userId).execute();
    });
    await owner.browser.expect('POST', `${owner.path}/invitations`, { email, role: 'admin' });
    const invitation = await mailedToken(online, 'invitation', email);
    const invited = openBrowser(online);
    await invited.expect('POST', '/sign-up', { email, password: GOOD, invitation });

    const taken = await stranger.browser.call('GET', `${owner.path}/members`);
    expect(codeOf(taken)).toEqual([401, 'unauthorized']);
    const sessions = await invited.expect<object[]>('GET', '/sessions');
    expect(sessions.length).toBe(1);
    await online.close();
  });

  it('should not let anyone sign up where sign-up is closed', async () => {
    const closed = await startTestApp({ platform: { signUp: 'closed' } });
    const owner = await createOwner(closed);
    const { url } = await owner.browser.expect<Invitation>('POST', `${owner.path}/invitations`, {
      email: 'fresh@example.com',
      role: 'viewer',
    });
    const response = await openBrowser(closed).call('POST', '/sign-up', {
      email: 'fresh@example.com',
      password: GOOD,
      invitation: url.split('/').at(-1),
    });
    expect(codeOf(response)).toEqual([403, 'insufficient_permission']);
    await closed.close();
  });

  it('should keep its token out of the database and the log', async () => {
    const [owner, guest] = [await createOwner(api), await createOwner(api)];
    const { token } = await invite(owner, guest.email);
    await openBrowser(api).call('GET', `/invitations/${token}`);
    await accept(guest, token);
    const tables = ['identity_tokens', 'mails', 'audit_entries'] as const;
    const rows = await Promise.all(
      tables.map((table) => api.database.reader.selectFrom(table).selectAll().execute()),
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(api.logLines())).not.toContain(token);
  });
});
