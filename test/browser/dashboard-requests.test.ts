import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CODE_PATTERN, displayCode } from '../../src/shared/short-code.ts';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import { eventually, startDashboard, type Visitor } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard({ mailConfigured: true });
const REQUEST = { instructions: 'Please photograph the damage.' };
const SLOTS = [
  { instructions: 'The whole car', is_required: true },
  { instructions: 'The number plate', is_required: true },
];

async function writeRequest(page: Page): Promise<void> {
  await page.getByTestId('instructions').fill(REQUEST.instructions);
  await page.getByTestId('add-slot').click();
  await page.keyboard.type('The number plate');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The whole car');
  await page.getByRole('button', { name: 'Move photo 2 up' }).focus();
  await page.keyboard.press('Enter');
}

async function slotTexts(page: Page): Promise<string[]> {
  const fields = await page.getByTestId('slot-text').all();
  return Promise.all(fields.map((field) => field.inputValue()));
}

function createRequest(me: Visitor, body: object = {}): Promise<{ id: string; unique_code: string }> {
  return me.call('POST', 'photo-requests?environment=test', { ...REQUEST, ...body });
}

describe('a photo request', () => {
  it('should go from the form over the link to photos, the lightbox and a ZIP', async () => {
    const me = await stage.enter(await stage.createOwner(), { acceptDownloads: true });
    const { page } = me;
    await me.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await me.visit('test/photo-requests');
    await page.getByTestId('new-request').first().click();
    await writeRequest(page);
    expect(await slotTexts(page)).toEqual(['The whole car', 'The number plate']);
    expect(await page.getByTestId('customer-preview').innerText()).toContain('The whole car');
    await expectAccessible(page, 'the form');

    await page.getByTestId('create-request').click();
    const url = await page.getByTestId('request-url').innerText();
    expect(url).toMatch(/\/r\/[0-9a-z]{26}$/);
    expect(await page.getByTestId('request-code').innerText()).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
    await page.getByTestId('qr-code').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(url);
    await expectAccessible(page, 'the open request');

    await page.getByTestId('simulate').click();
    await page.getByTestId('photo').nth(1).waitFor();
    expect(await page.getByTestId('request-status').innerText()).toBe('Submitted');
    await page.getByTestId('timeline').getByText('2 photos received').waitFor();
    await expectAccessible(page, 'the submitted request');

    await walkThroughLightbox(page);

    const report = await page.getByTestId('download-pdf').getAttribute('href');
    const pdf = await me.context.request.get(stage.url + report);
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

    const download = page.waitForEvent('download');
    await page.getByTestId('download-zip').click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${CODE_PATTERN}\\.zip$`));
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.toString('latin1')).toMatch(/whole.car/i);
  });

  it('should be reordered with the mouse too', async () => {
    const me = await stage.enter(await stage.createOwner());
    await me.visit('test/photo-requests/new');
    await writeRequest(me.page);
    const grips = me.page.getByTestId('slot-grip');
    const [from, to] = [await grips.nth(0).boundingBox(), await grips.nth(1).boundingBox()];
    if (from === null || to === null) throw new Error('There are no grips');
    await me.page.mouse.move(from.x + 5, from.y + 5);
    await me.page.mouse.down();
    await me.page.mouse.move(to.x + 5, to.y + to.height + 10, { steps: 6 });
    await me.page.mouse.up();
    expect(await slotTexts(me.page)).toEqual(['The number plate', 'The whole car']);
  });

  it('should say at the field what is wrong with it', async () => {
    const me = await stage.enter(await stage.createOwner(), { expected: /status of 422/ });
    await me.visit('test/photo-requests/new');
    await me.page.getByTestId('add-slot').click();
    await me.page.getByTestId('create-request').click();
    await me.page.getByText('This field is required.').nth(1).waitFor();
    expect(await me.page.getByTestId('instructions').getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(me.page, 'the form with errors');
  });

  it('should explain on a plan without email why there is no field for it', async () => {
    const me = await stage.enter(await stage.createOwner({ plan: 'developer_free' }));
    await me.visit('live/photo-requests/new');
    await me.page.getByTestId('email-upgrade').waitFor();
    expect(await me.page.getByTestId('recipient-email').count()).toBe(0);
    await me.page.getByTestId('instructions').fill('Photos, please');
    await me.page.getByTestId('create-request').click();
    await me.page.getByTestId('share-box').waitFor();
  });
});

/** All of it by keyboard. */
async function walkThroughLightbox(page: Page): Promise<void> {
  await page.getByTestId('photo').first().focus();
  await page.keyboard.press('Enter');
  const photo = page.getByTestId('lightbox-photo');
  await page.getByRole('dialog', { name: 'Photo 1 of 2' }).waitFor();
  await eventually(() => photo.getAttribute('data-state')).toBe('shown');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'Photo 2 of 2' }).waitFor();
  expect(await photo.getAttribute('alt')).toBe('The number plate');
  await page.keyboard.press('+');
  await eventually(() => photo.getAttribute('data-scale')).toBe('1.50');
  await page.keyboard.press('0');
  await eventually(() => photo.getAttribute('data-scale')).toBe('1.00');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'Photo 1 of 2' }).waitFor();
  for (let step = 0; step < 12; step++) await page.keyboard.press('Tab');
  expect(await page.evaluate(`document.activeElement.closest('[role=dialog]') !== null`)).toBe(true);
  expect(await page.getByTestId('photo-details').innerText()).toMatch(/[0-9a-f]{64}/);
  await expectAccessible(page, 'the lightbox');
  await page.keyboard.press('Escape');
  await page.getByTestId('lightbox').waitFor({ state: 'hidden' });
  await eventually(() => page.evaluate('document.activeElement.dataset.testid')).toBe('photo');
}

describe('what a member does with a request', () => {
  it('should extend it, cancel it and delete it by its code', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id, unique_code } = await createRequest(me);
    await me.visit(`test/photo-requests/${id}`);
    await page.getByTestId('extend').click();
    await page.getByTestId('extend-confirm').click();
    await page.getByTestId('notice-success').getByText('Request extended.').waitFor();
    await page.getByTestId('timeline').getByText('Extended').waitFor();

    await page.getByTestId('more-actions').click();
    await page.getByTestId('cancel').click();
    await page.getByTestId('confirm-action').click();
    await page.getByTestId('request-status').getByText('Canceled').waitFor();

    await page.getByTestId('more-actions').click();
    await page.getByTestId('delete').click();
    expect(await page.getByTestId('confirm-action').isDisabled()).toBe(true);
    await page.getByTestId('confirm-name').fill(displayCode(unique_code));
    await page.getByTestId('confirm-action').click();
    await page.getByText('No test requests yet').waitFor();
  });

  it('should not stay on the screen when someone else deletes it', async () => {
    const me = await stage.enter(await stage.createOwner(), { expected: /status of 404/ });
    const { id } = await createRequest(me);
    await me.visit(`test/photo-requests/${id}`);
    await me.page.getByTestId('request-status').waitFor();
    await me.call('DELETE', `photo-requests/${id}?environment=test`);
    await me.page.getByTestId('error-state').getByText('It may have been deleted').waitFor();
    expect(await me.page.getByTestId('request-status').count()).toBe(0);
  });

  it('should email the link again, and see that it is on its way', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    await me.visit('live/photo-requests/new');
    await page.getByTestId('instructions').fill('Photos, please');
    await page.getByTestId('recipient-email').fill('customer@example.com');
    await page.getByTestId('send-email').click();
    await page.getByTestId('create-request').click();
    await page.getByTestId('resend-email').click();
    await page.getByTestId('notice-success').getByText('Sending email…').waitFor();
    await page.getByTestId('timeline').getByText('Sending email').waitFor();
    await page.getByTestId('resend-email').waitFor({ state: 'detached' });
  });

  it('should be nothing for a viewer, who sees it all', async () => {
    const owner = await stage.createOwner();
    const me = await stage.enter(owner);
    const { id } = await createRequest(me, { photo_slots: SLOTS });
    await me.call('POST', `photo-requests/${id}/simulate?environment=test`);
    const open = await createRequest(me);
    const viewer = await stage.enter(await stage.addMember(owner, 'viewer'));
    await viewer.visit(`test/photo-requests/${id}`);
    await viewer.page.getByTestId('photo').nth(1).waitFor();
    await viewer.page.getByTestId('download-zip').waitFor();
    expect(await viewer.page.getByTestId('more-actions').count()).toBe(0);
    await viewer.visit(`test/photo-requests/${open.id}`);
    await viewer.page.getByTestId('share-box').waitFor();
    for (const action of ['simulate', 'extend', 'more-actions'])
      expect(await viewer.page.getByTestId(action).count()).toBe(0);
    await viewer.visit('test/photo-requests/new');
    await viewer.page.getByRole('heading', { level: 1, name: 'Photo requests' }).waitFor();
    expect(await viewer.page.getByTestId('new-request').count()).toBe(0);
  });
});
