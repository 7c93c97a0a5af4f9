import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../src/photo-requests/schema.ts';
import type { Template } from '../../src/templates/schema.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { SMALLER_CAMERA } from '../helpers/browser/capture-browser-scripts.ts';
import { BROWSER_ARGS, PHONE as CUSTOMER } from '../helpers/browser/capture-browser-site.ts';
import { start, submit, takePhoto } from '../helpers/browser/capture-browser-steps.ts';
import { launchChromium } from '../helpers/browser/chromium.ts';
import { watchedContexts } from '../helpers/browser/dashboard-contexts.ts';
import { keyPress, keyTo, takeMouseAway, untilFocused } from '../helpers/browser/dashboard-keyboard.ts';
import { eventually, startDashboard, type Visitor } from '../helpers/browser/dashboard-stage.ts';
import { smallPhoto } from '../helpers/capture/customer.ts';

const stage = startDashboard();

const CAR = {
  name: 'Car damage',
  instructions: 'Please photograph your car.',
  photo_slots: [{ instructions: 'The front', guide: 'car_front', hint: 'From three meters.' }],
  questions: [{ id: 'drives', type: 'yes_no', label: 'Can it be driven?' }],
  translations: { de: { instructions: 'Bitte fotografieren Sie Ihr Auto.' } },
};

const createTemplate = (me: Visitor, body: object = {}) =>
  me.call<Template>('POST', 'templates?environment=test', { ...CAR, ...body });
const idIn = (page: Page) => /\/((?:tpl|req)_[0-9a-z]+)/.exec(page.url())?.[1] ?? '';

async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByTestId('picture-file').setInputFiles(file);
  await page.getByTestId('picture-dialog').waitFor({ state: 'hidden' });
}

describe('from a template to a photo', () => {
  const newContext = watchedContexts();
  let phones: Browser;
  beforeAll(async () => {
    phones = await launchChromium(BROWSER_ARGS);
  });
  afterAll(() => phones?.close());

  it('should lead through guide, example and German texts to the customer’s camera', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    await me.visit('test/templates');
    await page.getByText('No templates yet').waitFor();
    await page.getByTestId('new-template').first().click();
    await page.getByTestId('template-name').fill('Meter reading');
    await page.getByTestId('instructions').fill('Please photograph your meter.');
    await page.getByTestId('add-slot').click();
    await page.keyboard.type('The meter');
    await page.getByTestId('slot-more').click();
    await page.getByTestId('choose-guide').click();
    await page.getByTestId('guide-meter').click();
    await page.getByTestId('chosen-guide').locator('svg').waitFor();
    await page.getByTestId('choose-example').click();
    await chooseFile(page, { name: 'meter.jpg', mimeType: 'image/jpeg', buffer: await smallPhoto() });
    await eventually(() =>
      page
        .getByTestId('chosen-example')
        .locator('img')
        .evaluate((image) => (image as never as { naturalWidth: number }).naturalWidth),
    ).toBeGreaterThan(0);
    await page.getByTestId('add-language').selectOption('de');
    await untilFocused(page, 'translation');
    await page.keyboard.type('Bitte fotografieren Sie Ihren Zähler.');
    // The page beside the form speaks the language that is being written.
    await page.getByTestId('customer-preview').getByText('Bitte fotografieren Sie Ihren Zähler.').waitFor();
    await page.getByTestId('language').getByText('1 of 2').waitFor();
    await page.getByTestId('translation').last().fill('Der Zähler');
    await page.getByTestId('language').getByText('Complete').waitFor();
    await page.getByTestId('save-template').click();
    await page.getByTestId('template-languages').getByText('Deutsch').waitFor();

    const templateId = idIn(page);
    await page.getByTestId('use-template').click();
    await eventually(() => page.getByTestId('choose-template').inputValue()).toBe(templateId);
    await page.getByTestId('locale').selectOption('de');
    await page.getByTestId('create-request').click();
    await page.getByRole('link', { name: 'Meter reading' }).waitFor();
    const link = await page.getByTestId('request-url').innerText();

    const context = await newContext(phones, { ...CUSTOMER, locale: 'de-DE' });
    await context.addInitScript(SMALLER_CAMERA);
    const customer = await context.newPage();
    await customer.goto(link);
    await customer.getByText('Bitte fotografieren Sie Ihren Zähler.').waitFor();
    await start(customer);
    await customer.getByText('Der Zähler').first().waitFor();
    await customer.locator('.guide path').waitFor();
    await customer.locator('.example img').first().waitFor();
    await takePhoto(customer);
    await submit(customer);
    await page.getByTestId('request-status').getByText('Submitted').waitFor();
  });
});

