import { expect, it } from 'vitest';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { focused, takeMouseAway } from '../helpers/browser/dashboard-keyboard.ts';
import {
  eventually,
  noticed,
  type Person,
  pathOf,
  REFUSED,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';
import { submitPlaces } from '../helpers/capture/rounds.ts';

const stage = startDashboard({ mailConfigured: true });
const NARROW = { viewport: { width: 360, height: 740 } };
const SLOTS = [
  { instructions: 'The whole car', hint: 'Stand two meters away.' },
  { instructions: 'The number plate' },
];

async function submitted(owner: Person, external_id: string) {
  const body = { external_id, photo_slots: SLOTS, requires_review: true };
  const request = await stage.createRequest(owner, body);
  await submitPlaces(stage.api, request.token, [0, 1]);
  return request;
}

const review = (id: string) => `photo-requests/${id}/review?environment=test`;

it('should ask for one photo again, show what was asked for, and later the round that came of it', async () => {
  const owner = await stage.createOwner();
  const { id, token } = await submitted(owner, 'claim-1');
  const { page, visit } = await stage.enter(owner);
  await visit(`test/photo-requests/${id}`);
  await page.getByTestId('review-state').getByText('To review').waitFor();
  await page.getByTestId('ask-for-changes').click();
  await page.getByTestId('changes-submit').click();
  await page.getByRole('dialog').getByText('Choose at least one photo.').waitFor();
  await page.getByTestId('ask-slot').nth(1).check();
  await page.getByTestId('ask-reason').selectOption('other');
  await page.getByTestId('changes-submit').click();
  await eventually(() => focused(page)).toBe('ask-message');
  await expectAccessible(page, 'asking for changes');
  await page.getByTestId('ask-message').fill('A finger covers the plate.');
  await page.getByTestId('changes-submit').click();
  await noticed(page, 'Changes requested.');
  const asked = page.getByTestId('asked-slots').getByRole('listitem');
  await eventually(() => asked.innerText()).toContain('The number plate\nA finger covers the plate.');
  expect(await asked.count()).toBe(1);
  await page.getByTestId('review-state').getByText(`By ${owner.email}`).waitFor();
  await page.getByTestId('share-box').waitFor();
  await page.getByTestId('photo').getByText('To retake').waitFor();
  await page.getByTestId('progress').getByText('0 of 1 photo taken so far').waitFor();
  await expectAccessible(page, 'a request with changes');

  await submitPlaces(stage.api, token, [0], 10);
  await page.getByTestId('review-state').getByText('Round 2.').waitFor();
  await page.getByTestId('photo').getByText('Round 2').waitFor();
  await page.getByTestId('earlier-photos').getByText('Taken again since').waitFor();
  await page.getByTestId('earlier-photos').getByTestId('photo').click();
  await page.getByRole('dialog', { name: 'Photo 1 of 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('approve-submission').click();
  await page.getByTestId('review-state').getByText('Approved').waitFor();
  await expectToFit(page, 'a reviewed request');
});

it('should be worked through by keyboard alone', async () => {
  const owner = await stage.createOwner();
  const first = await submitted(owner, 'claim-1');
  const second = await submitted(owner, 'claim-2');
  const { page, context, visit, call } = await stage.enter(owner);
  await takeMouseAway(context);
  await visit('test/review');
  const shown = page.locator('[data-testid="reviewed-request"][data-ready]');
  const title = page.getByTestId('queue-title');
  await eventually(() => title.innerText()).toBe('claim-1');
  await eventually(() => page.getByTestId('nav-review').innerText()).toContain('2');
  await eventually(() => page.getByTestId('queue-slot').innerText()).toBe('The whole car');
  await page.getByText('Stand two meters away.').waitFor();
  await expectAccessible(page, 'the queue');
  await page.keyboard.press('j');
  await eventually(() => title.innerText()).toBe('claim-2');
  await page.keyboard.press('p');
  await eventually(() => title.innerText()).toBe('claim-1');
  await page.keyboard.press('?');
  await page.getByTestId('keys').waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('keys').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await eventually(() => page.getByTestId('queue-slot').innerText()).toBe('The number plate');

  await shown.waitFor();
  await page.keyboard.press('c');
  await eventually(() => focused(page)).toBe('ask-reason');
  await page.keyboard.press('b');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Can’t be read.');
  await page.keyboard.press('Tab');
  for (const _ of ['message', 'chips', 'cancel']) await page.keyboard.press('Tab');
  await eventually(() => focused(page)).toBe('changes-submit');
  await page.keyboard.press('Enter');
  await noticed(page, 'Asked for changes to claim-1.');
  await eventually(() => title.innerText()).toBe('claim-2');
  await shown.waitFor();
  await page.keyboard.press('a');
  await noticed(page, 'Approved claim-2.');
  await page.getByText('Nothing to review').waitFor();
  await eventually(() => page.getByTestId('review-count').count()).toBe(0);
  const stateOf = async (id: string) =>
    (await call<{ request: { review: object } }>('GET', `photo-requests/${id}?environment=test`)).request
      .review;
  expect(await stateOf(first.id)).toMatchObject({
    state: 'changes_requested',
    slots: [{ slot_index: 1, reason: 'blurred', message: 'Can’t be read.' }],
  });
  expect(await stateOf(second.id)).toMatchObject({ state: 'approved' });
  await submitted(owner, 'claim-3');
  await eventually(() => title.innerText()).toBe('claim-3');
});

it('should say that someone else has decided, and go on', async () => {
  const owner = await stage.createOwner();
  const requests: { id: string }[] = [];
  for (const name of ['claim-1', 'claim-2', 'claim-3']) requests.push(await submitted(owner, name));
  const colleague = await stage.enter(await stage.addMember(owner, 'member'));
  const decide = (index: number) =>
    colleague.call('POST', review(requests[index]?.id ?? ''), { decision: 'approve' });
  const { page, visit } = await stage.enter(owner, { expected: REFUSED });
  await visit('test/review');
  const title = page.getByTestId('queue-title');
  await page.locator('[data-testid="reviewed-request"][data-ready]').waitFor();
  await page.keyboard.press('r');
  await page.getByTestId('reject-reason').fill('Another car.');
  await decide(0);
  await eventually(() => page.getByTestId('nav-review').innerText()).toContain('2');
  expect(await title.innerText()).toBe('claim-1');
  await page.getByTestId('confirm-action').click();
  const failure = page.getByTestId('notice-failure');
  await failure
    .getByText(/^claim-1 was decided by someone else meanwhile\. This request was approved by/)
    .waitFor();
  expect(await failure.innerText()).not.toMatch(/\dT\d\d:/);
  await eventually(() => title.innerText()).toBe('claim-2');

  await decide(1);
  await noticed(page, 'Someone else has already reviewed claim-2.');
  await eventually(() => title.innerText()).toBe('claim-3');
  await expectAccessible(page, 'the queue after a conflict');

  // The page behind the dialog shows the other decision already; this one was made on what was there before.
  await visit(`test/photo-requests/${requests[2]?.id}`);
  await page.getByTestId('reject-submission').click();
  await page.getByTestId('reject-reason').fill('Another car.');
  await decide(2);
  await page.getByTestId('review-state').getByText('Approved').waitFor();
  await page.getByTestId('confirm-action').click();
  await failure.getByText(/^This request was approved by/).waitFor();
  await page.getByTestId('review-state').getByText('Approved').waitFor();
});

it('should be read by viewers, who decide nothing, and fit a narrow phone', async () => {
  const owner = await stage.createOwner();
  const { id } = await submitted(owner, 'claim-1');
  const viewer = await stage.enter(await stage.addMember(owner, 'viewer'), NARROW);
  await viewer.visit(`test/photo-requests/${id}`);
  await viewer.page.getByTestId('review-state').getByText('To review').waitFor();
  expect(await viewer.page.getByTestId('approve-submission').count()).toBe(0);
  await viewer.visit('test/review');
  await viewer.page.locator('[data-testid="reviewed-request"][data-ready]').waitFor();
  expect(await viewer.page.getByTestId('queue-approve').count()).toBe(0);
  await viewer.page.keyboard.press('c');
  expect(await viewer.page.getByRole('dialog').count()).toBe(0);

  const page = await stage.open(owner, pathOf(owner, 'review', 'test'), NARROW);
  await page.getByTestId('queue-approve').waitFor();
  await expectToFit(page, 'the queue');
  await expectAccessible(page, 'the queue on a phone');
  await page.goto(stage.url + pathOf(owner, 'photo-requests?status=review', 'test'));
  await page.getByRole('row').getByText('To review').waitFor();
  await page.setViewportSize(NARROW.viewport);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(NARROW.viewport.width);
});
