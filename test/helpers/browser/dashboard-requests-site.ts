import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Role } from '../../../src/platform/db/tables.ts';
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

/** `expect` of something that takes the page a moment; other tests may keep the machine busy. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 });

export interface Person {
  workspaceId: string;
  email: string;
}

/** Somebody at the web application, signed in, with calls of their own beside the page. */
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
  createOwner(options?: { plan?: PlanId; name?: string }): Promise<Person>;
  addMember(workspaceId: string, role: Role): Promise<Person>;
  /** A browser of its own in which nobody is signed in. */
  arrive(options?: ContextOptions): Promise<BrowserContext>;
  enter(person: Person, options?: ContextOptions): Promise<Visitor>;
  /** A request of the test environment, made by nobody at a page. */
  createRequest(person: Person, body?: object): Promise<{ id: string; token: string; code: string }>;
  /** Plays the customer of a permanent link. */
  submitTo(slug: string): Promise<void>;
}

/** The real server and a browser for the tests of a file. */
export function startDashboard(): DashboardStage {
  const stage = {} as DashboardStage;
  const newContext = watchedContexts();
  let people = 0;

  stage.createOwner = async ({ plan = 'enterprise', name = 'Harbour Insurance' } = {}) => {
    people += 1;
    const email = `person-${people}@example.com`;
    const { workspaceId } = await stage.api.services.identity.ownedWorkspaces.create(OPERATOR, {
      name,
      email,
      password: PASSWORD,
      plan,
    });
    return { workspaceId, email };
  };
  stage.addMember = async (workspaceId, role) => {
    const { email } = await stage.createOwner();
    const { id } = await stage.api.database.reader
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await stage.api.database.write((trx) =>
      trx
        .insertInto('members')
        .values({ workspace_id: workspaceId, user_id: id, role, created_at: Date.now() })
        .execute(),
    );
    return { workspaceId, email };
  };
  stage.arrive = (options) =>
    newContext(stage.browser, {
      viewport: WIDE,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...options,
    });
  stage.enter = async ({ workspaceId, email }, options) => {
    const context = await stage.arrive(options);
    const send = async (method: string, path: string, data?: object) => {
      const headers = { 'x-shutterpost': '1', origin: stage.url };
      const answer = await context.request.fetch(`${stage.url}/app/api${path}`, { method, headers, data });
      expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
      return (await answer.json()).data;
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
      startTestApp({
        withPages: true,
        publicUrl: stage.url,
        clock: createRunningClock(),
        platform: { mailConfigured: true },
      }),
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
