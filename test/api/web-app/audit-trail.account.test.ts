import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import {
  createOwner,
  mailedToken,
  openBrowser,
  PASSWORD,
  type Person,
  signIn,
  type WebBrowser,
} from '../../helpers/app/web-browser.ts';
import { listWebRoutes } from './web-routes.ts';

const GOOD = 'seven quiet lamps at noon';
const STEP = 30_000;
const TABLES = [
  'users',
  'web_sessions',
  'recovery_codes',
  'identity_tokens',
  'members',
  'workspaces',
  'mails',
] as const;

/** They open or end one session, or ask for an email: nothing that anyone else would look for. */
const QUIET = [
  'POST /account/two-factor/begin',
  'POST /account/verify-email',
  'POST /reset-password/request',
  'POST /session/confirm',
  'POST /sign-out',
];

interface AccountCall {
  by?: WebBrowser;
  path: string;
  body?: object;
}

describe('a route that changes an account', () => {
  const api = useTestApp({ platform: { signUp: 'open', mailConfigured: true } });

  const code = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() });

  async function begin({ browser }: Person): Promise<string> {
    return (await browser.expect<{ secret: string }>('POST', '/account/two-factor/begin')).secret;
  }

  async function protect(person: Person): Promise<string> {
    const secret = await begin(person);
    await person.browser.expect('POST', '/account/two-factor/enable', { code: code(secret) });
    api.clock.advance(STEP);
    return secret;
  }

  async function invite({ browser, path }: Person, email: string): Promise<string | undefined> {
    await browser.expect('POST', `${path}/invitations`, { email, role: 'viewer' });
    return mailedToken(api, 'invitation', email);
  }

  const SCENES: Record<string, (person: Person) => Promise<AccountCall>> = {
    'POST /sign-in': async ({ email }) => ({
      by: openBrowser(api),
      path: '/sign-in',
      body: { email, password: PASSWORD },
    }),
    'POST /sign-in/second-factor': async (person) => {
      const secret = await protect(person);
      const by = await signIn(api, person.email);
      return { by, path: '/sign-in/second-factor', body: { code: code(secret) } };
    },
    'POST /sign-up': async (person) => {
      const email = `guest-of-${person.email}`;
      const invitation = await invite(person, email);
      return { by: openBrowser(api), path: '/sign-up', body: { email, password: GOOD, invitation } };
    },
    'POST /sign-out-everywhere': async () => ({ path: '/sign-out-everywhere' }),
    'DELETE /sessions/:id': async ({ email, userId, browser }) => {
      await signIn(api, email);
      const own = await browser.expect<{ id: string; is_current: boolean }[]>('GET', '/sessions');
      const other = own.find(({ is_current }) => !is_current);
      return { path: `/sessions/${other?.id ?? userId}` };
    },
    'PATCH /account': async ({ email }) => ({ path: '/account', body: { email: `next-${email}` } }),
    'POST /account/password': async () => ({
      path: '/account/password',
      body: { current: PASSWORD, new: GOOD },
    }),
    'POST /verify-email': async ({ browser, email }) => {
      await browser.expect('PATCH', '/account', { email: `next-${email}` });
      const token = await mailedToken(api, 'verify_email', `next-${email}`);
      return { by: openBrowser(api), path: '/verify-email', body: { token } };
    },
    'POST /reset-password': async ({ email }) => {
      const { url } = await api.services.identity.passwords.issueReset(OPERATOR, email);
      const token = url.split('/').at(-1);
      return { by: openBrowser(api), path: '/reset-password', body: { token, password: GOOD } };
    },
    'POST /workspaces': async () => ({ path: '/workspaces', body: { name: 'One more' } }),
    'POST /account/two-factor/enable': async (person) => ({
      path: '/account/two-factor/enable',
      body: { code: code(await begin(person)) },
    }),
    'POST /account/two-factor/disable': async (person) => {
      await protect(person);
      return { path: '/account/two-factor/disable' };
    },
    'POST /account/two-factor/recovery-codes': async (person) => {
      await protect(person);
      return { path: '/account/two-factor/recovery-codes' };
    },
    'POST /invitations/:token/accept': async (person) => {
      const guest = await createOwner(api);
      return { by: guest.browser, path: `/invitations/${await invite(person, guest.email)}/accept` };
    },
  };

  const send = (route: string, call: AccountCall, by: WebBrowser) =>
    (call.by ?? by).call(route.split(' ')[0] as 'POST', call.path, call.body);

  async function everything(): Promise<Record<string, string[]>> {
    const rows: Record<string, string[]> = {};
    for (const table of TABLES) {
      const found = await api.database.reader.selectFrom(table).selectAll().execute();
      rows[table] = found.map((row) => JSON.stringify(row)).sort();
    }
    return rows;
  }

  const entries = () => api.database.reader.selectFrom('audit_entries').selectAll().orderBy('id').execute();

  const rename = (from: string, to: string) =>
    api.database.write((trx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(trx));

  /** First without an audit log, then with one. */
  async function expectOneEntry(route: string, call: AccountCall, by: WebBrowser): Promise<void> {
    const before = await everything();
    await rename('audit_entries', 'audit_entries_elsewhere');
    const failed = await send(route, call, by).finally(() =>
      rename('audit_entries_elsewhere', 'audit_entries'),
    );
    expect(failed.statusCode).toBe(500);
    expect(await everything()).toEqual(before);
    const known = await entries();
    const response = await send(route, call, by);
    expect([response.statusCode, response.json().error]).toEqual([expect.closeTo(200, -1), undefined]);
    expect((await entries()).slice(known.length)).toEqual([
      expect.objectContaining({
        user_id: expect.stringMatching(/^user_/),
        actor: expect.stringContaining('@example.com'),
        ip_address: expect.stringMatching(/^10\./),
        created_at: api.clock.now(),
        action: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
      }),
    ]);
  }

  it('should leave one entry, or nothing at all, at the first start’s link', async () => {
    const link = (await api.services.identity.setUp.issueLink()) ?? '';
    const body = {
      token: link.split('/').at(-1),
      email: 'root@example.com',
      password: GOOD,
      workspace_name: 'First',
    };
    await expectOneEntry('POST /set-up', { path: '/set-up', body }, openBrowser(api));
  });

  it('should be one of those that are tried here, or leave no trace on purpose', async () => {
    const routes = (await listWebRoutes(api.services))
      .filter(({ method, access }) => method !== 'GET' && access.kind !== 'member')
      .map(({ method, url }) => `${method} ${url}`);
    expect(routes.sort()).toEqual([...Object.keys(SCENES), ...QUIET, 'POST /set-up'].sort());
  });

  it.each(Object.keys(SCENES))('should leave one entry, or nothing at all: %s', async (route) => {
    const person = await createOwner(api);
    const call = await SCENES[route]?.(person);
    if (call === undefined) throw new Error('It has no scene.');
    await expectOneEntry(route, call, person.browser);
  });
});
