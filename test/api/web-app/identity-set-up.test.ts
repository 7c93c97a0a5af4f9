import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { codeOf, createOwner, openBrowser } from '../../helpers/app/web-browser.ts';

const GOOD = 'seven quiet lamps at noon';

interface SessionView {
  workspaces: { name: string; role: string; plan: string }[];
}

describe('setting up an installation', () => {
  it('should be possible once, with the link that was printed', async () => {
    const api = await startTestApp();
    const link = (await api.services.identity.setUp.issueLink()) ?? '';
    const other = (await api.services.identity.setUp.issueLink()) ?? '';
    expect(link).toMatch(/^https:\/\/photos\.test\/app\/set-up\/[0-9a-z]{26}$/);
    const tokenOf = (url: string) => url.split('/').at(-1);
    const body = { token: tokenOf(link), email: 'Root@example.com', password: GOOD, workspace_name: 'Acme' };
    const weak = await openBrowser(api).call('POST', '/set-up', { ...body, password: 'password123456' });
    expect(codeOf(weak)).toEqual([422, 'validation_error']);
    const wrong = await openBrowser(api).call('POST', '/set-up', { ...body, token: 'a'.repeat(26) });
    expect(codeOf(wrong)).toEqual([410, 'link_expired']);

    const browsers = [link, link, other].map((url) => ({ browser: openBrowser(api), token: tokenOf(url) }));
    const responses = await Promise.all(
      browsers.map(({ browser, token }, number) =>
        browser.call('POST', '/set-up', { ...body, token, email: `root-${number}@example.com` }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 410, 410]);
    const winner = browsers[responses.findIndex(({ statusCode }) => statusCode === 201)]?.browser;
    const session = await winner?.expect<SessionView>('GET', '/session');
    expect(session?.workspaces).toMatchObject([{ name: 'Acme', role: 'owner', plan: 'enterprise' }]);
    expect(await api.services.identity.setUp.issueLink()).toBeUndefined();
    await api.close();
  });

  it('should be over once the operator created a workspace by command, and after three days', async () => {
    const api = await startTestApp();
    const tokenOf = async () => (await api.services.identity.setUp.issueLink())?.split('/').at(-1);
    const body = { email: 'root@example.com', password: GOOD, workspace_name: 'Acme' };
    const old = await tokenOf();
    api.clock.advance(72 * HOUR);
    expect((await openBrowser(api).call('POST', '/set-up', { ...body, token: old })).statusCode).toBe(410);
    const token = await tokenOf();
    await createOwner(api);
    expect((await openBrowser(api).call('POST', '/set-up', { ...body, token })).statusCode).toBe(410);
    await api.close();
  });
});
