import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { displayCode } from '../../src/shared/short-code.ts';
import {
  confirmByName,
  eventually,
  noticed,
  PHONE,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard({ mailConfigured: true });

const FOCUSED = `(() => {
  const { activeElement } = document;
  const { top, bottom } = activeElement.getBoundingClientRect();
  return { id: activeElement.dataset.testid, isInView: top >= 0 && bottom <= innerHeight };
})()`;
const focused = (page: Page) => page.evaluate(FOCUSED);

describe('a form that is refused', () => {
  it('should lead to the first wrong field, in view', async () => {
    const me = await stage.enter(await stage.createOwner(), { viewport: PHONE, expected: /422/ });
    await me.visit('live/photo-requests/new');
    await me.page.getByTestId('recipient-email').fill('nobody');
    await me.page.getByTestId('create-request').click();
    await eventually(() => focused(me.page)).toEqual({ id: 'instructions', isInView: true });
    await me.page.getByTestId('instructions').fill('Please photograph the car.');
    await me.page.getByTestId('create-request').click();
    await eventually(() => focused(me.page)).toEqual({ id: 'recipient-email', isInView: true });
    const field = me.page.getByTestId('recipient-email');
    const describedBy = (await field.getAttribute('aria-describedby')) ?? '';
    const texts = await Promise.all(
      describedBy.split(' ').map((id) => me.page.locator(`[id="${id}"]`).innerText()),
    );
    expect(texts.join(' ')).toMatch(/email|address/i);
  });

  it('should lead to what is said of the whole, where it is about no field', async () => {
    const me = await stage.enter(await stage.createOwner(), { viewport: PHONE, expected: /ERR_FAILED/ });
    await me.visit('live/settings');
    await me.page.getByTestId('brand-color').fill('#112233');
    await me.context.route('**/settings?*', (route) => route.abort());
    await me.page.getByTestId('save-color').click();
    await eventually(() => focused(me.page)).toEqual({ id: 'form-error', isInView: true });
  });
});

describe('a half-written form', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
  /** Where it is, its field, and what makes it worth asking about. `REQUEST` stands for a request of the workspace. */
  const FORMS: [string, string, string][] = [
    ['live/photo-requests/new', 'instructions', 'Please photograph'],
    ['live/permanent-links/new', 'link-name', 'Front desk'],
    ['live/templates/new', 'template-name', 'Car damage'],
    ['live/webhooks/new', 'webhook-name', 'Our backend'],
    ['live/settings', 'brand-color', '#112233'],
    ['test/photo-requests/REQUEST', 'note-text', 'Call back on Monday'],
    ['../account', 'profile-name', 'Anna Berg'],
  ];

  it.each(FORMS)('should not be left without a question: %s', async (path, field, text) => {
    const owner = await stage.createOwner();
    const me = await stage.enter(owner);
    await me.visit('live/plan');
    const request = path.includes('REQUEST') ? await stage.createRequest(owner) : undefined;
    await me.visit(path.replace('REQUEST', request?.id ?? ''));
    await me.page.getByTestId(field).fill(text);
    await me.page.getByTestId('nav-members').click();
    await dialogOf(me.page).getByRole('button', { name: 'Keep editing' }).click();
    await eventually(() => dialogOf(me.page).count()).toBe(0);
    expect(await me.page.getByTestId(field).inputValue()).toBe(text);
    await me.page.getByTestId('nav-members').click();
    await dialogOf(me.page).getByTestId('confirm-action').click();
    await me.page.waitForURL(/\/members$/);
    await eventually(() => dialogOf(me.page).count()).toBe(0);
  });

  it('should make the browser ask before it is closed, and before nothing else', async () => {
    const me = await stage.enter(await stage.createOwner());
    await me.visit('live/photo-requests/new');
    const asked: string[] = [];
    me.page.on('dialog', async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    // Key by key, as people do: browsers ask only who has done something on the page.
    await me.page.getByTestId('instructions').pressSequentially('x');
    await reloadFromWithin(me.page);
    expect(asked).toEqual(['beforeunload']);
    await me.page.getByTestId('instructions').waitFor();
    await reloadFromWithin(me.page);
    expect(asked).toEqual(['beforeunload']);
  });

  it('should be left without a question once it is saved or emptied', async () => {
    const me = await stage.enter(await stage.createOwner());
    await me.visit('live/photo-requests/new');
    await me.page.getByTestId('instructions').fill('Please photograph the car.');
    await me.page.getByTestId('recipient-email').fill('anna+claims@example.com');
    await me.page.getByTestId('create-request').click();
    await me.page.getByTestId('share-box').waitFor();
    expect(await me.page.getByTestId('write-email').getAttribute('href')).toMatch(
      /^mailto:anna%2Bclaims@example\.com\?subject=Photo%20request%20from%20Harbour%20Insurance&body=Please/,
    );
    await me.visit('live/photo-requests/new');
    await me.page.getByTestId('instructions').fill('x');
    await me.page.getByTestId('instructions').fill('');
    await me.page.getByTestId('nav-members').click();
    await me.page.waitForURL(/\/members$/);
  });

  it('should be left without a question once it is sent, though the new address has yet to be confirmed', async () => {
    const owner = await stage.createOwner();
    const me = await stage.enter(owner);
    await me.visit('live/plan');
    await me.visit('../account');
    const profile = me.page.getByTestId('profile');
    const address = stage.newAddress();
    await profile.getByLabel('Email').fill(address);
    await profile.getByRole('button', { name: 'Save' }).click();
    await noticed(me.page, `Saved. Click the link we sent to ${address} to confirm it.`);
    await me.page.getByTestId('nav-members').click();
    await me.page.waitForURL(/\/members$/);
  });

  it('should be left without a question when what it belongs to is deleted', async () => {
    const owner = await stage.createOwner();
    const { id, code } = await stage.createRequest(owner);
    const me = await stage.enter(owner);
    await me.visit(`test/photo-requests/${id}`);
    await me.page.getByTestId('note-text').fill('Call back on Monday');
    await me.page.getByTestId('more-actions').click();
    await me.page.getByTestId('delete').click();
    await confirmByName(me.page, displayCode(code));
    await noticed(me.page, 'Request deleted.');
    await me.page.waitForURL(/\/photo-requests$/);
  });

  it('should be left without a question once the note is saved', async () => {
    const owner = await stage.createOwner();
    const { id } = await stage.createRequest(owner);
    const me = await stage.enter(owner);
    await me.visit(`test/photo-requests/${id}`);
    await me.page.getByTestId('note-text').fill('Call back on Monday');
    await me.page.getByTestId('save-note').click();
    await me.page.getByTestId('note').getByText('Call back on Monday').waitFor();
    await me.page.getByTestId('nav-members').click();
    await me.page.waitForURL(/\/members$/);
  });
});

/** The page itself knows that it has to ask; the browser's own process, which reloads it otherwise, may hear of it a moment later. */
async function reloadFromWithin(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.evaluate('void setTimeout(() => location.reload())');
  await loaded;
}
