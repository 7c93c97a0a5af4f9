import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { SMALLER_CAMERA } from './capture-browser-scripts.ts';
import {
  ASKING_ARGS,
  BROWSER_ARGS,
  type CaptureSite,
  DESKTOP,
  INSECURE_HOST,
  PHONE,
  startCaptureSite,
} from './capture-browser-site.ts';
import { launchChromium, launchWholeChromium } from './chromium.ts';

export interface Visitor {
  context: BrowserContext;
  page: Page;
}

export interface Visit extends BrowserContextOptions {
  /** Runs in every page before its own scripts. */
  init?: string;
  /** What the console may complain of; everything else fails the test. */
  expected?: RegExp;
  /** The camera at its full 3840x2160; a photo then takes a small machine seconds. */
  fullResolution?: boolean;
}

export interface Stage {
  site: CaptureSite;
  browser: Browser;
  /** A customer with a phone of their own, standing at the path. */
  phone(path: string, visit?: Visit): Promise<Visitor>;
  desktop(path: string, visit?: Visit): Promise<Visitor>;
}

/**
 * A server and a browser for the tests of a file. After each test no one may have complained of anything.
 * `asksForCamera` takes the whole browser, which has permissions as people know them.
 */
export function useStage(options: { behindProxy?: boolean; asksForCamera?: boolean } = {}): Stage {
  const stage = {} as Stage;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];

  async function enter(path: string, defaults: BrowserContextOptions, visit: Visit = {}): Promise<Visitor> {
    const { init, expected, fullResolution, ...own } = visit;
    const context = await stage.browser.newContext({ ...defaults, ...own });
    contexts.push(context);
    watch(context, complaints, expected);
    if (fullResolution !== true) await context.addInitScript(SMALLER_CAMERA);
    if (init !== undefined) await context.addInitScript(init);
    const page = await context.newPage();
    await page.goto(path.startsWith('/') ? stage.site.url + path : path);
    return { context, page };
  }
  stage.phone = (path, visit) => enter(path, PHONE, visit);
  stage.desktop = (path, visit) => enter(path, DESKTOP, visit);

  beforeAll(async () => {
    [stage.site, stage.browser] = await Promise.all([
      startCaptureSite(options),
      options.asksForCamera ? launchWholeChromium(ASKING_ARGS) : launchChromium(BROWSER_ARGS),
    ]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.site?.close();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });
  return stage;
}

const POLICY_WATCH = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`;
const OWN_HOSTS = ['127.0.0.1', 'localhost', INSECURE_HOST];

/** Console errors, broken policies and requests to elsewhere. */
export function watch(context: BrowserContext, complaints: string[], expected?: Pick<RegExp, 'test'>): void {
  const complain = (text: string) => {
    if (expected?.test(text) !== true) complaints.push(text);
  };
  void context.addInitScript(POLICY_WATCH);
  context.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complain(`page: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !OWN_HOSTS.includes(hostname)) complain(`elsewhere: ${request.url()}`);
  });
}
