import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import type { Template } from '../../../src/templates/schema.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { keyOf, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { setPolicy } from '../../helpers/capture/warned-photo.ts';
import { rowOf } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';
import { slot } from '../../helpers/photo-slot.ts';

const CAR = {
  name: 'Car damage',
  instructions: 'Please photograph the damage.',
  expires_in_hours: 24,
  photo_slots: [{ instructions: 'From the front', guide: 'car_front' }, { instructions: 'The damage' }],
  questions: [
    { id: 'drives', type: 'yes_no', label: 'Does it still drive?' },
    { id: 'side', type: 'single_choice', label: 'Which side?', options: ['Left', 'Right'] },
  ],
  translations: {
    de: {
      instructions: 'Bitte fotografieren Sie den Schaden.',
      photo_slots: [{ instructions: 'Von vorn' }, null],
      questions: { side: { label: 'Welche Seite?', options: ['Links', 'Rechts'] } },
    },
  },
  requires_review: true,
  metadata: { team: 'claims' },
};

describe('a template', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, headers = {}) =>
    api.call(method, `/v1/${path}`, { key: workspace.live.key, ...(body && { body }), headers });
  const createTemplate = async (body: object = CAR): Promise<Template> =>
    expectData(await call('POST', 'templates', body), 201) as Template;
  const createRequest = async (body: object): Promise<PhotoRequest> =>
    expectData(await call('POST', 'photo-requests', body), 201) as PhotoRequest;

  it('should fill in what a photo request leaves out', async () => {
    const { id } = await createTemplate();
    const request = await createRequest({ template_id: id, external_id: 'claim-1' });
    expect(request).toMatchObject({
      template_id: id,
      instructions: CAR.instructions,
      photo_slots: [slot('From the front', { guide: 'car_front' }), slot('The damage')],
      questions: [{ id: 'drives' }, { id: 'side' }],
      translations: CAR.translations,
      requires_review: true,
      metadata: { team: 'claims' },
      external_id: 'claim-1',
      locale: 'en',
    });
    expect(Date.parse(request.expires_at) - Date.parse(request.created_at)).toBe(24 * 3_600_000);
  });

  it('should give way field by field, with its translations of what is said instead', async () => {
    const { id } = await createTemplate();
    const request = await createRequest({
      template_id: id,
      instructions: 'Only the wheel, please.',
      photo_slots: [{ instructions: 'The wheel' }],
      requires_review: null,
    });
    expect(request).toMatchObject({
      instructions: 'Only the wheel, please.',
      photo_slots: [slot('The wheel')],
      questions: [{ id: 'drives' }, { id: 'side' }],
      requires_review: true,
      translations: { de: { questions: CAR.translations.de.questions } },
    });
    expect(request.translations.de).not.toHaveProperty('instructions');
  });

  it('should change nothing that was created from it, and leave it when it is deleted', async () => {
    const { id } = await createTemplate();
    const before = await createRequest({ template_id: id });
    const changed = expectData(
      await call('PATCH', `templates/${id}`, { instructions: 'Something else', photo_slots: [] }),
      200,
    );
    expect(changed).toMatchObject({ instructions: 'Something else', photo_slots: [], name: CAR.name });
    expect(changed).toMatchObject({ translations: { de: { questions: CAR.translations.de.questions } } });
    await call('DELETE', `templates/${id}`);
    expect(expectData(await call('GET', `photo-requests/${before.id}`), 200)).toEqual(before);
    expectError(await call('POST', 'photo-requests', { template_id: id }), 422, 'validation_error', [
      'template_id',
    ]);
  });

  it('should take back a field with null', async () => {
    const { id } = await createTemplate();
    const changed = expectData(
      await call('PATCH', `templates/${id}`, { expires_in_hours: null, questions: null, translations: null }),
      200,
    );
    expect(changed).toMatchObject({ expires_in_hours: null, questions: [], translations: {} });
  });

  it('should not be used while it is archived', async () => {
    const { id } = await createTemplate();
    expect(expectData(await call('PATCH', `templates/${id}`, { is_archived: true }), 200)).toMatchObject({
      is_archived: true,
    });
    expectError(await call('POST', 'photo-requests', { template_id: id }), 422, 'validation_error', [
      'template_id',
    ]);
    const listed = async (query: string) =>
      (expectData(await call('GET', `templates?${query}`), 200) as Template[]).map((each) => each.id);
    expect([await listed('is_archived=true'), await listed('is_archived=false')]).toEqual([[id], []]);
    await call('PATCH', `templates/${id}`, { is_archived: false });
    await createRequest({ template_id: id });
  });

  it('should be duplicated once for an Idempotency-Key', async () => {
    const {
      id,
      created_at: _created,
      updated_at: _updated,
      name: _name,
      ...content
    } = await createTemplate();
    const key = { 'idempotency-key': 'copy-1' };
    const copies = [
      await call('POST', `templates/${id}/duplicate`, {}, key),
      await call('POST', `templates/${id}/duplicate`, {}, key),
    ].map((response) => expectData(response, 201) as Template);
    expect(copies[1]).toEqual(copies[0]);
    expect(copies[0]).toMatchObject({
      ...content,
      name: 'Car damage (copy)',
      id: expect.not.stringMatching(id),
    });
    expect(expectData(await call('GET', 'templates'), 200)).toHaveLength(2);
  });

  it('should be limited in number by the plan', async () => {
    const { live } = await api.createWorkspace({ plan: 'developer_free' });
    const create = () => api.call('POST', '/v1/templates', { key: live.key, body: CAR });
    const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await create()).statusCode));
    expect(statuses.sort()).toEqual([201, 201, 201, 403, 403]);
    expectError(await create(), 403, 'plan_upgrade_required', []);
  });

  it.each([
    ['without instructions', { instructions: undefined }, 'instructions'],
    ['with a translation of a slot that is not there', { photo_slots: [] }, 'translations.de.photo_slots'],
    ['with a translation of an unknown question', { questions: [] }, 'translations.de.questions.side'],
    [
      'with fewer options in a translation',
      { translations: { de: { questions: { side: { options: ['Links'] } } } } },
      'translations.de.questions.side.options',
    ],
    [
      'with an image that is not there',
      { photo_slots: [{ instructions: 'x', example_image_id: 'img_1' }], translations: {} },
      'photo_slots.0.example_image_id',
    ],
    ['with an unknown guide', { photo_slots: [{ instructions: 'x', guide: 'boat' }] }, 'photo_slots.0.guide'],
  ])('should be refused %s', async (_name, changes, field) => {
    expectError(await call('POST', 'templates', { ...CAR, ...changes }), 422, 'validation_error', [field]);
    expect(expectData(await call('GET', 'templates'), 200)).toEqual([]);
  });

  it('should not be used across environments', async () => {
    const { id } = await createTemplate();
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.test.key,
      body: { template_id: id },
    });
    expectError(response, 422, 'validation_error', ['template_id']);
  });

  it('should fill in a permanent link, and the requests that its visits become', async () => {
    const { id } = await createTemplate({
      ...CAR,
      photo_slots: [],
      questions: [],
      translations: { de: { instructions: 'Der Schaden' } },
    });
    const link = expectData(
      await call('POST', 'permanent-links', { template_id: id, name: 'Desk' }),
      201,
    ) as {
      id: string;
      slug: string;
    };
    expect(link).toMatchObject({ name: 'Desk', instructions: CAR.instructions, template_id: id });
    const page = await openPage(api, 'link', link.slug);
    await page.send({ body: await smallPhoto() });
    expect((await page.submit()).statusCode).toBe(200);
    const { id: requestId } = await rowOf(api.database, 'photo_requests', { permanent_link_id: link.id });
    expect(expectData(await call('GET', `photo-requests/${requestId}`), 200)).toMatchObject({
      template_id: id,
      requires_review: true,
      translations: { de: { instructions: 'Der Schaden' } },
    });
    // A link keeps its translations when something else is changed, and loses those of what is said in a new way.
    const renamed = expectData(await call('PATCH', `permanent-links/${link.id}`, { name: 'Door' }), 200);
    expect(renamed).toMatchObject({ translations: { de: { instructions: 'Der Schaden' } } });
    const changed = await call('PATCH', `permanent-links/${link.id}`, { instructions: 'The serial number' });
    expect(expectData(changed, 200)).toMatchObject({ translations: {} });
  });
});

