import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { planOf } from '../../../src/workspaces/plans.ts';
import { countStored, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { type Call, useTestApp } from '../../helpers/app/test-app.ts';
import { deeplyNested } from '../../helpers/http/broken-bodies.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

function slots(count: number): { instructions: string }[] {
  return Array.from({ length: count }, (_, index) => ({ instructions: `Slot ${index}` }));
}

describe('POST /v1/photo-requests: 422', () => {
  const api = useTestApp();

  const post = (key: string, call: Call) => api.call('POST', '/v1/photo-requests', { key, ...call });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['missing instructions', { instructions: undefined }, ['instructions']],
    ['null instructions', { instructions: null }, ['instructions']],
    ['empty instructions', { instructions: '' }, ['instructions']],
    ['blank instructions', { instructions: ' \t\r\n\u00a0' }, ['instructions']],
    ['instructions of 2,001 characters', { instructions: 'x'.repeat(2_001) }, ['instructions']],
    ['instructions of 2,001 emoji', { instructions: '📸'.repeat(2_001) }, ['instructions']],
    ['a number for instructions', { instructions: 7 }, ['instructions']],
    ['an object for instructions', { instructions: { toString: 'x' } }, ['instructions']],
    ['expires_in_hours of 0', { expires_in_hours: 0 }, ['expires_in_hours']],
    ['expires_in_hours of 1.5', { expires_in_hours: 1.5 }, ['expires_in_hours']],
    ['expires_in_hours of -1', { expires_in_hours: -1 }, ['expires_in_hours']],
    ['expires_in_hours of 1e9', { expires_in_hours: 1e9 }, ['expires_in_hours']],
    ['expires_in_hours of 2,161', { expires_in_hours: 2_161 }, ['expires_in_hours']],
    ['expires_in_hours of "24"', { expires_in_hours: '24' }, ['expires_in_hours']],
    ['expires_in_hours of true', { expires_in_hours: true }, ['expires_in_hours']],
    ['slots that are no list', { photo_slots: { 0: { instructions: 'x' } } }, ['photo_slots']],
    ['a slot that is text', { photo_slots: ['front'] }, ['photo_slots.0']],
    ['a slot that is null', { photo_slots: [{ instructions: 'x' }, null] }, ['photo_slots.1']],
    ['a slot without instructions', { photo_slots: [{}] }, ['photo_slots.0.instructions']],
    ['empty slot instructions', { photo_slots: [{ instructions: '' }] }, ['photo_slots.0.instructions']],
    ['blank slot instructions', { photo_slots: [{ instructions: ' ' }] }, ['photo_slots.0.instructions']],
    [
      'slot instructions of 501 characters',
      { photo_slots: [{ instructions: 'x' }, { instructions: 'x'.repeat(501) }] },
      ['photo_slots.1.instructions'],
    ],
    [
      'slot instructions of 501 emoji',
      { photo_slots: [{ instructions: '📸'.repeat(501) }] },
      ['photo_slots.0.instructions'],
    ],
    [
      'text for is_required',
      { photo_slots: [{ instructions: 'x', is_required: 'yes' }] },
      ['photo_slots.0.is_required'],
    ],
    ['a number for external_id', { external_id: 4711 }, ['external_id']],
    ['external_id of 201 characters', { external_id: 'x'.repeat(201) }, ['external_id']],
    ['a list for metadata', { metadata: ['a'] }, ['metadata']],
    ['text for metadata', { metadata: 'a' }, ['metadata']],
    ['a number in metadata', { metadata: { n: 1 } }, ['metadata.n']],
    ['null in metadata', { metadata: { a: 'x', n: null } }, ['metadata.n']],
    ['an object in metadata', { metadata: { n: { deep: 'x' } } }, ['metadata.n']],
    [
      'metadata of 21 pairs',
      { metadata: Object.fromEntries(slots(21).map((_, i) => [`k${i}`, 'v'])) },
      ['metadata'],
    ],
    ['an unknown language', { locale: 'xx' }, ['locale']],
    ['a number for locale', { locale: 1 }, ['locale']],
    [
      'several faults at once',
      { instructions: '', expires_in_hours: 0, photo_slots: [{}], external_id: 1, metadata: { n: 1 } },
      ['instructions', 'expires_in_hours', 'photo_slots.0.instructions', 'external_id', 'metadata.n'],
    ],
  ])('should name the field and store nothing: %s', async (_name, fields, wrong) => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, { body: { instructions: 'x', ...fields } });
    expectError(response, 422, 'validation_error', wrong);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it.each(['1e400', '-1e400', '24.0000001', '0.0', '99999999999999999999999'])(
    'should refuse the number %s for expires_in_hours',
    async (number) => {
      const workspace = await api.createWorkspace();
      const response = await post(workspace.live.key, {
        raw: `{"instructions":"x","expires_in_hours":${number}}`,
        headers: { 'content-type': 'application/json' },
      });
      expectError(response, 422, 'validation_error', ['expires_in_hours']);
    },
  );

  it.each([
    ['{}', ['instructions']],
    ['null', ['body']],
    ['[]', ['body']],
    ['[{"instructions":"x"}]', ['body']],
    ['"x"', ['body']],
    ['7', ['body']],
    ['true', ['body']],
  ])('should refuse the body %s', async (raw, wrong) => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, { raw, headers: { 'content-type': 'application/json' } });
    expectError(response, 422, 'validation_error', wrong);
  });

  it.each([
    undefined,
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    ';',
    '',
  ])('should take an empty body sent as %j for no body', async (contentType) => {
    const workspace = await api.createWorkspace();
    const response = await post(workspace.live.key, {
      raw: '',
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });
    expectError(response, 422, 'validation_error', ['instructions']);
  });

  it.each([
    ['photo_slots', deeplyNested('[', ']')],
    ['metadata', deeplyNested('[', ']')],
    ['instructions', deeplyNested('[', ']')],
    ['photo_slots', deeplyNested('[{"a":', '}]', 30_000)],
  ])('should survive %s nested tens of thousands of levels deep', async (field, nested) => {
    const workspace = await api.createWorkspace();
    const other = field === 'instructions' ? '' : '"instructions":"x",';
    const response = await post(workspace.live.key, {
      raw: `{${other}"${field}":${nested}}`,
      headers: { 'content-type': 'application/json' },
    });
    const details = expectError(response, 422, 'validation_error');
    expect(Object.keys(details).every((name) => name.startsWith(field))).toBe(true);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });

  it.each([
    ['developer_free', 5],
    ['starter', 10],
    ['professional', 25],
    ['enterprise', 50],
  ] as const)('should let the %s plan ask for no more than %d photos', async (plan, photos) => {
    const { id } = await api.createWorkspace();
    const usage = await api.services.workspaces.find(id);
    const tooMany = api.services.photoRequests.create(
      { ...OPERATOR, workspaceId: id, environment: 'live', plan: planOf(plan), usage },
      { instructions: 'Many', photo_slots: slots(photos + 1) },
    );
    await expect(tooMany).rejects.toMatchObject({
      code: 'validation_error',
      details: { photo_slots: [expect.stringContaining(String(photos))] },
    });
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it.each([
    ['developer_free', 6],
    ['professional', 26],
    ['professional', 51],
    ['enterprise', 51],
    ['enterprise', 5_000],
  ] as const)('should tell the %s plan that asks for %d photos in one message', async (plan, count) => {
    const workspace = await api.createWorkspace({ plan });
    const response = await post(workspace.live.key, {
      body: { instructions: 'x', photo_slots: slots(count) },
    });
    expect(expectError(response, 422, 'validation_error', ['photo_slots']).photo_slots).toHaveLength(1);
    expect(await countStored(api, workspace.id)).toEqual(NOTHING_STORED);
  });
});
