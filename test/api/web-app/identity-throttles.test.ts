import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner, openBrowser, PASSWORD, signIn } from '../../helpers/app/web-browser.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';

const GOOD = 'seven quiet lamps at noon';

describe('the throttles of accounts', () => {
  const api = useTestApp({ platform: { signUp: 'open', mailConfigured: true } });

  const trySignIn = (email: string, password: string) =>
    openBrowser(api).call('POST', '/sign-in', { email, password });

  it('should not keep whoever is signed in from giving the password, however many strangers guess it', async () => {
    const { email, browser } = await createOwner(api);
    for (let number = 0; number < 21; number++) await trySignIn(email, 'a guess of a stranger');
    expect((await trySignIn(email, PASSWORD)).statusCode).toBe(429);
    await browser.expect('POST', '/session/confirm', { password: PASSWORD });
    await browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD });
  });

  it('should stop whoever guesses in a borrowed browser, and leave other sessions and sign-in alone', async () => {
    const { email, browser } = await createOwner(api);
    for (let number = 0; number < 10; number++) {
      const [path, body] =
        number % 2 === 0
          ? ['/session/confirm', { password: `guess ${number}` }]
          : ['/account/password', { current: `guess ${number}`, new: GOOD }];
      expect(codeOf(await browser.call('POST', path as string, body as object))[0]).toBe(401);
    }
    expect((await browser.call('POST', '/session/confirm', { password: PASSWORD })).statusCode).toBe(429);
    const body = { current: PASSWORD, new: GOOD };
    expect((await browser.call('POST', '/account/password', body)).statusCode).toBe(429);
    const other = await signIn(api, email);
    await other.expect('POST', '/session/confirm', { password: PASSWORD });
  });

  it('should not count a new password that is too weak as a wrong one', async () => {
    const { email, browser } = await createOwner(api);
    for (let number = 0; number < 12; number++) {
      const response = await browser.call('POST', '/account/password', { current: PASSWORD, new: 'weak' });
      expect(codeOf(response)).toEqual([422, 'validation_error']);
    }
    await signIn(api, email);
    await browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD });
  });

  it('should let one account sign in thirty times a minute at one address, rightly too', async () => {
    const { email } = await createOwner(api);
    const signInHere = () =>
      openBrowser(api, '203.0.113.80').call('POST', '/sign-in', { email, password: PASSWORD });
    for (let number = 0; number < 30; number++) expect((await signInHere()).statusCode).toBe(200);
    const refused = await signInHere();
    expect([...codeOf(refused), Number(refused.headers['retry-after']) > 0]).toEqual([
      429,
      'rate_limited',
      true,
    ]);
    await signIn(api, email);
    api.clock.advance(MINUTE);
    expect((await signInHere()).statusCode).toBe(200);
  });

  it('should send ten emails an hour to one address that strangers sign up, and respond as before', async () => {
    const { email: taken } = await createOwner(api);
    for (const email of ['bombed@example.com', taken]) {
      for (let number = 0; number < 12; number++) {
        const response = await openBrowser(api).call('POST', '/sign-up', {
          email,
          workspace_name: 'Engines',
        });
        expect([response.statusCode, response.json().data]).toEqual([201, { verification_required: true }]);
      }
      const mails = await rowsOf(api.database, 'mails', { recipient: email });
      expect(mails).toHaveLength(10);
    }
    // Whoever forgot their password still gets a link.
    await openBrowser(api).expect('POST', '/reset-password/request', { email: taken });
    const resets = await rowsOf(api.database, 'mails', { recipient: taken });
    expect(resets).toHaveLength(11);
  });
});

describe('sessions of one person', () => {
  const api = useTestApp();

  it('should be fifty at most, and the one that was idle longest ends', async () => {
    const { email, userId, browser: oldest } = await createOwner(api);
    api.clock.advance(6 * MINUTE);
    const second = await signIn(api, email);
    for (let number = 2; number < 50; number++) {
      if (number % 20 === 0) api.clock.advance(MINUTE);
      await signIn(api, email);
    }
    api.clock.advance(MINUTE);
    // Used just now, the one that was opened first is not the idlest any more.
    await oldest.expect('GET', '/session');
    await signIn(api, email);
    const statuses = [await oldest.call('GET', '/session'), await second.call('GET', '/session')];
    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 401]);
    expect(await api.services.identity.sessions.list(userId)).toHaveLength(50);
  });

  it('should not be ended by someone who has the password and not the second factor', async () => {
    const { email, userId, browser } = await createOwner(api);
    await updateRows(api.database, 'users', { id: userId }, { two_factor_since: 1 });
    for (let number = 0; number < 60; number++) {
      if (number % 20 === 0) api.clock.advance(MINUTE);
      await signIn(api, email);
    }
    expect((await browser.call('GET', '/session')).statusCode).toBe(200);
    const rows = await rowsOf(api.database, 'web_sessions', { user_id: userId });
    expect(rows).toHaveLength(51);
  });
});