describe('what a request says in other languages', () => {
  const api = useTestApp({ withPages: true });
  const workspace = useWorkspaceForEach(api);

  async function pageOf(body: object, language: string): Promise<string> {
    const created = await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body });
    const { request_url } = expectData(created, 201) as PhotoRequest;
    const page = await api.call('GET', `/r/${keyOf(request_url)}`, {
      headers: { 'accept-language': language },
    });
    return page.body;
  }

  it('should be shown to customers who speak them, and to no one else', async () => {
    const { name: _name, ...body } = CAR;
    const german = await pageOf(body, 'de-AT');
    expect(german).toContain(CAR.translations.de.instructions);
    expect(german).toContain('Von vorn');
    expect(german).toContain('The damage');
    expect(german).toContain('"labels":["Links","Rechts"]');
    expect(german).not.toContain(CAR.instructions);
    const french = await pageOf(body, 'fr');
    expect(french).toContain(CAR.instructions);
    expect(french).not.toContain('Von vorn');
  });
});

describe('the evidence rules of a request', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);

  it('should be stricter than those of the workspace, and never milder', async () => {
    await setPolicy(api, workspace.id, { challenge: 'always' });
    const challengesOf = async (evidence_policy: object) => {
      const body = { instructions: 'The car', evidence_policy };
      const created = await api.call('POST', '/v1/photo-requests', { key: workspace.live.key, body });
      const { request_url } = expectData(created, 201) as PhotoRequest;
      return (await api.services.capture.sessions.findTarget('request', keyOf(request_url)))?.policy;
    };
    const milder = await challengesOf({ challenge: 'off', checks: { duplicate: 'refuse' } });
    expect(milder).toMatchObject({ challenge: 'always', checks: { duplicate: 'refuse', screen: 'inform' } });
  });
});

describe('the reminders of a template', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);

  it('should be planned where there is someone to remind, and be left out elsewhere', async () => {
    const { key } = workspace.live;
    const reminders = [{ when: 'not_submitted', hours: 24 }];
    const post = async (path: string, body: object) =>
      expectData(await api.call('POST', `/v1/${path}`, { key, body }), 201);
    const { id } = (await post('templates', { ...CAR, reminders })) as Template;
    const recipient_email = 'customer@example.com';
    expect(await post('photo-requests', { template_id: id, recipient_email })).toMatchObject({
      reminders: [{ when: 'not_submitted', hours: 24 }],
    });
    expect(await post('photo-requests', { template_id: id })).toMatchObject({ reminders: [] });
    expect(await post('photo-requests', { template_id: id, recipient_email, reminders: [] })).toMatchObject({
      reminders: [],
    });
  });
});
