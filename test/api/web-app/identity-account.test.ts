import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { startTestApp, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  codeOf,
  createMember,
  createOwner,
  mailedToken,
  openBrowser,
  PASSWORD,
  signIn,
  type WebBrowser,
} from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const GOOD = 'seven quiet lamps at noon';

interface SessionView {
  user: { email: string; name: string | null; email_verified: boolean };
}

describe('an account', () => {
  const api = useTestApp({ platform: { mailConfigured: true } });

  const askForReset = (email: string, address?: string) =>
    openBrowser(api, address).call('POST', '/reset-password/request', { email });
  const reset = (token: string | undefined, password = GOOD) =>
    openBrowser(api).call('POST', '/reset-password', { token, password });

  describe('its password', () => {
    it('should end every other session and its own token when it is changed', async () => {
      const { email, browser } = await createOwner(api);
      const other = await signIn(api, email);
      const stolen = openBrowser(api);
      stolen.cookie = browser.cookie;
      await browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD });
      expect((await browser.call('GET', '/session')).statusCode).toBe(200);
      for (const one of [other, stolen]) expect((await one.call('GET', '/session')).statusCode).toBe(401);
      await signIn(api, email, GOOD);
      expect(
        (await openBrowser(api).call('POST', '/sign-in', { email, password: PASSWORD })).statusCode,
      ).toBe(401);
    });

    it.each([
      ['the current one is wrong', { current: 'not it', new: GOOD }, [401, 'sign_in_failed']],
      ['the new one is weak', { current: PASSWORD, new: 'qwertyuiop12345' }, [422, 'validation_error']],
      ['the new one is short', { current: PASSWORD, new: 'short' }, [422, 'validation_error']],
    ])('should stay when %s', async (_why, body, expected) => {
      const { email, browser } = await createOwner(api);
      expect(codeOf(await browser.call('POST', '/account/password', body))).toEqual(expected);
      await signIn(api, email, PASSWORD);
    });

    it('should leave no session that the old one opened at the very moment', async () => {
      const { email, browser } = await createOwner(api);
      let isChanged = false;
      const change = browser
        .expect('POST', '/account/password', { current: PASSWORD, new: GOOD })
        .finally(() => {
          isChanged = true;
        });
      const opened: ReturnType<typeof openBrowser>[] = [];
      const signInOverAndOver = async () => {
        while (!isChanged) {
          const other = openBrowser(api);
          await other.call('POST', '/sign-in', { email, password: PASSWORD });
          if (other.cookie !== '') opened.push(other);
        }
      };
      await Promise.all([change, ...Array.from({ length: 4 }, signInOverAndOver)]);
      for (const other of opened) expect((await other.call('GET', '/session')).statusCode).toBe(401);
    });

    it('should not be guessed through a session that was left open', async () => {
      const { browser } = await createOwner(api);
      const guess = (number: number) =>
        number % 2 === 0
          ? browser.call('POST', '/session/confirm', { password: `guess ${number}` })
          : browser.call('POST', '/account/password', { current: `guess ${number}`, new: GOOD });
      for (let number = 0; number < 10; number++) expect((await guess(number)).statusCode).toBe(401);
      expect((await guess(10)).statusCode).toBe(429);
      api.clock.advance(MINUTE);
    });
  });

  describe('a forgotten password', () => {
    it('should be replaced by the link of the email, once, and end all sessions', async () => {
      const { email, browser } = await createOwner(api);
      expect((await askForReset(` ${email.toUpperCase()}`)).statusCode).toBe(200);
      const token = await mailedToken(api, 'reset_password', email);
      const response = await reset(token);
      expect(response.statusCode).toBe(200);
      expect([response.headers['set-cookie']].flat()).toEqual([
        expect.stringMatching(/^__Host-shutterpost-device=/),
      ]);
      expect((await browser.call('GET', '/session')).statusCode).toBe(401);
      const again = await signIn(api, email, GOOD);
      expect((await again.expect<SessionView>('GET', '/session')).user.email_verified).toBe(true);
      expect(codeOf(await reset(token, 'another one altogether'))).toEqual([410, 'link_expired']);
    });

    it('should respond the same for an address without an account, and email no one', async () => {
      const { email } = await createOwner(api);
      const [known, unknown] = [await askForReset(email), await askForReset('nobody@example.com')];
      expect([unknown.statusCode, unknown.json().data]).toEqual([known.statusCode, known.json().data]);
      expect(await mailedToken(api, 'reset_password', 'nobody@example.com')).toBeUndefined();
    });

    it('should be bound to an hour', async () => {
      const { email } = await createOwner(api);
      await askForReset(email);
      api.clock.advance(HOUR);
      expect((await reset(await mailedToken(api, 'reset_password', email))).statusCode).toBe(410);
    });

    it('should keep the link when the new password is refused, and take it at the second try', async () => {
      const { email } = await createOwner(api);
      await askForReset(email);
      const token = await mailedToken(api, 'reset_password', email);
      expect((await reset(token, 'password123456')).statusCode).toBe(422);
      expect((await reset(token)).statusCode).toBe(200);
    });

    it('should let one of two at once through', async () => {
      const { email } = await createOwner(api);
      await askForReset(email);
      const token = await mailedToken(api, 'reset_password', email);
      const responses = await Promise.all([reset(token), reset(token, 'another one altogether')]);
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    });

    it('should make every link useless when the password is changed', async () => {
      const { email, browser } = await createOwner(api);
      await askForReset(email);
      const first = await mailedToken(api, 'reset_password', email);
      await askForReset(email);
      const second = await mailedToken(api, 'reset_password', email);
      await browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD });
      for (const token of [first, second]) expect((await reset(token)).statusCode).toBe(410);
    });

    it('should not fill a mailbox, and not say so', async () => {
      const { email } = await createOwner(api);
      for (let number = 0; number < 12; number++) {
        expect((await askForReset(email, `198.51.100.${number}`)).statusCode).toBe(200);
      }
      const mails = await rowsOf(api.database, 'mails', { recipient: email });
      expect(mails).toHaveLength(10);
    });

    it('should not take a link of another kind', async () => {
      const { email, browser } = await createOwner(api);
      await browser.expect('POST', '/account/verify-email');
      const token = await mailedToken(api, 'verify_email', email);
      expect((await reset(token)).statusCode).toBe(410);
      expect((await openBrowser(api).call('POST', '/verify-email', { token })).statusCode).toBe(200);
    });

    it('should keep its token out of the database and the log', async () => {
      const { email } = await createOwner(api);
      await askForReset(email);
      const token = (await mailedToken(api, 'reset_password', email)) ?? '';
      await reset(token);
      const tables = ['identity_tokens', 'mails', 'audit_entries'] as const;
      const rows = await Promise.all(
        tables.map((table) => api.database.reader.selectFrom(table).selectAll().execute()),
      );
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(api.logLines())).not.toContain(token);
    });
  });

  describe('its address', () => {
    it('should be verified by the link of an email, within three days', async () => {
      const { email, browser } = await createOwner(api);
      await browser.expect('POST', '/account/verify-email');
      const late = await mailedToken(api, 'verify_email', email);
      api.clock.advance(3 * DAY);
      const response = await openBrowser(api).call('POST', '/verify-email', { token: late });
      expect(codeOf(response)).toEqual([410, 'link_expired']);
      await browser.expect('POST', '/account/verify-email');
      const token = await mailedToken(api, 'verify_email', email);
      await openBrowser(api).expect('POST', '/verify-email', { token });
      expect((await browser.expect<SessionView>('GET', '/session')).user.email_verified).toBe(true);
    });

    it('should change once the new one is verified, and not before', async () => {
      const { email, browser } = await createOwner(api);
      const next = `new-${email}`;
      expect(await browser.expect('PATCH', '/account', { email: next, name: 'Ada' })).toEqual({
        awaits_verification: true,
      });
      expect((await browser.expect<SessionView>('GET', '/session')).user).toMatchObject({
        email,
        name: 'Ada',
      });
      await openBrowser(api).expect('POST', '/verify-email', {
        token: await mailedToken(api, 'verify_email', next),
      });
      expect((await browser.expect<SessionView>('GET', '/session')).user).toMatchObject({
        email: next,
        email_verified: true,
      });
      await signIn(api, next);
    });

    it('should not tell whether someone else has it', async () => {
      const [mine, theirs] = [await createOwner(api), await createOwner(api)];
      expect(await mine.browser.expect('PATCH', '/account', { email: theirs.email })).toEqual({
        awaits_verification: true,
      });
      expect(await mailedToken(api, 'verify_email', theirs.email)).toBeUndefined();
    });

    it('should need the password again', async () => {
      const { email, browser } = await createOwner(api);
      api.clock.advance(15 * MINUTE);
      const response = await browser.call('PATCH', '/account', { email: `new-${email}` });
      expect(codeOf(response)).toEqual([403, 'confirmation_required']);
      expect((await browser.call('PATCH', '/account', { name: 'Ada' })).statusCode).toBe(200);
    });

    it('should change at once where no email is sent, unless someone has it, which changes nothing', async () => {
      const offline = await startTestApp();
      const [mine, theirs] = [await createOwner(offline), await createOwner(offline)];
      const taken = { name: 'Ada', email: theirs.email };
      expect((await mine.browser.call('PATCH', '/account', taken)).statusCode).toBe(422);
      expect(await mine.browser.expect('GET', '/session')).toMatchObject({ user: { name: null } });
      const next = `new-${mine.email}`;
      expect(await mine.browser.expect('PATCH', '/account', { email: next })).toEqual({
        awaits_verification: false,
      });
      await signIn(offline, next);
      await offline.close();
    });
  });

  describe('further workspaces', () => {
    const createWorkspace = (browser: WebBrowser, name: string) =>
      browser.call('POST', '/workspaces', { name });
    const REFUSED = [403, 'quota_exceeded'];

    it('should be twenty at most', async () => {
      const { browser } = await createOwner(api);
      for (let number = 2; number <= 20; number++) {
        const created = await createWorkspace(browser, `Number ${number}`);
        expect(created.statusCode).toBe(201);
        await api.services.workspaces.setPlan(OPERATOR, created.json().data.id, 'starter');
      }
      expect(codeOf(await createWorkspace(browser, 'Too many'))).toEqual(REFUSED);
    });

    it('should not be a second one on the free plan, not even of several asked for at once', async () => {
      const { browser } = await createOwner(api);
      const responses = await Promise.all(
        [1, 2, 3].map((number) => createWorkspace(browser, `Free ${number}`)),
      );
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403, 403]);
      const refused = await createWorkspace(browser, 'Another one');
      expect([...codeOf(refused), refused.json().error.message]).toEqual([
        ...REFUSED,
        expect.stringContaining('Developer Free'),
      ]);
    });

    it('should not come from someone else either, by an invitation or a role', async () => {
      const [giver, taker] = [
        await createOwner(api, 'developer_free'),
        await createOwner(api, 'developer_free'),
      ];
      const { url } = await giver.browser.expect<{ url: string | null }>(
        'POST',
        `${giver.path}/invitations`,
        { email: taker.email, role: 'owner' },
      );
      const token = url?.split('/').at(-1) ?? (await mailedToken(api, 'invitation', taker.email));
      const accept = () => taker.browser.call('POST', `/invitations/${token}/accept`);
      expect(codeOf(await accept())).toEqual(REFUSED);
      await api.services.workspaces.setPlan(OPERATOR, taker.workspaceId, 'starter');
      expect((await accept()).statusCode).toBe(200);
      const member = await createMember(api, giver.workspaceId, 'member');
      await api.services.workspaces.setPlan(OPERATOR, member.workspaceId, 'developer_free');
      const change = () =>
        giver.browser.call('PATCH', `${giver.path}/members/${member.userId}`, { role: 'owner' });
      expect(codeOf(await change())).toEqual(REFUSED);
      await api.services.workspaces.setPlan(OPERATOR, member.workspaceId, 'starter');
      expect((await change()).statusCode).toBe(200);
    });
  });
});
