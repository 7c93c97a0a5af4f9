import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import {
  confirmByName,
  noticed,
  type Person,
  pathOf,
  REFUSED,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard();
const stored = ({ workspaceId }: Person) => stage.api.services.workspaces.find(workspaceId);

function pictureOf(format: 'png' | 'webp'): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
    .toFormat(format)
    .toBuffer();
}

describe('settings', () => {
  it('should save the name, which the frame then shows, and the time zone', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('workspace-name').fill('Harbour Insurance');
    await page.getByTestId('time-zone').fill('Auckland');
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await page.getByTestId('save-general').click();
    await noticed(page, 'Saved.');
    await page.getByRole('complementary').getByText('Harbour Insurance').waitFor();
    const { name, time_zone } = await stored(owner);
    expect({ name, time_zone }).toEqual({ name: 'Harbour Insurance', time_zone: 'Pacific/Auckland' });
  });

  it('should not undo what another owner changed meanwhile', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('brand-color').fill('#336699');
    await page.getByTestId('save-color').click();
    await noticed(page, 'Saved.');
    await stage.api.services.workspaces.changeSettings(OPERATOR, owner.workspaceId, {
      name: 'Renamed elsewhere',
      ip_allow_list: ['127.0.0.0/8'],
    });
    await page.getByTestId('time-zone').fill('Auckland');
    await page.getByRole('option', { name: 'Pacific/Auckland' }).click();
    await page.getByTestId('save-general').click();
    await expect.poll(async () => (await stored(owner)).time_zone).toBe('Pacific/Auckland');
    await expect.poll(() => page.getByTestId('ip-allow-list').inputValue()).toBe('127.0.0.0/8');
    expect(await page.getByTestId('workspace-name').inputValue()).toBe('Renamed elsewhere');
    expect((await stored(owner)).name).toBe('Renamed elsewhere');
  });

  it('should be found at the same place on the way back', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('save-retention').scrollIntoViewIfNeeded();
    // The page hears of a scrolling with the next frame.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    const place = () => page.evaluate('scrollY') as Promise<number>;
    const before = await place();
    expect(before).toBeGreaterThan(500);
    await page.getByTestId('nav-plan').dispatchEvent('click');
    await page.getByRole('heading', { level: 1, name: 'Plan and usage' }).waitFor();
    await expect.poll(place).toBe(0);
    await page.goBack();
    await expect.poll(place).toBe(before);
  });

  it('should show in one environment what was saved in the other', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings', 'test'));
    const name = page.getByTestId('workspace-name');
    await name.waitFor();
    await page.getByTestId('environment-live').click();
    await page.getByTestId('nav-settings').click();
    await name.fill('Renamed in live');
    await page.getByTestId('save-general').click();
    await noticed(page, 'Saved.');
    await page.getByTestId('environment-test').click();
    await page.getByTestId('nav-settings').click();
    await expect.poll(() => name.inputValue()).toBe('Renamed in live');
  });

  it('should take a logo, show it, refuse what is none in words, and remove it', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'), { expected: REFUSED });
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
    await page.getByTestId('upload-logo').waitFor();
    await choose('logo.png', 'image/png', await pictureOf('webp'));
    await page.getByText('The logo must be a PNG or JPEG image.').waitFor();
    await choose('logo.png', 'image/png', await pictureOf('png'));
    await noticed(page, 'Logo saved.');
    const logo = page.getByTestId('logo').first();
    await expect
      .poll(() => logo.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
    await page.getByTestId('remove-logo').click();
    await page.getByTestId('confirm-action').click();
    await noticed(page, 'Logo removed.');
    expect((await stored(owner)).logo_key).toBeNull();
  });

  it('should preview the button that the customer will get, readable in any color', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('brand-color').fill('#ff');
    await page.getByText('Enter a hex color').waitFor();
    expect(await page.getByTestId('save-color').isDisabled()).toBe(true);
    await page.getByTestId('brand-color').fill('#FFFF00');
    await page.getByTestId('contrast').getByText('Black text').waitFor();
    await page.getByTestId('contrast').getByText('buttons get an outline').waitFor();
    await page.getByTestId('save-color').click();
    await noticed(page, 'Saved.');
    expect((await stored(owner)).brand_color).toBe('#ffff00');
    await expectAccessible(page, 'a pale color');
  });

  it('should warn before the own address is locked out, and ask for it', async () => {
    const owner = await stage.createOwner();
    const { key } = await stage.api.createKey(owner.workspaceId);
    const ping = async () => (await fetch(`${stage.url}/v1/ping`, { headers: { 'x-api-key': key } })).status;
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    const list = page.getByTestId('ip-allow-list');
    await list.fill('nonsense');
    await page.getByText('nonsense isn’t a valid IP address or network.').waitFor();
    await list.fill('203.0.113.0/24, 2001:db8::/32');
    await page.getByTestId('lock-out-warning').getByText('127.0.0.1').waitFor();
    await page.getByTestId('save-access').click();
    await confirmByName(page, '127.0.0.1');
    await noticed(page, 'Saved.');
    expect(await ping()).toBe(403);

    await page.getByTestId('add-own-address').click();
    await page.getByTestId('lock-out-warning').waitFor({ state: 'detached' });
    await page.getByTestId('save-access').click();
    await expect.poll(ping).toBe(200);
    await expect.poll(() => list.inputValue()).toBe('203.0.113.0/24\n2001:db8::/32\n127.0.0.1');
  });

  it('should delete photos after some days only when the workspace is named', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('keep-some-days').check();
    await page.getByTestId('retention-days').fill('30');
    await page.getByTestId('retention-warning').getByText('permanently deleted').waitFor();
    await page.getByTestId('save-retention').click();
    expect((await stored(owner)).retention_days).toBeNull();
    await confirmByName(page, owner.name);
    await noticed(page, 'Saved.');
    expect((await stored(owner)).retention_days).toBe(30);
    await page.getByTestId('keep-for-ever').check();
    await page.getByTestId('save-retention').click();
    await expect.poll(async () => (await stored(owner)).retention_days).toBeNull();
  });

  it('should leave the name to owners', async () => {
    const owner = await stage.createOwner();
    const admin = await stage.addMember(owner, 'admin');
    const page = await stage.open(admin, pathOf(owner, 'settings'));
    await page.getByTestId('save-general').click();
    await noticed(page, 'Saved.');
    expect(await page.getByTestId('workspace-name').isDisabled()).toBe(true);
  });

  it('should be accessible and fit on any screen', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'), PHONE);
    await page.getByTestId('keep-some-days').check();
    await page.getByTestId('ip-allow-list').fill('203.0.113.7');
    await expectAccessible(page, 'settings');
    await expectToFit(page, 'settings');
  });
});

describe('plan and usage', () => {
  it('should show the quota, the plans, and how to change', async () => {
    const owner = await stage.createOwner({ plan: 'developer_free' });
    const page = await stage.open(owner, pathOf(owner, 'plan'), PHONE);
    await page.getByTestId('usage').getByText('of 100 photos').waitFor();
    await page.getByText('One-time quota').waitFor();
    await page.getByTestId('plans').getByText('Current plan').waitFor();
    await page.getByText(`workspace set-plan --workspace ${owner.workspaceId}`).waitFor();
    await expectAccessible(page, 'plan');
  });
});
