import { describe, expect, it } from 'vitest';
import { countStored, createPermanentLink, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { BROKEN_BODIES, type BrokenBody } from '../../helpers/http/broken-bodies.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

describe('POST and PATCH /v1/permanent-links: 400', () => {
  const api = useTestApp();

  it.each(Object.entries(BROKEN_BODIES))('should refuse to create a link from %s', async (_name, broken) => {
    const { id, live } = await api.createWorkspace();
    const { raw, headers, code } = broken as BrokenBody;
    const response = await api.call('POST', '/v1/permanent-links', { key: live.key, raw, headers });
    expectError(response, 400, code, []);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it.each(Object.entries(BROKEN_BODIES))('should refuse to change a link by %s', async (_name, broken) => {
    const { live } = await api.createWorkspace();
    const link = await createPermanentLink(api, live.key);
    const { raw, headers, code } = broken as BrokenBody;
    const path = `/v1/permanent-links/${link.id}`;
    expectError(await api.call('PATCH', path, { key: live.key, raw, headers }), 400, code, []);
    expect((await api.call('GET', path, { key: live.key })).json().data).toStrictEqual(link);
  });

  it('should refuse an Idempotency-Key of 256 characters', async () => {
    const { id, live } = await api.createWorkspace();
    const response = await api.call('POST', '/v1/permanent-links', {
      key: live.key,
      body: { name: 'x' },
      headers: { 'idempotency-key': 'a'.repeat(256) },
    });
    expectError(response, 400, 'invalid_parameter', ['Idempotency-Key']);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });
});
