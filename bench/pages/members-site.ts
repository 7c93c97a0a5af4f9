import type { Page } from 'playwright-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import { startTestApp, type TestApp } from '../../test/helpers/app/test-app.ts';
import { createRunningClock } from '../../test/helpers/app/test-clock.ts';
import { launchChromium } from '../../test/helpers/browser/chromium.ts';
import { ids, photoRequestRow } from '../../test/helpers/database/rows.ts';
import { freePort } from '../../test/helpers/http/free-port.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'violet kettle under the stairs';
const SCREEN = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Berlin' };
const DAY = 86_400_000;
/** SQLite takes so many values in one statement. */
const ROWS_AT_ONCE = 500;

export interface MembersSite {
  url: string;
  workspaceId: string;
  /** A new browser without anything in its cache, in which the owner is signed in. */
  enter(): Promise<{ page: Page; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** The service with a workspace that has something on every page, and Chromium. */
export async function startMembersSite({ requests }: { requests: number }): Promise<MembersSite> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const api = await startTestApp({ withPages: true, publicUrl: url, clock: createRunningClock() });
  await api.app.listen({ port, host: '127.0.0.1' });
  const account = {
    name: 'Harbour Insurance',
    email: EMAIL,
    password: PASSWORD,
    plan: 'enterprise',
  } as const;
  const { workspaceId } = await api.services.identity.ownedWorkspaces.create(OPERATOR, account);
  await fill(api, workspaceId, requests);
  const browser = await launchChromium();
  // By hand once: hashing a password each time takes longer than what is measured.
  const signedIn = await signIn();

  async function signIn() {
    const context = await browser.newContext(SCREEN);
    const response = await context.request.post(`${url}/app/api/sign-in`, {
      headers: { 'x-shutterpost': '1', origin: url },
      data: { email: EMAIL, password: PASSWORD },
    });
    if (!response.ok()) throw new Error(`Signing in: ${response.status()} ${await response.text()}`);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  return {
    url,
    workspaceId,
    async enter() {
      const context = await browser.newContext({ ...SCREEN, storageState: signedIn });
      return { page: await context.newPage(), close: () => context.close() };
    },
    async close() {
      await browser.close();
      await api.close();
    },
  };
}

/** Requests straight into the table: by the API thousands would take minutes. */
async function fill(api: TestApp, workspaceId: string, requests: number): Promise<void> {
  const now = api.clock.now();
  const rows = Array.from({ length: requests }, (_, index) =>
    photoRequestRow(workspaceId, {
      id: ids.next('photoRequest', now - requests + index),
      external_id: `claim-${index}`,
      recipient_email: `customer-${index}@example.com`,
      created_at: now,
      expires_at: now + DAY,
    }),
  );
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    await api.database.write((trx) => trx.insertInto('photo_requests').values(some).execute());
  }
  const { key } = await api.createKey(workspaceId, { name: 'Backend' });
  await post(api, key, 'permanent-links', { name: 'Front desk' });
  await post(api, key, 'templates', { name: 'Doors', instructions: 'The door' });
  await api.services.webhookEndpoints.create(OPERATOR, workspaceId, {
    name: 'Claims backend',
    url: 'http://127.0.0.1:8081/hook',
    events: ['photo_request.created'],
  });
}

async function post(api: TestApp, key: string, path: string, body: object): Promise<void> {
  const response = await api.call('POST', `/v1/${path}`, { key, body });
  if (response.statusCode !== 201) throw new Error(`POST ${path}: ${response.statusCode} ${response.body}`);
}
