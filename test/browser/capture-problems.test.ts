import { describe, expect, it } from 'vitest';
import { useStage, type Visitor } from '../helpers/browser/capture-browser.ts';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import {
  BLIND_AT_FIRST,
  BLIND_CAMERA,
  LOSABLE_CAMERA,
  PENDING_QUESTION,
  refusingCamera,
  WITHOUT_CAMERA_API,
} from '../helpers/browser/capture-browser-scripts.ts';
import { BERLIN, INSECURE_HOST } from '../helpers/browser/capture-browser-site.ts';
import {
  alive,
  askForPhotos,
  button,
  press,
  problem,
  seen,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
} from '../helpers/browser/capture-browser-steps.ts';
import { launchWholeChromium } from '../helpers/browser/chromium.ts';

const INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 390.0.0.0 Android';
const FACEBOOK_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/510.0;FBDV/iPhone16,1]';
const WHATSAPP = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 WhatsApp/2.25';

describe('when the camera cannot be had', () => {
  const stage = useStage({ asksForCamera: true });
  const request = () => askForPhotos(stage.site, { photo_slots: TWO_SLOTS });

  async function pressStart({ page }: Pick<Visitor, 'page'>): Promise<void> {
    await alive(page);
    await press(page, 'start');
  }

  it('should show the steps of the browser when it is blocked, and go on by itself when it is allowed', async () => {
    const asked = await request();
    const visitor = await stage.phone(asked.path, { permissions: ['geolocation'], geolocation: BERLIN });
    await pressStart(visitor);
    const { page, context } = visitor;
    await problem(page, 'permission-denied').waitFor();
    await expect
      .poll(() => page.locator('.steps li').allInnerTexts())
      .toContain('Open “Permissions” and allow the camera.');
    // Once more at the end, the page's own styles would win over those of its parts.
    expect(await page.locator('link[href*="/assets/main-"]').count()).toBe(0);
    await context.grantPermissions(['camera', 'geolocation']);
    await seen(page, 'shutter');
    await takePhotos(page, 2);
    await submit(page);
  });

  it('should offer the code for another device when there is none', async () => {
    const asked = await request();
    const browser = await launchWholeChromium([]);
    try {
      const context = await browser.newContext({ hasTouch: true, permissions: ['camera'] });
      const page = await context.newPage();
      await page.goto(stage.site.url + asked.path);
      await pressStart({ page });
      await problem(page, 'no-camera').waitFor();
      expect(await page.locator('.big-code').innerText()).toBe(asked.shownCode);
    } finally {
      await browser.close();
    }
  });

  it('should say that another app uses it, and go on when it does not any more', async () => {
    const visitor = await stage.phone((await request()).path, { init: refusingCamera('NotReadableError') });
    await pressStart(visitor);
    await problem(visitor.page, 'camera-in-use').waitFor();
    await visitor.page.evaluate('delete navigator.mediaDevices.getUserMedia');
    await button(visitor.page, 'Try again').click();
    await seen(visitor.page, 'shutter');
  });

  it('should restart it when the system took it away for a moment, and offer no shutter meanwhile', async () => {
    const { page } = await stage.phone((await request()).path, { init: LOSABLE_CAMERA });
    await start(page);
    await takePhoto(page);
    const shutter = '[data-testid="shutter"]';
    await page.locator(`${shutter}:enabled`).waitFor();
    // Looked at before anything else can happen on the page: a tap on it now would do nothing.
    expect(await page.evaluate(`takeCameraAway(false), document.querySelector('${shutter}').disabled`)).toBe(
      true,
    );
    await takePhoto(page);
    await submit(page);
  });

  it('should say so when it was taken away for good, and keep the photos', async () => {
    const { page } = await stage.phone((await request()).path, { init: LOSABLE_CAMERA });
    await start(page);
    await takePhoto(page);
    await page.evaluate('takeCameraAway(true)');
    await problem(page, 'camera-lost').waitFor();
    await expectAccessible(page, 'camera-lost');
    await page.evaluate('takeCameraAway(false)');
    await button(page, 'Try again').click();
    await takePhoto(page);
    await submit(page);
  });

  async function startBlind(init: string): Promise<Visitor['page']> {
    const { page } = await stage.phone((await request()).path, { init });
    await page.clock.install();
    await page.reload();
    await pressStart({ page });
    return page;
  }

  it('should restart it when it runs and shows no picture', async () => {
    const page = await startBlind(BLIND_AT_FIRST);
    await page.clock.runFor(5_000);
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
    expect(await page.evaluate('timesOpened')).toBe(2);
  });

  it('should say so when it shows no picture the second time either, and go on when it does', async () => {
    const page = await startBlind(BLIND_CAMERA);
    const isLost = async () => {
      await page.clock.runFor(5_000);
      return problem(page, 'camera-lost').isVisible();
    };
    await expect.poll(isLost).toBe(true);
    await page.evaluate('isBlind = false');
    await button(page, 'Try again').click();
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
  });

  it('should send the photos so far although the camera is gone', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { init: LOSABLE_CAMERA });
    await start(page);
    await takePhoto(page);
    await button(page, 'Add a photo').click();
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
    await page.evaluate('takeCameraAway(true)');
    await problem(page, 'camera-lost').waitFor();
    await button(page, 'All photos').click();
    await submit(page);
  });

  it('should ask once more when its question was overlooked', async () => {
    const { page } = await stage.phone((await request()).path, { init: PENDING_QUESTION });
    await page.clock.install();
    await page.reload();
    await pressStart({ page });
    await page.locator('.asking').waitFor();
    expect(await button(page, 'Try again').count()).toBe(0);
    await page.clock.runFor(11_000);
    await Promise.all([page.waitForEvent('load'), button(page, 'Try again').click()]);
    await page.locator('.asking').waitFor();
  });

  it('should have a way on even where the help cannot be loaded', async () => {
    const asked = await request();
    const { page } = await stage.phone(asked.path, { userAgent: INSTAGRAM, expected: /ERR_FAILED/ });
    await page.route('**/assets/problem-help-*', (route) => route.abort());
    await page.reload();
    await problem(page, 'in-app-browser').waitFor();
    const way = page.getByRole('link', { name: 'Try again' });
    await way.waitFor();
    // Only then: the page goes on trying, and would replace the way on by the help itself.
    await Promise.all([page.waitForEvent('load'), way.click()]);
    await page.unroute('**/assets/problem-help-*');
    await page.getByRole('link', { name: 'Open in browser' }).waitFor();
  });

  it('should have a way on even where nothing can be loaded, and tell all once it can', async () => {
    const { page, context } = await stage.phone((await request()).path, {
      init: refusingCamera('NotReadableError'),
      expected: /ERR_FAILED/,
    });
    const later = /after-shutter-|texts\//;
    await context.route(later, (route) => route.abort());
    await page.reload();
    await pressStart({ page });
    await problem(page, 'camera-in-use').getByText('Something went wrong').waitFor();
    await button(page, 'Try again').click();
    await problem(page, 'camera-in-use').getByText('Something went wrong').waitFor();
    await expectAccessible(page, 'a problem without its screen');
    await context.unroute(later);
    await page.getByText('The camera is busy').waitFor();
  });

  it('should lead out of an app whose browser has no camera, at once', async () => {
    const asked = await request();
    const { page } = await stage.phone(asked.path, { userAgent: INSTAGRAM });
    await problem(page, 'in-app-browser').waitFor();
    const link = await page.getByRole('link', { name: 'Open in browser' }).getAttribute('href');
    expect(link).toContain(`intent://${new URL(stage.site.url).host}${asked.path}#Intent;scheme=http;`);
    expect(await page.locator('.big-code').innerText()).toBe(asked.shownCode);
  });

  it.each([
    { app: 'Facebook', userAgent: FACEBOOK_IOS, link: 'x-safari-http://127.0.0.1' },
    { app: 'WhatsApp', userAgent: WHATSAPP, link: 'intent://127.0.0.1' },
  ])('should lead out of $app when its browser turns out to have no camera', async ({ userAgent, link }) => {
    const visitor = await stage.phone((await request()).path, { userAgent, init: WITHOUT_CAMERA_API });
    await pressStart(visitor);
    await problem(visitor.page, 'in-app-browser').waitFor();
    const way = visitor.page.getByRole('link', { name: 'Open in browser' });
    expect(await way.getAttribute('href')).toContain(link);
  });

  it('should lead to the secure page from an address that is not', async () => {
    const asked = await request();
    const visitor = await stage.phone(stage.site.url.replace('127.0.0.1', INSECURE_HOST) + asked.path, {
      permissions: [],
      expected: /Cross-Origin-Opener-Policy/,
    });
    await pressStart(visitor);
    await problem(visitor.page, 'insecure').waitFor();
    await expectAccessible(visitor.page, 'insecure');
    const way = visitor.page.getByRole('link', { name: 'Open the secure page' });
    expect(await way.getAttribute('href')).toBe(stage.site.url.replace('http:', 'https:') + asked.path);
  });
});
