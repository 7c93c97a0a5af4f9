import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MINUTE } from '../helpers/app/test-clock.ts';
import { PASSWORD } from '../helpers/app/web-browser.ts';
import { REFUSED, startDashboard } from '../helpers/browser/dashboard-stage.ts';

const stage = startDashboard();

/** What the app on the phone shows at this moment. */
function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: stage.api.clock.now() });
}

async function switchOn(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByTestId('two-factor-begin').click();
  const secret = (await page.getByTestId('two-factor-secret').innerText()).trim();
  await page.getByLabel('Enter the 6-digit code').fill(codeOf(secret));
  await page.getByTestId('two-factor-enable').click();
  const recoveryCodes = (await page.getByTestId('secret').innerText()).trim().split('\n');
  await page.getByTestId('secret-kept').check();
  await page.getByTestId('secret-done').click();
  await page.getByTestId('two-factor-disable').waitFor();
  return { secret, recoveryCodes };
}

async function givePassword(email: string): Promise<Page> {
  const page = await stage.visit('/app/sign-in', { expected: REFUSED });
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByTestId('sign-in-submit').click();
  await page.getByTestId('second-factor').waitFor();
  return page;
}

it('should need the phone as well as the password, or one of the codes kept for its loss', async () => {
  const owner = await stage.createOwner();
  const { secret, recoveryCodes } = await switchOn(await stage.open(owner, '/app/account'));
  expect(new Set(recoveryCodes).size).toBe(10);

  const page = await givePassword(owner.email);
  await page.goto(`${stage.url}/app/account`);
  await page.getByTestId('sign-in').waitFor();
  await page.goto(`${stage.url}/app/second-factor`);
  await page.getByLabel('Code').fill(codeOf(secret) === '000000' ? '111111' : '000000');
  await page.getByTestId('second-factor-submit').click();
  await page.getByTestId('form-error').waitFor();
  // The code that turned it on is used up.
  stage.api.clock.advance(MINUTE);
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.getByTestId('second-factor-submit').click();
  await page.getByTestId('environment-live').waitFor();

  const late = await givePassword(owner.email);
  await late.context().clearCookies();
  await late.getByLabel('Code').fill(codeOf(secret));
  await late.getByTestId('second-factor-submit').click();
  await late.getByTestId('notice-failure').getByText('That took too long').waitFor();
  await late.getByTestId('sign-in').waitFor();
  expect(new URL(late.url()).search).toBe('');

  const lost = await givePassword(owner.email);
  await lost.getByRole('button', { name: /recovery/i }).click();
  await lost.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await lost.getByTestId('second-factor-submit').click();
  await lost.getByTestId('environment-live').waitFor();
  await lost.goto(`${stage.url}/app/second-factor`);
  await lost.getByTestId('environment-live').waitFor();
});
