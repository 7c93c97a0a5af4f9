import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { anyBodyText, propertyRuns, sharedRuns, TIME_LIMIT } from '../../helpers/http/arbitrary-json.ts';
import { expectSuccessOrKnownRefusal } from '../../helpers/http/error-shapes.ts';
import { ENDPOINTS, NOWHERE } from '../../helpers/webhooks/api-endpoints.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** Always tried, beside the arbitrary ones: each once got a wrong response, or nearly. */
const EXAMPLES: [string][] = [
  ['{"name":"Late","instructions":"Late","expires_at":"9999-12-31T23:59:59-12:00"}'],
  ['{"name":"\\u0000","instructions":"\\u0000","metadata":{"a":"\\ud800"}}'],
  ['{"name":"Odd","instructions":"Odd","metadata":{"__proto__":"x"}}'],
];

/** Responses are held against their schemas here too: a success of a wrong shape would come out as a 500. */
describe('any body at all', () => {
  const api = useTestApp();

  const stored = async (
    table: 'photo_requests' | 'permanent_links' | 'permanent_link_slugs',
    workspaceId: string,
  ) =>
    (
      await api.database.reader
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow()
    ).count;

  it.each([
    { plan: 'enterprise', path: '/v1/photo-requests', table: 'photo_requests', runs: sharedRuns(1_500) },
    { plan: 'developer_free', path: '/v1/photo-requests', table: 'photo_requests', runs: sharedRuns(500) },
    { plan: 'enterprise', path: '/v1/permanent-links', table: 'permanent_links', runs: sharedRuns(1_000) },
  ] as const)(
    'should create one thing or be refused in a known shape and create nothing: POST $path on $plan',
    TIME_LIMIT,
    async ({ plan, path, table, runs }) => {
      const { id, live } = await api.createWorkspace({ plan });
      let created = 0;
      await fc.assert(
        fc.asyncProperty(anyBodyText, async (raw) => {
          const response = await api.call('POST', path, { key: live.key, raw, headers: JSON_TYPE });
          expectSuccessOrKnownRefusal(response);
          if (response.statusCode === 201) created += 1;
        }),
        { numRuns: runs, examples: EXAMPLES },
      );
      expect(await stored(table, id)).toBe(created);
      if (table === 'permanent_links') expect(await stored('permanent_link_slugs', id)).toBe(created);
      // Some of both, or the test would say nothing.
      expect(created).toBeGreaterThan(runs / 100);
      expect(created).toBeLessThan(runs);
    },
  );

  it.each([
    {
      path: '/v1/permanent-links',
      table: 'permanent_links',
      body: { name: 'Desk' },
      runs: sharedRuns(1_000),
    },
    { path: ENDPOINTS, table: 'webhook_endpoints', body: { url: NOWHERE }, runs: sharedRuns(500) },
  ] as const)(
    'should change one thing or be refused in a known shape and leave it: PATCH $path',
    TIME_LIMIT,
    async ({ path, table, body, runs }) => {
      const { live } = await api.createWorkspace();
      const { key } = live;
      const { id } = (await api.call('POST', path, { key, body })).json().data;
      const row = () => rowOf(api.database, table, { id });
      await fc.assert(
        fc.asyncProperty(anyBodyText, async (raw) => {
          const before = await row();
          const response = await api.call('PATCH', `${path}/${id}`, { key, raw, headers: JSON_TYPE });
          expectSuccessOrKnownRefusal(response);
          if (response.statusCode !== 200) expect(await row()).toEqual(before);
        }),
        { numRuns: runs, examples: EXAMPLES },
      );
      expect((await api.call('GET', `${path}/${id}`, { key })).statusCode).toBe(200);
    },
  );

  it('should be refused in a known shape or ignored where no body is expected', TIME_LIMIT, async () => {
    const { id, live } = await api.createWorkspace();
    const routes = [
      ['GET', '/v1/ping'],
      ['GET', '/v1/stats'],
      ['GET', '/v1/photo-requests'],
      ['DELETE', '/v1/photo-requests/req_none'],
      ['DELETE', '/v1/permanent-links/plink_none'],
      ['POST', '/v1/nothing-here'],
    ] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), anyBodyText, async ([method, path], raw) => {
        expectSuccessOrKnownRefusal(await api.call(method, path, { key: live.key, raw, headers: JSON_TYPE }));
      }),
      { numRuns: propertyRuns(300) },
    );
    expect(await stored('photo_requests', id)).toBe(0);
  });

  it('should be refused in a known shape under any content type, and as any bytes', TIME_LIMIT, async () => {
    const { id, live } = await api.createWorkspace();
    const types = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom(
        'application/json; charset=utf-16',
        'application/json; charset="',
        'application/JSON',
        'application/vnd.api+json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application',
        '/',
        ';',
        '',
      ),
    );
    let created = 0;
    await fc.assert(
      fc.asyncProperty(types, fc.uint8Array({ maxLength: 60 }), fc.boolean(), async (type, bytes, valid) => {
        const raw = valid ? '{"instructions":"A photo"}' : Buffer.from(bytes);
        const headers = { 'content-type': type };
        const response = await api.call('POST', '/v1/photo-requests', { key: live.key, raw, headers });
        expectSuccessOrKnownRefusal(response);
        if (response.statusCode === 201) created += 1;
      }),
      { numRuns: propertyRuns(400) },
    );
    expect(await stored('photo_requests', id)).toBe(created);
  });
});
