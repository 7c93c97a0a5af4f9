import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { DeliveryWorker } from '../../src/webhooks/delivery/worker.ts';
import { MINUTE } from '../helpers/app/test-clock.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import {
  confirmByName,
  confirmPassword,
  noticed,
  type Person,
  pathOf,
  REFUSED,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';
import { createEndpointIn } from '../helpers/webhooks/create-endpoint.ts';
import { type Receiver, startReceiver } from '../helpers/webhooks/misbehaving-receiver.ts';

const stage = startDashboard();
let receiver: Receiver;
let worker: DeliveryWorker;

beforeAll(async () => {
  receiver = await startReceiver();
  worker = stage.api.services.createDeliveryWorker({ warn: () => {}, error: () => {} });
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.stop();
});

/** Tries everything that is due. */
async function deliver(): Promise<void> {
  worker.wake();
  await worker.settled();
}

/** An endpoint at a path of the receiver that is told of new requests. */
function createEndpoint(owner: Person, path: string) {
  return createEndpointIn(stage.api.services, owner.workspaceId, {
    name: 'Claims backend',
    url: `http://${path.slice(1)}.localhost:${receiver.port}${path}`,
    events: ['photo_request.created'],
  });
}

async function createRequest(owner: Person): Promise<string> {
  const { key } = await stage.api.createKey(owner.workspaceId);
  const response = await stage.api.call('POST', '/v1/photo-requests', {
    key,
    body: { instructions: 'A photo' },
  });
  return response.json().data.id;
}

const deliveryRow = (page: Page, text: string) =>
  page.getByTestId('deliveries').getByRole('row').filter({ hasText: text });

