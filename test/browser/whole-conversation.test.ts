import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { EVENT_TYPES } from '../../src/webhooks/outbox/event-types.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  alive,
  press,
  script,
  seen,
  start,
  submit,
  takePhoto,
  untilFetched,
} from '../helpers/browser/capture-browser-steps.ts';
import { smallPhoto } from '../helpers/capture/customer.ts';
import { createReviewer } from '../helpers/capture/rounds.ts';
import { type Receiver, startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

/** What the browser says of calls in a dead spot. */
const LOST_CONNECTION = /ERR_(?:INTERNET_DISCONNECTED|CONNECTION|NETWORK)/;

describe('the conversation between a business and its customer', () => {
  const stage = useStage();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());

  async function createTemplate(): Promise<string> {
    const { api, workspace } = stage.site;
    const { key } = workspace.live;
    const upload = await api.call('POST', '/v1/slot-images?purpose=example', {
      key,
      raw: await smallPhoto(),
      headers: { 'content-type': 'image/jpeg' },
    });
    const response = await api.call('POST', '/v1/templates', {
      key,
      body: {
        name: 'Car damage',
        instructions: 'Please photograph your car.',
        photo_slots: [
          { instructions: 'The front', guide: 'car_front', example_image_id: upload.json().data.id },
          { instructions: 'The plate', guide: 'card' },
          { instructions: 'The mileage', guide: 'meter' },
        ],
        questions: [
          { id: 'hurt', type: 'yes_no', label: 'Was anyone hurt?' },
          { id: 'who', type: 'short_text', label: 'Who?', show_if: { question_id: 'hurt', equals: true } },
        ],
        translations: {
          de: {
            instructions: 'Bitte fotografieren Sie Ihr Auto.',
            photo_slots: [{ instructions: 'Von vorn' }, { instructions: 'Das Kennzeichen' }, null],
            questions: { hurt: { label: 'Wurde jemand verletzt?' } },
          },
        },
        requires_review: true,
      },
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data.id;
  }

  async function retakeBoth(page: Page): Promise<void> {
    await start(page);
    await takePhoto(page);
    await takePhoto(page);
    await submit(page);
  }

  it('should go from a template to an approval over one link, and tell the business in order', async () => {
    const { api, workspace, url } = stage.site;
    const reviewer = createReviewer(api, workspace);
    await api.services.webhookEndpoints.create(OPERATOR, workspace.id, {
      url: `http://127.0.0.1:${receiver.port}/ok`,
      events: [...EVENT_TYPES],
    });
    const created = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { template_id: await createTemplate(), external_id: 'claim-7' },
    });
    const { id, request_url } = created.json().data;
    const path = new URL(request_url, url).pathname;

    const { page, context } = await stage.phone(path, { locale: 'de', expected: LOST_CONNECTION });
    await page.getByText('Bitte fotografieren Sie Ihr Auto.').waitFor();
    await expectAccessible(page, 'intro');
    await start(page);
    await page.locator('.guide path').waitFor();
    await page.locator('.example > button').waitFor();
    await takePhoto(page);
    await page.getByText('Das Kennzeichen').waitFor();
    // The rest in a dead spot, up to the answers.
    await untilFetched(page, script('questions'), script('ending'));
    await context.setOffline(true);
    await takePhoto(page);
    await takePhoto(page);
    await press(page, 'submit');
    await seen(page, 'questions');
    await page.getByRole('radio', { name: 'Ja' }).check();
    await page.locator('#question-who').fill('Mein Nachbar');
    await expectToFit(page, 'questions');
    await context.setOffline(false);
    await press(page, 'answer');
    await seen(page, 'thank-you');

    await expect.poll(async () => (await reviewer.read(id)).status).toBe('submitted');
    const first = await reviewer.read(id);
    expect(first).toMatchObject({
      round: 1,
      review: { state: 'pending' },
      answers: [{ value: true }, { value: 'Mein Nachbar' }],
    });
    await reviewer.decide(id, {
      decision: 'request_changes',
      slots: [
        { slot_index: 0, reason: 'blurred' },
        { slot_index: 1, reason: 'not_readable' },
      ],
    });

    await page.goto(url + path);
    await alive(page);
    await expect.poll(() => page.locator('.again img').count()).toBe(2);
    await retakeBoth(page);
    await expect.poll(async () => (await reviewer.read(id)).status).toBe('submitted');
    const second = await reviewer.read(id);
    expect(second.items.map(({ slot_index, round }) => [slot_index, round])).toEqual([
      [0, 2],
      [1, 2],
      [2, 1],
    ]);
    expect(second.superseded_items).toHaveLength(2);
    expect(second.items[2]).toMatchObject({ id: first.items[2]?.id });
    await reviewer.decide(id, { decision: 'approve' });

    const worker = api.services.createDeliveryWorker({ warn: () => {}, error: () => {} });
    await worker.settled();
    await worker.stop();
    const received = await receiver.waitFor('/ok', 8);
    // Events may overtake each other on the way; their ids sort by what happened first.
    const events = received
      .map(({ headers, body }) => ({
        id: headers['webhook-id'] ?? '',
        event: JSON.parse(body.toString()).event,
      }))
      .sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(events.map(({ event }) => event.replace('photo_request.', ''))).toEqual([
      'created',
      'first_viewed',
      'viewed',
      'submitted',
      'changes_requested',
      'viewed',
      'submitted',
      'approved',
    ]);
  });
});
