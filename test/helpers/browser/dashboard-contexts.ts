import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { watch } from './capture-browser.ts';
import { expectAccessible } from './capture-browser-looks.ts';

export interface ContextOptions extends BrowserContextOptions {
  /** What the console may complain of; everything else fails the test. */
  expected?: RegExp | undefined;
}

interface Used {
  context: BrowserContext;
  /** Those of the same kind can take each other's place. */
  kind: string;
  permissions: string[];
  tolerance: { expected: RegExp | undefined; test(text: string): boolean };
}

/**
 * Makes the browsers of the people in a file's tests. After each test no one may have complained or called elsewhere,
 * and what was left on the screens is accessible; the same page or dialog is judged once.
 *
 * A browser that a test is done with is emptied and used again: a new one has to fetch and compile every script anew.
 */
export function watchedContexts(): (browser: Browser, options?: ContextOptions) => Promise<BrowserContext> {
  const used: Used[] = [];
  const free: Used[] = [];
  const complaints: string[] = [];

  afterEach(async ({ task }) => {
    const left = used.splice(0);
    try {
      if (task.result?.state !== 'fail')
        for (const page of left.flatMap(({ context }) => context.pages())) await judge(page);
    } finally {
      await Promise.all(left.map(empty));
      free.push(...left);
    }
    expect(complaints.splice(0)).toEqual([]);
  });

  return async (browser, { expected, ...options } = {}) => {
    const kind = JSON.stringify(options);
    const at = free.findIndex((other) => other.kind === kind);
    const one = free.splice(at, at < 0 ? 0 : 1)[0] ?? (await make(browser, options, kind, complaints));
    one.tolerance.expected = expected;
    used.push(one);
    return one.context;
  };
}

async function make(
  browser: Browser,
  options: BrowserContextOptions,
  kind: string,
  complaints: string[],
): Promise<Used> {
  const tolerance: Used['tolerance'] = {
    expected: undefined,
    test: (text) => tolerance.expected?.test(text) === true,
  };
  // Waiting for dialogs to slide in and out took a good part of the time; customers' pages are tried with motion.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  watch(context, complaints, tolerance);
  return { context, kind, permissions: options.permissions ?? [], tolerance };
}

/** No one is signed in any more, and nothing is remembered but what was fetched. */
async function empty({ context, permissions }: Used): Promise<void> {
  for (const page of context.pages()) {
    const { origin, protocol } = new URL(page.url());
    if (protocol.startsWith('http')) {
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
    }
    await page.close();
  }
  await context.clearCookies();
  await context.clearPermissions();
  await context.grantPermissions(permissions);
}

/** Screens of all files that this worker runs. */
const judged = new Set<string>();

async function judge(page: Page): Promise<void> {
  if (!isOurs(page)) return;
  // A test may end while the page is still on its way: what is judged is the page, not the grey boxes before it.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const screen = await screenOf(page);
  if (judged.has(screen)) return;
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page, `what the test left at ${screen}`);
  judged.add(screen);
}

function isOurs(page: Page): boolean {
  return new URL(page.url()).pathname.startsWith('/app');
}

/** The page without what differs from test to test, and the dialogs that are open. */
async function screenOf(page: Page): Promise<string> {
  const { pathname } = new URL(page.url());
  const path = pathname.replace(/\/[a-z]+_\w+/g, '/:id').replace(/\/(live|test)\b/, '/:environment');
  const dialogs = page.getByRole('dialog');
  return [path, await dialogs.count(), ...(await dialogs.getByRole('heading').allInnerTexts())].join(' ');
}
