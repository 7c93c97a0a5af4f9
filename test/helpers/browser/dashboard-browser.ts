import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DESKTOP } from './capture-browser-site.ts';
import { launchChromium } from './chromium.ts';
import { watchedContexts } from './dashboard-contexts.ts';
import { type DashboardSite, EMAIL, HARBOUR, PASSWORD, startDashboardSite } from './dashboard-site.ts';

export const OVERVIEW = `/app/${HARBOUR}/live`;
/** What the console says of calls that are meant to be refused. */
export const REFUSED = /status of (401|403|503)/;

export interface Dashboard {
  site: DashboardSite;
  open(path: string, options?: BrowserContextOptions, expected?: RegExp): Promise<Page>;
}

/** The frame in a browser, over an answering machine. */
export function stageDashboard(): Dashboard {
  const dashboard = {} as Dashboard;
  let browser: Browser;
  const newContext = watchedContexts();

  dashboard.open = async (path, options = DESKTOP, expected) => {
    const { site } = dashboard;
    const context = await newContext(browser, { ...options, expected });
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
  return dashboard;
}

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByTestId('sign-in-submit').click();
}
