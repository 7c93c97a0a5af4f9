import { describe, expect, it } from 'vitest';
import { mailedToken } from '../helpers/app/web-browser.ts';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import { confirmByName, pathOf, REFUSED, startDashboard } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard({ signUp: 'open', mailConfigured: true });

describe('coming and going', () => {
  it('should begin with an address, and choose the password behind the link in the email', async () => {
    const email = stage.newAddress();
    const page = await stage.visit('/app/sign-up', { expected: REFUSED });
    await page.getByTestId('sign-up').waitFor();
    expect(await page.locator('input[type=password]').count()).toBe(0);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Workspace name').fill('Engines');
    await page.getByTestId('sign-up-submit').click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

    const token = await mailedToken(stage.api, 'verify_email', email);
    await page.goto(`${stage.url}/app/verify-email/${token}`);
    await page.getByText(email).waitFor();
    await expectAccessible(page, 'choosing the password');
    await page.getByLabel('Password', { exact: true }).fill(email);
    await page.getByTestId('choose-password-submit').click();
    await page.getByText('Must not be your email address.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a walk along the harbour wall');
    await page.getByTestId('choose-password-submit').click();
    await page.waitForURL(/\/app\/ws_/);
    await page.getByText('Engines').first().waitFor();
  });

  it('should let a viewer leave the workspace', async () => {
    const owner = await stage.createOwner();
    const viewer = await stage.addMember(owner, 'viewer');
    const page = await stage.open(viewer, pathOf(owner, 'members'), { expected: REFUSED });
    await page.getByTestId('remove-member').click();
    await confirmByName(page, owner.name);
    await page.waitForURL((url) => !url.pathname.includes(owner.workspaceId));
    const left = await stage.api.services.identity.members.list(owner.workspaceId);
    expect(left.map(({ email }) => email)).toEqual([owner.email]);
  });
});
