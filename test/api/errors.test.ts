import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { DatabaseUnavailableError } from '../../src/platform/db/database.ts';
import { SCOPES, type Scope } from '../../src/shared/scopes.ts';
import { startNode } from '../helpers/app/node.ts';
import { useAddress, useTestApp } from '../helpers/app/test-app.ts';
import { withFailingWrites } from '../helpers/database/failing-writes.ts';
import { expectError, expectErrorBody } from '../helpers/http/expect-response.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const ID = '0'.repeat(28);
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Spec 4: every endpoint, and the permission it needs. */
const ENDPOINTS: [method: Method, path: string, scope: Scope | null][] = [
  ['GET', '/v1/status', null],
  ['GET', '/v1/ping', null],
  ['GET', '/v1/stats', 'stats:read'],
  ['GET', '/v1/photo-requests', 'photo_requests:read'],
  ['POST', '/v1/photo-requests', 'photo_requests:write'],
  ['GET', `/v1/photo-requests/req_${ID}`, 'photo_requests:read'],
  ['DELETE', `/v1/photo-requests/req_${ID}`, 'photo_requests:write'],
  ['GET', '/v1/permanent-links', 'permanent_links:read'],
  ['POST', '/v1/permanent-links', 'permanent_links:write'],
  ['GET', `/v1/permanent-links/plink_${ID}`, 'permanent_links:read'],
  ['PATCH', `/v1/permanent-links/plink_${ID}`, 'permanent_links:write'],
  ['DELETE', `/v1/permanent-links/plink_${ID}`, 'permanent_links:write'],
];
const PATHS = [...new Set(ENDPOINTS.map(([, path]) => path))];

