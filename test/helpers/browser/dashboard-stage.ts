import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Platform } from '../../../src/services.ts';
import type { Role } from '../../../src/shared/roles.ts';
import type { PlanId } from '../../../src/workspaces/plans.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { createRunningClock } from '../app/test-clock.ts';
import { PASSWORD } from '../app/web-browser.ts';
import { createRequest, openPage } from '../capture/customer.ts';
import { freePort } from '../http/free-port.ts';
import { launchChromium } from './chromium.ts';
import { type ContextOptions, watchedContexts } from './dashboard-contexts.ts';

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** What Chromium writes to the console when a call is refused. */
export const REFUSED = /status of 4\d\d/;

/** `expect` of something that takes the page a moment. */
export const eventually = <T>(read: () => T) => expect.poll(read);

export interface Person {
  email: string;
  /** Of the workspace. */
  name: string;
  workspaceId: string;
  userId: string;
}

/** Someone at the web application, signed in, with calls of their own beside the page. */
export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** To `live/photo-requests` or the like. */
  visit(path: string): Promise<void>;
  /** A call of the session API in the workspace, such as `photo-requests?environment=test`. */
  call<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
}

export interface DashboardStage {
  api: TestApp;
  url: string;
  browser: Browser;
  /** No one has an account with it. */
  newAddress(): string;
  /** An account with a workspace of its own. */
  createOwner(options?: { plan?: PlanId; name?: string }): Promise<Person>;
  /** Another member of the person's workspace. */
  addMember(person: Person, role: Role): Promise<Person>;
  /** A browser of its own in which no one is signed in. */
  arrive(options?: ContextOptions): Promise<BrowserContext>;
  /** The same, at a page. */
  visit(path: string, options?: ContextOptions): Promise<Page>;
  /** A browser of its own in which someone is signed in. */
  enter(person: Person, options?: ContextOptions): Promise<Visitor>;
  /** The same, at a page. */
  open(person: Person, path: string, options?: ContextOptions): Promise<Page>;
  /** A request of the test environment, made by no one at a page. */
  createRequest(person: Person, body?: object): Promise<{ id: string; token: string; code: string }>;
  /** Plays the customer of a permanent link. */
  submitTo(slug: string): Promise<void>;
}

/** The real server and a browser for the tests of a file. */
export function startDashboard(platform: Partial<Platform> = {}): DashboardStage {
  const stage = {} as DashboardStage;
  const newContext = watchedContexts();
  let people = 0;

  stage.newAddress = () => {
    people += 1;
    return `person-${people}@example.com`;
  };
  stage.createOwner = async ({ plan = 'enterprise', name = 'Harbour Insurance' } = {}) => {
    const email = stage.newAddress();
    const account = { name, email, password: PASSWORD, plan };
    return { email, name, ...(await stage.api.services.identity.ownedWorkspaces.create(OPERATOR, account)) };
  };
  stage.addMember = async ({ workspaceId, name }, role) => {
    const { email, userId } = await stage.createOwner();
    const row = { workspace_id: workspaceId, user_id: userId, role, created_at: stage.api.clock.now() };
    await stage.api.database.write((trx) => trx.insertInto('members').values(row).execute());
    return { email, name, workspaceId, userId };
  };
  stage.arrive = (options) =>
    newContext(stage.browser, {
      viewport: WIDE,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...options,
    });
  stage.visit = async (path, options) => {
    const page = await (await stage.arrive(options)).newPage();
    await page.goto(stage.url + path);
    return page;
  };
  stage.enter = async ({ workspaceId, email }, options) => {
    const context = await stage.arrive(options);
    const send = async (method: string, path: string, data?: object) => {
      const headers = { 'x-shutterpost': '1', origin: stage.url };
      const response = await context.request.fetch(`${stage.url}/app/api${path}`, { method, headers, data });
      expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true);
      return (await response.json()).data;
    };
    await send('POST', '/sign-in', { email, password: PASSWORD });
    const page = await context.newPage();
    return {
      page,
      context,
      visit: async (path) => void (await page.goto(`${stage.url}/app/${workspaceId}/${path}`)),
      call: (method, path, body) => send(method, `/workspaces/${workspaceId}/${path}`, body),
    };
  };
  stage.open = async (person, path, options) => {
    const { page } = await stage.enter(person, options);
    await page.goto(stage.url + path);
    return page;
  };
  stage.createRequest = async ({ workspaceId }, body) => {
    const { key } = await stage.api.createKey(workspaceId, { environment: 'test' });
    return createRequest(stage.api, key, body);
  };
  stage.submitTo = async (slug) => {
    const customer = await openPage(stage.api, 'link', slug);
    await customer.send();
    await customer.submit();
  };

  beforeAll(async () => {
    const port = await freePort();
    stage.url = `http://127.0.0.1:${port}`;
    [stage.api, stage.browser] = await Promise.all([
      startTestApp({ withPages: true, publicUrl: stage.url, clock: createRunningClock(), platform }),
      launchChromium(),
    ]);
    await stage.api.app.listen({ port, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.api?.close();
  });
  return stage;
}

export function pathOf({ workspaceId }: Person, page: string, environment: 'live' | 'test' = 'live'): string {
  return `/app/${workspaceId}/${environment}/${page}`;
}

/** Types the password into the dialog that asks for it. */
export async function confirmPassword(page: Page): Promise<void> {
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.getByTestId('confirm-password-submit').click();
}

/** Confirms what cannot be undone. */
export async function confirmByName(page: Page, name: string): Promise<void> {
  const action = page.getByTestId('confirm-action');
  expect(await action.isDisabled()).toBe(true);
  await page.getByTestId('confirm-name').fill(name);
  await action.click();
}

/** Waits for the short message at the edge, and for it alone. */
export async function noticed(page: Page, text: string): Promise<void> {
  await page.getByTestId('notice-success').getByText(text).waitFor();
}
