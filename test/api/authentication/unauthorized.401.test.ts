import { describe, expect, it } from 'vitest';
import { generateKey } from '../../../src/api-keys/key-format.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { startNode } from '../../helpers/app/node.ts';
import { startTestApp, useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { API_ROUTES } from '../../helpers/http/api-routes.ts';
import { TRACE } from '../../helpers/http/expect-response.ts';

const BODY = {
  error: {
    code: 'unauthorized',
    message: 'The API key is missing or invalid. Send an active key in the X-API-Key header.',
    details: {},
    ...TRACE,
  },
};

const percentEncoded = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

describe('a call without a working key', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  async function expectRefused(
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', cause }: { method?: 'GET' | 'POST'; cause?: RegExp } = {},
  ) {
    const response = await api.call(method, path, { headers });
    expect(response.statusCode).toBe(401);
    const { message } = BODY.error;
    expect(response.json()).toEqual({
      error: { ...BODY.error, message: cause === undefined ? message : expect.stringMatching(cause) },
    });
    expect(response.headers['content-type']).toMatch(/^application\/json/);
  }

  it('should be let in when the key works, so that the refusals below mean something', async () => {
    const response = await api.call('GET', '/v1/ping', { key: workspace.live.key });
    expect(response.statusCode).toBe(200);
  });

  it('should be refused without the header', () => expectRefused('/v1/ping'));

  it.each([
    ['an empty key', ''],
    ['blanks', '   '],
    ['another word', 'secret'],
    ['a key of another product', 'sk_live_ABCDEFGHIJKLMNOPQRSTUVWXYZ2Iqbwg'],
    ['a well-formed key that no one has', 'shp_live_ABCDEFGHIJKLMNOPQRSTUVWXYZ2Iqbwg'],
    ['a well-formed test key that no one has', 'shp_test_000000000000000000000000002JV9Q3'],
    ['SQL', "shp_live_' or 1=1 --"],
    ['a long text', 'x'.repeat(10_000)],
    ['characters outside of ASCII', 'shp_live_é'],
  ])('should be refused with %s', (_what, key) => expectRefused('/v1/ping', { 'x-api-key': key }));

  it('should be refused when the key is cut, doubled, in the wrong case or of the other environment', async () => {
    const { key } = workspace.live;
    for (const wrong of [
      key.slice(0, -1),
      `${key}0`,
      `${key}, ${key}`,
      key.toUpperCase(),
      key.replace('live', 'test'),
      `Bearer ${key}`,
      workspace.live.maskedKey,
      workspace.live.id,
    ]) {
      await expectRefused('/v1/ping', { 'x-api-key': wrong });
    }
  });

  it('should be refused with the hash that stands in the database', async () => {
    const { hash } = await rowOf(api.database, 'api_keys', { id: workspace.live.id });
    await expectRefused('/v1/ping', { 'x-api-key': hash });
    await expectRefused('/v1/ping', { 'x-api-key': `shp_live_${hash.slice(0, 32)}` });
  });

  it.each([
    ['the query string', (key: string) => `/v1/ping?api_key=${key}`],
    ['the name of a query parameter', (key: string) => `/v1/ping?${key}`],
    ['the path', (key: string) => `/v1/photo-requests/${key}`],
    ['a path that is not known', (key: string) => `/v1/${key}/ping`],
    ['the query string, percent-encoded in part', (key: string) => `/v1/ping?k=${key.replace('_', '%5F')}`],
    ['the query string, percent-encoded as a whole', (key: string) => `/v1/ping?k=${percentEncoded(key)}`],
    ['the path, percent-encoded', (key: string) => `/v1/photo-requests/${percentEncoded(key)}`],
    ['the query string beside a stray percent sign', (key: string) => `/v1/ping?a=100%&k=${key}`],
    [
      'the query string, percent-encoded beside a stray percent sign',
      (key: string) => `/v1/ping?a=100%&k=${key.replace('_', '%5F')}`,
    ],
  ])('should be refused with a key in %s, also beside the header', async (_where, addressOf) => {
    const { key } = workspace.live;
    const cause = /in the URL are refused.*regenerate/;
    await expectRefused(addressOf(key), {}, { cause });
    await expectRefused(addressOf(key), { 'x-api-key': key }, { cause });
    await expectRefused(addressOf(workspace.test.key), { 'x-api-key': key }, { cause });
    // A key that no one has is told the same.
    await expectRefused(addressOf('shp_live_ABCDEFGHIJKLMNOPQRSTUVWXYZ2Iqbwg'), {}, { cause });
  });

  it('should be refused with a key in Authorization, also beside the header', async () => {
    const { key } = workspace.live;
    for (const authorization of [key, `Bearer ${key}`, `Basic ${key}`, `ApiKey key="${key}"`]) {
      const cause = /in the Authorization header are refused/;
      await expectRefused('/v1/ping', { authorization }, { cause });
      await expectRefused('/v1/ping', { authorization, 'x-api-key': key }, { cause });
    }
  });

  it('should be let in with someone else’s Authorization beside the header: proxies add their own', async () => {
    const response = await api.call('GET', '/v1/ping', {
      key: workspace.live.key,
      headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln' },
    });
    expect(response.statusCode).toBe(200);
  });

  it.each(API_ROUTES)(
    'should be refused on $method $url before the body is looked at',
    async ({ method, url }) => {
      const response = await api.call(method, url.replace(':id', 'req_none'), {
        raw: '{"broken',
        headers: { 'content-type': 'application/json' },
      });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual(BODY);
    },
  );

  it.each(['/v1', '/v1/', '/v1/nothing-here', '/v1/photo-requests/a/b', '/v1/keys'])(
    'should be refused on %s too: no one without a key learns which addresses exist',
    async (path) => {
      await expectRefused(path);
      await expectRefused(path, {}, { method: 'POST' });
    },
  );

  it('should be refused by HEAD as by GET', async () => {
    expect((await api.call('HEAD', '/v1/ping')).statusCode).toBe(401);
    expect((await api.call('HEAD', '/v1/ping', { key: workspace.live.key })).statusCode).toBe(200);
  });
});

