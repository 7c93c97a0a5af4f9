import { setTimeout as delay } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { eventually, pathOf, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { openPage, smallPhoto } from '../helpers/capture/customer.ts';

const stage = startDashboard({ mailConfigured: true });
const SLOTS = [
  { instructions: 'The whole car', is_required: true },
  { instructions: 'The number plate', is_required: false },
];

it('should follow the customer on the detail page, the list and the overview, without a photo before it is sent', async () => {
  const owner = await stage.createOwner();
  const { id, token } = await stage.createRequest(owner, { photo_slots: SLOTS, external_id: 'CLM-20100' });
  const me = await stage.enter(owner);
  const [detail, list, overview] = [me.page, await me.context.newPage(), await me.context.newPage()];
  const base = `${stage.url}/app/${owner.workspaceId}/test`;
  await detail.goto(`${base}/photo-requests/${id}`);
  await list.goto(`${base}/photo-requests`);
  await overview.goto(base);
  const row = list.getByRole('row', { name: /CLM-20100/ });
  const waiting = overview.getByTestId('waiting-requests');
  await eventually(() => detail.getByTestId('request-status').innerText()).toBe('Waiting');
  await eventually(() => row.innerText()).toContain('0 of 2');
  await waiting.waitFor();

  const customer = await openPage(stage.api, 'request', token);
  await eventually(() => detail.getByTestId('request-status').innerText()).toBe('Opened');
  await eventually(() => row.innerText()).toContain('Opened');

  await customer.send({ slot: 0, body: await smallPhoto(1) });
  await eventually(() => detail.getByTestId('request-status').innerText()).toBe('In progress');
  await eventually(() => detail.getByTestId('progress').innerText()).toContain('1 of 2 photos taken so far');
  await eventually(() => row.innerText()).toContain('1 of 2');
  await eventually(() => waiting.innerText()).toContain('1 of 2 photos taken so far');
  await customer.send({ slot: 1, body: await smallPhoto(2) });
  await eventually(() => detail.getByTestId('progress').innerText()).toContain('2 of 2 photos taken so far');
  expect(await detail.locator('main img').count()).toBe(0);

  await me.call('POST', `photo-requests/${id}/cancel?environment=test`);
  await eventually(() => detail.getByTestId('request-status').innerText()).toBe('Canceled');
  expect(await detail.getByTestId('ended').innerText()).toContain(
    'Your customer had taken 2 photos but not sent them. They were deleted.',
  );
  await eventually(() => row.innerText()).toContain('Canceled');
});

it('should show what happened while a page was being read for the first time', async () => {
  const owner = await stage.createOwner();
  const page = await stage.open(owner, pathOf(owner, '', 'test'));
  await page.locator('[data-testid="live-status"][data-status="open"]').waitFor();
  const isAnswered = Promise.withResolvers<void>();
  const isTold = Promise.withResolvers<void>();
  const holdFirst = async (route: Route) => {
    const response = await route.fetch();
    isAnswered.resolve();
    await isTold.promise;
    await route.fulfill({ response });
  };
  await page.route('**/photo-requests?*', holdFirst, { times: 1 });
  await page.getByTestId('nav-photo-requests').click();
  await isAnswered.promise;
  // The count beside the menu is read again by the same event, after the page.
  const isCounted = page.waitForRequest('**/reviews?*');
  await stage.createRequest(owner, { external_id: 'CLM-20101' });
  await isCounted;
  isTold.resolve();
  await page.getByRole('row', { name: /CLM-20101/ }).waitFor();
});

it('should show a request while events come faster than it is read', async () => {
  const owner = await stage.createOwner();
  const { id, token } = await stage.createRequest(owner);
  const page = await stage.open(owner, pathOf(owner, `photo-requests/${id}`, 'test'));
  const shown = () => page.getByTestId('request-status').innerText();
  await eventually(shown).toBe('Waiting');
  // Read again after an event: the page hears of them.
  const isRead = page.waitForRequest(`**/photo-requests/${id}?*`);
  await stage.createRequest(owner);
  await isRead;
  const respondLate = async (route: Route) => {
    const response = await route.fetch();
    await delay(800);
    await route.fulfill({ response });
  };
  await page.route(`**/photo-requests/${id}?*`, respondLate);
  await openPage(stage.api, 'request', token);
  for (let more = 0; more < 400 && (await shown()) !== 'Opened'; more++) {
    await stage.createRequest(owner);
    await delay(150);
  }
  expect(await shown()).toBe('Opened');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