describe('a template', () => {
  it('should fill the form, and stay as it is when something else is asked for', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id } = await createTemplate(me);
    await me.visit('test/photo-requests/new');
    await page.getByTestId('external-id').fill('claim-1');
    await page.getByTestId('choose-template').selectOption(id);
    await eventually(() => page.getByTestId('instructions').inputValue()).toBe(CAR.instructions);
    // What is about the customer is not the template's.
    expect(await page.getByTestId('external-id').inputValue()).toBe('claim-1');
    await page.getByTestId('slot-text').fill('The whole car');

    await page.getByTestId('choose-template').selectOption('');
    await page.getByRole('dialog', { name: 'Replace what you’ve written?' }).getByText('Keep it').click();
    expect(await page.getByTestId('slot-text').inputValue()).toBe('The whole car');
    await page.getByTestId('create-request').click();
    await page.getByTestId('share-box').waitFor();
    const [request] = await me.call<PhotoRequest[]>('GET', 'photo-requests?environment=test');
    expect(request).toMatchObject({
      template_id: id,
      external_id: 'claim-1',
      photo_slots: [{ instructions: 'The whole car', guide: 'car_front' }],
      translations: CAR.translations,
    });
    expect(await me.call('GET', `templates/${id}?environment=test`)).toMatchObject(CAR);
  });

  it('should begin a permanent link', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id } = await createTemplate(me);
    await me.visit('test/templates');
    await page.getByTestId('use').click();
    await page.getByTestId('use-for-link').click();
    await page.getByTestId('link-name').fill('Desk');
    await page.getByTestId('save-link').click();
    await page.getByRole('link', { name: CAR.name }).waitFor();
    const [link] = await me.call<object[]>('GET', 'permanent-links?environment=test');
    expect(link).toMatchObject({ template_id: id, translations: CAR.translations });
  });

  it('should be found by its name among many', async () => {
    const me = await stage.enter(await stage.createOwner());
    for (let index = 1; index <= 13; index += 1) await createTemplate(me, { name: `Branch ${index}` });
    await me.visit('test/photo-requests/new');
    await me.page.getByTestId('choose-template').fill('Branch 7');
    await me.page.getByRole('option', { name: 'Branch 7' }).click();
    await eventually(() => me.page.getByTestId('instructions').inputValue()).toBe(CAR.instructions);
  });

  it('should say which translations a new wording leaves behind', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id } = await createTemplate(me);
    await me.visit(`test/templates/${id}/edit`);
    await page.getByTestId('instructions').fill('Please photograph your van.');
    await page.getByTestId('language').click();
    await page.getByTestId('outdated').getByRole('button', { name: 'Keep it' }).click();
    await eventually(() => page.getByTestId('outdated').count()).toBe(0);
    await page.getByTestId('save-template').click();
    await page.getByTestId('template-languages').waitFor();
    expect(await me.call('GET', `templates/${id}?environment=test`)).toMatchObject({
      instructions: 'Please photograph your van.',
      translations: CAR.translations,
    });
  });

  it('should be duplicated, archived, restored and deleted', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { id } = await createTemplate(me);
    await me.visit(`test/templates/${id}`);
    await page.getByTestId('more-actions').click();
    await page.getByTestId('duplicate-template').click();
    await eventually(() => page.getByTestId('template-name').inputValue()).toBe('Car damage (copy)');

    await me.visit(`test/templates/${id}`);
    await page.getByTestId('more-actions').click();
    await page.getByTestId('archive-template').click();
    await page.getByTestId('archived').waitFor();
    expect(await page.getByTestId('use-template').count()).toBe(0);
    await me.visit('test/templates');
    await page.getByText('Car damage (copy)').waitFor();
    expect(await page.getByText('Car damage', { exact: true }).count()).toBe(0);
    await page.getByTestId('template-filter').selectOption('archived');
    await page.getByText('Car damage (copy)').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Car damage' }).click();
    await page.getByTestId('restore-template').click();
    await page.getByTestId('use-template').waitFor();

    await page.getByTestId('more-actions').click();
    await page.getByTestId('delete').click();
    await page.getByTestId('confirm-name').fill(CAR.name);
    await page.getByTestId('confirm-action').click();
    await page.getByText('Template deleted.').waitFor();
    const left = await me.call<Template[]>('GET', 'templates?environment=test');
    expect(left.map(({ name }) => name)).toEqual(['Car damage (copy)']);
  });

  it('should be read by viewers, who change nothing', async () => {
    const owner = await stage.createOwner();
    const { id } = await createTemplate(await stage.enter(owner));
    const viewer = await stage.enter(await stage.addMember(owner, 'viewer'));
    await viewer.visit('test/templates');
    await viewer.page.getByRole('link', { name: CAR.name }).click();
    await viewer.page.getByText('Can it be driven?').waitFor();
    for (const action of ['edit-template', 'use-template', 'more-actions'])
      expect(await viewer.page.getByTestId(action).count()).toBe(0);
    await viewer.visit(`test/templates/${id}/edit`);
    await viewer.page.waitForURL(new RegExp(`/templates/${id}$`));
    await viewer.visit('test/templates/new');
    await viewer.page.waitForURL(/\/templates$/);
  });
});

