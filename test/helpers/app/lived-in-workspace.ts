import { randomInt, randomUUID } from 'node:crypto';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { openMailTransport } from '../../../src/email/open-transport.ts';
import { createNotificationOutbox } from '../../../src/notifications/outbox.ts';
import { openPhoneTransport } from '../../../src/phone/open-transport.ts';
import { createLog } from '../../../src/platform/log.ts';
import { s3Archive, saveArchive } from '../archive/archive-scene.ts';
import { createLink, openPage, smallPhoto } from '../capture/customer.ts';
import { scenePhoto } from '../capture/scene.ts';
import { insertRows } from '../database/stored-rows.ts';
import { MAIL_FROM, mailWorkerOf } from '../email/mail-worker.ts';
import { tellMembers } from '../notifications/fan-out.ts';
import type { TestApp } from './test-app.ts';
import { createOwner, type Person } from './web-browser.ts';

/** A photo request of someone, and every value that could lead to them. */
export interface PersonalRequest {
  id: string;
  photoIds: string[];
  values: string[];
}

export interface LivedInWorkspace {
  id: string;
  name: string;
  owner: Person;
  request: PersonalRequest;
  link: { id: string; slug: string };
  key: string;
  /** All values that belong to it or to its people. */
  values: string[];
}

let created = 0;
let scenes = 0;

/** Text that stands nowhere else. */
const secret = (kind: string) => `${kind}-${randomUUID()}`;

/** A workspace that has something in every table, with emails in the folder and photos in the storage. */
export async function liveInWorkspace(api: TestApp, mailFolder: string): Promise<LivedInWorkspace> {
  const owner = await createOwner(api);
  const { workspaceId, browser, path } = owner;
  const { services, database } = api;
  const { name } = await services.workspaces.find(workspaceId);
  const { key } = await api.createKey(workspaceId);
  await services.webhookEndpoints.create(OPERATOR, workspaceId, {
    // Nothing listens there: every attempt is written down with what went wrong.
    url: `http://127.0.0.1:2/${secret('receiver')}`,
    events: ['photo_request.created', 'photo_request.submitted', 'photo_request.deleted'],
  });
  const invited = `${secret('invited')}@example.com`;
  await browser.expect('POST', `${path}/invitations`, { email: invited, role: 'member' });
  const logo = await services.images.samplePhoto({ number: 1, label: 'A logo', seed: 'logo' });
  await services.brands.change(OPERATOR, workspaceId, { color: '#112233', logo });
  await api.call('POST', '/v1/templates', {
    key,
    body: { name: secret('template'), instructions: secret('instructions') },
  });
  const uploader = { ...OPERATOR, workspaceId, environment: 'live' } as const;
  await services.slotImages.upload(uploader, { purpose: 'example', body: logo });
  const archiveUrl = `http://127.0.0.1:2/${secret('archive')}`;
  await saveArchive(api, workspaceId, s3Archive({ url: archiveUrl }));
  const wording = secret('wording');
  const texts = { subject: '{business}', greeting: '', text: wording, button: 'Start' };
  await services.mailTexts.save(OPERATOR, workspaceId, { kind: 'photo_request', lang: 'de', ...texts });
  await services.returns.reveal(OPERATOR, { workspaceId, environment: 'live' });
  await insertRows(database, 'recovery_codes', { user_id: owner.userId, code_hash: secret('code') });
  const request = await submitPersonally(api, key, mailFolder);
  await insertRows(database, 'kept_photos', {
    request_id: request.id,
    workspace_id: workspaceId,
    environment: 'live',
    delete_at: api.clock.now(),
  });
  const { unsubscribing } = services;
  await unsubscribing.unsubscribe(
    unsubscribing.subscriptionOf(workspaceId, `${secret('former')}@example.com`),
  );
  const link = await createLink(api, key, {
    name: 'The desk',
    slug: `desk-${++created}-${Date.now() % 1e6}`,
  });
  const visit = await openPage(api, 'link', link.slug);
  await visit.send({ body: await smallPhoto(2) });
  await visit.offer();
  request.values.push(await talkAbout(request.id, owner));
  await sendEverything(api, mailFolder);
  // No one is told of it before its time.
  await api.database.write((trx) =>
    createNotificationOutbox({ database, ids: services.ids }).record(
      trx,
      { workspaceId, environment: 'live' },
      { kind: 'submitted', content: {}, requestId: request.id },
      api.clock.now() + 3_600_000,
    ),
  );
  return {
    id: workspaceId,
    name,
    owner,
    request,
    link,
    key,
    values: [
      ...request.values,
      workspaceId,
      owner.email,
      owner.userId,
      invited,
      link.slug,
      wording,
      archiveUrl,
    ],
  };
}

