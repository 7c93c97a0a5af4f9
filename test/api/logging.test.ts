import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { DatabaseUnavailableError } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { startNode } from '../helpers/app/node.ts';
import { useTestApp, useWorkspace } from '../helpers/app/test-app.ts';
import { withFailingWrites } from '../helpers/database/failing-writes.ts';
import { TRACE } from '../helpers/http/expect-response.ts';
import { freePort } from '../helpers/http/free-port.ts';

const MARK = 'MARKED-TEXT-OF-A-CUSTOMER';
const PASSWORD = 'a password no one else has';

const percentEncoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

describe('the log', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  /** The lines written while the action ran, each as text. */
  async function logged(action: () => Promise<unknown>): Promise<string[]> {
    const before = api.logLines().length;
    await action();
    return api
      .logLines()
      .slice(before)
      .map((line) => JSON.stringify(line));
  }

  /** Neither the key nor its secret part, also when someone decodes the line. */
  function expectNoKey(lines: string[], key: string): void {
    expect(lines.length).toBeGreaterThan(0);
    const secret = key.slice('shp_live_'.length);
    const text = lines.join('\n');
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    expect(text).not.toContain(secret);
    expect(decoded).not.toContain(secret);
  }

  it('should have one line per call with its id, method, path, status, time and address', async () => {
    const response = await api.call('GET', '/v1/ping', {
      key: workspace.live.key,
      remoteAddress: '192.0.2.9',
    });
    const line = api.logLines().at(-1);
    expect(line).toMatchObject({
      level: 'info',
      request_id: response.headers['x-request-id'],
      method: 'GET',
      path: '/v1/ping',
      status: 200,
      ms: expect.any(Number),
      ip: '192.0.2.9',
    });
    expect(new Date(String(line?.time)).getTime()).not.toBeNaN();
  });

  it('should carry the id that the caller got in every line, whatever the response', async () => {
    const calls = [
      () => api.call('GET', '/v1/ping'),
      () => api.call('GET', '/v1/nothing-here', { key: workspace.live.key }),
      () => api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body: {} }),
      () => api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body: { instructions: 'x' } }),
      () => api.call('GET', '/elsewhere'),
      () => api.call('GET', '/healthz'),
    ];
    for (const call of calls) {
      const before = api.logLines().length;
      const response = await call();
      const lines = api.logLines().slice(before);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line.request_id).toBe(response.headers['x-request-id']);
    }
  });

  it('should name both ids when a response is replayed', async () => {
    const post = () =>
      api.call('POST', '/v1/photo-requests', {
        key: workspace.live.key,
        body: { instructions: 'x' },
        headers: { 'idempotency-key': 'logged' },
      });
    const first = await post();
    const lines = await logged(post);
    const ids = lines.map((line) => JSON.parse(line).request_id);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).not.toBe(first.headers['x-request-id']);
    expect(lines.join()).toContain(String(first.headers['x-request-id']));
  });

  const PLACES: [string, (key: string) => { path: string; headers?: Record<string, string> }][] = [
    ['its header', (key) => ({ path: '/v1/ping', headers: { 'x-api-key': key } })],
    ['its header twice', (key) => ({ path: '/v1/ping', headers: { 'x-api-key': `${key}, ${key}` } })],
    ['the query string', (key) => ({ path: `/v1/ping?api_key=${key}` })],
    ['the query string, percent-encoded', (key) => ({ path: `/v1/ping?k=${percentEncoded(key)}` })],
    ['the query string of an unknown address', (key) => ({ path: `/elsewhere?k=${key}` })],
    ['the path', (key) => ({ path: `/v1/photo-requests/${key}` })],
    ['the path of an unknown address', (key) => ({ path: `/elsewhere/${key}/x` })],
    [
      'the path, percent-encoded in part',
      (key) => ({ path: `/v1/photo-requests/${key.replace('_', '%5F')}` }),
    ],
    [
      'the path, percent-encoded as a whole',
      (key) => ({ path: `/v1/photo-requests/${percentEncoded(key)}` }),
    ],
    ['a path with a stray percent sign', (key) => ({ path: `/v1/100%/${key.replace('_', '%5f')}` })],
    ['Authorization', (key) => ({ path: '/v1/ping', headers: { authorization: `Bearer ${key}` } })],
    ['Idempotency-Key', (key) => ({ path: '/v1/ping', headers: { 'idempotency-key': key } })],
    ['a cookie', (key) => ({ path: '/v1/ping', headers: { cookie: `key=${key}` } })],
    ['X-Forwarded-For', (key) => ({ path: '/v1/ping', headers: { 'x-forwarded-for': key } })],
    ['the referrer', (key) => ({ path: '/v1/ping', headers: { referer: `https://a.test/?k=${key}` } })],
  ];

  it.each(PLACES)('should never have a key that was sent in %s', async (_place, place) => {
    const { key } = workspace.live;
    const { path, headers = {} } = place(key);
    expectNoKey(await logged(() => api.call('GET', path, { headers })), key);
    expectNoKey(await logged(() => api.call('GET', path, { headers, key })), key);
    expectNoKey(await logged(() => api.call('POST', path, { headers, body: { instructions: key } })), key);
  });

  it('should never have a mistyped or cut key either: it is nearly as secret', async () => {
    const { key } = workspace.live;
    for (const nearly of [key.slice(0, -2), `${key}x`]) {
      const lines = await logged(() => api.call('GET', `/v1/photo-requests/${nearly}`));
      expect(lines.join()).not.toContain(key.slice(9, 38));
    }
  });

  it('should never have the text of a body, valid or not, known field or not', async () => {
    const { key } = workspace.live;
    const json = { 'content-type': 'application/json' };
    const lines = await logged(async () => {
      const bodies = [
        { instructions: MARK, recipient_email: `${MARK}@example.com`, metadata: { [MARK]: MARK } },
        { instructions: 5, [MARK]: MARK },
        { instructions: 'x', photo_slots: [{ instructions: MARK, is_required: MARK }], locale: MARK },
        [MARK],
      ];
      for (const body of bodies) {
        await api.call('POST', '/v1/photo-requests', { key, body });
        await api.call('POST', '/v1/permanent-links', { key, body });
        await api.call('PATCH', '/v1/permanent-links/plink_none', { key, body });
      }
      await api.call('POST', '/v1/photo-requests', { key, raw: `{"instructions": "${MARK}`, headers: json });
      await api.call('POST', '/v1/photo-requests', {
        key,
        raw: MARK,
        headers: { 'content-type': 'text/plain' },
      });
      const big = JSON.stringify({ instructions: MARK.repeat(20_000) });
      await api.call('POST', '/v1/photo-requests', { key, raw: big, headers: json });
      await api.call('GET', `/v1/photo-requests?external_id=${MARK}&${MARK}=1&cursor=${MARK}`, { key });
    });
    expect(lines.length).toBeGreaterThan(15);
    expect(lines.join('\n')).not.toContain(MARK);
  });

  it('should never have a password', async () => {
    const make = (email: string, password: string) =>
      api.services.identity.ownedWorkspaces.create(OPERATOR, {
        name: 'Secrets',
        email,
        password,
        plan: 'enterprise',
      });
    await make('secrets@example.com', PASSWORD);
    await make('secrets@example.com', `${PASSWORD} but wrong`).catch(() => {});
    await make('no address', PASSWORD).catch(() => {});
    await api.call('GET', '/v1/ping', { key: workspace.live.key });
    expect(JSON.stringify(api.logLines())).not.toContain(PASSWORD);
  });

  it('should have what no one foresaw, of which the caller sees nothing', async () => {
    const inside = 'relation "api_keys" is on fire';
    const node = await startNode({
      api,
      database: { ...api.database, find: () => Promise.reject(new Error(inside)) },
    });
    const response = await node.call('GET', '/v1/ping', workspace.live.key);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      error: { code: 'internal_error', message: 'Something went wrong on our side.', details: {}, ...TRACE },
    });
    const line = node
      .log()
      .split('\n')
      .find((one) => one.includes('"level":"error"'));
    const entry = JSON.parse(line ?? '{}');
    expect(entry).toMatchObject({ request_id: response.headers['x-request-id'], err: { message: inside } });
    expect(entry.err.stack).toContain('logging.test.ts');
    expectNoKey([node.log()], workspace.live.key);
    await node.close();
  });

  it('should have what no one foresaw when it is not even an error', async () => {
    const node = await startNode({ api, database: { ...api.database, find: () => Promise.reject('odd') } });
    const response = await node.call('GET', '/v1/ping', workspace.live.key);
    expect([response.statusCode, response.json().error.code]).toEqual([500, 'internal_error']);
    expect(node.log()).toContain('"level":"error"');
    await node.close();
  });

  it('should have an outage, which the caller is told to wait for', async () => {
    const outages = [
      { ...api.database, find: () => Promise.reject(new DatabaseUnavailableError(new Error('disk gone'))) },
      // Nothing listens there: the outage as it comes from the network.
      await openDatabase({
        databaseUrl: `postgres://nobody:hidden-password@127.0.0.1:${await freePort()}/none`,
        sqliteFile: '',
      }),
    ];
    for (const database of outages) {
      const node = await startNode({ api, database });
      const response = await node.call('GET', '/v1/photo-requests', workspace.live.key);
      expect(response.statusCode).toBe(503);
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(response.json()).toEqual({
        error: {
          code: 'service_unavailable',
          message: 'The service is temporarily unavailable. Try again in a moment.',
          details: {},
          ...TRACE,
        },
      });
      expect(node.log()).toContain('"level":"error"');
      expect(node.log()).toContain(`"request_id":"${response.headers['x-request-id']}"`);
      expect(node.log()).not.toContain('hidden-password');
      expectNoKey([node.log()], workspace.live.key);
      await node.close();
    }
    await outages[1]?.close();
  });

  it('should have a last use that could not be noted, while the call goes on', async () => {
    const fresh = await api.createKey(workspace.id);
    const node = await startNode({
      api,
      database: withFailingWrites(api.database, new DatabaseUnavailableError('full')),
    });
    expect((await node.call('GET', '/v1/ping', fresh.key)).statusCode).toBe(200);
    expect(node.log()).toContain('"level":"warn"');
    expect(
      (await node.call('POST', '/v1/photo-requests', fresh.key, { payload: { instructions: 'x' } }))
        .statusCode,
    ).toBe(503);
    await node.close();
  });
});