describe('a request', () => {
  it('should be asked for once more, of someone else', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { name: _, ...asked } = CAR;
    const { id } = await me.call<PhotoRequest>('POST', 'photo-requests?environment=test', {
      ...asked,
      external_id: 'claim-1',
      recipient_email: 'customer@example.com',
    });
    await me.visit(`test/photo-requests/${id}`);
    await page.getByTestId('more-actions').click();
    await page.getByTestId('duplicate').click();
    await eventually(() => page.getByTestId('instructions').inputValue()).toBe(CAR.instructions);
    for (const field of ['recipient-email', 'external-id'])
      expect(await page.getByTestId(field).inputValue()).toBe('');
    await page.getByTestId('create-request').click();
    await page.getByTestId('share-box').waitFor();
    const copy = await me.call<{ request: PhotoRequest }>(
      'GET',
      `photo-requests/${idIn(page)}?environment=test`,
    );
    expect(copy.request).toMatchObject({ ...asked, external_id: null, recipient_email: null });
    expect(copy.request.id).not.toBe(id);
  });

  it('should become a template', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    const { name, ...asked } = CAR;
    const { id } = await me.call<PhotoRequest>('POST', 'photo-requests?environment=test', asked);
    await me.visit(`test/photo-requests/${id}`);
    await page.getByTestId('more-actions').click();
    await page.getByTestId('save-as-template').click();
    await page.getByTestId('template-name').fill(name);
    await page.getByTestId('save-template').click();
    await page.getByTestId('use-template').waitFor();
    expect(await me.call('GET', `templates/${idIn(page)}?environment=test`)).toMatchObject(CAR);
  });
});

describe('pictures of slots', () => {
  it('should be refused where the dialog shows why, and be chosen again once they are there', async () => {
    const me = await stage.enter(await stage.createOwner(), { expected: /status of 422/ });
    const { page } = me;
    await me.visit('test/templates/new');
    await page.getByTestId('add-slot').click();
    await page.getByTestId('slot-more').click();
    await page.getByTestId('choose-guide').click();
    const opaque = sharp({ create: { width: 60, height: 60, channels: 3, background: '#888' } }).png();
    const outline = sharp({ create: { width: 90, height: 60, channels: 4, background: '#0000' } }).png();
    const png = { name: 'guide.png', mimeType: 'image/png' };
    await page.getByTestId('picture-file').setInputFiles({ ...png, buffer: await opaque.toBuffer() });
    await page.getByTestId('picture-dialog').getByTestId('form-error').waitFor();
    await chooseFile(page, { ...png, buffer: await outline.toBuffer() });
    await page.getByTestId('chosen-guide').locator('img').waitFor();
    await page.getByTestId('remove-guide').click();
    await eventually(() => page.getByTestId('chosen-guide').count()).toBe(0);
    await page.getByTestId('choose-guide').click();
    await page.getByTestId('earlier-picture').click();
    await page.getByTestId('chosen-guide').locator('img').waitFor();
    await page.getByTestId('choose-guide').click();
    await page.getByTestId('delete-picture').click();
    await page.getByTestId('confirm-action').click();
    await eventually(() => page.getByTestId('earlier-picture').count()).toBe(0);
  });
});

it('should be written without a mouse', async () => {
  const me = await stage.enter(await stage.createOwner());
  const { page } = me;
  await takeMouseAway(me.context);
  await me.visit('test/templates/new');
  await page.getByTestId('template-form').waitFor();
  await keyTo(page, 'template-name');
  await page.keyboard.type('Parcel');
  await keyTo(page, 'instructions');
  await page.keyboard.type('Please photograph the parcel.');
  await keyPress(page, 'add-slot');
  await untilFocused(page, 'slot-text');
  await page.keyboard.type('The label');
  await keyPress(page, 'slot-more');
  await keyPress(page, 'choose-guide');
  await page.getByTestId('picture-dialog').waitFor();
  await keyPress(page, 'guide-card');
  await untilFocused(page, 'choose-guide');
  await keyPress(page, 'save-template');
  await page.getByTestId('use-template').waitFor();
  expect(await me.call('GET', `templates/${idIn(page)}?environment=test`)).toMatchObject({
    photo_slots: [{ instructions: 'The label', guide: 'card' }],
  });
});

it('should fit a small phone', async () => {
  const viewport = { width: 320, height: 640 };
  const me = await stage.enter(await stage.createOwner(), { viewport, isMobile: true, hasTouch: true });
  const { page } = me;
  const { id } = await createTemplate(me, { name: 'A template with a rather long name for a small screen' });
  for (const path of [
    'templates',
    'templates?archived',
    `templates/${id}`,
    `templates/${id}/edit`,
    `photo-requests/new?template=${id}`,
    `permanent-links/new?template=${id}`,
  ]) {
    await me.visit(`test/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByTestId('skeleton').waitFor({ state: 'hidden' });
    if (await page.getByTestId('language').count()) await page.getByTestId('language').first().click();
    await expectToFit(page, path);
    await expectAccessible(page, path);
  }
  await page.getByTestId('slot-more').click();
  await page.getByTestId('choose-guide').click();
  await page.getByTestId('guide-card').waitFor();
  await expectToFit(page, 'the guides');
  await expectAccessible(page, 'the guides');
});
