import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, openBrowser, PASSWORD } from '../../helpers/app/web-browser.ts';

/** Dear enough for a queue, and far cheaper than in service: these are two hundred passwords. */
const PASSWORD_COST = 2 ** 13;

describe('a flood of sign-ins', () => {
  const api = useTestApp({ platform: { passwordCost: PASSWORD_COST } });

  it('should get a time to come back beyond a short queue, and count for no one', async () => {
    const { email } = await createOwner(api);
    const flood = await Promise.all(
      Array.from({ length: 80 }, (_, number) =>
        openBrowser(api).call('POST', '/sign-in', {
          email: number % 8 === 7 ? email : `stranger-${number}@example.com`,
          password: number % 8 === 7 ? PASSWORD : 'not the password at all',
        }),
      ),
    );
    const refused = flood.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused.map(({ headers }) => Number(headers['retry-after']) > 0)).not.toContain(false);
    const looked = flood.filter(({ statusCode }) => statusCode !== 429);
    expect(looked.length).toBeGreaterThan(20);
    // Ten were sent with the right password: whether looked at or put off, none was a failure.
    for (let again = 0; again < 3; again++) {
      const response = await openBrowser(api).call('POST', '/sign-in', { email, password: PASSWORD });
      expect(response.statusCode).toBe(200);
    }
  });

  it('should keep out neither a newcomer, nor a known device among the strangers, nor whoever is signed in', async () => {
    const { email, browser } = await createOwner(api);
    const flood = Array.from({ length: 60 }, (_, number) =>
      openBrowser(api, `198.51.100.${number % 6}`).call('POST', '/sign-in', {
        email: `stranger-${number}@example.com`,
        password: 'not the password at all',
      }),
    );
    const knownDevice = openBrowser(api, '198.51.100.1');
    knownDevice.deviceCookie = browser.deviceCookie;
    const welcome = await Promise.all([
      openBrowser(api).call('POST', '/sign-in', { email, password: PASSWORD }),
      knownDevice.call('POST', '/sign-in', { email, password: PASSWORD }),
      browser.call('POST', '/session/confirm', { password: PASSWORD }),
    ]);
    expect(welcome.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });
});
