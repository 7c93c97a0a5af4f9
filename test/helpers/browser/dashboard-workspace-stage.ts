import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Platform } from '../../../src/services.ts';
import type { PlanId } from '../../../src/workspaces/plans.ts';
import { startTestApp, type TestApp } from '../app/test-app.ts';
import { createRunningClock } from '../app/test-clock.ts';
import { PASSWORD } from '../app/web-browser.ts';
import { freePort } from '../http/free-port.ts';
import { DESKTOP } from './capture-browser-site.ts';
import { launchChromium } from './chromium.ts';
import { type ContextOptions, watchedContexts } from './dashboard-contexts.ts';

/** What Chromium writes to the console when a call is refused. */
export const REFUSED = /status of 4\d\d/;

export interface Person {
  email: string;
  name: string;
  workspaceId: string;
  /** Another member of the same workspace. */
  add(role: 'owner' | 'admin' | 'member' | 'viewer'): Promise<{ email: string }>;
}

export interface WorkspaceStage {
  url: string;
  api: TestApp;
  browser: Browser;
  /** Nobody has an account with it, also when the test is tried again. */
  newAddress(): string;
  /** An account with a workspace of its own. */
  createOwner(plan?: PlanId): Promise<Person>;
  /** A browser of its own in which somebody is signed in, at a page of the workspace. */
  open(who: { email: string }, path: string, options?: ContextOptions): Promise<Page>;
  /** A browser of its own in which nobody is signed in. */
  visit(path: string, options?: ContextOptions): Promise<Page>;
}

/** The real server and a browser, for the tests of one file. */
export function stageWorkspaces(platform: Partial<Platform> = {}): WorkspaceStage {
  const stage = {} as WorkspaceStage;
  const watched = watchedContexts();
  let people = 0;

  const newContext = (options: ContextOptions) => watched(stage.browser, { ...DESKTOP, ...options });
  stage.newAddress = () => {
    people += 1;
    return `person-${people}@example.com`;
  };
  const newAccount = async (plan: PlanId) => {
    const email = stage.newAddress();
    const name = `Workspace ${people}`;
    const made = await stage.api.services.identity.ownedWorkspaces.create(OPERATOR, {
      name,
      email,
      password: PASSWORD,
      plan,
    });
    return { ...made, email, name };
  };

  stage.createOwner = async (plan = 'enterprise') => {
    const { email, name, workspaceId } = await newAccount(plan);
    return {
      email,
      name,
      workspaceId,
      async add(role) {
        const { email, userId } = await newAccount('enterprise');
        const row = { workspace_id: workspaceId, user_id: userId, role, created_at: stage.api.clock.now() };
        await stage.api.database.write((trx) => trx.insertInto('members').values(row).execute());
        return { email };
      },
    };
  };
  stage.open = async ({ email }, path, options = {}) => {
    const context = await newContext(options);
    const answer = await context.request.post(`${stage.url}/app/api/sign-in`, {
      headers: { 'x-shutterpost': '1' },
      data: { email, password: PASSWORD },
    });
    expect(answer.status(), await answer.text()).toBe(200);
    const page = await context.newPage();
    await page.goto(stage.url + path);
    return page;
  };
  stage.visit = async (path, options = {}) => {
    const page = await (await newContext(options)).newPage();
    await page.goto(stage.url + path);
    return page;
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

/** Answers the question before something that cannot be undone. */
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
