import { describe, expect, it } from 'vitest';
import { BERLIN, INSECURE_HOST, useStage, type Visitor } from '../helpers/capture-browser.ts';
import { LOSABLE_CAMERA, refusingCamera, WITHOUT_CAMERA_API } from '../helpers/capture-browser-scripts.ts';
import {
  alive,
  askForPhotos,
  button,
  offerLink,
  press,
  problem,
  readRequest,
  seen,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
} from '../helpers/capture-browser-steps.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { DAY, HOUR } from '../helpers/test-clock.ts';

const INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 390.0.0.0 Android';
const FACEBOOK_IOS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/510.0;FBDV/iPhone16,1]';
const WHATSAPP = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 WhatsApp/2.25';

describe('when the camera cannot be had', () => {
  const stage = useStage();
  const request = () => askForPhotos(stage.site, { photo_slots: TWO_SLOTS });

  async function pressStart({ page }: Visitor): Promise<void> {
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
    await context.grantPermissions(['camera', 'geolocation']);
    await seen(page, 'shutter');
    await takePhotos(page, 2);
    await submit(page);
  });

  it('should offer the code for another device when there is none', async () => {
    const asked = await request();
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ hasTouch: true, permissions: ['camera'] });
      const page = await context.newPage();
      await page.goto(stage.site.url + asked.path);
      await pressStart({ page, context });
      await problem(page, 'no-camera').waitFor();
      expect(await page.locator('.big-code').innerText()).toBe(asked.shownCode);
    } finally {
      await browser.close();
    }
  });

  it('should say that another app uses it, and go on when it does not any more', async () => {
    // The first question is the preview's.
    const visitor = await stage.phone((await request()).path, {
      init: refusingCamera('NotReadableError', 2),
    });
    await pressStart(visitor);
    await problem(visitor.page, 'camera-in-use').waitFor();
    await button(visitor.page, 'Try again').click();
    await seen(visitor.page, 'shutter');
  });

  it('should start it anew when the system took it away for a moment', async () => {
    const { page } = await stage.phone((await request()).path, { init: LOSABLE_CAMERA });
    await start(page);
    await takePhoto(page);
    await page.evaluate('takeCameraAway(false)');
    await takePhoto(page);
    await submit(page);
  });

  it('should say so when it was taken away for good, and keep the photos', async () => {
    const { page } = await stage.phone((await request()).path, { init: LOSABLE_CAMERA });
    await start(page);
    await takePhoto(page);
    await page.evaluate('takeCameraAway(true)');
    await problem(page, 'camera-lost').waitFor();
    await page.evaluate('takeCameraAway(false)');
    await button(page, 'Try again').click();
    await takePhoto(page);
    await submit(page);
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
    const way = visitor.page.getByRole('link', { name: 'Open the secure page' });
    expect(await way.getAttribute('href')).toBe(stage.site.url.replace('http:', 'https:') + asked.path);
  });
});

describe('when the photos cannot be sent', () => {
  const stage = useStage();

  it('should keep them where the quota is used up, and send them once it is not', async () => {
    const { site } = stage;
    const workspace = await site.api.createWorkspace({ plan: 'developer_free' });
    const asked = await askForPhotos(site, { photo_slots: TWO_SLOTS }, workspace.live.key);
    await site.api.database.write((trx) =>
      trx.updateTable('workspaces').set({ lifetime_photos: 100 }).where('id', '=', workspace.id).execute(),
    );
    const { page } = await stage.phone(asked.path, { expected: /403/ });
    await start(page);
    await takePhotos(page, 2);
    await press(page, 'submit');
    await problem(page, 'quota').waitFor();
    await page.reload();
    await page.locator('.slots .done').nth(1).waitFor();
    await alive(page);
    await press(page, 'start');
    await press(page, 'submit');
    await problem(page, 'quota').waitFor();
    await site.api.services.workspaces.setPlan(workspace.id, 'enterprise');
    await button(page, 'Try again').click();
    await seen(page, 'thank-you');
    expect((await readRequest(site, asked.id, workspace.live.key)).items).toHaveLength(2);
  });

  it('should ask for one photo again when the server refuses it, and keep the others', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { expected: /403/ });
    let forged = 0;
    await page.route('**/capture/photos/*', async (route) => {
      const headers = route.request().headers();
      if (headers['x-photo-slot'] !== '0' || forged > 0) return route.continue();
      forged++;
      await route.continue({ headers: { ...headers, 'x-capture-ticket': 'forged' } });
    });
    await start(page);
    await takePhoto(page);
    await problem(page, 'photo-refused').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Please take photo 1 again');
    await button(page, 'Retake').click();
    await takePhotos(page, 2);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should say that there is trouble, and go on when it is over', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /50\d/ });
    await page.route('**/capture/submission', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: '', details: {} } } }),
    );
    await start(page);
    await takePhoto(page);
    await press(page, 'submit');
    await problem(page, 'trouble').waitFor();
    await page.unroute('**/capture/submission');
    await button(page, 'Try again').click();
    await seen(page, 'thank-you');
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should say so when the link was switched off meanwhile', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.phone(link.path, { expected: /410/ });
    await start(page);
    const { key } = stage.site.workspace.live;
    await stage.site.api.call('PATCH', `/v1/permanent-links/${link.id}`, { key, body: { is_active: false } });
    await takePhoto(page);
    await problem(page, 'closed').waitFor();
  });

  it('should say so when the request was deleted meanwhile', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /40[14]/ });
    await start(page);
    const { key } = stage.site.workspace.live;
    await stage.site.api.call('DELETE', `/v1/photo-requests/${asked.id}`, { key });
    await takePhoto(page);
    await problem(page, 'gone').waitFor();
  });

  it('should say so when somebody else submitted meanwhile', async () => {
    const asked = await askForPhotos(stage.site);
    const one = await stage.phone(asked.path, { expected: /409/ });
    await start(one.page);
    const other = await stage.phone(asked.path);
    await start(other.page);
    await takePhoto(other.page);
    await submit(other.page);
    await takePhoto(one.page);
    await problem(one.page, 'submitted').waitFor();
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should say so when the time is over meanwhile', async () => {
    const asked = await askForPhotos(stage.site, { expires_in_hours: 1 });
    const { page } = await stage.phone(asked.path, { expected: /410/ });
    await start(page);
    stage.site.api.clock.advance(2 * HOUR);
    await takePhoto(page);
    await problem(page, 'expired').waitFor();
  });

  it('should not mind a phone whose clock is wrong by days', async () => {
    stage.site.api.clock.advance(3 * DAY);
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhoto(page);
    await submit(page);
    const [item] = (await readRequest(stage.site, asked.id)).items;
    const behind = stage.site.api.clock.now() - Date.parse(item?.metadata.captured_at ?? '');
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThan(60_000);
  });
});
