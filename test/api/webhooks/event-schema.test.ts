import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { createEventBodies } from '../../../src/photo-requests/event-bodies.ts';
import { EVENT_TYPES, TEST_EVENT } from '../../../src/webhooks/outbox/event-types.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import {
  createLink,
  createRequest,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { createReviewer, submitPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { createReminderScene } from '../../helpers/email/reminder-scene.ts';
import { documentedEvent } from '../../helpers/webhooks/documented-event.ts';

const SLOTS = [{ instructions: 'The front' }, { instructions: 'The back' }];
const QUESTIONS = [
  { id: 'mileage', type: 'number', label: 'Mileage', unit: 'km' },
  { id: 'damage', type: 'multiple_choice', label: 'Damage', options: ['Dent', 'Scratch'] },
];

interface Spoiled {
  data: { photos: [{ metadata: object }]; answers: [object] };
}

describe('the bodies of events', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  /** Everything that can be told of requests, with a value in every field that can be absent. */
  async function letEverythingHappen(): Promise<void> {
    const { key } = workspace.live;
    const { wantAllEvents, decide, cancel, askAgain } = createReviewer(api, workspace);
    await wantAllEvents();

    const answered = await createRequest(api, key, {
      photo_slots: SLOTS,
      questions: QUESTIONS,
      external_id: 'claim-4711',
      metadata: { branch: 'Berlin' },
    });
    const customer = await openPage(api, 'request', answered.token);
    const photos = [newClientId(), newClientId()];
    const headers = { 'x-photo-location': '52.5163,13.3777,12.5', 'x-photo-hint': 'dark' };
    for (const [slot, clientId] of photos.entries())
      await customer.send({ slot, clientId, headers, body: await smallPhoto(slot + 1) });
    const answers = { mileage: 42_000.5, damage: ['Dent'] };
    const submitted = await customer.submit({ photos, answers });
    expect(submitted.statusCode, submitted.body).toBe(200);
    await decide(answered.id, {
      ...askAgain(1),
      message: 'One again, please.',
      questions: [{ question_id: 'mileage', message: 'Really?' }],
    });
    await openPage(api, 'request', answered.token);

    for (const decision of ['approve', 'reject']) {
      const { id, token } = await createRequest(api, key, { photo_slots: SLOTS });
      await submitPlaces(api, token, [0, 1]);
      await decide(id, { decision });
    }

    const { slug } = await createLink(api, key);
    const visitor = await openPage(api, 'link', slug);
    await visitor.send({ body: await smallPhoto() });
    await visitor.submit();

    await cancel((await createRequest(api, key)).id);
    await api.call('DELETE', `/v1/photo-requests/${(await createRequest(api, key)).id}`, { key });

    const reminding = createReminderScene(api, workspace);
    await reminding.ask({ reminders: [{ when: 'not_submitted', hours: 24 }] });
    api.clock.advance(2 * DAY);
    await reminding.sweep();
    api.clock.advance(90 * DAY);
    while (await api.services.photoRequests.expireOverdue());

    const [endpoint] = await rowsOf(api.database, 'webhook_endpoints', { workspace_id: workspace.id });
    await api.services.webhookTests.send(OPERATOR, workspace.id, endpoint?.id ?? '');
  }

  it('should be what the OpenAPI document says, without a field that it does not name', async () => {
    await letEverythingHappen();
    const stored = await rowsOf(api.database, 'events', { workspace_id: workspace.id }, 'id');
    const told = stored.map(({ body }) => documentedEvent(body));
    expect(new Set(told.map(({ event }) => event))).toEqual(new Set([...EVENT_TYPES, TEST_EVENT]));

    const [submission] = told.filter(({ event }) => event === 'photo_request.submitted');
    expect(submission?.data).toMatchObject({
      answers: [{ value: 42_000.5 }, { value: ['Dent'] }],
      photos: [{ metadata: { gps_accuracy: 12.5, quality_hint: 'dark' } }, {}],
      round: 1,
    });
    const [sentBack] = told.filter(({ event }) => event === 'photo_request.changes_requested');
    expect(sentBack?.data.review).toMatchObject({
      slots: [{}],
      questions: [{}],
      message: 'One again, please.',
    });
  });

  it('should be refused by this check with a field more or less at any depth', async () => {
    const { photoLinks: links, urls } = api.services;
    const body = await createEventBodies({ links, urls }).test('live', api.clock.now());
    const spoiled = (spoil: (event: Spoiled) => void) => {
      const event = JSON.parse(body);
      spoil(event);
      return () => documentedEvent(JSON.stringify(event));
    };
    expect(spoiled(() => {})).not.toThrow();
    expect(spoiled((event) => Object.assign(event, { more: 1 }))).toThrow();
    expect(spoiled(({ data }) => Object.assign(data, { more: 1 }))).toThrow();
    expect(spoiled(({ data }) => Object.assign(data.photos[0].metadata, { more: 1 }))).toThrow();
    expect(spoiled(({ data }) => Reflect.deleteProperty(data.answers[0], 'label'))).toThrow();
  });
});
