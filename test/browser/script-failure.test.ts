import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import { askForPhotos, problem, TWO_SLOTS } from '../helpers/browser/capture-browser-steps.ts';
import { OVERVIEW, stageDashboard } from '../helpers/browser/dashboard-browser.ts';

/** As in a browser that lacks something the script counts on. */
const BROKEN_BROWSER = `Object.defineProperty(Navigator.prototype, 'locks', {
  get() { throw new Error('This browser is broken'); },
})`;
const FAILED = /ERR_FAILED|broken|page-errors|Failed to fetch dynamically/;

describe('a customer whose browser cannot run the script', () => {
  const stage = useStage();

  const reports = () =>
    stage.site.api
      .logLines()
      .filter((line) => 'page_error' in line)
      .map(({ page_error }) => page_error);

  async function expectHelp(page: Page): Promise<void> {
    await problem(page, 'script-error').getByRole('heading', { name: 'didn’t load properly' }).waitFor();
    expect(await page.locator('#app').isVisible()).toBe(false);
  }

  it('should get a screen with a way on, and the server should hear of it', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { init: BROKEN_BROWSER, expected: FAILED });
    await expectHelp(page);
    await expectAccessible(page, 'script error');
    await expect.poll(reports).toMatchObject([{ kind: 'render', message: 'This browser is broken' }]);
  });

  it('should get it too when the script does not arrive', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone('/code', { expected: FAILED });
    await context.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto(stage.site.url + asked.path);
    await expectHelp(page);
    await context.unroute('**/assets/main-*.js');
    await problem(page, 'script-error').getByRole('link').click();
    await page.getByTestId('start').waitFor();
    await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  });
});

describe('a member of the team whose browser cannot run the script', () => {
  const dashboard = stageDashboard();

  it('should keep the frame when a part does not arrive, and the server should hear of it', async () => {
    const page = await dashboard.open(OVERVIEW, {}, FAILED);
    await page.getByTestId('overview').waitFor();
    await page.context().route('**/app/assets/*.js', (route) => route.abort());
    const told = page.waitForRequest('**/page-errors');
    await page.getByRole('link', { name: 'Audit log' }).click();
    expect((await told).postDataJSON()).toMatchObject({ kind: 'error' });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).isVisible()).toBe(true);
    expect(await problem(page, 'script-error').count()).toBe(0);
    await page.context().unroute('**/app/assets/*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
  });

  it('should get a screen with a way on instead of a blank page', async () => {
    const page = await dashboard.open('/app/sign-in', {}, FAILED);
    // Signed in, it leads there; nothing of that is still being fetched.
    await page.getByTestId('overview').waitFor();
    await page.context().route('**/app/assets/*.js', (route) => route.abort());
    await page.goto(new URL(OVERVIEW, page.url()).href);
    await problem(page, 'script-error').getByRole('heading').waitFor();
    await page.context().unroute('**/app/assets/*.js');
    await problem(page, 'script-error').getByRole('link', { name: 'Reload' }).click();
    await page.getByTestId('overview').waitFor();
  });
});