describe('a mistyped key', () => {
  it('should be refused without asking the database', async () => {
    const api = await startTestApp();
    let asked = 0;
    const { database } = api;
    const node = await startNode({
      api,
      database: {
        engine: database.engine,
        node: database.node,
        signals: database.signals,
        afterCommit: (transaction, action) => database.afterCommit(transaction, action),
        get reader() {
          asked += 1;
          return database.reader;
        },
        get lists() {
          asked += 1;
          return database.lists;
        },
        write(work) {
          asked += 1;
          return database.write(work);
        },
        writeWithoutLimit(work) {
          asked += 1;
          return database.writeWithoutLimit(work);
        },
        writeApart(work) {
          asked += 1;
          return database.writeApart(work);
        },
        find(lookup, key) {
          asked += 1;
          return database.find(lookup, key);
        },
        run(transaction, query, parameters) {
          asked += 1;
          return database.run(transaction, query, parameters);
        },
        ping: () => database.ping(),
        close: () => database.close(),
      },
    });
    const unknown = generateKey('live', pooledRandom());
    const typo = unknown.slice(0, 12) + (unknown[12] === 'x' ? 'y' : 'x') + unknown.slice(13);

    expect((await node.call('GET', '/v1/ping', typo)).statusCode).toBe(401);
    expect((await node.call('GET', '/v1/photo-requests/req_1', typo)).statusCode).toBe(401);
    expect(asked).toBe(0);
    expect((await node.call('GET', '/v1/ping', unknown)).statusCode).toBe(401);
    expect(asked).toBeGreaterThan(0);

    await node.close();
    await api.close();
  });
});
