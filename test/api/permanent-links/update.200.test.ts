import { describe, expect, it } from 'vitest';
import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import { createPermanentLink } from '../../helpers/app/stored-objects.ts';
import { PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import { expectData } from '../../helpers/http/expect-response.ts';
import { slot } from '../../helpers/photo-slot.ts';

describe('PATCH /v1/permanent-links/{id}: 200', () => {
  const api = useTestApp();

  let created = 0;
  /** A link in which every field is set. */
  async function fullLink(key: string): Promise<PermanentLink> {
    created += 1;
    return createPermanentLink(api, key, {
      name: 'Before',
      slug: `before-${created}`,
      instructions: 'Before',
      photo_slots: [{ instructions: 'Before', is_required: false }],
      is_active: true,
      expires_at: '2030-01-01T00:00:00Z',
      max_submissions: 5,
      metadata: { before: 'yes' },
    });
  }

  async function read(key: string, id: string): Promise<PermanentLink> {
    return expectData<PermanentLink>(await api.call('GET', `/v1/permanent-links/${id}`, { key }));
  }

  it.each<[string, Partial<PermanentLink>]>([
    ['name', { name: '  After 📸 ' }],
    ['instructions', { instructions: ' After\n' }],
    ['photo_slots', { photo_slots: [slot('After')] }],
    ['no photo_slots', { photo_slots: [] }],
    ['is_active', { is_active: false }],
    ['requires_review', { requires_review: true }],
    ['expires_at', { expires_at: '2031-06-01T10:00:00Z' }],
    ['expires_at cleared', { expires_at: null }],
    ['max_submissions', { max_submissions: 1 }],
    ['max_submissions cleared', { max_submissions: null }],
    ['metadata, as a whole', { metadata: { after: 'yes' } }],
    ['no metadata', { metadata: {} }],
    ['several fields', { name: 'After', is_active: false, expires_at: null }],
  ])('should change what is sent and leave what is absent: %s', async (_name, changes) => {
    const { live } = await api.createWorkspace();
    const before = await fullLink(live.key);
    api.clock.advance(90_500);
    const response = await api.call('PATCH', `/v1/permanent-links/${before.id}`, {
      key: live.key,
      body: changes,
    });
    const after = expectData<PermanentLink>(response);
    const { updated_at } = after;
    expect(after).toStrictEqual({ ...before, ...changes, updated_at });
    expect(Date.parse(updated_at)).toBe(Math.floor(api.clock.now() / 1000) * 1000);
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });
    expect(await read(live.key, before.id)).toStrictEqual(after);
  });

  it('should change the address with the slug', async () => {
    const { live } = await api.createWorkspace();
    const before = await fullLink(live.key);
    const response = await api.call('PATCH', `/v1/permanent-links/${before.id}`, {
      key: live.key,
      body: { slug: 'after-the-change', name: 'After' },
    });
    const url = `${PUBLIC_URL}/p/after-the-change`;
    const { updated_at } = before;
    expect(expectData(response)).toStrictEqual({
      ...before,
      name: 'After',
      slug: 'after-the-change',
      url,
      request_url: url,
      updated_at,
    });
  });

  it('should not follow the name with the slug, which may be printed already', async () => {
    const { live } = await api.createWorkspace();
    const before = await createPermanentLink(api, live.key, { name: 'Printed name' });
    const response = await api.call('PATCH', `/v1/permanent-links/${before.id}`, {
      key: live.key,
      body: { name: 'Another name', instructions: 'Others' },
    });
    expect(expectData(response)).toMatchObject({ slug: 'printed-name', unique_code: before.unique_code });
  });

  it('should fill in is_required of new slots', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await fullLink(live.key);
    const response = await api.call('PATCH', `/v1/permanent-links/${id}`, {
      key: live.key,
      body: { photo_slots: [{ instructions: 'A' }, { instructions: 'B', is_required: null }] },
    });
    expect(expectData(response).photo_slots).toStrictEqual([slot('A'), slot('B')]);
  });

  it.each([
    ['{}', { body: {} }],
    ['an empty body', { raw: '' }],
    ['an empty body sent as JSON', { raw: '', headers: { 'content-type': 'application/json' } }],
    ['an empty body sent as text', { raw: '', headers: { 'content-type': 'text/plain' } }],
    ['only unknown fields', { body: { color: 'red' } }],
  ])('should change nothing, not even updated_at, by %s', async (_name, call) => {
    const { live } = await api.createWorkspace();
    const before = await fullLink(live.key);
    api.clock.advance(90_000);
    const path = `/v1/permanent-links/${before.id}`;
    const response = await api.call('PATCH', path, { key: live.key, ...call });
    expect(expectData(response)).toStrictEqual(before);
    expect(await read(live.key, before.id)).toStrictEqual(before);
  });

  it('should ignore what cannot be changed and name it in meta.warnings', async () => {
    const { live } = await api.createWorkspace();
    const before = await fullLink(live.key);
    const fixed = { id: 'plink_x', type: 'one_time', unique_code: 'AAAAAAAA', submission_count: 9, url: 'x' };
    const response = await api.call('PATCH', `/v1/permanent-links/${before.id}?force=1`, {
      key: live.key,
      body: { ...fixed, name: 'After', photo_slots: [{ instructions: 'A', angle: 'b' }] },
    });
    expect(expectData(response)).toMatchObject({
      id: before.id,
      type: 'permanent',
      unique_code: before.unique_code,
      submission_count: 0,
      name: 'After',
    });
    const warnings: string[] = response.json().meta.warnings;
    expect(warnings).toHaveLength(7);
    for (const name of [...Object.keys(fixed), 'photo_slots.0.angle', 'force']) {
      expect(warnings.filter((warning) => warning.includes(`\`${name}\``))).toHaveLength(1);
    }
  });

  it('should leave other links as they are', async () => {
    const { live } = await api.createWorkspace();
    const other = await fullLink(live.key);
    const { id } = await fullLink(live.key);
    expectData(await api.call('PATCH', `/v1/permanent-links/${id}`, { key: live.key, body: { name: 'X' } }));
    expect(await read(live.key, other.id)).toStrictEqual(other);
  });

  it('should not count the link it changes against the limit of the plan', async () => {
    const { live } = await api.createWorkspace({ plan: 'developer_free' });
    const { id } = await createPermanentLink(api, live.key);
    const body = { slug: 'renamed-on-free' };
    expectData(await api.call('PATCH', `/v1/permanent-links/${id}`, { key: live.key, body }));
  });
});