/** A note on it, who takes care of it, and what they want to hear of. */
async function talkAbout(requestId: string, { browser, path, userId }: Person): Promise<string> {
  const text = secret('note');
  await browser.expect('POST', `${path}/photo-requests/${requestId}/notes`, { text });
  await browser.expect('PUT', `${path}/photo-requests/${requestId}/assignee`, { user_id: userId });
  await browser.expect('PATCH', `${path}/notification-choices`, { submitted: { app: true, email: 'now' } });
  return text;
}

/** By API with an idempotency key and by email, viewed, photographed at a place, and submitted. */
export async function submitPersonally(
  api: TestApp,
  key: string,
  mailFolder: string,
): Promise<PersonalRequest> {
  const email = `${secret('customer')}@example.com`;
  const [instructions, externalId, plate] = [secret('instructions'), secret('external'), secret('plate')];
  const answer = secret('answer');
  const phone = `+49151${String(randomInt(1e8)).padStart(8, '0')}`;
  const response = await api.call('POST', '/v1/photo-requests', {
    key,
    headers: { 'idempotency-key': secret('idempotency') },
    body: {
      instructions,
      requires_review: true,
      questions: [{ id: 'story', type: 'long_text', label: 'What happened?' }],
      external_id: externalId,
      metadata: { plate },
      recipient_email: email,
      send_email: true,
      recipient_phone: phone,
      send_sms: true,
      reminders: [{ when: 'not_submitted', hours: 24 }],
    },
  });
  const { id, request_url } = response.json().data;
  // Before the photos come: then no one needs to be asked any more.
  await sendEverything(api, mailFolder);
  const page = await openPage(api, 'request', request_url.split('/').at(-1));
  await page.offer();
  const latitude = 40 + Math.random();
  const sent = await page.send({
    // Another one each time: findings name the photo that a copy was seen in before.
    body: await scenePhoto(++scenes),
    headers: { 'x-photo-location': `${latitude},13.4049,12` },
  });
  const submitted = await page.submit({ answers: { story: answer } });
  if (submitted.statusCode !== 200) throw new Error(submitted.body);
  const photoId = sent.json().data.id;
  return {
    id,
    photoIds: [photoId],
    values: [email, phone, instructions, externalId, plate, String(latitude), answer, photoId],
  };
}

async function sendEverything(api: TestApp, mailFolder: string): Promise<void> {
  await tellMembers(api.services);
  const transport = openMailTransport({ smtpUrl: undefined, mailFolder, from: MAIL_FROM });
  const mails = mailWorkerOf(api, { transport });
  await mails.settled();
  await mails.stop();
  const { publicUrl, clock } = api.services;
  const phoneTransport = openPhoneTransport({ kind: 'files' }, { folder: mailFolder, publicUrl, clock });
  const messages = api.services.openPhoneWorker({ transport: phoneTransport, log: createLog('silent') });
  await messages.settled();
  await messages.stop();
  const deliveries = api.services.createDeliveryWorker({ warn: () => {}, error: () => {} });
  await deliveries.settled();
  await deliveries.stop();
}
