import { describe, expect, it } from 'vitest';
import { HOUR } from '../helpers/app/test-clock.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { noticed, PHONE, pathOf, startDashboard } from '../helpers/browser/dashboard-stage.ts';
import { openPage, smallPhoto } from '../helpers/capture/customer.ts';
import { updateRows } from '../helpers/database/stored-rows.ts';

const stage = startDashboard({ mailConfigured: true });
const CUSTOMER = 'customer@example.com';

describe('reminders in the web application', () => {
  it('should go from the form to the request, be changed there, and be sent by hand', async () => {
    const me = await stage.enter(await stage.createOwner());
    const { page } = me;
    await me.visit('live/photo-requests/new');
    await page.getByTestId('instructions').fill('Please photograph the damage.');
    await page.getByTestId('recipient-email').fill(CUSTOMER);
    await page.getByText('Standard', { exact: true }).click();
    await page.getByText('Custom', { exact: true }).click();
    await page.getByTestId('reminder-number').nth(1).fill('2');
    await expectAccessible(page, 'the form with reminders');
    await page.setViewportSize(PHONE);
    await expectToFit(page, 'the form with reminders');
    await page.getByTestId('create-request').click();
    const section = page.getByTestId('reminders');
    await section.getByText('2 days before it expires').waitFor();
    await section.getByText('If not opened after 1 day').waitFor();
    await expectToFit(page, 'the request with reminders');

    const id = page.url().split('/').at(-1) ?? '';
    await updateRows(stage.api.database, 'photo_requests', { id }, { email_status: 'sent' });
    await page.reload();
    await page.getByTestId('edit-reminders').click();
    await page.getByText('After 2 days', { exact: true }).click();
    await page.getByTestId('save-reminders').click();
    await noticed(page, 'Reminders saved.');
    await section.getByText('If not submitted after 2 days').waitFor();
    await page.getByTestId('remind').click();
    await noticed(page, 'Sending reminder…');
    await section.getByText('1 reminder sent').waitFor();
    await page.getByTestId('timeline').getByText('Reminder sent').waitFor();
  });

  it('should say that the customer has unsubscribed, and offer no email', async () => {
    const owner = await stage.createOwner();
    const me = await stage.enter(owner);
    const { id } = await me.call<{ id: string }>('POST', 'photo-requests', {
      instructions: 'Please',
      recipient_email: CUSTOMER,
    });
    await me.visit(`live/photo-requests/${id}`);
    await me.page.getByTestId('remind').waitFor();
    const { unsubscribing } = stage.api.services;
    await unsubscribing.unsubscribe(unsubscribing.subscriptionOf(owner.workspaceId, CUSTOMER));
    // Without a reload: open pages hear of it.
    await me.page.getByTestId('unsubscribed').waitFor();
    expect(await me.page.getByTestId('remind').count()).toBe(0);
    expect(await me.page.getByTestId('resend-email').count()).toBe(0);
  });

  it('should reopen an expired request and say what became of the photos', async () => {
    const owner = await stage.createOwner();
    const me = await stage.enter(owner);
    const asked = await stage.createRequest(owner, { expires_in_hours: 1 });
    const customer = await openPage(stage.api, 'request', asked.token);
    await customer.send({ body: await smallPhoto() });
    await updateRows(
      stage.api.database,
      'photo_requests',
      { id: asked.id },
      { expires_at: stage.api.clock.now() - HOUR },
    );
    await stage.api.services.photoRequests.expireOverdue();
    await me.visit(`test/photo-requests/${asked.id}`);
    await me.page.getByTestId('ended').getByText('continue where they stopped').waitFor();
    await me.page.getByRole('button', { name: 'Reopen' }).click();
    await me.page.getByText('finds the photos they had taken in place').waitFor();
    await me.page.getByTestId('extend-confirm').click();
    await noticed(me.page, 'Request reopened.');
    await me.page.getByTestId('progress').getByText('1 photo taken so far').waitFor();
    await me.page.getByTestId('timeline').getByText('Reopened').waitFor();
  });

  it('should keep to the hours and the number that the workspace sets', async () => {
    const owner = await stage.createOwner();
    const page = await stage.open(owner, pathOf(owner, 'settings'));
    await page.getByTestId('reminder_from_hour').selectOption('10');
    await page.getByTestId('reminder_until_hour').selectOption('9');
    await page.getByText('Choose a later hour.').waitFor();
    expect(await page.getByTestId('save-reminders').isDisabled()).toBe(true);
    await page.getByTestId('reminder_until_hour').selectOption('20');
    await page.getByTestId('reminder-weekends').click();
    await page.getByTestId('max-reminders').fill('0');
    await page.getByText('Reminders are turned off.').waitFor();
    await page.getByTestId('save-reminders').click();
    await noticed(page, 'Saved.');
    expect(await stage.api.services.workspaces.find(owner.workspaceId)).toMatchObject({
      reminder_from_hour: 10,
      reminder_until_hour: 20,
      reminder_weekends: 0,
      max_reminders: 0,
    });
  });
});
