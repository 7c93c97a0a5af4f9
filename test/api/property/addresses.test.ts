import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStored } from '../../helpers/app/stored-objects.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { API_ROUTES } from '../../helpers/http/api-routes.ts';
import { anyText, anyTime, propertyRuns, sharedRuns, TIME_LIMIT } from '../../helpers/http/arbitrary-json.ts';
import { expectSuccessOrKnownRefusal } from '../../helpers/http/error-shapes.ts';
import { wordsOf } from '../../helpers/words.ts';

/** Pieces that routers, decoders and databases stumble over. */
const piece = fc.oneof(
  fc.constantFrom(
    ...wordsOf('% %0 %00 %2e %2E%2e %2F %5c %ff %C0%80 %ED%A0%80 %25 %zz .. .'),
    ...wordsOf('; : @ * ~ + & = [ ] $ | ^ req_ plink_ 0'),
    'x'.repeat(120),
  ),
  fc.string({ maxLength: 5 }).map(encodeURIComponent),
  anyText.map((text) => encodeURIComponent(text.toWellFormed())),
);
// Node itself refuses an address of more than 16 KB.
const mess = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').slice(0, 3_000));

const parameterName = fc.oneof(
  fc.constantFrom(
    ...[
      'limit',
      'cursor',
      'status',
      'type',
      'permanent_link_id',
      'external_id',
      'created_after',
      'after',
      'event',
      'order',
      'photo_request_id',
      'created_before',
    ],
    ...['__proto__', 'constructor', 'limit[]', 'limit[0]', 'offset', ''],
  ),
  mess,
);
const parameterValue = fc.oneof(
  mess,
  anyTime.map(encodeURIComponent),
  fc.integer({ min: -2, max: 102 }).map(String),
  fc.constantFrom('pending', 'expired', 'submitted', 'permanent', 'one_time', '1e1', '1.0', '٣', ''),
  fc.base64String().map(encodeURIComponent),
);
const queryString = fc
  .array(fc.tuple(parameterName, parameterValue), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

describe('any address at all', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  beforeAll(async () => {
    for (const body of [{ instructions: 'One' }, { instructions: 'Two' }]) {
      await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body });
    }
  });

  it('should be accepted or refused in a known shape, whatever the query string', TIME_LIMIT, async () => {
    const route = fc.constantFrom(...API_ROUTES.filter(({ method }) => method === 'GET'));
    await fc.assert(
      fc.asyncProperty(route, queryString, mess, async ({ url }, query, id) => {
        const path = url.replace(':id', id === '' ? 'x' : id);
        expectSuccessOrKnownRefusal(await api.call('GET', `${path}?${query}`, { key: workspace.live.key }));
      }),
      { numRuns: sharedRuns(1_500) },
    );
  });

  it('should be accepted or refused in a known shape, whatever the path and method', TIME_LIMIT, async () => {
    const before = await countStored(api, workspace.id);
    const start = fc.constantFrom(
      '/v1',
      '/v1/',
      '/v1/photo-requests/',
      '/v1/permanent-links/',
      '/v1/ping',
      '/v1/stats/',
    );
    const method = fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS' as const);
    await fc.assert(
      fc.asyncProperty(method, start, fc.array(mess, { maxLength: 3 }), async (verb, prefix, segments) => {
        const response = await api.call(verb, prefix + segments.join('/'), {
          key: workspace.live.key,
          body: {},
        });
        // What leaves /v1, such as /v1/../x, is no longer the API's.
        expectSuccessOrKnownRefusal(response);
        expect(response.statusCode).not.toBe(201);
      }),
      { numRuns: sharedRuns(1_000) },
    );
    expect(await countStored(api, workspace.id)).toEqual(before);
  });

  it.each(['PUT', 'OPTIONS', 'PATCH'] as const)(
    'should be 404 when its method is %s and no route has it',
    async (method) => {
      for (const path of ['/v1/ping', '/v1/photo-requests', '/v1/stats', '/v1/permanent-links']) {
        const response = await api.call(method, path, { key: workspace.live.key });
        expect([path, response.statusCode, response.json().error.code]).toEqual([path, 404, 'not_found']);
      }
    },
  );

  it.each(['PROPFIND', 'TRACE', 'PURGE', 'LOCK', 'SEARCH', 'REPORT'])(
    'should be 401 or 404 when its method is %s, which hardly anyone knows',
    async (method) => {
      for (const [headers, status] of [
        [{}, 401],
        [{ 'x-api-key': workspace.live.key }, 404],
      ] as const) {
        const response = await api.app.inject({ method: method as 'GET', url: '/v1/ping', headers });
        expectSuccessOrKnownRefusal(response);
        expect(response.statusCode).toBe(status);
      }
    },
  );

  it('should be accepted or refused in a known shape, whatever the headers', TIME_LIMIT, async () => {
    // Latin-1 without control characters: all that Node lets through as a header's value.
    const value = fc
      .array(
        fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f),
        { maxLength: 60 },
      )
      .map((codes) => String.fromCharCode(...codes));
    const name = fc.constantFrom(
      ...[
        'x-api-key',
        'authorization',
        'idempotency-key',
        'x-forwarded-for',
        'x-request-id',
        'accept',
        'cookie',
      ],
      ...[
        'accept-encoding',
        'accept-version',
        'content-encoding',
        'range',
        'if-none-match',
        'origin',
        'referer',
      ],
    );
    const headers = fc.dictionary(name, value, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('GET', 'POST'), headers, async (method, sent) => {
        const response = await api.call(method as 'GET' | 'POST', '/v1/photo-requests', {
          headers: { 'x-api-key': workspace.live.key, ...sent },
          body: { instructions: 'A photo' },
        });
        expectSuccessOrKnownRefusal(response);
        expect(response.headers['x-request-id']).toMatch(/^req_[0-9a-z]{20,}$/);
      }),
      { numRuns: propertyRuns(400) },
    );
  });
});
