import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { watch } from './capture-browser.ts';
import { expectAccessible } from './capture-browser-looks.ts';

export interface ContextOptions extends BrowserContextOptions {
  /** What the console may complain of; everything else fails the test. */
  expected?: RegExp | undefined;
  /** Fetches the other pages' scripts when there is nothing else to do, as it does for people; it takes a fifth of the time. */
  fetchesAhead?: boolean;
}

interface Used {
  context: BrowserContext;
  /** Those of the same kind can take each other's place. */
  kind: string;
  options: BrowserContextOptions;
  tolerance: { expected: RegExp | undefined; test(text: string): boolean };
  /** A page that the next test gets instead of a new one. */
  resting: Page | undefined;
  devTools: BrowserContext['newCDPSession'];
}

/**
 * Makes the browsers of the people in a file's tests. After each test no one may have complained or called elsewhere,
 * and what was left on the screens is accessible; the same page or dialog is judged once.
 *
 * A browser and a page that a test is done with are emptied and used again: a new one has to fetch every script, and a
 * new page to compile every script, which is half of what opening it takes.
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
      free.push(...left.filter(({ context }) => !changed.has(context)));
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

const SAVES_DATA = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`;

async function make(
  browser: Browser,
  { fetchesAhead, ...options }: ContextOptions,
  kind: string,
  complaints: string[],
): Promise<Used> {
  const tolerance: Used['tolerance'] = {
    expected: undefined,
    test: (text) => tolerance.expected?.test(text) === true,
  };
  // Waiting for dialogs to slide in and out took a good part of the time; customers' pages are tried with motion.
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  if (!fetchesAhead) await context.addInitScript(SAVES_DATA);
  watch(context, complaints, tolerance);
  const [newPage, devTools] = [context.newPage.bind(context), context.newCDPSession.bind(context)];
  noteChanges(context);
  const one: Used = { context, kind, options, tolerance, resting: undefined, devTools };
  context.newPage = async () => {
    const page = one.resting ?? noteChanges(await newPage());
    one.resting = undefined;
    return page;
  };
  return one;
}

/** Browsers and pages with something about them that the next test would inherit. */
const changed = new WeakSet<object>();
/** What cannot be taken back, or not easily. */
const CHANGES = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'on',
  'once',
  'route',
  'setExtraHTTPHeaders',
  'setOffline',
];

function noteChanges<T extends BrowserContext | Page>(target: T): T {
  const note = (owner: object, name: string) => {
    const method = Reflect.get(owner, name) as ((...args: unknown[]) => unknown) | undefined;
    if (method === undefined) return;
    Reflect.set(owner, name, (...args: unknown[]) => {
      changed.add(target);
      return method.apply(owner, args);
    });
  };
  for (const name of CHANGES) note(target, name);
  // A page has the clock of its browser.
  if ('newPage' in target) note(target.clock, 'install');
  return target;
}

/** No one is signed in any more, and nothing is remembered but what was fetched and compiled. */
async function empty(one: Used): Promise<void> {
  const { context, options } = one;
  if (changed.has(context)) return context.close();
  for (const page of context.pages()) {
    if (one.resting === undefined && !changed.has(page) && (await isPutToRest(page, options)))
      one.resting = page;
    await forget(page, one);
    if (page !== one.resting) await page.close();
  }
  await context.clearCookies();
  await context.clearPermissions();
  await context.grantPermissions(options.permissions ?? []);
}

/** At the lightest file of its site, as it was when it was new: at another site it would lose what it has compiled. */
async function isPutToRest(page: Page, options: BrowserContextOptions): Promise<boolean> {
  const sheet = await page
    .evaluate(`document.querySelector('link[rel=stylesheet]')?.href`)
    .catch(() => undefined);
  if (typeof sheet !== 'string') return false;
  await page.goto(sheet);
  await page.evaluate('sessionStorage.clear()');
  if (options.viewport) await page.setViewportSize(options.viewport);
  const { colorScheme = null, reducedMotion = 'reduce', forcedColors = null } = options;
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  await page.mouse.move(0, 0);
  return true;
}

async function forget(page: Page, { devTools }: Used): Promise<void> {
  const { origin, protocol } = new URL(page.url());
  if (!protocol.startsWith('http')) return;
  const session = await devTools(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

async function judge(page: Page): Promise<void> {
  if (!isOurs(page)) return;
  // A test may end while the page is still on its way: what is judged is the page, not the gray boxes before it.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const screen = await screenOf(page);
  if (!isFirst(screen)) return;
  await page.emulateMedia({ media: 'screen' });
  await expectAccessible(page, `what the test left at ${screen}`);
}

/** Whether no test of any file has had it. */
function isFirst(screen: string): boolean {
  const folder = join(inject('judgedScreens'), createHash('sha256').update(screen).digest('hex'));
  if (existsSync(folder)) return false;
  // Of two workers with the same screen both may judge it.
  mkdirSync(folder, { recursive: true });
  return true;
}

function isOurs(page: Page): boolean {
  return /^\/app(?!\/assets\/)/.test(new URL(page.url()).pathname);
}

/** The page without what differs from test to test, and the dialogs that are open. */
async function screenOf(page: Page): Promise<string> {
  const { pathname } = new URL(page.url());
  const path = pathname.replace(/\/[a-z]+_\w+/g, '/:id').replace(/\/(live|test)\b/, '/:environment');
  const dialogs = page.getByRole('dialog');
  return [path, await dialogs.count(), ...(await dialogs.getByRole('heading').allInnerTexts())].join(' ');
}
