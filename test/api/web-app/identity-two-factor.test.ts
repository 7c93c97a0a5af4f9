import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { MINUTE } from '../../helpers/app/test-clock.ts';
import {
  codeOf,
  createOwner,
  openBrowser,
  PASSWORD,
  type WebBrowser,
} from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';

const STEP = 30_000;

describe('the second factor', () => {
  const api = useTestApp();

  const codeAt = (secret: string, ahead = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() + ahead });

  /** An account with a second factor; the step of the code that turned it on is over. */
  async function createProtected() {
    const person = await createOwner(api);
    const { secret } = await person.browser.expect<{ secret: string }>('POST', '/account/two-factor/begin');
    const { recovery_codes: recoveryCodes } = await person.browser.expect<{ recovery_codes: string[] }>(
      'POST',
      '/account/two-factor/enable',
      { code: codeAt(secret) },
    );
    api.clock.advance(STEP);
    return { ...person, secret, recoveryCodes };
  }

  async function enterPassword(email: string, address?: string): Promise<WebBrowser> {
    const browser = openBrowser(api, address);
    expect(await browser.expect('POST', '/sign-in', { email, password: PASSWORD })).toEqual({
      second_factor_required: true,
    });
    return browser;
  }

  const enterCode = (browser: WebBrowser, code: string) =>
    browser.call('POST', '/sign-in/second-factor', { code });

  it('should be offered with a secret, an address and a picture of it', async () => {
    const { email, browser } = await createOwner(api);
    const offer = await browser.expect<Record<string, string>>('POST', '/account/two-factor/begin');
    expect(offer.otpauth_url).toContain(`secret=${offer.secret}`);
    expect(decodeURIComponent(offer.otpauth_url ?? '')).toContain(`Shutterpost:${email}`);
    expect(offer.qr_svg).toMatch(/^<svg /);
    const { user } = await browser.expect<{ user: { two_factor: boolean } }>('GET', '/session');
    expect(user.two_factor).toBe(false);
  });

  it('should not be turned on by a wrong code', async () => {
    const { browser } = await createOwner(api);
    const { secret } = await browser.expect<{ secret: string }>('POST', '/account/two-factor/begin');
    for (const code of [codeAt(secret, 5 * STEP), '000000', '']) {
      const response = await browser.call('POST', '/account/two-factor/enable', { code });
      expect(codeOf(response)).toEqual([422, 'validation_error']);
    }
  });

  it('should be asked for after the password, and open a session under a new token', async () => {
    const { email, secret } = await createProtected();
    const browser = await enterPassword(email);
    const pending = browser.cookie;
    expect(codeOf(await browser.call('GET', '/session'))).toEqual([401, 'second_factor_required']);
    expect((await enterCode(browser, codeAt(secret))).statusCode).toBe(200);
    expect(browser.cookie).not.toBe(pending);
    expect((await browser.call('GET', '/session')).statusCode).toBe(200);
    const old = openBrowser(api);
    old.cookie = pending;
    expect((await old.call('GET', '/session')).statusCode).toBe(401);
    expect((await enterCode(old, codeAt(secret, STEP))).statusCode).toBe(401);
  });

  it('should open nothing while it is missing', async () => {
    const { email, path } = await createProtected();
    const browser = await enterPassword(email);
    const calls = [
      browser.call('GET', '/sessions'),
      browser.call('GET', `${path}/members`),
      browser.call('POST', '/account/two-factor/disable'),
      browser.call('POST', '/session/confirm', { password: PASSWORD }),
      browser.call('POST', '/account/password', { current: PASSWORD, new: 'something else entirely' }),
    ];
    for (const response of await Promise.all(calls)) expect(response.statusCode).toBe(401);
  });

  it('should take a code of the step before and after, and none further away', async () => {
    const { email, secret } = await createProtected();
    api.clock.advance(5 * STEP);
    for (const ahead of [-2 * STEP, 2 * STEP]) {
      expect((await enterCode(await enterPassword(email), codeAt(secret, ahead))).statusCode).toBe(401);
    }
    expect((await enterCode(await enterPassword(email), codeAt(secret, -STEP))).statusCode).toBe(200);
    expect((await enterCode(await enterPassword(email), codeAt(secret, STEP))).statusCode).toBe(200);
  });

  it('should take no code twice, not even the one that turned it on, nor an older one', async () => {
    const { email, secret } = await createProtected();
    expect((await enterCode(await enterPassword(email), codeAt(secret, -STEP))).statusCode).toBe(401);
    const code = codeAt(secret);
    expect((await enterCode(await enterPassword(email), code)).statusCode).toBe(200);
    expect(codeOf(await enterCode(await enterPassword(email), code))).toEqual([401, 'sign_in_failed']);
    expect((await enterCode(await enterPassword(email), codeAt(secret, -STEP))).statusCode).toBe(401);
  });

  it('should let one of several at once use a code', async () => {
    const { email, secret } = await createProtected();
    const browsers = await Promise.all(Array.from({ length: 4 }, () => enterPassword(email)));
    const responses = await Promise.all(browsers.map((browser) => enterCode(browser, codeAt(secret))));
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401]);
  });

  it('should stop an address after five codes in five minutes, however often the password is given', async () => {
    const { email, secret } = await createProtected();
    for (let guess = 0; guess < 5; guess++) {
      expect((await enterCode(await enterPassword(email, '192.0.2.5'), `00000${guess}`)).statusCode).toBe(
        401,
      );
    }
    const browser = await enterPassword(email, '192.0.2.5');
    expect(codeOf(await enterCode(browser, codeAt(secret)))).toEqual([429, 'rate_limited']);
    api.clock.advance(5 * MINUTE);
    expect((await enterCode(browser, codeAt(secret))).statusCode).toBe(200);
  });

  it('should not wait longer than ten minutes', async () => {
    const { email, secret } = await createProtected();
    const browser = await enterPassword(email);
    api.clock.advance(10 * MINUTE);
    expect(codeOf(await enterCode(browser, codeAt(secret)))).toEqual([401, 'unauthorized']);
  });

  it('should not complete a sign-in whose password is replaced in between, not even at that moment', async () => {
    const { email, secret } = await createProtected();
    const { signIn, passwords } = api.services.identity;
    const browser = await enterPassword(email);
    const pending = await signIn.pending(browser.cookie.split('=')[1] ?? '');
    const { url } = await passwords.issueReset(OPERATOR, email);
    await passwords.reset(url.split('/').at(-1) ?? '', 'seven quiet lamps at noon', {
      ipAddress: '192.0.2.1',
      userAgent: '',
    });
    expect((await enterCode(browser, codeAt(secret))).statusCode).toBe(401);
    const finish = signIn.finish(pending, codeAt(secret), { ipAddress: '192.0.2.1', userAgent: '' });
    await expect(finish).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('should be replaced by each of ten recovery codes, once', async () => {
    const { email, recoveryCodes } = await createProtected();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    const browser = await enterPassword(email);
    expect((await enterCode(browser, first)).statusCode).toBe(200);
    expect((await enterCode(await enterPassword(email), first)).statusCode).toBe(401);
    const sloppy = ` ${second.toUpperCase().replaceAll('-', ' ')} `;
    expect((await enterCode(await enterPassword(email), sloppy)).statusCode).toBe(200);
    const { user } = await browser.expect<{ user: object }>('GET', '/session');
    expect(user).toMatchObject({ two_factor: true, recovery_codes_left: 8 });
  });

  it('should take no recovery code of someone else, nor one that was replaced', async () => {
    const [mine, theirs] = [await createProtected(), await createProtected()];
    const browser = await enterPassword(mine.email);
    expect((await enterCode(browser, theirs.recoveryCodes[0] ?? '')).statusCode).toBe(401);
    const { recovery_codes: fresh } = await mine.browser.expect<{ recovery_codes: string[] }>(
      'POST',
      '/account/two-factor/recovery-codes',
    );
    expect((await enterCode(browser, mine.recoveryCodes[0] ?? '')).statusCode).toBe(401);
    expect((await enterCode(browser, fresh[0] ?? '')).statusCode).toBe(200);
  });

  it('should be stored sealed, and its recovery codes as hashes', async () => {
    const { secret, recoveryCodes, userId } = await createProtected();
    const user = await rowsOf(api.database, 'users', { id: userId });
    const codes = await api.database.reader.selectFrom('recovery_codes').selectAll().execute();
    const stored = JSON.stringify([user, codes]);
    for (const value of [secret, ...recoveryCodes]) {
      expect(stored).not.toContain(value);
      expect(stored).not.toContain(value.replaceAll('-', ''));
    }
  });

  it('should be gone once it is turned off', async () => {
    const { email, browser, recoveryCodes } = await createProtected();
    await browser.expect('POST', '/account/two-factor/disable');
    const again = openBrowser(api);
    expect(await again.expect('POST', '/sign-in', { email, password: PASSWORD })).toEqual({
      second_factor_required: false,
    });
    expect((await enterCode(again, recoveryCodes[0] ?? '')).statusCode).toBe(401);
  });

  it('should not be replaced while it is on', async () => {
    const { browser } = await createProtected();
    expect((await browser.call('POST', '/account/two-factor/begin')).statusCode).toBe(422);
  });

  it.each(['begin', 'enable', 'disable', 'recovery-codes'])(
    'should ask for the password once more before %s',
    async (step) => {
      const { browser } = await createOwner(api);
      api.clock.advance(15 * MINUTE);
      const call = () => browser.call('POST', `/account/two-factor/${step}`, { code: '1' });
      expect(codeOf(await call())).toEqual([403, 'confirmation_required']);
      const wrong = await browser.call('POST', '/session/confirm', { password: 'not it' });
      expect(codeOf(wrong)).toEqual([401, 'sign_in_failed']);
      expect((await call()).statusCode).toBe(403);
      await browser.expect('POST', '/session/confirm', { password: PASSWORD });
      expect((await call()).statusCode).not.toBe(403);
    },
  );
});
