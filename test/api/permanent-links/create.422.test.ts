import { describe, expect, it } from 'vitest';
import { countStored, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { type Call, useTestApp } from '../../helpers/app/test-app.ts';
import { deeplyNested } from '../../helpers/http/broken-bodies.ts';
import { expectError } from '../../helpers/http/expect-response.ts';
import { INVALID_LINK_FIELDS, UNSTORABLE_LINK_BODIES } from '../../helpers/http/invalid-link-fields.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('POST /v1/permanent-links: 422', () => {
  const api = useTestApp();

  const post = (key: string, call: Call) => api.call('POST', '/v1/permanent-links', { key, ...call });

  it.each([
    ['nothing', {}],
    ['only nulls', { name: null, instructions: null }],
    ['neither name nor instructions', { slug: 'a-slug', is_active: true }],
  ])('should ask for instructions when the body has %s', async (_name, body) => {
    const { id, live } = await api.createWorkspace();
    const response = await post(live.key, { body });
    expectError(response, 422, 'validation_error', ['instructions']);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it.each([undefined, 'application/json', 'text/plain'])(
    'should take an empty body sent as %s for no body',
    async (contentType) => {
      const { live } = await api.createWorkspace();
      const response = await post(live.key, {
        raw: '',
        headers: contentType === undefined ? {} : { 'content-type': contentType },
      });
      expectError(response, 422, 'validation_error', ['instructions']);
    },
  );

  it.each([
    ['null', ['body']],
    ['[]', ['body']],
    ['"x"', ['body']],
    ['7', ['body']],
  ])('should refuse the body %s', async (raw, wrong) => {
    const { live } = await api.createWorkspace();
    const response = await post(live.key, { raw, headers: JSON_TYPE });
    expectError(response, 422, 'validation_error', wrong);
  });

  it.each(INVALID_LINK_FIELDS)('should name the field: %s', async (_name, fields, wrong) => {
    const { id, live } = await api.createWorkspace();
    const response = await post(live.key, { body: { name: 'Desk', ...fields } });
    expectError(response, 422, 'validation_error', wrong);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it.each(UNSTORABLE_LINK_BODIES)('should refuse %s', async (_name, fields, field) => {
    const { id, live } = await api.createWorkspace();
    const raw = field === 'name' ? `{${fields}}` : `{"name":"Desk",${fields}}`;
    const response = await post(live.key, { raw, headers: JSON_TYPE });
    const [wrong] = Object.keys(expectError(response, 422, 'validation_error'));
    expect(wrong?.startsWith(field)).toBe(true);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it('should survive photo_slots nested a hundred thousand deep', async () => {
    const { id, live } = await api.createWorkspace();
    const raw = `{"name":"Desk","photo_slots":${deeplyNested('[', ']')}}`;
    const response = await post(live.key, { raw, headers: JSON_TYPE });
    expectError(response, 422, 'validation_error', ['photo_slots.0']);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it.each([
    ['developer_free', 6],
    ['professional', 26],
    ['enterprise', 51],
  ] as const)('should refuse the %s plan %d slots', async (plan, count) => {
    const { id, live } = await api.createWorkspace({ plan });
    const photo_slots = Array.from({ length: count }, () => ({ instructions: 'x' }));
    const response = await post(live.key, { body: { name: 'Desk', photo_slots } });
    expect(expectError(response, 422, 'validation_error', ['photo_slots']).photo_slots).toHaveLength(1);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });
});
