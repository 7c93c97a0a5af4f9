import { request as startRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import {
  createMember,
  createOwner,
  type Person,
  signIn,
  useOwner,
  type WebBrowser,
} from '../../helpers/app/web-browser.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { CHANGING_ROUTES, type ChangingCall } from './changing-routes.ts';
import { listWebRoutes, type WebRoute } from './web-routes.ts';

const NO_ONE = 'usr_00000000000000000000000000';

describe('a call whose body comes late', () => {
  const api = useTestApp();
  const owner = useOwner(api);
  const address = useAddress(api);
  let routes: WebRoute[];
  beforeAll(async () => {
    routes = await listWebRoutes(api.services);
  });

  /** Resolves when the next call has been let in so far. */
  function letIn(what: 'find' | 'findMembership'): Promise<void> {
    const { sessions } = api.services.identity;
    const original = sessions[what] as (...given: unknown[]) => Promise<unknown>;
    return new Promise((resolve) => {
      Object.assign(sessions, {
        async [what](...given: unknown[]) {
          Object.assign(sessions, { [what]: original });
          const found = await original(...given);
          // The hook that asked goes on in this very iteration of the event loop.
          setImmediate(resolve);
          return found;
        },
      });
    });
  }

  /** Sends the beginning of the body, waits until someone is let in, changes the world, and sends the rest. */
  async function interrupted(
    { method, path, cookie, call }: { method: string; path: string; cookie: string; call: ChangingCall },
    meanwhile: () => Promise<unknown>,
  ): Promise<[number | undefined, string | undefined]> {
    const body = call.raw ?? Buffer.from(JSON.stringify(call.body ?? {}));
    const isLetIn = letIn(path.startsWith('/workspaces/') ? 'findMembership' : 'find');
    const received = new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
      const sending = startRequest(`${address.url}/app/api${path}`, {
        method,
        headers: {
          cookie,
          'x-shutterpost': '1',
          'content-type': call.raw === undefined ? 'application/json' : 'image/jpeg',
          'content-length': body.length,
        },
      });
      sending.on('error', reject);
      sending.on('response', async (response) => {
        const { error } = JSON.parse(await text(response)) as { error?: { code: string } };
        resolve([response.statusCode, error?.code]);
      });
      sending.write(body.subarray(0, 1));
      isLetIn
        .then(meanwhile)
        .then(() => sending.end(body.subarray(1)))
        .catch(reject);
    });
    return received;
  }

  const ofMember = ({ userId }: Person) => ({
    setRole: (role: 'owner' | 'viewer') =>
      updateRows(api.database, 'members', { workspace_id: owner.workspaceId, user_id: userId }, { role }),
    remove: () =>
      api.database.write((trx) =>
        trx
          .deleteFrom('members')
          .where('workspace_id', '=', owner.workspaceId)
          .where('user_id', '=', userId)
          .execute(),
      ),
    forgetPassword: () =>
      updateRows(api.database, 'web_sessions', { user_id: userId }, { confirmed_at: null }),
    confirm: () =>
      updateRows(api.database, 'web_sessions', { user_id: userId }, { confirmed_at: api.clock.now() }),
  });

  it.each(Object.keys(CHANGING_ROUTES))(
    'should be refused at %s when its caller lost the role, the confirmation or the workspace meanwhile',
    async (name) => {
      const [method = '', url = ''] = name.split(' ');
      const access = routes.find(
        (one) => one.method === method && one.url === `/workspaces/:workspace${url}`,
      )?.access;
      if (access?.kind !== 'member') throw new Error(`${name} is not a route of members`);
      const call = (await CHANGING_ROUTES[name]?.(api, owner)) ?? {};
      const person = await createMember(api, owner.workspaceId, 'owner');
      const world = ofMember(person);
      const path = `${owner.path}${url.replace(/:\w+/, call.id ?? '')}?environment=${call.environment ?? 'live'}${call.query ?? ''}`;
      const sent = { method, path, cookie: person.browser.cookie, call };
      if (access.confirmed) {
        expect(await interrupted(sent, world.forgetPassword)).toEqual([403, 'confirmation_required']);
        await world.confirm();
      }
      if (access.role !== 'viewer') {
        const demoted = await interrupted(sent, () => world.setRole('viewer'));
        expect(demoted).toEqual([403, 'insufficient_permission']);
        await world.setRole('owner');
      }
      expect(await interrupted(sent, world.remove)).toEqual([404, 'not_found']);
    },
  );

  it('should be refused wherever the session ended meanwhile', async () => {
    const person = await createOwner(api);
    const changing = routes.filter(({ method, access }) => method !== 'GET' && access.kind === 'signed_in');
    expect(changing.length).toBeGreaterThan(8);
    for (const { method, url } of changing) {
      const browser: WebBrowser = await signIn(api, person.email);
      const sent = { method, path: url.replace(/:\w+/, NO_ONE), cookie: browser.cookie, call: {} };
      const end = () => browser.expect('POST', '/sign-out');
      expect([url, ...(await interrupted(sent, end))]).toEqual([url, 401, 'unauthorized']);
    }
  });
});
