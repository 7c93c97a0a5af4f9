import { describe, expect, it } from 'vitest';
import { createPermanentLink } from '../../helpers/app/stored-objects.ts';
import { type Call, useTestApp } from '../../helpers/app/test-app.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';
import { INVALID_LINK_FIELDS, UNSTORABLE_LINK_BODIES } from '../../helpers/http/invalid-link-fields.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('PATCH /v1/permanent-links/{id}: 422', () => {
  const api = useTestApp();

  /** Sends the change and proves that the link is still what it was; returns the names in the 422's details. */
  async function refusedFields(call: Call, plan: 'enterprise' | 'developer_free' = 'enterprise') {
    const { live } = await api.createWorkspace({ plan });
    const before = await createPermanentLink(api, live.key, {
      expires_at: '2030-01-01T00:00:00Z',
      max_submissions: 5,
      photo_slots: [{ instructions: 'Before' }],
    });
    const path = `/v1/permanent-links/${before.id}`;
    const details = expectError(
      await api.call('PATCH', path, { key: live.key, ...call }),
      422,
      'validation_error',
    );
    expect(expectData(await api.call('GET', path, { key: live.key }))).toStrictEqual(before);
    return Object.keys(details).sort();
  }

  it.each(INVALID_LINK_FIELDS)(
    'should name the field and change nothing: %s',
    async (_name, fields, wrong) => {
      expect(await refusedFields({ body: { is_active: false, ...fields } })).toEqual(wrong);
    },
  );

  it.each(['name', 'slug', 'instructions', 'photo_slots', 'is_active', 'metadata'])(
    'should refuse null for %s, which cannot be cleared',
    async (field) => {
      expect(await refusedFields({ body: { max_submissions: 9, [field]: null } })).toEqual([field]);
    },
  );

  it.each(UNSTORABLE_LINK_BODIES)('should refuse %s', async (_name, fields, field) => {
    const [wrong, ...more] = await refusedFields({ raw: `{${fields}}`, headers: JSON_TYPE });
    expect(wrong?.startsWith(field)).toBe(true);
    expect(more).toEqual([]);
  });

  it.each(['null', '[]', '"x"', '7'])('should refuse the body %s', async (raw) => {
    expect(await refusedFields({ raw, headers: JSON_TYPE })).toEqual(['body']);
  });

  it('should refuse more slots than the plan has photos per request', async () => {
    const photo_slots = Array.from({ length: 6 }, () => ({ instructions: 'x' }));
    expect(await refusedFields({ body: { photo_slots } }, 'developer_free')).toEqual(['photo_slots']);
  });
});
