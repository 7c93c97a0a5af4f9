import type { LightMyRequestResponse } from 'fastify';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { createSecrets } from '../../../src/platform/secrets.ts';
import { useForAll } from '../hooks.ts';
import type { Call, TestApp } from './test-app.ts';
import { PUBLIC_URL, SECRET_KEY } from './test-platform.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export const PASSWORD = 'violet kettle under the stairs';

/** Calls the session API as our own page in someone's browser does. */
export interface WebBrowser {
  /** The cookie as it stands, such as `__Host-shutterpost=…`. */
  cookie: string;
  /** What the browser is known by, which outlives its sessions. */
  deviceCookie: string;
  call(method: Method, path: string, body?: object, call?: Call): Promise<LightMyRequestResponse>;
  /** As `call`, but anything but success is an error of the test. */
  expect<T = Record<string, never>>(method: Method, path: string, body?: object): Promise<T>;
}

let browsers = 0;

/** Each at an address of its own: what one test does wrong must not slow down the others. */
function nextAddress(): string {
  browsers += 1;
  return `10.${browsers >> 16}.${(browsers >> 8) & 255}.${browsers & 255}`;
}

export function openBrowser(api: TestApp, remoteAddress = nextAddress()): WebBrowser {
  const browser: WebBrowser = {
    cookie: '',
    deviceCookie: '',
    async call(method, path, body, { headers, ...rest } = {}) {
      const response = await api.call(method, `/app/api${path}`, {
        remoteAddress,
        ...(body === undefined ? {} : { body }),
        ...rest,
        headers: {
          'user-agent': 'A browser',
          ...(method === 'GET' ? {} : { 'x-shutterpost': '1', origin: PUBLIC_URL }),
          'sec-fetch-site': 'same-origin',
          ...cookieHeader([browser.cookie, browser.deviceCookie]),
          ...headers,
        },
      });
      for (const set of [response.headers['set-cookie'] ?? []].flat()) {
        const kept = set.includes('Max-Age=0') ? '' : (set.split(';')[0] ?? '');
        if (set.includes('shutterpost-device=')) browser.deviceCookie = kept;
        else browser.cookie = kept;
      }
      return response;
    },
    async expect(method, path, body) {
      const response = await browser.call(method, path, body);
      if (response.statusCode >= 300)
        throw new Error(`${method} ${path}: ${response.statusCode} ${response.body}`);
      return response.json().data;
    },
  };
  return browser;
}

function cookieHeader(cookies: string[]): { cookie?: string } {
  const cookie = cookies.filter((one) => one !== '').join('; ');
  return cookie === '' ? {} : { cookie };
}

export async function signIn(api: TestApp, email: string, password = PASSWORD): Promise<WebBrowser> {
  const browser = openBrowser(api);
  await browser.expect('POST', '/sign-in', { email, password });
  return browser;
}

let accounts = 0;

/** An account of a test's own, with a workspace, signed in as its owner. */
export async function createOwner(api: TestApp, plan: 'developer_free' | 'enterprise' = 'enterprise') {
  accounts += 1;
  const email = `person-${accounts}@example.com`;
  const { workspaceId, userId } = await api.services.identity.ownedWorkspaces.create(OPERATOR, {
    name: `Workspace of ${email}`,
    email,
    password: PASSWORD,
    plan,
  });
  await api.services.workspaces.setLimits(OPERATOR, workspaceId, {
    perMinute: 1_000_000,
    perHour: 1_000_000,
  });
  const browser = await signIn(api, email);
  return { email, workspaceId, userId, browser, path: `/workspaces/${workspaceId}` };
}

/** Someone with an account, a workspace and a browser. */
export type Person = Awaited<ReturnType<typeof createOwner>>;

/** One owner for the tests of a group. */
export function useOwner(api: TestApp): Person {
  return useForAll(() => createOwner(api));
}

/** A further member of the workspace, signed in. */
export async function createMember(
  api: TestApp,
  workspaceId: string,
  role: 'owner' | 'admin' | 'member' | 'viewer',
) {
  const person = await createOwner(api);
  await api.database.write((trx) =>
    trx
      .insertInto('members')
      .values({ workspace_id: workspaceId, user_id: person.userId, role, created_at: api.clock.now() })
      .execute(),
  );
  return { ...person, path: `/workspaces/${workspaceId}` };
}

/** What the newest email of this kind to the address carries; undefined when there is none. */
export async function mailedToken(api: TestApp, kind: string, email: string): Promise<string | undefined> {
  const mail = await api.database.reader
    .selectFrom('mails')
    .select('content')
    .where('kind', '=', kind)
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (mail === undefined) return undefined;
  const { sealed_token } = JSON.parse(mail.content) as { sealed_token: string };
  return createSecrets(SECRET_KEY).unseal('mailed-links', email, sealed_token);
}

export function codeOf(response: LightMyRequestResponse): [number, string | undefined] {
  return [response.statusCode, response.json().error?.code];
}
