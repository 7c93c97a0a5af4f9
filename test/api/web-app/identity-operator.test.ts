import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { userCommands } from '../../../src/cli/user-commands.ts';
import { hashPassword } from '../../../src/identity/password.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, openBrowser, PASSWORD, signIn } from '../../helpers/app/web-browser.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';

const GOOD = 'seven quiet lamps at noon';

describe('the operator', () => {
  const api = useTestApp();

  const run = (name: string, email: string) => {
    const command = userCommands.find((candidate) => candidate.name === name);
    if (command === undefined) throw new Error(`no command ${name}`);
    const given = { text: () => email, optional: () => undefined, flag: () => false };
    return command.run(api.services, given, () => {});
  };

  it('should get a link by which someone chooses a new password', async () => {
    const { email, path } = await createOwner(api);
    const { url } = (await run('user reset-password', email.toUpperCase())) as { url: string };
    expect(url).toMatch(/^https:\/\/photos\.test\/app\/reset-password\/[0-9a-z]{26}$/);
    const token = url.split('/').at(-1);
    await openBrowser(api).expect('POST', '/reset-password', { token, password: GOOD });
    const browser = await signIn(api, email, GOOD);
    const [entry] = await browser.expect<object[]>(
      'GET',
      `${path}/audit-log?action=user.password_reset_issued`,
    );
    expect(entry).toMatchObject({ actor: 'operator', subject_name: email });
  });

  it.each([
    ['short', 'elevenchars', /at least 12/],
    ['common', 'password123456', /Too easy to guess/],
    ['the address itself', 'weak@example.com', /email address/],
  ])('should not open an account with a password that is %s', async (_what, password, why) => {
    const owner = { name: 'Shop', email: 'weak@example.com', plan: 'starter' as const };
    await expect(
      api.services.identity.ownedWorkspaces.create(OPERATOR, { ...owner, password }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      details: { password: [expect.stringMatching(why)] },
    });
  });

  it('should give someone whose password is older than the rules one more workspace', async () => {
    const { email, userId } = await createOwner(api);
    const password_hash = await hashPassword('a short one', 2 ** 10);
    await updateRows(api.database, 'users', { id: userId }, { password_hash });
    const more = { name: 'Shop', email, password: 'a short one', plan: 'starter' as const };
    expect((await api.services.identity.ownedWorkspaces.create(OPERATOR, more)).userId).toBe(userId);
  });

  it('should turn off the second factor of someone, and be named for it', async () => {
    const { email, browser, path } = await createOwner(api);
    const { secret } = await browser.expect<{ secret: string }>('POST', '/account/two-factor/begin');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() });
    await browser.expect('POST', '/account/two-factor/enable', { code });
    await run('user disable-two-factor', email);
    const again = openBrowser(api);
    expect(await again.expect('POST', '/sign-in', { email, password: PASSWORD })).toEqual({
      second_factor_required: false,
    });
    const [entry] = await again.expect<object[]>('GET', `${path}/audit-log?action=user.two_factor_disabled`);
    expect(entry).toMatchObject({ actor: 'operator', user_id: null, subject_name: email, ip_address: null });
  });

  it.each(['user reset-password', 'user disable-two-factor'])(
    'should be told by "%s" of no one',
    async (name) => {
      await expect(run(name, 'nobody@example.com')).rejects.toMatchObject({ code: 'not_found' });
    },
  );
});
