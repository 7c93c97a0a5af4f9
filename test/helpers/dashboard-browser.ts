import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { watch } from './capture-browser.ts';
import { DESKTOP } from './capture-browser-site.ts';
import { launchChromium } from './chromium.ts';
import { type DashboardSite, EMAIL, HARBOUR, PASSWORD, startDashboardSite } from './dashboard-site.ts';

export const OVERVIEW = `/app/${HARBOUR}/live`;
/** What the console says of calls that are meant to be refused. */
export const REFUSED = /status of (401|403|503)/;

export interface Dashboard {
  site: DashboardSite;
  open(path: string, options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
}

/** The frame in a browser, over an answering machine. After each test nobody may have complained of anything. */
export function stageDashboard(): Dashboard {
  const dashboard = {} as Dashboard;
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  dashboard.open = async (path, options = DESKTOP, expected) => {
    const { site } = dashboard;
    const context = await browser.newContext(options);
    contexts.push(context);
    watch(context, complaints, expected);
    if (site.state.signedIn)
      await context.addCookies([{ name: 'shutterpost', value: 'token', url: site.url }]);
    const page = await context.newPage();
    await page.goto(site.url + path);
    return page;
  };

  beforeAll(async () => {
    [dashboard.site, browser] = await Promise.all([startDashboardSite(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard.site?.close();
  });
  beforeEach(() => dashboard.site.reset());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  return dashboard;
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByTestId('sign-in-submit').click();
}
