import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import {
  confirmByName,
  noticed,
  pathOf,
  REFUSED,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard();
const memberRow = (page: Page, email: string) =>
  page.getByTestId('members').getByRole('row').filter({ hasText: email });

describe('members', () => {
  it('should invite a viewer by a link, who then can look and change nothing', async () => {
    const owner = await stage.createOwner();
    const email = stage.newAddress();
    const page = await stage.open(owner, pathOf(owner, 'members'));
    await page.getByTestId('invite').click();
    await page.getByTestId('invite-form').getByLabel('Email').fill(email);
    await page.getByTestId('role-viewer').check();
    await expectAccessible(page, 'an invitation');
    await page.getByTestId('send-invitation').click();
    const link = (await page.getByTestId('invitation-link').innerText()).trim();
    await page.getByTestId('invitation-done').click();
    await page.getByTestId('invitations').getByText(email).waitFor();

    const visitor = await stage.open(await stage.createOwner(), new URL(link).pathname, {
      expected: REFUSED,
    });
    await visitor.getByTestId('invitation-for-someone-else').getByText(email).waitFor();
    await expectAccessible(visitor, 'an invitation for someone else');
    await visitor.getByTestId('invitation-sign-out').click();
    await visitor.getByLabel('Password', { exact: true }).fill('a walk along the harbour wall');
    await visitor.getByTestId('sign-up-submit').click();
    await visitor.waitForURL(new RegExp(owner.workspaceId));
    await expectViewer(visitor, email, owner);

    await page.reload();
    await memberRow(page, email).waitFor();
    // The section stands there, empty, until the server has said that no invitation is left.
    await page.getByTestId('invitations').waitFor({ state: 'detached' });
  });

  async function expectViewer(page: Page, email: string, owner: Parameters<typeof pathOf>[0]): Promise<void> {
    for (const name of ['api-keys', 'webhooks', 'audit-log']) {
      await page.goto(stage.url + pathOf(owner, name));
      await page.getByTestId('admins-only').waitFor();
      await expectAccessible(page, name);
    }
    await page.goto(stage.url + pathOf(owner, 'members'));
    await memberRow(page, email).getByText('Viewer').waitFor();
    for (const control of ['invite', 'role-select'])
      expect(await page.getByTestId(control).count(), control).toBe(0);
    expect(await page.getByTestId('remove-member').allInnerTexts()).toEqual(['Leave']);
    await page.goto(stage.url + pathOf(owner, 'settings'));
    await page.getByTestId('read-only').waitFor();
    await page.getByTestId('retention-form').waitFor();
    const fields = page.locator('main').locator('input, textarea, select, button');
    for (const field of await fields.all()) {
      const isOff = (await field.isDisabled()) || !(await field.isVisible());
      expect(isOff, await field.evaluate((element) => element.outerHTML)).toBe(true);
    }
  }

  it('should take an invitation back, so that its link leads nowhere', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'members'));
    await page.getByTestId('invite').click();
    await page.getByTestId('invite-form').getByLabel('Email').fill('late@example.com');
    await page.getByTestId('send-invitation').click();
    const link = (await page.getByTestId('invitation-link').innerText()).trim();
    await page.getByTestId('invitation-done').click();
    await page.getByTestId('revoke-invitation').click();
    await noticed(page, 'revoked.');
    const token = new URL(link).pathname.split('/').at(-1);
    const response = await fetch(`${stage.url}/app/api/invitations/${token}`);
    expect(response.ok).toBe(false);
  });

  it('should change a role, keep the last owner, and remove by the address', async () => {
    const owner = await stage.createOwner();
    const { email } = await stage.addMember(owner, 'viewer');
    const page = await stage.open(owner, pathOf(owner, 'members'));
    const own = memberRow(page, owner.email);
    await own.waitFor();
    expect(await own.getByTestId('role-select').isDisabled()).toBe(true);
    expect(await own.getByTestId('remove-member').isDisabled()).toBe(true);
    await page.getByText('You’re the only owner').waitFor();

    await memberRow(page, email).getByTestId('role-select').selectOption('owner');
    await page.getByTestId('confirm-action').click();
    await noticed(page, 'Role changed.');
    await expect.poll(() => own.getByTestId('role-select').isDisabled()).toBe(false);

    await memberRow(page, email).getByTestId('remove-member').click();
    await confirmByName(page, email);
    await noticed(page, `${email} removed.`);
    await memberRow(page, email).waitFor({ state: 'detached' });
  });

  it('should not let an admin decide about owners', async () => {
    const owner = await stage.createOwner();
    const admin = await stage.addMember(owner, 'admin');
    const page = await stage.open(admin, pathOf(owner, 'members'));
    const row = memberRow(page, owner.email);
    await row.waitFor();
    expect(await row.getByTestId('role-select').isDisabled()).toBe(true);
    const choices = await memberRow(page, admin.email).getByTestId('role-select').locator('option').all();
    expect(await Promise.all(choices.map((choice) => choice.getAttribute('value')))).not.toContain('owner');
    await page.getByTestId('invite').click();
    await page.getByTestId('role-admin').waitFor();
    expect(await page.getByTestId('role-owner').count()).toBe(0);
  });

  it('should write down who did what, and find it again by what it is about', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('workspace-name').fill('Renamed');
    await page.getByTestId('save-general').click();
    await noticed(page, 'Saved.');
    await page.goto(stage.url + pathOf(owner, 'audit-log'));
    const log = page.getByTestId('audit-log');
    await log.getByText('changed the settings of').waitFor();
    await log.getByText('127.0.0.1').first().waitFor();
    await page.getByTestId('filter-action').selectOption('user');
    await log.getByText('signed in').first().waitFor();
    await expect.poll(() => log.getByText('changed the settings of').count()).toBe(0);
    await page.getByTestId('filter-action').selectOption('api_key');
    await log.getByText('No matches').waitFor();
    await expectAccessible(page, 'audit log');
  });

  it('should show the log page by page', async () => {
    const owner = await stage.createOwner();
    await stage.api.database.write(async (trx) => {
      for (let index = 0; index < 30; index += 1)
        await stage.api.services.audit.record(trx, {
          by: OPERATOR,
          workspaceId: owner.workspaceId,
          action: 'workspace.created',
        });
    });
    const page = await stage.open(owner, pathOf(owner, 'audit-log'), PHONE);
    const entries = page.getByTestId('audit-log').getByText('created the workspace');
    await entries.first().waitFor();
    const before = await entries.count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => entries.count()).toBeGreaterThan(before);
    await expectToFit(page, 'audit log');
  });

  it('should be accessible and fit on any screen', async () => {
    const owner = await stage.createOwner();
    await stage.addMember(owner, 'admin');
    const page = await stage.open(owner, pathOf(owner, 'members'), PHONE);
    await page.getByTestId('role-select').first().waitFor();
    await expectAccessible(page, 'members');
    await expectToFit(page, 'members');
  });
});