describe('webhooks', () => {
  it('should add an endpoint, with the fault of a URL at its field, and send a test event', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'webhooks'), { expected: REFUSED });
    await page.getByTestId('new-webhook').first().click();
    await page.getByTestId('webhook-url').fill('ftp://example.com/hooks');
    await page.getByTestId('webhook-save').click();
    await page.getByText('Must be a full URL, such as https://example.com/webhooks.').waitFor();
    await expectAccessible(page, 'a fault');

    await page.getByTestId('webhook-url').fill(`${receiver.url}/added`);
    await page.getByTestId('webhook-name').fill('Added');
    await page.getByTestId('event-photo_request.created').check();
    await page.getByTestId('webhook-save').click();
    const secret = (await page.getByTestId('secret').innerText()).trim();
    expect(secret).toMatch(/^whsec_/);
    await page.getByTestId('secret-done').click();
    await page.getByRole('heading', { name: 'Added', level: 1 }).waitFor();

    await receiver.behave('/added', { status: 202, body: 'Thank you' });
    await page.getByTestId('webhook-test').click();
    const result = page.getByTestId('test-result');
    await result.getByText('HTTP 202').waitFor();
    await result.getByText('Thank you').waitFor();
    const [received] = await receiver.waitFor('/added', 1);
    expect(JSON.parse(String(received?.body)).event).toBe('webhook.test');
    await expectAccessible(page, 'the response to a test');
    await page.getByTestId('test-delivery').click();
    await page.getByRole('heading', { name: 'webhook.test', level: 1 }).waitFor();
    await page.getByTestId('attempts').getByText('Delivered').waitFor();
  });

  it('should say what was wrong with the receiver’s response, and send a delivery again', async () => {
    const owner = await stage.createOwner();
    const endpoint = await createEndpoint(owner, '/again');
    const { length: before } = await receiver.received('/again');
    await receiver.behave('/again', { status: 500, body: 'Database is down' });
    const page = await stage.open(owner, pathOf(owner, `webhooks/${endpoint.id}`));
    await page.getByText('No deliveries yet').waitFor();
    const requestId = await createRequest(owner);
    await deliver();
    const row = deliveryRow(page, requestId);
    await row.getByText('HTTP 500').waitFor();
    await row.getByText('Retrying').waitFor();
    await page.getByTestId('endpoint-notice').getByText('This endpoint is failing').waitFor();

    await row.getByRole('link').click();
    const attempts = page.getByTestId('attempts');
    await attempts.getByText('Database is down').first().waitFor();
    await attempts.getByText('Next attempt').waitFor();
    await page.getByText(`"id": "${requestId}"`).waitFor();
    await expectAccessible(page, 'a delivery');

    await receiver.behave('/again', { status: 200 });
    await page.getByTestId('send-again').click();
    await noticed(page, 'Resending…');
    await deliver();
    await page.getByTestId('delivery-status').getByText('Delivered').waitFor();
    const received = (await receiver.received('/again')).slice(before);
    const ids = received.map(({ headers }) => headers['x-webhook-id']);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('should hold what comes to a gone endpoint, and send it again with one step', async () => {
    const owner = await stage.createOwner();
    const endpoint = await createEndpoint(owner, '/gone');
    await receiver.behave('/gone', { status: 410 });
    await createRequest(owner);
    await deliver();
    await createRequest(owner);
    const page = await stage.open(owner, pathOf(owner, `webhooks/${endpoint.id}`), { expected: REFUSED });
    await page.getByTestId('endpoint-notice').getByText('410 Gone').waitFor();
    await receiver.behave('/gone', { status: 200 });
    stage.api.clock.advance(16 * MINUTE);
    await page.getByTestId('webhook-enable').click();
    await confirmPassword(page);
    await noticed(page, 'Endpoint enabled.');
    await page.getByTestId('send-held').click();
    await page.getByTestId('replay-form').waitFor();
    await expectAccessible(page, 'what is sent again');
    const before = (await receiver.received('/gone')).length;
    await page.getByTestId('replay-confirm').click();
    await page.getByTestId('replay-form').waitFor({ state: 'detached' });
    await deliver();
    await receiver.waitFor('/gone', before + 1);
    await page.getByTestId('held-notice').waitFor({ state: 'detached' });
  });

  it('should filter the log by status and event', async () => {
    const owner = await stage.createOwner();
    const endpoint = await createEndpoint(owner, '/filtered');
    const requestId = await createRequest(owner);
    await deliver();
    const page = await stage.open(owner, pathOf(owner, `webhooks/${endpoint.id}`));
    await deliveryRow(page, requestId).waitFor();
    await page.getByTestId('filter-status').selectOption('failed');
    await page.getByText('No matches').waitFor();
    await page.getByTestId('filter-status').selectOption('delivered');
    await deliveryRow(page, requestId).waitFor();
    await page.getByTestId('filter-event').selectOption('webhook.test');
    await page.getByText('No matches').waitFor();
  });

  it('should show the secret to an owner who gives the password, and rotate it in two steps', async () => {
    const owner = await stage.createOwner();
    const endpoint = await createEndpoint(owner, '/rotated');
    const page = await stage.open(owner, pathOf(owner, `webhooks/${endpoint.id}`), { expected: REFUSED });
    await page.getByTestId('reveal-secret').waitFor();
    stage.api.clock.advance(16 * MINUTE);
    await page.getByTestId('reveal-secret').click();
    await confirmPassword(page);
    expect(await page.getByTestId('secret').innerText()).toBe(endpoint.signingSecret);

    expect(await page.getByTestId('activate-secret').isDisabled()).toBe(true);
    await page.getByTestId('rotate-secret').click();
    await page.getByTestId('confirm-action').click();
    const next = (await page.getByTestId('secret-dialog').getByTestId('secret').innerText()).trim();
    await page.getByTestId('secret-done').click();
    await page.getByText('Rotating').waitFor();
    await page.getByTestId('activate-secret').click();
    await page.getByTestId('confirm-action').click();
    await noticed(page, 'New secret activated.');
    const secrets = await stage.api.services.webhookEndpoints.revealSecret(
      OPERATOR,
      owner.workspaceId,
      endpoint.id,
    );
    expect(secrets).toEqual({ current: next, next: null });
  });

  it('should edit, disable, and delete an endpoint by its name', async () => {
    const owner = await stage.createOwner();
    const endpoint = await createEndpoint(owner, '/edited');
    const page = await stage.open(owner, pathOf(owner, `webhooks/${endpoint.id}`));
    await page.getByTestId('webhook-edit').click();
    await page.getByTestId('webhook-name').fill('Renamed');
    await page.getByTestId('event-photo_request.expired').check();
    await page.getByTestId('webhook-save').click();
    await page.getByRole('heading', { name: 'Renamed', level: 1 }).waitFor();
    await page.getByTestId('webhook-disable').click();
    await page.getByTestId('confirm-action').click();
    await page.getByTestId('endpoint-notice').getByText('Disabled manually').waitFor();
    await page.getByTestId('webhook-delete').click();
    await confirmByName(page, 'Renamed');
    await page.getByText('No endpoints yet').waitFor();
  });

  it('should be accessible and fit on any screen, failing, disabled or well', async () => {
    const owner = await stage.createOwner();
    await receiver.behave('/looks', { status: 503, body: 'no' });
    const failing = await createEndpoint(owner, '/looks');
    await createEndpoint(owner, '/looks-well');
    const off = await createEndpoint(owner, '/looks-off');
    await createRequest(owner);
    await deliver();
    await stage.api.services.webhookEndpoints.disable(OPERATOR, owner.workspaceId, off.id);
    const page = await stage.open(owner, pathOf(owner, 'webhooks'), PHONE);
    await page.getByText('Failing').waitFor();
    await expectAccessible(page, 'endpoints');
    await expectToFit(page, 'endpoints');
    for (const { id } of [failing, off]) {
      await page.goto(stage.url + pathOf(owner, `webhooks/${id}`));
      await page.getByTestId('endpoint-notice').waitFor();
      await page.getByText('Verify signatures').click();
      await expectAccessible(page, 'endpoint');
      await expectToFit(page, 'endpoint');
    }
    await page.goto(stage.url + pathOf(owner, 'webhooks/new'));
    await page.getByTestId('webhook-form').waitFor();
    await expectAccessible(page, 'new endpoint');
    await expectToFit(page, 'new endpoint');
  });
});
