import { describe, expect, it } from 'vitest';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { DESKTOP, PHONE } from '../helpers/browser/capture-browser-site.ts';
import { OVERVIEW, signIn, stageDashboard } from '../helpers/browser/dashboard-browser.ts';
import { HARBOUR } from '../helpers/browser/dashboard-site.ts';

const MAX_BYTES = 250_000;
const dashboard = stageDashboard();

describe('the pages', () => {
  const pages = [
    { path: OVERVIEW, ready: 'overview', signedIn: true },
    { path: `/app/${HARBOUR}/test`, ready: 'first-steps', signedIn: true },
    { path: '/app/account', ready: 'sessions', signedIn: true },
    { path: '/app/sign-in', ready: 'sign-in', signedIn: false },
    { path: '/app/sign-up', ready: 'sign-up', signedIn: false },
    { path: '/app/forgot-password', ready: 'forgot-password', signedIn: false },
    { path: '/app/reset-password/token', ready: 'reset-password', signedIn: false },
    { path: '/app/set-up/token', ready: 'set-up', signedIn: false },
  ];

  it.each(pages)('should be accessible and fit at $path', async ({ path, ready, signedIn }) => {
    dashboard.site.state.signedIn = signedIn;
    for (const device of signedIn ? [PHONE, DESKTOP] : [PHONE]) {
      const page = await dashboard.open(path, device);
      await page.getByTestId(ready).waitFor();
      await expectAccessible(page, path);
      if (device === PHONE) await expectToFit(page, path);
    }
  });

  it('should weigh little up to the overview', async () => {
    dashboard.site.state.signedIn = false;
    const page = await dashboard.open('/app/sign-in');
    const session = await page.context().newCDPSession(page);
    const types = new Map<string, string>();
    const weights: Record<string, number> = {};
    session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const type = types.get(requestId) ?? 'Other';
      weights[type] = (weights[type] ?? 0) + encodedDataLength;
    });
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.reload();
    await signIn(page);
    await page.getByTestId('overview').waitFor();
    const { Document = 0, Stylesheet = 0, Script = 0 } = weights;
    for (const weight of [Document, Stylesheet, Script]) expect(weight).toBeGreaterThan(0);
    expect(Document + Stylesheet + Script, JSON.stringify(weights)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('should have a strict policy, and no page where an asset or a call is missing', async () => {
    const { request } = (await dashboard.open(OVERVIEW)).context();
    const shell = await request.get(dashboard.site.url + OVERVIEW);
    expect(shell.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[\w+/=]{44}'; style-src 'self' 'nonce-[^']+'; /,
    );
    expect(shell.headers()['permissions-policy']).toBe('camera=(), geolocation=(), microphone=()');
    expect(shell.headers()['cache-control']).toBe('no-store');
    for (const path of ['/app/assets/none.js', '/app/api/none'])
      expect((await request.get(dashboard.site.url + path)).status(), path).toBe(404);
    const [script = ''] = /\/app\/assets\/main-[^"]+\.js/.exec(await shell.text()) ?? [];
    const asset = await request.get(dashboard.site.url + script, { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers()).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });
});
