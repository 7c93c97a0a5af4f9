import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { MINUTE } from '../helpers/app/test-clock.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import {
  confirmByName,
  confirmPassword,
  noticed,
  pathOf,
  REFUSED,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard();

async function ping(key: string): Promise<number> {
  const response = await fetch(`${stage.url}/v1/ping`, { headers: { 'x-api-key': key } });
  await response.arrayBuffer();
  return response.status;
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByTestId('create-key').first().click();
  await page.getByTestId('key-form').getByLabel('Name').fill(name);
  await page.getByTestId('key-save').click();
  return takeValue(page);
}

/** The value, as it is shown once. */
async function takeValue(page: Page): Promise<string> {
  const value = await page.getByTestId('secret').innerText();
  const done = page.getByTestId('secret-done');
  expect(await done.isDisabled()).toBe(true);
  await page.getByTestId('secret-kept').check();
  await done.click();
  await page.getByTestId('secret-dialog').waitFor({ state: 'detached' });
  return value.trim();
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByTestId(item).click();
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

describe('API keys', () => {
  it('should create a key that works, stops when deactivated, and works again with the password', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'api-keys'), { expected: REFUSED });
    await page.getByText('No API keys yet').waitFor();
    const key = await createKey(page, 'Claims backend');
    expect(key).toMatch(/^shp_live_/);
    expect(await ping(key)).toBe(200);
    expect(await page.content()).not.toContain(key);

    const row = rowOf(page, 'Claims backend');
    await row.getByText('Full access').waitFor();
    await page.reload();
    await row
      .getByText(/just now|minutes? ago/)
      .first()
      .waitFor();
    await choose(page, 'Claims backend', 'key-deactivate');
    await page.getByTestId('confirm-action').click();
    await noticed(page, '“Claims backend” deactivated.');
    expect(await ping(key)).toBe(401);
    await row.getByText('Inactive').waitFor();

    stage.api.clock.advance(16 * MINUTE);
    await choose(page, 'Claims backend', 'key-activate');
    await confirmPassword(page);
    await noticed(page, '“Claims backend” activated.');
    expect(await ping(key)).toBe(200);
  });

  it('should show a call that can be copied, together with the value', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'api-keys'));
    await page.getByTestId('create-key').first().click();
    await page.getByTestId('key-form').getByLabel('Name').fill('Copied');
    await page.getByTestId('key-save').click();
    const value = (await page.getByTestId('secret').innerText()).trim();
    await page.getByText(`curl ${stage.url}/v1/ping -H "X-API-Key: ${value}"`).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByTestId('secret').innerText()).toContain(value);
    await expectAccessible(page, 'the value of a key');
  });

  it('should show the limits of calls that are in force', async () => {
    const owner = await stage.createOwner();
    await stage.api.services.workspaces.setLimits(OPERATOR, owner.workspaceId, {
      perMinute: 321,
      perHour: 9_876,
    });
    const page = await stage.open(owner, pathOf(owner, 'api-keys'));
    await page.getByText('Rate limit: 321 calls per minute, 9,876 per hour.', { exact: true }).waitFor();
  });

  it('should end the old value when it is regenerated, after asking for the password', async () => {
    const owner = await stage.createOwner();
    const { key: old } = await stage.api.createKey(owner.workspaceId, { name: 'Backend', isActive: false });
    const page = await stage.open(owner, pathOf(owner, 'api-keys'), { expected: REFUSED });
    stage.api.clock.advance(16 * MINUTE);
    await choose(page, 'Backend', 'key-regenerate');
    await page.getByTestId('confirm-action').click();
    await confirmPassword(page);
    const key = await takeValue(page);
    expect([await ping(old), await ping(key)]).toEqual([401, 200]);
    await rowOf(page, 'Backend').getByText('Active', { exact: true }).waitFor();
  });

  it('should rename a key, and delete it only by its name', async () => {
    const owner = await stage.createOwner();
    const { key } = await stage.api.createKey(owner.workspaceId, { name: 'Old name' });
    const page = await stage.open(owner, pathOf(owner, 'api-keys'));
    await choose(page, 'Old name', 'key-edit');
    await page.getByTestId('key-form').getByLabel('Name').fill('New name');
    await page.getByTestId('key-save').click();
    await noticed(page, 'Saved.');

    await choose(page, 'New name', 'key-delete');
    await confirmByName(page, 'New name');
    await noticed(page, '“New name” deleted.');
    await page.getByText('No API keys yet').waitFor();
    expect(await ping(key)).toBe(401);
  });

  it('should give a key only what was chosen for it', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'api-keys', 'test'));
    await page.getByTestId('create-key').first().click();
    await page.getByTestId('key-form').getByLabel('Name').fill('Reader');
    await page.getByTestId('key-some-scopes').check();
    await page.getByTestId('scope-stats:read').check();
    await page.getByTestId('key-save').click();
    const key = await takeValue(page);
    expect(key).toMatch(/^shp_test_/);
    await rowOf(page, 'Reader').getByText('Read photo requests, Read statistics').waitFor();
    const response = await fetch(`${stage.url}/v1/photo-requests`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ instructions: 'A photo' }),
    });
    expect(response.status).toBe(403);
  });

  it('should be on one page for both environments, and be created for either', async () => {
    const owner = await stage.createOwner();
    await stage.api.createKey(owner.workspaceId, { name: 'Live one', environment: 'live' });
    await stage.api.createKey(owner.workspaceId, { name: 'Other one', environment: 'test' });
    const page = await stage.open(owner, pathOf(owner, 'api-keys'));
    await rowOf(page, 'Live one').getByText('Live', { exact: true }).waitFor();
    await rowOf(page, 'Other one').getByText('Test', { exact: true }).waitFor();
    await page.getByTestId('create-key').click();
    await page.getByTestId('key-form').getByLabel('Name').fill('From live');
    await page.getByTestId('key-environment-test').check();
    await page.getByTestId('key-save').click();
    expect(await takeValue(page)).toMatch(/^shp_test_/);
  });

  it('should say which keys the plan allows when there can be no further one', async () => {
    const owner = await stage.createOwner({ plan: 'developer_free' });
    await stage.api.createKey(owner.workspaceId, { name: 'The one', environment: 'live' });
    const page = await stage.open(owner, pathOf(owner, 'api-keys'));
    await page.getByTestId('create-key').click();
    await page.getByTestId('key-form').getByText('allows 1 live key').waitFor();
    expect(await page.getByTestId('key-environment-live').isDisabled()).toBe(true);
    await page.getByTestId('key-form').getByLabel('Name').fill('The other');
    await page.getByTestId('key-save').click();
    expect(await takeValue(page)).toMatch(/^shp_test_/);

    await page.getByTestId('key-limit-reached').getByText('allows 1 live and 1 test key').waitFor();
    await page.reload();
    await page.getByTestId('key-limit-reached').waitFor();
    await page.getByTestId('create-key').focus();
    const reason = page.getByRole('tooltip').getByText('Regenerate a key, or delete one first.');
    await reason.waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByTestId('key-form').count()).toBe(0);
    await page.getByTestId('create-key').blur();
    await reason.waitFor({ state: 'hidden' });
  });

  it('should be accessible and fit on any screen', async () => {
    const owner = await stage.createOwner();
    await stage.api.createKey(owner.workspaceId, { name: 'A backend with quite a long name for a key' });
    const page = await stage.open(owner, pathOf(owner, 'api-keys'), PHONE);
    await rowOf(page, 'A backend').waitFor();
    await expectAccessible(page, 'keys');
    await expectToFit(page, 'keys');
    await page.getByTestId('create-key').click();
    await page.getByTestId('key-form').waitFor();
    await expectAccessible(page, 'new key');
  });
});
