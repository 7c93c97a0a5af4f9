import { describe, expect, it } from 'vitest';
import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import { createPermanentLink } from '../../helpers/app/stored-objects.ts';
import { PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import { expectData, UNIQUE_CODE } from '../../helpers/http/expect-response.ts';

describe('POST /v1/permanent-links: 201', () => {
  const api = useTestApp({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 987) });

  async function key(): Promise<string> {
    return (await api.createWorkspace()).live.key;
  }

  /** Not every field: what the test is not about gets its default. */
  async function create(body: Record<string, unknown>): Promise<PermanentLink> {
    const response = await api.call('POST', '/v1/permanent-links', { key: await key(), body });
    return expectData<PermanentLink>(response, 201);
  }

  it('should return every field of the design, with the defaults', async () => {
    const response = await api.call('POST', '/v1/permanent-links', {
      key: await key(),
      body: { name: 'Returns desk', instructions: 'Photograph the parcel.' },
    });
    expect(expectData(response, 201)).toStrictEqual({
      id: expect.stringMatching(/^plink_[0-9a-hjkmnp-tv-z]{20,}$/),
      type: 'permanent',
      name: 'Returns desk',
      slug: 'returns-desk',
      url: `${PUBLIC_URL}/p/returns-desk`,
      request_url: `${PUBLIC_URL}/p/returns-desk`,
      unique_code: expect.stringMatching(UNIQUE_CODE),
      code_entry_url: `${PUBLIC_URL}/code`,
      instructions: 'Photograph the parcel.',
      photo_slots: [],
      is_active: true,
      expires_at: null,
      max_submissions: null,
      submission_count: 0,
      daily_limit_per_address: null,
      has_access_code: false,
      requires_approval: false,
      requires_review: false,
      questions: [],
      template_id: null,
      translations: {},
      evidence_policy: null,
      return_url: null,
      cancel_url: null,
      held_count: 0,
      last_alert: null,
      draft_count: 0,
      draft_bytes: 0,
      metadata: {},
      created_at: '2026-01-31T12:00:00Z',
      updated_at: '2026-01-31T12:00:00Z',
    });
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });
  });

  it('should keep and echo every optional field', async () => {
    const sent = {
      name: 'Warehouse 7 📦',
      slug: 'warehouse-7',
      instructions: '  Photograph both sides. \n',
      photo_slots: [
        { instructions: 'Front', is_required: true },
        { instructions: 'Back', is_required: false },
      ],
      requires_review: true,
      translations: { de: { instructions: 'Beide Seiten' } },
      is_active: false,
      expires_at: '2027-01-01T00:00:00Z',
      max_submissions: 1_000_000_000,
      metadata: { site: 'north' },
    };
    const apiKey = await key();
    const created = await createPermanentLink(api, apiKey, sent);
    expect(created).toMatchObject({ ...sent, url: `${PUBLIC_URL}/p/warehouse-7` });
    const read = await api.call('GET', `/v1/permanent-links/${created.id}`, { key: apiKey });
    expect(expectData(read)).toStrictEqual(created);
  });

  it('should take the instructions from the name when they are missing', async () => {
    for (const instructions of [undefined, null]) {
      expect(await create({ name: 'Front desk', instructions })).toMatchObject({
        name: 'Front desk',
        instructions: 'Front desk',
      });
    }
  });

  it('should take the name from the instructions when it is missing, and cut it to 100 characters', async () => {
    expect(await create({ instructions: 'Show us the roof.' })).toMatchObject({
      name: 'Show us the roof.',
      instructions: 'Show us the roof.',
      slug: 'show-us-the-roof',
    });
    const long = '📸'.repeat(2_000);
    const created = await create({ name: null, instructions: long });
    expect(created).toMatchObject({ name: '📸'.repeat(100), instructions: long });
  });

  it('should never create a name of blanks, however the instructions begin', async () => {
    const created = await create({ instructions: `${' '.repeat(150)}Roof${' '.repeat(150)}` });
    expect(created.name).toMatch(/^Roof\s*$/);
  });

  it('should take null in every optional field as absent', async () => {
    const created = await create({
      name: 'Nulls',
      slug: null,
      instructions: null,
      photo_slots: null,
      is_active: null,
      expires_at: null,
      max_submissions: null,
      metadata: null,
    });
    expect(created).toMatchObject({
      instructions: 'Nulls',
      photo_slots: [],
      is_active: true,
      expires_at: null,
      max_submissions: null,
      metadata: {},
    });
  });

  it.each([
    ['2027-06-01T12:00:00.999Z', '2027-06-01T12:00:00Z'],
    ['2027-06-01T12:00:00+02:00', '2027-06-01T10:00:00Z'],
    ['2027-06-01T12:00:00-05:30', '2027-06-01T17:30:00Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['2026-01-31T12:00:01Z', '2026-01-31T12:00:01Z'],
  ])('should show expires_at %s as %s', async (sent, shown) => {
    expect((await create({ name: 'Expiring', expires_at: sent })).expires_at).toBe(shown);
  });

  it('should ignore unknown fields and query parameters and name them in meta.warnings', async () => {
    const response = await api.call('POST', '/v1/permanent-links?dry_run=1', {
      key: await key(),
      body: {
        name: 'Unknown names',
        recipient_email: 'a@example.com',
        submission_count: 7,
        photo_slots: [{ instructions: 'A', color: 'red' }],
      },
    });
    expect(expectData(response, 201)).toMatchObject({
      submission_count: 0,
      photo_slots: [{ instructions: 'A', is_required: true }],
    });
    const warnings: string[] = response.json().meta.warnings;
    expect(warnings).toHaveLength(4);
    for (const name of ['dry_run', 'recipient_email', 'submission_count', 'photo_slots.0.color']) {
      expect(warnings.filter((warning) => warning.includes(`\`${name}\``))).toHaveLength(1);
    }
  });

  it('should give a link a code that no photo request has', async () => {
    const apiKey = await key();
    const links = [];
    for (let i = 0; i < 10; i++) links.push(await createPermanentLink(api, apiKey));
    expect(new Set(links.map((link) => link.unique_code)).size).toBe(10);
    expect(new Set(links.map((link) => link.slug)).size).toBe(10);
  });
});
