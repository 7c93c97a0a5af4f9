import { describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import {
  codeOf,
  createOwner,
  mailedToken,
  openBrowser,
  PASSWORD,
  signIn,
} from '../../helpers/app/web-browser.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';

const GOOD = 'seven quiet lamps at noon';

interface SessionView {
  user: { email: string; email_verified: boolean };
  workspaces: { id: string; name: string; role: string; plan: string }[];
}

describe('signing up', () => {
  describe('where no email is sent', () => {
    const api = useTestApp({ platform: { signUp: 'open' } });

    async function invite(email: string) {
      const owner = await createOwner(api);
      const { url } = await owner.browser.expect<{ url: string }>('POST', `${owner.path}/invitations`, {
        email,
        role: 'member',
      });
      return url.split('/').at(-1) ?? '';
    }

    it('should respond the same for an address that has an account and one that has none', async () => {
      const { email } = await createOwner(api);
      const responses = [];
      for (const address of [email, 'nobody-yet@example.com']) {
        const response = await openBrowser(api).call('POST', '/sign-up', {
          email: address,
          password: GOOD,
          workspace_name: 'Engines',
        });
        responses.push([...codeOf(response), response.json().error.message, response.headers['set-cookie']]);
      }
      expect(responses[0]).toEqual([
        403,
        'insufficient_permission',
        'You need an invitation to sign up. Ask a workspace owner or your administrator.',
        undefined,
      ]);
      expect(responses[1]).toEqual(responses[0]);
      await signIn(api, email, PASSWORD);
    });

    it.each([
      ['a password that is too short', { password: 'short one' }, 'password'],
      ['a password that everyone knows', { password: 'password123456' }, 'password'],
      ['their own address as password', { password: 'grace.hopper@example.com' }, 'password'],
      ['no password', { password: undefined }, 'password'],
      ['no address', { email: 'grace' }, 'email'],
      ['a name that is too long', { name: 'x'.repeat(101) }, 'name'],
      ['an empty workspace name', { workspace_name: ' ' }, 'workspace_name'],
    ])('should be refused with %s', async (_what, change, field) => {
      const email = 'grace.hopper@example.com';
      const body = { email, password: GOOD, invitation: await invite(email), ...change };
      const response = await openBrowser(api).call('POST', '/sign-up', body);
      expect(codeOf(response)).toEqual([422, 'validation_error']);
      expect(Object.keys(response.json().error.details)).toEqual([field]);
    });

    it('should be stopped after twenty an hour from one address', async () => {
      const statuses: number[] = [];
      for (let number = 0; number < 21; number++) {
        const response = await openBrowser(api, '203.0.113.3').call('POST', '/sign-up', {
          email: 'x',
          password: 'y',
        });
        statuses.push(response.statusCode);
      }
      // Whoever does not even send an address is not counted.
      expect(new Set(statuses)).toEqual(new Set([422]));
      for (let number = 0; number < 20; number++) {
        const body = { email: `many-${number}@example.com`, password: 'y' };
        await openBrowser(api, '203.0.113.3').call('POST', '/sign-up', body);
      }
      const body = { email: 'many@example.com', password: GOOD };
      expect((await openBrowser(api, '203.0.113.3').call('POST', '/sign-up', body)).statusCode).toBe(429);
    });
  });

  describe('where anyone may, and emails are sent', () => {
    const api = useTestApp({ platform: { signUp: 'open', mailConfigured: true } });

    const signUp = (email: string, name = 'Ada') =>
      openBrowser(api).call('POST', '/sign-up', { email, name, workspace_name: 'Engines' });
    const follow = (token: string | undefined, password?: string, browser = openBrowser(api)) =>
      browser.call('POST', '/verify-email', { token, password });

    it('should sign no one in before the email is read, and then ask for the password', async () => {
      const email = 'ada@example.com';
      const response = await signUp(email);
      expect([response.statusCode, response.json().data, response.headers['set-cookie']]).toEqual([
        201,
        { verification_required: true },
        undefined,
      ]);
      const tooEarly = await openBrowser(api).call('POST', '/sign-in', { email, password: GOOD });
      expect(codeOf(tooEarly)).toEqual([401, 'sign_in_failed']);
      const token = await mailedToken(api, 'verify_email', email);
      const browser = openBrowser(api);
      const asked = await follow(token, undefined, browser);
      expect([asked.statusCode, asked.json().data]).toEqual([200, { email, password_required: true }]);
      expect(codeOf(await follow(token, 'weak', browser))).toEqual([422, 'validation_error']);
      expect(browser.cookie).toBe('');
      const done = await follow(token, GOOD, browser);
      expect([done.statusCode, done.json().data]).toEqual([200, { email, password_required: false }]);
      const session = await browser.expect<SessionView>('GET', '/session');
      expect(session.user).toMatchObject({ email, name: 'Ada', email_verified: true });
      expect(session.workspaces).toMatchObject([{ name: 'Engines', role: 'owner', plan: 'developer_free' }]);
      await signIn(api, email, GOOD);
      expect(codeOf(await follow(token, 'another good password'))).toEqual([410, 'link_expired']);
    });

    it('should begin the audit log with who owns which workspace', async () => {
      const email = 'logged@example.com';
      await signUp(email);
      const browser = openBrowser(api);
      await follow(await mailedToken(api, 'verify_email', email), GOOD, browser);
      const [{ id } = { id: '' }] = (await browser.expect<SessionView>('GET', '/session')).workspaces;
      const entries = await browser.expect('GET', `/workspaces/${id}/audit-log`);
      expect(entries).toMatchObject([
        { actor: email, action: 'workspace.created', subject_id: id, subject_name: 'Engines' },
      ]);
    });

    it('should begin ten workspaces a day from one address, and keep no one who was invited', async () => {
      const owner = await createOwner(api);
      await owner.browser.expect('POST', `${owner.path}/invitations`, {
        email: 'asked@example.com',
        role: 'member',
      });
      const invitation = await mailedToken(api, 'invitation', 'asked@example.com');
      const from = (body: object) => openBrowser(api, '203.0.113.40').call('POST', '/sign-up', body);
      const statuses: number[] = [];
      for (let number = 0; number < 11; number++) {
        const body = { email: `free-${number}@example.com`, workspace_name: 'One more' };
        statuses.push((await from(body)).statusCode);
      }
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
      expect((await from({ email: 'asked@example.com', password: GOOD, invitation })).statusCode).toBe(201);
      api.clock.advance(DAY);
      expect((await from({ email: 'free-11@example.com', workspace_name: 'Next day' })).statusCode).toBe(201);
    });

    it('should give the account to one of many who follow the link at once', async () => {
      await signUp('rush@example.com');
      const token = await mailedToken(api, 'verify_email', 'rush@example.com');
      const responses = await Promise.all([1, 2, 3].map((number) => follow(token, `${GOOD} ${number}`)));
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410]);
    });

    it('should respond the same for an address that has an account, which then gets another email', async () => {
      const { email } = await createOwner(api);
      const [taken, free] = [await signUp(email), await signUp('free@example.com')];
      expect([taken.statusCode, taken.json().data]).toEqual([free.statusCode, free.json().data]);
      expect(await mailedToken(api, 'verify_email', email)).toBeUndefined();
      expect(await mailedToken(api, 'reset_password', email)).toBeDefined();
      for (const address of [email, 'free@example.com']) {
        const response = await openBrowser(api).call('POST', '/sign-in', { email: address, password: GOOD });
        expect(codeOf(response)).toEqual([401, 'sign_in_failed']);
      }
    });

    it.each([
      ['before', ['chosen by an attacker', undefined]],
      ['after', [undefined, 'chosen by an attacker']],
    ])(
      'should give nothing to a stranger who signs up with the address %s its owner does',
      async (when, passwords) => {
        const email = `victim-${when}@example.com`;
        for (const password of passwords) {
          // What a password here would be is no one's business: the link alone asks for it.
          await openBrowser(api).call('POST', '/sign-up', { email, password, workspace_name: 'Engines' });
        }
        const link = await mailedToken(api, 'verify_email', email);
        await openBrowser(api).expect('POST', '/verify-email', { token: link, password: GOOD });
        const attacker = await openBrowser(api).call('POST', '/sign-in', {
          email,
          password: 'chosen by an attacker',
        });
        expect(codeOf(attacker)).toEqual([401, 'sign_in_failed']);
        const browser = await signIn(api, email, GOOD);
        expect((await browser.expect<SessionView>('GET', '/session')).workspaces).toHaveLength(1);
      },
    );

    it('should not stand in the way of an invitation to the same address', async () => {
      const owner = await createOwner(api);
      const email = 'invited@example.com';
      await signUp(email, 'Mallory');
      const signUpLink = await mailedToken(api, 'verify_email', email);
      await owner.browser.expect('POST', `${owner.path}/invitations`, { email, role: 'member' });
      const invitation = await mailedToken(api, 'invitation', email);
      const view = await openBrowser(api).expect('GET', `/invitations/${invitation}`);
      expect(view).toMatchObject({ has_account: false });
      const browser = openBrowser(api);
      await browser.expect('POST', '/sign-up', { email, password: GOOD, name: 'Ada', invitation });
      const session = await browser.expect<SessionView>('GET', '/session');
      expect([session.user, session.workspaces]).toMatchObject([{ name: 'Ada' }, [{ role: 'member' }]]);
      expect(codeOf(await follow(signUpLink, 'another good password'))).toEqual([410, 'link_expired']);
    });

    it('should open no account that got a second factor in another way', async () => {
      const email = 'guarded@example.com';
      await signUp(email);
      await updateRows(api.database, 'users', { email }, { two_factor_since: 1 });
      const token = await mailedToken(api, 'verify_email', email);
      expect(codeOf(await follow(token, GOOD))).toEqual([410, 'link_expired']);
    });

    it('should delete accounts whose email no one read', async () => {
      const { email: member } = await createOwner(api);
      const count = async (table: 'users' | 'workspaces' | 'identity_tokens') =>
        (await api.database.reader.selectFrom(table).select('id').execute()).length;
      await signUp('never@example.com');
      api.clock.advance(3 * DAY);
      const response = await openBrowser(api).call('POST', '/verify-email', {
        token: await mailedToken(api, 'verify_email', 'never@example.com'),
      });
      expect(codeOf(response)).toEqual([410, 'link_expired']);
      while (await api.services.identity.deleteOld());
      expect(await api.services.identity.account.view('nobody').catch(({ code }) => code)).toBe('not_found');
      const left = await api.database.reader.selectFrom('users').select('email').execute();
      expect(left.map(({ email }) => email)).not.toContain('never@example.com');
      expect(left.map(({ email }) => email)).toContain(member);
      const orphans = await api.database.reader
        .selectFrom('workspaces')
        .leftJoin('members', 'members.workspace_id', 'workspaces.id')
        .select('workspaces.id')
        .where('members.user_id', 'is', null)
        .execute();
      expect([orphans, await count('identity_tokens')]).toEqual([[], 0]);
    });
  });

  it.each(['invite', 'closed'] as const)(
    'should be refused without an invitation where it is "%s"',
    async (setting) => {
      const api = await startTestApp({ platform: { signUp: setting } });
      const response = await openBrowser(api).call('POST', '/sign-up', {
        email: 'a@example.com',
        password: GOOD,
      });
      expect(codeOf(response)).toEqual([403, 'insufficient_permission']);
      expect(await openBrowser(api).expect('GET', '/options')).toEqual({
        sign_up: setting,
        mail_configured: false,
      });
      await api.close();
    },
  );
});
