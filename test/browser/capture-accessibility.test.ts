import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { TestWorkspace } from '../helpers/app/test-app.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { DARK_ROOM, PENDING_QUESTION, refusingCamera } from '../helpers/browser/capture-browser-scripts.ts';
import {
  alive,
  askForPhotos,
  FOUR_SLOTS,
  offerLink,
  press,
  problem,
  readRequest,
  script,
  seen,
  start,
  styleOf,
  submit,
  TWO_SLOTS,
  takePhoto,
  untilFetched,
} from '../helpers/browser/capture-browser-steps.ts';
import { walkScreens } from '../helpers/browser/capture-browser-walk.ts';

async function look(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen);
  await expectToFit(page, screen);
}

describe('every screen, by day and by night, on small phones and on their side', () => {
  const stage = useStage();
  let yellow: TestWorkspace;
  beforeAll(async () => {
    const { api } = stage.site;
    yellow = await api.createWorkspace();
    await api.services.brands.change(OPERATOR, yellow.id, { color: '#ffff00' });
  });
  const request = (body: object = { photo_slots: TWO_SLOTS }) =>
    askForPhotos(stage.site, body, yellow.live.key);

  it.each(['#ffff00', '#000000', null])('should be fine in the color %s', async (color) => {
    const { api } = stage.site;
    const workspace = await api.createWorkspace();
    const logo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    await api.services.brands.change(OPERATOR, workspace.id, { color, ...(color === null ? { logo } : {}) });
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS }, workspace.live.key);
    const { page } = await stage.phone(asked.path);
    await walkScreens(page, look);
  });

  it('should be fine with free photos, a hint, an empty slot and without network', async () => {
    const asked = await request({ photo_slots: FOUR_SLOTS });
    const { page, context } = await stage.phone(asked.path, { init: DARK_ROOM, expected: /ERR_/ });
    await start(page);
    await untilFetched(page, script('observer'));
    await press(page, 'shutter');
    await press(page, 'use-photo');
    await page.getByText('Use anyway', { exact: true }).waitFor();
    await look(page, 'review with a hint');
    await press(page, 'use-photo');
    await page.getByRole('button', { name: 'All photos' }).click();
    await context.setOffline(true);
    await page.locator('.offline').waitFor();
    await look(page, 'overview with a banner');
  });

  it('should be fine while the browser asks for the camera', async () => {
    const { page } = await stage.phone((await request()).path, { init: PENDING_QUESTION });
    await alive(page);
    await press(page, 'start');
    await page.getByText('Please allow the camera').waitFor();
    await look(page, 'asking');
  });

  it.each([
    ['permission-denied', 'NotAllowedError'],
    ['no-camera', 'NotFoundError'],
    ['camera-in-use', 'NotReadableError'],
    ['trouble', 'TypeError'],
  ])('should be fine at the problem %s', async (kind, errorName) => {
    const { page } = await stage.phone((await request()).path, { init: refusingCamera(errorName) });
    await alive(page);
    await press(page, 'start');
    await problem(page, kind).waitFor();
    if (kind === 'permission-denied') await page.locator('.steps').waitFor();
    if (kind === 'no-camera') await page.locator('.big-code').waitFor();
    await look(page, kind);
  });

  it('should be fine inside an app', async () => {
    const { page } = await stage.phone((await request()).path, {
      userAgent:
        'Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0.0.0 Instagram 390.0.0.0',
    });
    await problem(page, 'in-app-browser').waitFor();
    await page.locator('.big-code').waitFor();
    await look(page, 'in-app-browser');
  });

  it('should be fine where the server refuses', async () => {
    const { api } = stage.site;
    const { page } = await stage.phone('/r/unknown', { expected: /404|410|403/ });
    await look(page, 'gone');
    const link = await offerLink(stage.site, { is_active: false });
    const { key } = stage.site.workspace.live;
    await api.call('PATCH', `/v1/permanent-links/${link.id}`, { key, body: { is_active: false } });
    await page.goto(stage.site.url + link.path);
    await problem(page, 'closed').waitFor();
    await look(page, 'closed');
    const asked = await request({});
    await page.goto(stage.site.url + asked.path);
    await start(page);
    await takePhoto(page);
    await page.route('**/capture/submission', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'quota_exceeded', message: '', details: {} } } }),
    );
    await press(page, 'submit');
    await problem(page, 'quota').waitFor();
    await look(page, 'quota');
  });

  it('should be fine on a desktop', async () => {
    const { page } = await stage.desktop((await request()).path);
    await seen(page, 'handoff');
    await page.locator('.qr img').waitFor();
    await expectAccessible(page, 'handoff');
    for (const width of [900, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });
});

describe('the keyboard alone', () => {
  const stage = useStage();

  async function tabTo(page: Page, testId: string): Promise<void> {
    await seen(page, testId);
    for (let presses = 0; presses < 30; presses++) {
      if ((await page.evaluate('document.activeElement?.dataset.testid')) === testId) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${testId} cannot be reached by Tab`);
  }

  it('should lead from the first screen to the thank-you', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: FOUR_SLOTS });
    const { page } = await stage.desktop(asked.path);
    await tabTo(page, 'use-this-device');
    await page.keyboard.press('Enter');
    await page.locator('.shutter:not(:disabled)').waitFor();
    await tabTo(page, 'shutter');
    await page.keyboard.press('Enter');
    await tabTo(page, 'retake');
    await page.keyboard.press('Space');
    // The heading has the focus; Space takes the photo from there too.
    await page.locator('.shutter:not(:disabled)').waitFor();
    await page.keyboard.press('Space');
    await tabTo(page, 'use-photo');
    await page.keyboard.press('Enter');
    for (let photo = 2; photo <= 3; photo++) {
      await page.getByText(`Photo ${photo} of 4`).waitFor();
      await page.locator('.shutter:not(:disabled)').waitFor();
      await page.keyboard.press('Enter');
      await tabTo(page, 'use-photo');
      await page.keyboard.press('Space');
    }
    await page.getByText('Photo 4 of 4').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement?.innerText')).toBe('Skip');
    await page.keyboard.press('Enter');
    await tabTo(page, 'submit');
    await page.keyboard.press('Enter');
    await seen(page, 'thank-you');
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(3);
  });

  it('should be seen where it stands', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await alive(page);
    await tabTo(page, 'start');
    const outline = await styleOf(page.getByTestId('start'), 'outlineStyle');
    expect(outline).toBe('solid');
    await page.keyboard.press('Enter');
    await takePhoto(page);
    await submit(page);
  });
});
