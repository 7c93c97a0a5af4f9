import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Environment } from '../../../src/platform/db/tables.ts';
import type { TestApp } from '../../helpers/app/test-app.ts';
import { createMember, type Person } from '../../helpers/app/web-browser.ts';
import { s3Archive, saveArchive } from '../../helpers/archive/archive-scene.ts';
import { openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { createRequest, createSubmitted } from './web-requests.ts';

/** How a route is called so that it changes something. */
export interface ChangingCall {
  /** What stands for the last parameter of the address. */
  id?: string;
  /** What stands for a second one. */
  note?: string;
  body?: object;
  /** Sent as an image, instead of `body`. */
  raw?: Buffer;
  environment?: Environment;
  /** More of the query. */
  query?: string;
}

type Scene = (api: TestApp, person: Person) => Promise<ChangingCall>;

/** A workspace's own words for an email. */
const MAIL_TEXT = {
  kind: 'photo_request',
  lang: 'en',
  subject: '{business} needs your help',
  greeting: 'Dear {customer_name},',
  text: 'It takes a minute.',
  button: 'Start',
} as const;

/** No one listens there: what is sent fails at once. */
const HOOK = 'http://127.0.0.1:8081/hook';
const ARCHIVE = s3Archive({ url: 'http://127.0.0.1:8081' }, { request_json: true });

const key: Scene = async (api, { workspaceId }) => ({ id: (await api.createKey(workspaceId)).id });
const endpoint: Scene = async (api, { workspaceId }) => ({
  id: (await createEndpointIn(api.services, workspaceId, { url: HOOK })).id,
});
const request: Scene = async (_api, person) => ({ id: (await createRequest(person)).id });
const link: Scene = async (_api, { browser, path }) =>
  browser.expect<{ id: string }>('POST', `${path}/permanent-links`, { instructions: 'The gate, please.' });
const template: Scene = async (_api, { browser, path }) =>
  browser.expect<{ id: string }>('POST', `${path}/templates`, {
    name: 'Gate',
    instructions: 'The gate, please.',
  });
const slotImage: Scene = async (api, { workspaceId }) => {
  const by = { ...OPERATOR, workspaceId, environment: 'live' } as const;
  const upload = { purpose: 'example', body: await smallPhoto() } as const;
  return { id: (await api.services.slotImages.upload(by, upload)).data.id };
};
const invitation: Scene = async (_api, { browser, path }) =>
  browser.expect<{ id: string }>('POST', `${path}/invitations`, {
    email: 'guest@example.com',
    role: 'viewer',
  });
const colleague: Scene = async (api, { workspaceId }) => ({
  id: (await createMember(api, workspaceId, 'viewer')).userId,
});

const withBody =
  (scene: Scene, body: object): Scene =>
  async (api, person) => ({ id: (await scene(api, person)).id ?? '', body });

/** A delivery that failed, of an endpoint that is on. */
async function failedDelivery(api: TestApp, person: Person) {
  const { id: endpointId } = await createEndpointIn(api.services, person.workspaceId, {
    url: HOOK,
    events: ['photo_request.created'],
  });
  await createRequest(person);
  const { id } = await api.database.write((trx) =>
    trx
      .updateTable('deliveries')
      .set({ status: 'failed', finished_at: api.clock.now() })
      .where('endpoint_id', '=', endpointId)
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { id, endpointId };
}

/** A request whose first email has arrived. */
const mailed: Scene = async (api, person) => {
  const { id } = await createRequest(person, { recipient_email: 'customer@example.com', send_email: true });
  await updateRows(api.database, 'photo_requests', { id }, { email_status: 'sent' });
  return { id };
};

/** A copy that failed, in an archive that no one listens at. */
const failedCopy: Scene = async (api, person) => {
  await saveArchive(api, person.workspaceId, ARCHIVE);
  const { id: requestId } = await createSubmitted(api, person);
  const failed = { status: 'failed', finished_at: api.clock.now() } as const;
  await updateRows(api.database, 'archive_copies', { request_id: requestId }, failed);
  const copy = await rowOf(api.database, 'archive_copies', { request_id: requestId, kind: 'request' });
  return { id: copy.id };
};

const submitted: Scene = async (api, person) => ({ id: (await createSubmitted(api, person)).id });

/** What a customer submitted through a link that asks for approval. */
const heldSubmission: Scene = async (api, { browser, path }) => {
  const { id, slug } = await browser.expect<{ id: string; slug: string }>('POST', `${path}/permanent-links`, {
    instructions: 'The gate, please.',
    requires_approval: true,
  });
  const page = await openPage(api, 'link', slug);
  await page.send({ body: await smallPhoto() });
  await page.submit();
  const [held] = await browser.expect<{ id: string }[]>(
    'GET',
    `${path}/permanent-links/${id}/held-submissions`,
  );
  return { id: held?.id ?? '' };
};

/** What is sent to be looked at, and changes nothing. */
export const UNCHANGING_ROUTES = ['POST /settings/mail-texts/preview', 'POST /archive/test'];
const noted: Scene = async (_api, person) => {
  const { id } = await createRequest(person);
  const address = `${person.path}/photo-requests/${id}/notes`;
  const note = await person.browser.expect<{ id: string }>('POST', address, { text: 'The left one.' });
  return { id, note: note.id };
};

/** They change what the caller alone sees, which is no one else's business. */
export const PERSONAL_ROUTES = [
  'POST /notifications/read',
  'POST /notifications/:id/read',
  'PATCH /notification-choices',
];

/** By `METHOD address` below the workspace. */
export const CHANGING_ROUTES: Record<string, Scene> = {
  'POST /photo-requests': async () => ({ body: { instructions: 'The car, please.' } }),
  'DELETE /photo-requests/:id': request,
  'POST /photo-requests/:id/cancel': request,
  'POST /photo-requests/:id/extend': withBody(request, { hours: 5 }),
  'POST /photo-requests/:id/resend-email': mailed,
  'POST /photo-requests/:id/resend-sms': async (_api, person) => {
    const { id } = await createRequest(person, { recipient_phone: '+4915112345678' });
    return { id };
  },
  'POST /photo-requests/:id/reopen': async (api, person) => {
    const { id } = await createRequest(person, {});
    await updateRows(api.database, 'photo_requests', { id }, { status: 'expired' });
    return { id, body: { hours: 5 } };
  },
  'POST /photo-requests/:id/remind': mailed,
  'PUT /photo-requests/:id/reminders': withBody(mailed, { reminders: [{ when: 'not_opened', hours: 24 }] }),
  'POST /photo-requests/:id/review': withBody(submitted, { decision: 'approve' }),
  'POST /photo-requests/:id/notes': withBody(request, { text: 'A dent?' }),
  'PATCH /photo-requests/:id/notes/:note': async (api, person) => ({
    ...(await noted(api, person)),
    body: { text: 'The right one.' },
  }),
  'DELETE /photo-requests/:id/notes/:note': noted,
  'PUT /photo-requests/:id/assignee': async (api, person) => ({
    ...(await request(api, person)),
    body: { user_id: person.userId },
  }),
  'POST /photo-requests/:id/simulate': async (_api, person) => ({
    id: (await createRequest(person, {}, 'test')).id,
    environment: 'test',
  }),
  'POST /permanent-links': async () => ({ body: { instructions: 'The door, please.' } }),
  'PATCH /permanent-links/:id': withBody(link, { name: 'Another name' }),
  'DELETE /permanent-links/:id': link,
  'POST /templates': async () => ({ body: { name: 'Gate', instructions: 'The gate, please.' } }),
  'PATCH /templates/:id': withBody(template, { name: 'Another name' }),
  'DELETE /templates/:id': template,
  'POST /templates/:id/duplicate': withBody(template, {}),
  'POST /slot-images': async () => ({ raw: await smallPhoto(), query: '&purpose=example' }),
  'DELETE /slot-images/:id': slotImage,
  'POST /held-submissions/:id/approve': heldSubmission,
  'POST /held-submissions/:id/reject': heldSubmission,
  'POST /api-keys': async () => ({ body: { name: 'A new key' } }),
  'PATCH /api-keys/:id': withBody(key, { is_active: false }),
  'POST /api-keys/:id/regenerate': key,
  'DELETE /api-keys/:id': key,
  'POST /webhooks': async () => ({ body: { url: HOOK } }),
  'PATCH /webhooks/:id': withBody(endpoint, { name: 'Another name' }),
  'DELETE /webhooks/:id': endpoint,
  'POST /webhooks/:id/disable': endpoint,
  'POST /webhooks/:id/enable': async (api, person) => {
    const { id = '' } = await endpoint(api, person);
    await api.services.webhookEndpoints.disable(OPERATOR, person.workspaceId, id);
    return { id };
  },
  'POST /webhooks/:id/rotate': endpoint,
  'POST /webhooks/:id/activate-secret': async (api, person) => {
    const { id = '' } = await endpoint(api, person);
    await api.services.webhookEndpoints.rotate(OPERATOR, person.workspaceId, id);
    return { id };
  },
  'POST /webhooks/:id/test': endpoint,
  'POST /webhooks/deliveries/:id/replay': async (api, person) => ({
    id: (await failedDelivery(api, person)).id,
  }),
  'POST /webhooks/:id/replay': async (api, person) => ({
    id: (await failedDelivery(api, person)).endpointId,
    body: { statuses: ['failed'] },
  }),
  'PATCH /settings': async () => ({ body: { retention_days: 30 } }),
  'PATCH /settings/live-proof': async () => ({ body: { checks: { duplicate: 'hold' } } }),
  'PUT /settings/mail-texts': async () => ({ body: MAIL_TEXT }),
  'POST /settings/mail-texts/reset': async (api, { workspaceId }) => {
    await api.services.mailTexts.save(OPERATOR, workspaceId, MAIL_TEXT);
    return { body: { kind: MAIL_TEXT.kind, lang: MAIL_TEXT.lang } };
  },
  'POST /settings/mail-texts/trial': async (api, { userId }) => {
    await updateRows(api.database, 'users', { id: userId }, { email_verified_at: api.clock.now() });
    return { body: MAIL_TEXT };
  },
  'POST /settings/return-secret/rotate': async () => ({}),
  'POST /settings/return-secret/activate': async (api, { workspaceId }) => {
    await api.services.returns.rotate(OPERATOR, { workspaceId, environment: 'live' });
    return {};
  },
  'PUT /archive': async () => ({ body: ARCHIVE }),
  'DELETE /archive': async (api, { workspaceId }) => {
    await saveArchive(api, workspaceId, ARCHIVE);
    return {};
  },
  'POST /archive/copies/resend': async (api, person) => {
    await failedCopy(api, person);
    return { body: {} };
  },
  'POST /archive/copies/:id/resend': failedCopy,
  'PUT /settings/logo': async () => ({ raw: await smallPhoto() }),
  'DELETE /settings/logo': async (api, { workspaceId }) => {
    await api.services.brands.change(OPERATOR, workspaceId, { logo: await smallPhoto() });
    return {};
  },
  'PATCH /members/:user': withBody(colleague, { role: 'admin' }),
  'DELETE /members/:user': colleague,
  'POST /leave': async (api, { workspaceId }) => {
    await createMember(api, workspaceId, 'owner');
    return {};
  },
  'POST /invitations': async () => ({ body: { email: 'new@example.com', role: 'viewer' } }),
  'DELETE /invitations/:id': invitation,
};
