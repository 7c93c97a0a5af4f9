import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import { DESKTOP, PHONE } from '../helpers/browser/capture-browser-site.ts';
import { OVERVIEW, REFUSED, signIn, stageDashboard } from '../helpers/browser/dashboard-browser.ts';
import { EMAIL, HARBOUR, PASSWORD } from '../helpers/browser/dashboard-site.ts';

const dashboard = stageDashboard();

describe('signing in', () => {
  it('should lead from any page to sign-in and back to it', async () => {
    dashboard.site.state.signedIn = false;
    const page = await dashboard.open(`/app/${HARBOUR}/test/members`);
    await signIn(page);
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/${HARBOUR}/test/members`);
  });

  it('should say that the password is wrong and keep the address', async () => {
    dashboard.site.state.signedIn = false;
    const page = await dashboard.open('/app/sign-in', DESKTOP, REFUSED);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByTestId('form-error').innerText()).toBe('Incorrect email or password.');
    expect(await page.getByLabel('Email').inputValue()).toBe(EMAIL);
    await expectAccessible(page, 'sign-in');
  });

  it('should ask for the second factor and go on from there', async () => {
    Object.assign(dashboard.site.state, { signedIn: false, twoFactor: true });
    const page = await dashboard.open('/app');
    await signIn(page);
    await page.getByLabel('Code').fill('123456');
    await page.getByTestId('second-factor-submit').click();
    await page.getByTestId('overview').waitFor();
  });

  /** Otherwise it may be opened while signing out, and have everything read again. */
  const untilLive = (page: Page) => page.locator('[data-testid="live-status"][data-status="open"]').waitFor();

  it('should leave nothing behind after signing out', async () => {
    const page = await dashboard.open(OVERVIEW);
    await untilLive(page);
    await page.getByTestId('account-menu').click();
    // Without the pointer, which would come to rest on a link below the menu and have its page read ahead.
    await page.getByTestId('sign-out').dispatchEvent('click');
    await page.getByTestId('sign-in').waitFor();
    await page.context().clearCookies();
    await page.goto(dashboard.site.url + OVERVIEW);
    await page.getByTestId('sign-in').waitFor();
    expect(await page.getByTestId('overview').count()).toBe(0);
  });

  it('should give up what is still being read when signing out', async () => {
    const page = await dashboard.open('/app/account');
    const isOut = Promise.withResolvers<void>();
    const isRefused = Promise.withResolvers<void>();
    await page.route('**/overview?*', async (route) => {
      await isOut.promise;
      await route.fulfill({ response: await route.fetch() }).catch(() => {});
      isRefused.resolve();
    });
    await page.route('**/sign-out', async (route) => {
      const response = await route.fetch();
      isOut.resolve();
      await isRefused.promise;
      await route.fulfill({ response });
    });
    const isReading = page.waitForRequest('**/overview?*');
    await page.goto(dashboard.site.url + OVERVIEW);
    await isReading;
    await untilLive(page);
    await page.getByTestId('account-menu').click();
    await page.getByTestId('sign-out').click();
    await page.getByTestId('sign-in').waitFor();
  });

  it('should lead to sign-in when the session ends while the page is open', async () => {
    const page = await dashboard.open(OVERVIEW, DESKTOP, REFUSED);
    await page.getByTestId('overview').waitFor();
    // Otherwise the stream, which is opened last, may be the first to be refused.
    await untilLive(page);
    // With the first read of the other environment: those before may still be on their way.
    await page.route('**/overview?environment=test', async (route) => {
      dashboard.site.state.signedIn = false;
      await route.continue();
    });
    await page.getByTestId('environment-test').click();
    await page.getByTestId('sign-in').waitFor();
    expect(new URL(page.url()).searchParams.get('return')).toBe(`/${HARBOUR}/test`);
  });
});

describe('a session that ends elsewhere', () => {
  it('should be noticed by a page that no one touches', async () => {
    const page = await dashboard.open(OVERVIEW, DESKTOP, REFUSED);
    await page.locator('[data-testid="live-status"][data-status="open"]').waitFor();
    dashboard.site.state.signedIn = false;
    dashboard.site.endStreams();
    await page.getByTestId('sign-in').waitFor();
    expect(await page.getByTestId('overview').count()).toBe(0);
  });
});

describe('the frame', () => {
  it('should keep the environment in the address and say that it is the test one', async () => {
    const page = await dashboard.open(OVERVIEW);
    await page.getByTestId('overview').waitFor();
    expect(await page.getByTestId('test-notice').count()).toBe(0);
    await page.getByTestId('environment-test').click();
    await page.getByTestId('first-steps').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/${HARBOUR}/test`);
    await page.getByText('Test mode. Nothing is counted').first().waitFor();
    await page.getByTestId('nav-plan').click();
    expect(new URL(page.url()).pathname).toBe(`/app/${HARBOUR}/test/plan`);
  });

  it('should show a viewer only what a viewer can use', async () => {
    const page = await dashboard.open('/app/ws_viewed/live');
    await page.getByTestId('overview').waitFor();
    await expect.poll(() => page.getByTestId('nav-members').count()).toBe(1);
    for (const hidden of ['nav-api-keys', 'nav-webhooks', 'nav-settings', 'nav-audit-log', 'new-request'])
      expect(await page.getByTestId(hidden).count(), hidden).toBe(0);
  });

  it('should keep to the chosen appearance', async () => {
    const page = await dashboard.open(OVERVIEW);
    await page.getByTestId('account-menu').click();
    await page.getByTestId('appearance-dark').click();
    await page.reload();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  });

  it('should reach every page on a phone', async () => {
    const page = await dashboard.open(OVERVIEW, PHONE);
    await page.getByTestId('more-pages').click();
    await page.getByRole('dialog').getByTestId('nav-members').click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('should lead by keyboard straight to the content', async () => {
    const page = await dashboard.open(OVERVIEW);
    await page.getByTestId('overview').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('New photo request');
  });
});

describe('the overview', () => {
  it('should show a new submission by itself', async () => {
    const page = await dashboard.open(OVERVIEW);
    await page.locator('[data-testid="live-status"][data-status="open"]').waitFor();
    await expect.poll(() => page.getByTestId('submission').count()).toBe(6);
    dashboard.site.state.submissions = 7;
    dashboard.site.emit('submission');
    await expect.poll(() => page.getByTestId('submission').count()).toBe(7);
  });

  it('should show the thumbnails by the name under which the server was reached', async () => {
    const page = await dashboard.open(OVERVIEW);
    await page.getByTestId('submission').first().waitFor();
    const loaded = () =>
      page.evaluate(`document.querySelector('[data-testid="submission"] img').naturalWidth`);
    await expect.poll(loaded).toBeGreaterThan(0);
  });

  it('should read a day of the chart out to the keyboard, and say all of them as a table', async () => {
    const page = await dashboard.open(OVERVIEW);
    const day = page.getByRole('slider', { name: 'Day' });
    await day.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await day.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+: \d+ requests, \d+ photos$/);
    await page.getByTestId('chart-as-table').click();
    await expect.poll(() => page.getByRole('row').count()).toBe(31);
  });

  it('should say what went wrong and try again', async () => {
    dashboard.site.state.overview = 'broken';
    const page = await dashboard.open(OVERVIEW, DESKTOP, REFUSED);
    await page.getByTestId('error-state').waitFor();
    await expectAccessible(page, 'error');
    dashboard.site.state.overview = 'busy';
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByTestId('overview').waitFor();
  });
});

describe('what keeps an account safe', () => {
  it('should ask for the password, repeat the call, and show the recovery codes once', async () => {
    const page = await dashboard.open('/app/account', DESKTOP, REFUSED);
    await page.getByTestId('two-factor-begin').click();
    await page.getByTestId('confirm-password').fill('wrong');
    await page.getByTestId('confirm-password-submit').click();
    await page.getByText('Incorrect password.').waitFor();
    await page.getByTestId('confirm-password').fill(PASSWORD);
    await page.getByTestId('confirm-password-submit').click();
    await page.getByTestId('two-factor-secret').waitFor();
    await expectAccessible(page, 'two-factor');
    await page.getByLabel('Enter the 6-digit code').fill('123456');
    await page.getByTestId('two-factor-enable').click();
    expect(await page.getByTestId('secret').innerText()).toBe('7h2k-93mp-w4xz\nq8nt-5b1v-c6ye');
    expect(await page.getByTestId('secret-done').isDisabled()).toBe(true);
    await page.getByTestId('secret-kept').check();
    await page.getByTestId('secret-done').click();
    await page.getByTestId('two-factor-disable').waitFor();
  });
});
