import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { solveChallenge } from '../../../web/proof-of-work.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import {
  codeOf,
  createOwner,
  mailedToken,
  openBrowser,
  PASSWORD,
  type WebBrowser,
} from '../../helpers/app/web-browser.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';

const GOOD = 'seven quiet lamps at noon';
const STEP = 30_000;

describe('an account that strangers guess at', () => {
  const api = useTestApp({ platform: { mailConfigured: true } });

  const enter = (browser: WebBrowser, email: string, password = PASSWORD, more = {}) =>
    browser.call('POST', '/sign-in', { email, password, ...more });
  /** As many wrong passwords as one address can try in an hour. */
  async function guessFrom(address: string, email: string) {
    for (let minute = 0; minute < 5; minute++) {
      for (let number = 0; number < 10; number++) await enter(openBrowser(api, address), email, 'a guess');
      api.clock.advance(MINUTE);
    }
  }
  async function solve(response: Awaited<ReturnType<typeof enter>>) {
    const { challenge, bits } = response.json().error.details as Record<string, string[]>;
    const [text = ''] = challenge ?? [];
    return { proof: { challenge: text, answer: await solveChallenge(text, Number(bits?.[0])) } };
  }
  const mailsTo = (email: string) =>
    rowsOf(api.database, 'mails', { recipient: email, kind: 'sign_in_warning' });

  it('should be open to a browser that signed in before, from the same address even', async () => {
    const { email, browser } = await createOwner(api);
    await browser.expect('POST', '/sign-out');
    await guessFrom('198.51.100.1', email);
    expect((await enter(openBrowser(api, '198.51.100.1'), email)).statusCode).toBe(429);
    const here = openBrowser(api, '198.51.100.1');
    here.deviceCookie = browser.deviceCookie;
    expect((await enter(here, email)).statusCode).toBe(200);
  });

  it('should be open to a new browser elsewhere that does a little work', async () => {
    const { email } = await createOwner(api);
    await guessFrom('198.51.100.2', email);
    const browser = openBrowser(api);
    const asked = await enter(browser, email);
    expect([...codeOf(asked), asked.headers['retry-after']]).toEqual([429, 'proof_required', '30']);
    const proven = await solve(asked);
    expect((await enter(openBrowser(api), email, PASSWORD, proven)).statusCode).toBe(429);
    expect((await enter(browser, email, PASSWORD, proven)).statusCode).toBe(200);
    expect((await enter(browser, email, 'a guess', proven)).statusCode).toBe(401);
    browser.deviceCookie = '';
    expect(codeOf(await enter(browser, email, PASSWORD, proven))).toEqual([429, 'proof_required']);
  });

  it('should be open to a new browser that cannot compute, after a wait', async () => {
    const { email } = await createOwner(api);
    await guessFrom('198.51.100.3', email);
    const browser = openBrowser(api);
    const asked = await enter(browser, email);
    const proof = { challenge: asked.json().error.details.challenge[0] };
    expect((await enter(browser, email, PASSWORD, { proof })).statusCode).toBe(429);
    api.clock.advance(30_000);
    expect((await enter(browser, email, PASSWORD, { proof })).statusCode).toBe(200);
  });

  it('should be open to whoever has chosen a new password by email', async () => {
    const { email } = await createOwner(api);
    const browser = openBrowser(api);
    await browser.expect('POST', '/reset-password/request', { email });
    const token = await mailedToken(api, 'reset_password', email);
    await browser.expect('POST', '/reset-password', { token, password: GOOD });
    await guessFrom('198.51.100.4', email);
    expect((await enter(browser, email, GOOD)).statusCode).toBe(200);
  });

  it('should keep the links of earlier emails when a stranger asks for further ones', async () => {
    const { email } = await createOwner(api);
    await openBrowser(api).expect('POST', '/reset-password/request', { email });
    const first = await mailedToken(api, 'reset_password', email);
    await openBrowser(api).expect('POST', '/reset-password/request', { email });
    await openBrowser(api).expect('POST', '/reset-password', { token: first, password: GOOD });
    const last = await mailedToken(api, 'reset_password', email);
    const again = await openBrowser(api).call('POST', '/reset-password', { token: last, password: PASSWORD });
    expect(codeOf(again)).toEqual([410, 'link_expired']);
  });

  it('should not be guessed more often in a browser that is known', async () => {
    const { email, browser } = await createOwner(api);
    for (let number = 0; number < 10; number++) {
      expect((await enter(browser, email, 'a guess')).statusCode).toBe(401);
    }
    for (let number = 0; number < 10; number++) await enter(browser, email, 'a guess');
    expect(codeOf(await enter(browser, email))).toEqual([429, 'rate_limited']);
  });

  it('should have its owner told once a day, in the audit log too', async () => {
    const { email, path, browser } = await createOwner(api);
    await enter(openBrowser(api), email, 'a slip of the finger');
    expect(await mailsTo(email)).toEqual([]);
    await guessFrom('198.51.100.5', email);
    api.clock.advance(HOUR);
    await guessFrom('198.51.100.6', email);
    const mails = await mailsTo(email);
    expect(mails.map(({ content }) => JSON.parse(content))).toMatchObject([{ reason: 'wrong_passwords' }]);
    const log = await browser.expect<{ action: string }[]>('GET', `${path}/audit-log?action=user`);
    expect(log.filter(({ action }) => action === 'user.sign_in_warning')).toHaveLength(1);
    api.clock.advance(DAY);
    await guessFrom('198.51.100.7', email);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  it('should have its owner told although the last warning was sent by a clock that was days ahead', async () => {
    const { email, userId } = await createOwner(api);
    const ahead = api.clock.now() + 3 * DAY;
    await updateRows(api.database, 'users', { id: userId }, { password_warning_at: ahead });
    await guessFrom('198.51.100.10', email);
    expect(await mailsTo(email)).toHaveLength(1);
    api.clock.advance(HOUR);
    await guessFrom('198.51.100.11', email);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('should tell a stranger nothing of whether it exists', async () => {
    await guessFrom('198.51.100.8', 'no-such-account@example.com');
    const { email } = await createOwner(api);
    await guessFrom('198.51.100.9', email);
    const [none, some] = [
      await enter(openBrowser(api), 'no-such-account@example.com'),
      await enter(openBrowser(api), email),
    ];
    expect([codeOf(none), codeOf(some)]).toEqual([
      [429, 'proof_required'],
      [429, 'proof_required'],
    ]);
  });

  describe('a known device', () => {
    async function signInElsewhere() {
      const person = await createOwner(api);
      const other = openBrowser(api, '198.51.100.20');
      await enter(other, person.email);
      return { ...person, other };
    }
    const isKnown = (browser: WebBrowser, email: string) =>
      api.services.identity.knownDevices.isKnown(browser.deviceCookie.split('=')[1] ?? '', { email });

    it('should be a cookie of this host alone, stored as a hash', async () => {
      const { email } = await createOwner(api);
      const response = await enter(openBrowser(api), email);
      const [, device = ''] = response.headers['set-cookie'] as string[];
      expect(device).toMatch(
        /^__Host-shutterpost-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/,
      );
      const rows = await api.database.reader.selectFrom('known_devices').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(device.slice(26, 69));
    });

    it('should be of no use for another account', async () => {
      const [mine, theirs] = [await createOwner(api), await createOwner(api)];
      expect(await isKnown(mine.browser, mine.email)).toBe(true);
      expect(await isKnown(mine.browser, theirs.email)).toBe(false);
    });

    it('should be forgotten with its session, everywhere, and after half a year', async () => {
      const { email, browser, other } = await signInElsewhere();
      const sessions = await browser.expect<{ id: string; is_current: boolean }[]>('GET', '/sessions');
      const { id } = sessions.find(({ is_current }) => !is_current) ?? {};
      await browser.expect('DELETE', `/sessions/${id}`);
      expect([await isKnown(other, email), await isKnown(browser, email)]).toEqual([false, true]);
      const before = { ...browser };
      await browser.expect('POST', '/sign-out-everywhere');
      expect([browser.deviceCookie, await isKnown(before, email)]).toEqual(['', false]);
      await enter(browser, email);
      api.clock.advance(180 * DAY);
      expect(await isKnown(browser, email)).toBe(false);
      while (await api.services.identity.deleteOld());
      const rows = await api.database.reader.selectFrom('known_devices').selectAll().execute();
      expect(rows).toEqual([]);
    });

    it('should stay known after a sign-out, and be the only one after a new password', async () => {
      const { email, browser, other } = await signInElsewhere();
      await other.expect('POST', '/sign-out');
      expect(await isKnown(other, email)).toBe(true);
      await browser.expect('POST', '/account/password', { current: PASSWORD, new: GOOD });
      expect([await isKnown(other, email), await isKnown(browser, email)]).toEqual([false, true]);
    });
  });

  describe('with a second factor, and a password that strangers know', () => {
    const codeAt = (secret: string) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() });
    const enterCode = (browser: WebBrowser, code: string) =>
      browser.call('POST', '/sign-in/second-factor', { code });

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

    /** Until no further code of the app is taken from anywhere that is not known. */
    async function guessCodes(email: string) {
      for (let number = 0; number < 30; number++) {
        const stranger = openBrowser(api);
        expect((await enter(stranger, email)).statusCode).toBe(200);
        expect((await enterCode(stranger, `00000${number % 10}`)).statusCode).toBe(401);
      }
    }

    it('should take recovery codes, and codes of the app where it is known', async () => {
      const { email, secret, browser, recoveryCodes } = await createProtected();
      await guessCodes(email);
      const fresh = openBrowser(api);
      await enter(fresh, email);
      expect(codeOf(await enterCode(fresh, codeAt(secret)))).toEqual([429, 'rate_limited']);
      expect((await enterCode(fresh, recoveryCodes[0] ?? '')).statusCode).toBe(200);
      await enter(browser, email);
      expect((await enterCode(browser, codeAt(secret))).statusCode).toBe(200);
      expect((await mailsTo(email)).map(({ content }) => JSON.parse(content))).toMatchObject([
        { reason: 'wrong_second_factors' },
      ]);
    });

    it('should take codes of the app when wrong recovery codes are tried', async () => {
      const { email, secret } = await createProtected();
      const browser = openBrowser(api);
      await enter(browser, email);
      for (let number = 0; number < 10; number++) {
        expect((await enterCode(browser, `aaaa-bbbb-000${number}`)).statusCode).toBe(401);
      }
      expect((await enterCode(browser, 'aaaa-bbbb-cccc')).statusCode).toBe(429);
      expect((await enterCode(browser, codeAt(secret))).statusCode).toBe(200);
    });

    it('should not know a browser that has not given the second factor', async () => {
      const { email } = await createProtected();
      const stranger = openBrowser(api);
      await enter(stranger, email);
      expect(stranger.deviceCookie).toBe('');
      await stranger.expect('POST', '/reset-password/request', { email });
      const token = await mailedToken(api, 'reset_password', email);
      await stranger.expect('POST', '/reset-password', { token, password: GOOD });
      expect(stranger.deviceCookie).toBe('');
      const devices = api.database.reader.selectFrom('known_devices as d').selectAll('d');
      const ofAccount = devices.innerJoin('users as u', 'u.id', 'd.user_id').where('u.email', '=', email);
      expect(await ofAccount.execute()).toEqual([]);
    });
  });
});
