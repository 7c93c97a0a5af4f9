import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner, openBrowser, PASSWORD, signIn } from '../../helpers/app/web-browser.ts';
import { refusalOf } from '../../helpers/http/expect-response.ts';

describe('signing in', () => {
  const api = useTestApp();

  it('should open a session that knows its person and their workspaces', async () => {
    const { email, workspaceId, userId, browser } = await createOwner(api);
    expect(await browser.expect('GET', '/session')).toEqual({
      user: {
        id: userId,
        email,
        name: null,
        email_verified: false,
        two_factor: false,
        recovery_codes_left: 0,
      },
      workspaces: [
        {
          id: workspaceId,
          name: `Workspace of ${email}`,
          role: 'owner',
          plan: 'enterprise',
          time_zone: 'UTC',
        },
      ],
      sign_up: 'invite',
      mail_configured: false,
      phone: { sms: true, whatsapp: true, stop_note: true },
    });
  });

  it('should set a cookie that only this host gets and no script reads', async () => {
    const { email } = await createOwner(api);
    const response = await openBrowser(api).call('POST', '/sign-in', { email, password: PASSWORD });
    expect([response.headers['set-cookie']].flat()[0]).toMatch(
      /^__Host-shutterpost=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('should take the address in any case and with spaces around it', async () => {
    const { email } = await createOwner(api);
    const response = await openBrowser(api).call('POST', '/sign-in', {
      email: `  ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(response.statusCode).toBe(200);
  });

  it('should respond to a wrong password and an unknown address alike', async () => {
    const { email } = await createOwner(api);
    const wrong = await openBrowser(api).call('POST', '/sign-in', { email, password: 'not the password' });
    const unknown = await openBrowser(api).call('POST', '/sign-in', {
      email: 'nobody@example.com',
      password: 'not the password',
    });
    expect(codeOf(wrong)).toEqual([401, 'sign_in_failed']);
    expect(refusalOf(unknown)).toEqual(refusalOf(wrong));
    expect([wrong.headers['set-cookie'], unknown.headers['set-cookie']]).toEqual([undefined, undefined]);
  });

  it('should not keep the token of a session, only its hash', async () => {
    const { browser } = await createOwner(api);
    const token = browser.cookie.split('=')[1] ?? '';
    const rows = await api.database.reader.selectFrom('web_sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('should never take over the cookie that a browser came with', async () => {
    const { email } = await createOwner(api);
    const browser = openBrowser(api);
    const planted = `__Host-shutterpost=${'a'.repeat(43)}`;
    browser.cookie = planted;
    await browser.expect('POST', '/sign-in', { email, password: PASSWORD });
    expect(browser.cookie).not.toBe(planted);
    const attacker = openBrowser(api);
    attacker.cookie = planted;
    expect(codeOf(await attacker.call('GET', '/session'))).toEqual([401, 'unauthorized']);
  });

  it('should end the session before when the same browser signs in again', async () => {
    const { email, browser } = await createOwner(api);
    const before = browser.cookie;
    await browser.expect('POST', '/sign-in', { email, password: PASSWORD });
    const old = openBrowser(api);
    old.cookie = before;
    expect((await old.call('GET', '/session')).statusCode).toBe(401);
    expect((await browser.expect<unknown[]>('GET', '/sessions')).length).toBe(1);
  });

  it('should end a session at sign-out', async () => {
    const { browser } = await createOwner(api);
    const before = browser.cookie;
    await browser.expect('POST', '/sign-out');
    expect(browser.cookie).toBe('');
    browser.cookie = before;
    expect((await browser.call('GET', '/session')).statusCode).toBe(401);
  });

  it('should end every session at a sign-out everywhere, also for a stolen cookie', async () => {
    const { email, browser } = await createOwner(api);
    const stolen = openBrowser(api);
    stolen.cookie = browser.cookie;
    const other = await signIn(api, email);
    await other.expect('POST', '/sign-out-everywhere');
    for (const one of [stolen, browser]) expect((await one.call('GET', '/session')).statusCode).toBe(401);
    expect(other.cookie).toBe('');
  });

  it('should list sessions, and end one of them', async () => {
    const { email, browser } = await createOwner(api);
    const other = await signIn(api, email);
    const sessions = await browser.expect<{ id: string; is_current: boolean }[]>('GET', '/sessions');
    expect(sessions.map(({ is_current }) => is_current).sort()).toEqual([false, true]);
    const otherId = sessions.find(({ is_current }) => !is_current)?.id;
    await browser.expect('DELETE', `/sessions/${otherId}`);
    expect((await other.call('GET', '/session')).statusCode).toBe(401);
    expect((await browser.call('GET', '/session')).statusCode).toBe(200);
  });

  it('should not end the session of someone else', async () => {
    const [mine, theirs] = [await createOwner(api), await createOwner(api)];
    const [session] = await theirs.browser.expect<{ id: string }[]>('GET', '/sessions');
    expect(codeOf(await mine.browser.call('DELETE', `/sessions/${session?.id}`))).toEqual([404, 'not_found']);
    expect((await theirs.browser.call('GET', '/session')).statusCode).toBe(200);
  });

  it('should end a session that was idle for a week, and any after 30 days', async () => {
    const { email, browser } = await createOwner(api);
    const idle = await signIn(api, email);
    for (let day = 0; day < 29; day++) {
      api.clock.advance(DAY);
      expect((await browser.call('GET', '/session')).statusCode).toBe(200);
      if (day === 7) expect((await idle.call('GET', '/session')).statusCode).toBe(401);
    }
    api.clock.advance(DAY);
    expect((await browser.call('GET', '/session')).statusCode).toBe(401);
    while (await api.services.identity.deleteOld());
    const left = await api.database.reader.selectFrom('web_sessions').select('id').execute();
    expect(left).toEqual([]);
  });

  describe('guessing', () => {
    it('should cost an address work after thirty wrong passwords in an hour, whatever the account', async () => {
      const { email } = await createOwner(api);
      const guesser = openBrowser(api, '203.0.113.7');
      const guess = (number: number) =>
        guesser.call('POST', '/sign-in', { email: `guess-${number}@example.com`, password: 'wrong' });
      for (let number = 0; number < 30; number++) expect((await guess(number)).statusCode).toBe(401);
      const refused = await guess(31);
      expect(codeOf(refused)).toEqual([429, 'proof_required']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await guesser.call('POST', '/sign-in', { email, password: PASSWORD })).statusCode).toBe(429);
      api.clock.advance(HOUR);
      expect((await guesser.call('POST', '/sign-in', { email, password: PASSWORD })).statusCode).toBe(200);
    });

    it('should cost guesses at one account from many addresses work, whether it exists or not', async () => {
      const { email } = await createOwner(api);
      for (const account of [email, 'made-up@example.com']) {
        const statuses: number[] = [];
        for (let number = 0; number < 21; number++) {
          const response = await openBrowser(api, `198.51.100.${number}`).call('POST', '/sign-in', {
            email: number % 2 === 0 ? account : account.toUpperCase(),
            password: 'wrong',
          });
          statuses.push(response.statusCode);
        }
        expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
      }
      api.clock.advance(HOUR);
    });

    it('should count many guesses at once', async () => {
      const { email } = await createOwner(api);
      const responses = await Promise.all(
        Array.from({ length: 30 }, (_, number) =>
          openBrowser(api, '192.0.2.9').call('POST', '/sign-in', { email, password: `wrong ${number}` }),
        ),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
      expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
      api.clock.advance(HOUR);
    });

    it('should not count those who know their password', async () => {
      const { email } = await createOwner(api);
      for (let time = 0; time < 12; time++) {
        const browser = openBrowser(api, '192.0.2.50');
        await browser.expect('POST', '/sign-in', { email, password: PASSWORD });
      }
    });
  });

  it('should log neither passwords nor tokens', async () => {
    const { browser } = await createOwner(api);
    await browser.call('GET', '/session');
    const lines = JSON.stringify(api.logLines());
    expect(lines).not.toContain(PASSWORD);
    expect(lines).not.toContain(browser.cookie.split('=')[1]);
  });
});