describe('errors, the same on every endpoint', () => {
  const api = useTestApp();
  afterEach(() => void vi.restoreAllMocks());

  describe.each(ENDPOINTS)('%s %s', (method, path, scope) => {
    it('should respond with 401 without a key', async () => {
      expectError(await api.call(method, path), 401, 'unauthorized', []);
    });

    it('should respond with 403 on a plan without API access', async () => {
      const { live } = await api.createWorkspace({ plan: 'starter' });
      const response = await api.call(method, path, { key: live.key });
      expectError(response, 403, 'plan_upgrade_required', []);
    });

    it(`should ${scope === null ? 'need no permission' : `response 403 to a key without ${scope}`}`, async () => {
      const { id } = await api.createWorkspace();
      const { key } = await api.createKey(id, { scopes: SCOPES.filter((other) => other !== scope) });
      const response = await api.call(method, path, { key });
      if (scope === null) expect(response.statusCode).toBe(200);
      else expectError(response, 403, 'insufficient_permission', []);
    });

    it('should respond with 429 and Retry-After past the limit', async () => {
      const { id, live } = await api.createWorkspace();
      await api.services.workspaces.setLimits(OPERATOR, id, { perMinute: 1, perHour: 100 });
      expect((await api.call(method, path, { key: live.key })).statusCode).not.toBe(429);
      const response = await api.call(method, path, { key: live.key });
      expectError(response, 429, 'rate_limited', []);
      expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    });

    it('should respond with 500 without its inside when something unforeseen happens, and log it', async () => {
      const { live } = await api.createWorkspace();
      vi.spyOn(api.database, 'find').mockRejectedValue(new Error('column "secret_salt" is missing'));
      const response = await api.call(method, path, { key: live.key });
      expectError(response, 500, 'internal_error', []);
      expect(response.body).not.toContain('secret_salt');
      const logged = api
        .logLines()
        .find((line) => line.level === 'error' && line.request_id === response.headers['x-request-id']);
      expect(JSON.stringify(logged)).toContain('secret_salt');
    });

    it('should respond with 503 and Retry-After while the database is away', async () => {
      const { live } = await api.createWorkspace();
      const away = new DatabaseUnavailableError(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
      vi.spyOn(api.database, 'find').mockRejectedValue(away);
      const response = await api.call(method, path, { key: live.key });
      expectError(response, 503, 'service_unavailable', []);
      expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(response.body).not.toContain('10.0.0.7');
    });
  });

  it.each(['/v1/photo-requests', '/v1/permanent-links'])(
    'should respond with 503 when the database goes away while POST %s writes',
    async (path) => {
      const { live } = await api.createWorkspace();
      await api.call('GET', '/v1/ping', { key: live.key });
      const away = withFailingWrites(api.database, new DatabaseUnavailableError('away'));
      const node = await startNode({ api, database: away });
      const response = await node.call('POST', path, live.key, { payload: { instructions: 'x' } });
      expectError(response, 503, 'service_unavailable', []);
      await node.close();
    },
  );

  it.each(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])(
    'should respond with 503 and Retry-After when the machine has nothing left for the moment: %s',
    async (code) => {
      const { live } = await api.createWorkspace();
      const shortage = Object.assign(new Error(`${code}: open '/secret/path'`), { code });
      vi.spyOn(api.database, 'find').mockRejectedValue(new Error('cannot look it up', { cause: shortage }));
      const response = await api.call('GET', '/v1/ping', { key: live.key });
      expectError(response, 503, 'service_unavailable', []);
      expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(response.body).not.toContain('secret');
    },
  );

  const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'TRACE'];
  const wrong = PATHS.flatMap((path) =>
    METHODS.filter((method) => !ENDPOINTS.some(([m, p]) => m === method && p === path)).map(
      (method): [string, string] => [method, path],
    ),
  );

  it.each(wrong)(
    'should respond with 404 to the wrong method %s %s, and 401 without a key',
    async (method, path) => {
      const { live } = await api.createWorkspace();
      expectError(await api.call(method as Method, path, { key: live.key }), 404, 'not_found', []);
      expectError(await api.call(method as Method, path), 401, 'unauthorized', []);
    },
  );

  it.each([
    ['PUT', '/v1/photo-requests', { body: { instructions: 'x' } }],
    ['PUT', '/v1/photo-requests', { raw: '{', headers: { 'content-type': 'application/json' } }],
    ['POST', '/v1/nowhere', { raw: '<x/>', headers: { 'content-type': 'text/xml' } }],
    ['POST', '/v1/nowhere', { raw: 'x'.repeat(300 * 1024), headers: { 'content-type': 'text/plain' } }],
  ] as const)('should respond with 404 to %s %s whatever its body is', async (method, path, call) => {
    const { live } = await api.createWorkspace();
    expectError(await api.call(method, path, { key: live.key, ...call }), 404, 'not_found', []);
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/nowhere',
    '/v1/ping/',
    '/v1/ping/more',
    '/v1/PING',
    '/v1/photo-requests/',
    `/v1/photo-requests/req_${ID}/photos`,
    '/v1/photo-requests/a/b/c',
    '/v1/photo_requests',
    '/v1/%70ing%2f',
    '/v1/%zz',
    '/v1/%00',
    '/v1/..%2f..%2fetc%2fpasswd',
    '/v1/__proto__',
    `/v1/${'x'.repeat(101)}`,
    `/v1/${'long/'.repeat(50)}`,
  ])('should respond with 404 to the unknown path %s, and 401 without a key', async (path) => {
    const { live } = await api.createWorkspace();
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expectError(await api.call(method, path, { key: live.key }), 404, 'not_found', []);
      expectError(await api.call(method, path), 401, 'unauthorized', []);
    }
  });

  it('should not tell without a key whether an id is well-formed', async () => {
    for (const id of [`req_${ID}`, 'x', 'x'.repeat(101), '%zz', '%00']) {
      expectError(await api.call('GET', `/v1/photo-requests/${id}`), 401, 'unauthorized', []);
    }
  });

  it.each(['/', '/nowhere', '/v2/ping', '/V1/ping', '//v1/ping', '/v1x', '/%zz'])(
    'should respond with 404 in the same shape outside of /v1: %s',
    async (path) => {
      expectError(await api.call('GET', path), 404, 'not_found', []);
    },
  );

  it('should send every error with the id of the call, which the log has too', async () => {
    const response = await api.call('GET', '/v1/ping');
    const lines = api.logLines().filter((line) => line.request_id === response.headers['x-request-id']);
    expect(lines).toContainEqual(expect.objectContaining({ path: '/v1/ping', status: 401 }));
  });

  describe('over a socket', () => {
    const address = useAddress(api);

    /** Sends these bytes and returns the whole response. */
    async function exchange(bytes: string): Promise<{ status: number; body: unknown }> {
      const socket = connect(address.port, '127.0.0.1');
      socket.write(bytes);
      const response = await text(socket);
      const [head = '', body = ''] = response.split('\r\n\r\n');
      return { status: Number(head.split(' ')[1]), body: JSON.parse(body) };
    }

    it.each([
      ['no HTTP at all', 'HELLO\r\n\r\n'],
      ['a broken header', 'GET /v1/ping HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n'],
      ['headers of 20 KB', `GET /v1/ping HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
      [
        'two lengths for one body',
        'POST /v1/photo-requests HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      ],
    ])('should respond with 400 in the same shape to %s', async (_name, bytes) => {
      const { status, body } = await exchange(bytes);
      expect(status).toBe(400);
      expectErrorBody(body, 'invalid_parameter');
    });

    it.each([
      ['without a key', ''],
      ['too large', 'X-API-Key: '],
    ])(
      'should respond to a call %s that closes its connection, when all of its body is sent',
      async (name, header) => {
        const { live } = await api.createWorkspace();
        const length = 5 * 1024 * 1024;
        const socket = connect(address.port, '127.0.0.1');
        const head = `POST /v1/photo-requests HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n`;
        const key = header === '' ? '' : `${header}${live.key}\r\n`;
        // As a proxy does it that reads the response only when it has sent everything.
        socket.pause();
        await new Promise<void>((resolve, reject) => {
          socket.once('error', reject);
          socket.write(`${head}${key}Content-Type: application/json\r\n\r\n`);
          socket.write(Buffer.alloc(length, ' '), () => resolve());
        });
        const response = await text(socket);
        expect(response).toMatch(name === 'too large' ? /^HTTP\/1.1 400 / : /^HTTP\/1.1 401 /);
        expect(response.toLowerCase()).toContain('connection: close');
      },
    );

    it('should not log it as an error of ours when a client hangs up in the middle of its body', async () => {
      const { live } = await api.createWorkspace();
      const errors = () => api.logLines().filter((line) => line.level === 'error').length;
      const connections = () => promisify(api.app.server.getConnections.bind(api.app.server))();
      const before = errors();
      const socket = connect(address.port, '127.0.0.1');
      const head = `POST /v1/photo-requests HTTP/1.1\r\nHost: x\r\nX-API-Key: ${live.key}\r\n`;
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"instr`);
      // The key was used: the call has reached its route.
      await waitUntil(async () => {
        const key = api.database.reader
          .selectFrom('api_keys')
          .select('last_used_at')
          .where('id', '=', live.id);
        expect((await key.executeTakeFirstOrThrow()).last_used_at).not.toBeNull();
      });
      socket.destroy();
      await waitUntil(async () => expect(await connections()).toBe(0));
      expect(errors()).toBe(before);
    });
  });
});
