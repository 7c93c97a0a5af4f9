import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { planOf } from '../../../src/workspaces/plans.ts';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { type Call, PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import { expectData, REQUEST_ID, UNIQUE_CODE } from '../../helpers/http/expect-response.ts';
import { slot } from '../../helpers/photo-slot.ts';

describe('POST /v1/photo-requests: 201', () => {
  // A fraction of a second, which must never be seen on the wire.
  const api = useTestApp({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 987) });

  async function key(): Promise<string> {
    return (await api.createWorkspace()).live.key;
  }

  const post = async (call: Call) => api.call('POST', '/v1/photo-requests', { key: await key(), ...call });

  it('should return every field of the spec and the design, with the defaults', async () => {
    const response = await post({ body: { instructions: 'Please photograph the damage.' } });
    expect(expectData(response, 201)).toStrictEqual({
      id: expect.stringMatching(REQUEST_ID),
      type: 'one_time',
      unique_code: expect.stringMatching(UNIQUE_CODE),
      status: 'pending',
      instructions: 'Please photograph the damage.',
      photo_slots: [],
      request_url: expect.stringMatching(new RegExp(`^${PUBLIC_URL}/r/[0-9a-z]{26,}$`)),
      code_entry_url: `${PUBLIC_URL}/code`,
      expires_at: '2026-02-07T12:00:00Z',
      created_at: '2026-01-31T12:00:00Z',
      first_viewed_at: null,
      submitted_at: null,
      held_at: null,
      permanent_link_id: null,
      external_id: null,
      metadata: {},
      locale: 'en',
      recipient_email: null,
      email_status: null,
      recipient_phone: null,
      phone_channel: null,
      sms_status: null,
      time_zone: null,
      reminders: [],
      reminder_count: 0,
      reminded_at: null,
      expected_location: null,
      round: 1,
      questions: [],
      answers: [],
      template_id: null,
      translations: {},
      evidence_policy: null,
      return_url: null,
      cancel_url: null,
      requires_review: false,
      review: null,
      items: [],
      superseded_items: [],
    });
  });

  it('should have nothing but the request id in meta when everything sent was known', async () => {
    const response = await post({
      body: { instructions: 'Known', metadata: { any: 'name', toString: 'is mine' } },
    });
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });
  });

  it('should keep and echo every optional field', async () => {
    const sent = {
      instructions: 'Everything',
      expires_in_hours: 48,
      photo_slots: [
        slot('Front', { hint: 'From two meters away.', min_photos: 2, max_photos: 3 }),
        slot('Back', { is_required: false }),
      ],
      requires_review: true,
      translations: { de: { instructions: 'Alles' } },
      evidence_policy: { challenge: 'always' },
      return_url: null,
      cancel_url: null,
      external_id: 'claim-4711',
      metadata: { color: 'red', empty: '' },
      locale: 'pt-BR',
      recipient_email: 'customer@example.com',
      send_email: true,
    };
    const apiKey = await key();
    const created = await createPhotoRequest(api, apiKey, sent);
    const { send_email, expires_in_hours, ...echoed } = sent;
    expect(created).toMatchObject({ ...echoed, expires_at: '2026-02-02T12:00:00Z', email_status: 'queued' });
    const read = await api.call('GET', `/v1/photo-requests/${created.id}`, { key: apiKey });
    expect(expectData(read)).toStrictEqual(created);
  });

  it.each([
    [1, '2026-01-31T13:00:00Z'],
    [2_160, '2026-05-01T12:00:00Z'],
  ])('should accept expires_in_hours of %d', async (hours, expiresAt) => {
    const created = await createPhotoRequest(api, await key(), { expires_in_hours: hours });
    expect(created.expires_at).toBe(expiresAt);
  });

  it('should take null in every optional field as absent', async () => {
    const apiKey = await key();
    const plain = await createPhotoRequest(api, apiKey);
    const withNulls = await createPhotoRequest(api, apiKey, {
      expires_in_hours: null,
      requires_review: null,
      template_id: null,
      translations: null,
      evidence_policy: null,
      return_url: null,
      cancel_url: null,
      photo_slots: null,
      recipient_email: null,
      send_email: null,
      external_id: null,
      metadata: null,
      locale: null,
    });
    const { id, unique_code, request_url } = withNulls;
    expect(withNulls).toStrictEqual({ ...plain, id, unique_code, request_url });
  });

  it('should make a slot required when is_required is absent or null', async () => {
    const created = await createPhotoRequest(api, await key(), {
      photo_slots: [{ instructions: 'A' }, { instructions: 'B', is_required: null }],
    });
    expect(created.photo_slots).toStrictEqual([slot('A'), slot('B')]);
  });

  it.each([
    ['leading and trailing blanks', '  \tindented\n  second line \r\n '],
    ['emoji', 'Photo 📸 of 👩‍👩‍👧‍👦 please'],
    ['right-to-left text', '\u202bمن فضلك صوّر الضرر\u202c'],
    ['unnormalized accents', 'Cafe\u0301 and Caf\u00e9'],
    ['markup', '<b>"quoted"</b> & \\u0041 \\ / \u2028'],
    ['2,000 characters', 'x'.repeat(2_000)],
    ['2,000 emoji, which count as one character each', '📸'.repeat(2_000)],
  ])('should echo instructions exactly as sent: %s', async (_name, instructions) => {
    const apiKey = await key();
    const created = await createPhotoRequest(api, apiKey, {
      instructions,
      photo_slots: [{ instructions: instructions.slice(0, 500) }],
    });
    const read = await api.call('GET', `/v1/photo-requests/${created.id}`, { key: apiKey });
    for (const request of [created, expectData<typeof created>(read)]) {
      expect(request.instructions).toBe(instructions);
      expect(request.photo_slots[0]?.instructions).toBe(instructions.slice(0, 500));
    }
  });

  it('should accept the largest of everything', async () => {
    const sent = {
      photo_slots: [{ instructions: '📸'.repeat(500), is_required: true }],
      external_id: 'é'.repeat(200),
      metadata: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`key ${i}`, 'v'])),
    };
    expect(await createPhotoRequest(api, await key(), sent)).toMatchObject(sent);
  });

  it('should ignore unknown fields and query parameters and name them in meta.warnings', async () => {
    const response = await api.call('POST', '/v1/photo-requests?dry_run=true', {
      key: await key(),
      body: {
        instructions: 'Unknown names',
        color: 'red',
        constructor: 'mine',
        photo_slots: [{ instructions: 'A' }, { instructions: 'B', is_required: false, angle: { deep: 1 } }],
      },
    });
    const created = expectData(response, 201);
    expect(created).not.toHaveProperty('color');
    expect(created.photo_slots).toStrictEqual([slot('A'), slot('B', { is_required: false })]);
    const warnings: string[] = response.json().meta.warnings;
    expect(warnings).toHaveLength(4);
    for (const name of ['`dry_run`', '`color`', '`constructor`', '`photo_slots.1.angle`']) {
      expect(warnings.filter((warning) => warning.includes(name))).toHaveLength(1);
    }
  });

  it('should keep the recipient and queue the email of a live request', async () => {
    const workspace = await api.createWorkspace({ plan: 'professional' });
    const email = { recipient_email: 'customer@example.com' };
    const asked = await createPhotoRequest(api, workspace.live.key, { ...email, send_email: true });
    expect(asked).toMatchObject({ ...email, email_status: 'queued' });
    const declined = await createPhotoRequest(api, workspace.live.key, { ...email, send_email: false });
    expect(declined).toMatchObject({ ...email, email_status: null });
    const kept = await createPhotoRequest(api, workspace.live.key, email);
    expect(kept).toMatchObject({ ...email, email_status: null });
  });

  it('should never queue an email for a test key', async () => {
    const workspace = await api.createWorkspace({ plan: 'professional' });
    const created = await createPhotoRequest(api, workspace.test.key, {
      recipient_email: 'customer@example.com',
      send_email: true,
    });
    expect(created).toMatchObject({ recipient_email: 'customer@example.com', email_status: null });
  });

  it.each([
    ['developer_free', 5],
    ['starter', 10],
    ['professional', 25],
    ['enterprise', 50],
  ] as const)('should let the %s plan ask for %d photos', async (plan, photos) => {
    const { id } = await api.createWorkspace();
    const usage = await api.services.workspaces.find(id);
    // Starter has no API access, so that its limit only shows in the use case behind the route.
    const { data } = await api.services.photoRequests.create(
      { ...OPERATOR, workspaceId: id, environment: 'live', plan: planOf(plan), usage },
      { instructions: 'Many', photo_slots: Array.from({ length: photos }, () => ({ instructions: 'x' })) },
    );
    expect(data.photo_slots).toHaveLength(photos);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset=UTF-8'])(
    'should read a body sent as %s',
    async (contentType) => {
      const response = await post({
        raw: '{"instructions":"Ünïcode"}',
        headers: { 'content-type': contentType },
      });
      expect(expectData(response, 201).instructions).toBe('Ünïcode');
    },
  );

  it('should read a body of exactly 256 KB', async () => {
    const response = await post({
      raw: '{"instructions":"Just fits"}'.padEnd(256 * 1024, ' '),
      headers: { 'content-type': 'application/json' },
    });
    expectData(response, 201);
  });

  it('should give every request an id, a link and a code of its own', async () => {
    const apiKey = await key();
    const created = [];
    for (let i = 0; i < 10; i++) created.push(await createPhotoRequest(api, apiKey));
    for (const field of ['id', 'request_url', 'unique_code'] as const) {
      expect(new Set(created.map((request) => request[field])).size).toBe(10);
    }
  });
});
