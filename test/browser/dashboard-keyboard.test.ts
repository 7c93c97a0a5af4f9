import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PASSWORD } from '../helpers/app/web-browser.ts';
import {
  keyPress,
  keyTo,
  takeMouseAway,
  untilFocused,
  untilInMenu,
} from '../helpers/browser/dashboard-keyboard.ts';
import { eventually, type Person, startDashboard } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard({ mailConfigured: true });

async function signIn(page: Page, { email, workspaceId }: Person): Promise<void> {
  await page.goto(`${stage.url}/app/${workspaceId}/test/photo-requests`);
  await page.getByTestId('sign-in').waitFor();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('new-request').first().waitFor();
}

async function createRequest(page: Page): Promise<void> {
  await keyPress(page, 'Skip to content');
  await keyPress(page, 'new-request');
  await page.getByTestId('request-form').waitFor();
  await keyTo(page, 'instructions');
  await page.keyboard.type('Please photograph the damage.');
  await keyPress(page, 'add-slot');
  await untilFocused(page, 'slot-text');
  await page.keyboard.type('The number plate');
  await page.keyboard.press('Enter');
  await eventually(() => page.getByTestId('slot-text').count()).toBe(2);
  await page.keyboard.type('The whole car');
  await keyPress(page, 'Move photo 2 up');
  // It moves along with what it belongs to, and could go on.
  await untilFocused(page, 'Move photo 1 up');
  await keyPress(page, 'create-request');
}

async function lookAtPhotos(page: Page): Promise<void> {
  await keyPress(page, 'photo');
  await page.getByRole('dialog', { name: 'Photo 1 of 2' }).waitFor();
  await untilFocused(page, 'Close');
  const photo = page.getByTestId('lightbox-photo');
  expect(await photo.getAttribute('alt')).toBe('The whole car');
  await page.keyboard.press('+');
  await eventually(() => photo.getAttribute('data-scale')).toBe('1.50');
  await page.keyboard.press('0');
  await eventually(() => photo.getAttribute('data-scale')).toBe('1.00');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'Photo 2 of 2' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'Photo 1 of 2' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByTestId('lightbox').waitFor({ state: 'hidden' });
  await untilFocused(page, 'photo');
}

async function chooseAction(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByTestId(name).waitFor();
  await untilInMenu(page);
  await keyPress(page, name, 'ArrowDown');
  await page.getByTestId('confirm-dialog').waitFor();
}

async function cancelAndDelete(page: Page, code: string): Promise<void> {
  await keyTo(page, 'more-actions');
  await chooseAction(page, 'cancel');
  await page.keyboard.press('Escape');
  await untilFocused(page, 'more-actions');
  await chooseAction(page, 'cancel');
  await keyPress(page, 'confirm-action');
  await page.getByTestId('request-status').getByText('Canceled').waitFor();
  await untilFocused(page, 'more-actions');

  await chooseAction(page, 'delete');
  await untilFocused(page, 'confirm-name');
  await page.keyboard.type('something else');
  await page.keyboard.press('Enter');
  expect(await page.getByTestId('confirm-action').isDisabled()).toBe(true);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.getByTestId('notice-success').getByText('Request deleted.').waitFor();
}

async function codeOf(page: Page): Promise<string> {
  return page.getByTestId('request-code').innerText();
}

it('should need nothing but a keyboard, from signing in to the end of a request', async () => {
  const owner = await stage.createOwner();
  await stage.createRequest(owner, { external_id: 'claim-4711' });
  const context = await stage.arrive();
  await takeMouseAway(context);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await signIn(page, owner);
  await createRequest(page);

  const url = await page.getByTestId('request-url').innerText();
  await keyPress(page, 'Copy link');
  await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe(url);
  await keyPress(page, 'simulate', 'Shift+Tab');
  await page.getByTestId('photo').nth(1).waitFor();
  await lookAtPhotos(page);

  await keyPress(page, 'Photo requests', 'Shift+Tab');
  await page.getByRole('table', { name: 'Photo requests' }).waitFor();
  await keyPress(page, 'claim-4711');
  await cancelAndDelete(page, await codeOf(page));
  await page.getByRole('table', { name: 'Photo requests' }).waitFor();
  await eventually(() => page.getByText('claim-4711').count()).toBe(0);
});
