import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { PHONE } from '../helpers/browser/capture-browser-site.ts';
import {
  eventually,
  noticed,
  type Person,
  pathOf,
  startDashboard,
} from '../helpers/browser/dashboard-stage.ts';
import { rowsOf, updateRows } from '../helpers/database/stored-rows.ts';

/** What a window has. */
interface Looks {
  getComputedStyle(element: unknown): { color: string; fontSize: string };
  innerWidth: number;
}

const stage = startDashboard({ mailConfigured: true });

const frame = (page: Page) => page.frameLocator('[data-testid=mail-frame]');
async function verifiedOwner(): Promise<Person> {
  const owner = await stage.createOwner();
  await updateRows(stage.api.database, 'users', { id: owner.userId }, { email_verified_at: 1 });
  return owner;
}

describe('the wording of emails', () => {
  it('should be written with placeholders, looked at, tried, saved and taken back', async () => {
    const owner = await verifiedOwner();
    const page = await stage.open(owner, pathOf(owner, 'emails'));
    await frame(page).getByRole('heading', { name: 'Harbour Insurance would like' }).waitFor();
    await expectAccessible(page, 'emails');

    await page.getByTestId('mail-greeting').fill('Dear !');
    await page.keyboard.press('ArrowLeft');
    await page.getByTestId('insert-greeting-customer_name').click();
    await eventually(() => page.getByTestId('mail-greeting').inputValue()).toBe('Dear {customer_name}!');
    await page.keyboard.type(' and all');
    expect(await page.getByTestId('mail-greeting').inputValue()).toBe('Dear {customer_name} and all!');
    await frame(page).getByText('Dear Anna Berg and all!').waitFor();
    await page.getByTestId('original-greeting').getByText('None').waitFor();

    await page.getByTestId('mail-subject').fill('Photos, {frobnicate}');
    await page.getByText('{frobnicate} can’t be used here').waitFor();
    expect(await page.getByTestId('save-wording').isDisabled()).toBe(true);
    await page.getByTestId('mail-subject').fill('{business} asks <b>you</b>');
    await frame(page).getByRole('heading', { name: 'Harbour Insurance asks <b>you</b>' }).waitFor();
    await page.getByTestId('original-subject').getByText('{business} would like some photos').waitFor();
    await expectAccessible(page, 'emails with edits');

    await page.getByTestId('send-trial').click();
    await noticed(page, `Test sent to ${owner.email}.`);
    const [trial] = await rowsOf(stage.api.database, 'mails', { workspace_id: owner.workspaceId });
    expect([trial?.kind, trial?.recipient]).toEqual(['mail_trial', owner.email]);

    await page.getByTestId('save-wording').click();
    await noticed(page, 'Saved.');
    expect(await rowsOf(stage.api.database, 'mail_texts', { workspace_id: owner.workspaceId })).toMatchObject(
      [{ subject: '{business} asks <b>you</b>', greeting: 'Dear {customer_name} and all!', text: null }],
    );
    await page.getByTestId('mail-kind').getByText('Photo request (edited)').waitFor({ state: 'attached' });

    await page.getByTestId('reset-wording').click();
    await page.getByRole('button', { name: 'Reset wording' }).click();
    await noticed(page, 'Back to the original wording.');
    await eventually(() => page.getByTestId('mail-greeting').inputValue()).toBe('');
    expect(await rowsOf(stage.api.database, 'mail_texts', { workspace_id: owner.workspaceId })).toEqual([]);

    await page.getByTestId('nav-audit-log').click();
    const entry = page.getByRole('row').filter({ hasText: 'changed the wording of an email' });
    await entry.getByText('Email: Photo request · Language: en · Changed: Subject, Greeting').waitFor();
  });

  it('should be shown as it will look: for phones, by night, as text, and in a frame without scripts', async () => {
    const owner = await verifiedOwner();
    const page = await stage.open(owner, pathOf(owner, 'emails/changes_requested/de'));
    const heading = frame(page).getByRole('heading', { level: 1 });
    await heading.getByText('bittet Sie, einige Fotos neu aufzunehmen').waitFor();
    expect(await page.getByTestId('mail-frame').getAttribute('sandbox')).toBe('');
    const look = () =>
      heading.evaluate((element) => {
        const { getComputedStyle, innerWidth } = globalThis as unknown as Looks;
        const { color, fontSize } = getComputedStyle(element);
        return [color, fontSize, innerWidth];
      });
    await eventually(look).toEqual(['rgb(16, 22, 27)', '24px', 375]);
    await page.getByTestId('preview-scheme').getByText('Dark').click();
    await eventually(look).toEqual(['rgb(241, 244, 246)', '24px', 375]);
    await page.getByTestId('preview-view').getByText('Desktop').click();
    await eventually(look).toEqual(['rgb(241, 244, 246)', '26px', 680]);
    await page.getByTestId('preview-view').getByText('Plain text').click();
    await page.getByTestId('mail-plain').getByText('Der Schaden aus der Nähe').waitFor();
    await expectAccessible(page, 'emails as text');
  });

  it('should not be lost by choosing another language, and be reached by keyboard on a phone', async () => {
    const owner = await verifiedOwner();
    const page = await stage.open(owner, pathOf(owner, 'emails'), PHONE);
    await page.getByTestId('mail-button').fill('Go');
    await page.getByTestId('mail-lang').selectOption('ar');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByTestId('mail-button').inputValue()).toBe('Go');
    expect(await page.getByTestId('mail-lang').inputValue()).toBe('en');
    await page.getByTestId('discard-wording').click();
    await page.getByTestId('mail-lang').selectOption('ar');
    await eventually(() => page.url()).toMatch(/emails\/photo_request\/ar$/);
    await page.locator('[data-testid=mail-subject]:dir(rtl)').waitFor();
    await frame(page).getByText('التقاط الصور').first().waitFor();
    await expectToFit(page, 'emails');
    await expectAccessible(page, 'emails in Arabic on a phone');
    await page.getByTestId('mail-button').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually(() => page.getByTestId('mail-button').inputValue()).toContain('{business}');
  });

  it('should be a matter of admins', async () => {
    const owner = await verifiedOwner();
    const member = await stage.addMember(owner, 'member');
    const page = await stage.open(member, pathOf(owner, 'emails'));
    await page.getByTestId('admins-only').waitFor();
    expect(await page.getByTestId('nav-emails').count()).toBe(0);
  });
});
