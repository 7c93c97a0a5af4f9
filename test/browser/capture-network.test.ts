import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStage, watch } from '../helpers/browser/capture-browser.ts';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import {
  HELD_BYTES,
  HELD_DATABASE,
  LATE_DATABASE,
  NO_BLOBS_ON_DISK,
  NO_DATABASE,
  NO_ROOM_AT_FIRST,
  patience,
} from '../helpers/browser/capture-browser-scripts.ts';
import { BROWSER_ARGS, PHONE } from '../helpers/browser/capture-browser-site.ts';
import {
  type Asked,
  askForPhotos,
  button,
  FOUR_SLOTS,
  heading,
  openCamera,
  press,
  problem,
  readRequest,
  seen,
  slotsReceived,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
  untilKept,
  untilSaid,
  untilUploaded,
} from '../helpers/browser/capture-browser-steps.ts';
import { launchWithProfile } from '../helpers/browser/chromium.ts';

const THREE_SLOTS = FOUR_SLOTS.slice(0, 3);
const LOST_CONNECTION = /ERR_(?:INTERNET_DISCONNECTED|CONNECTION|EMPTY_RESPONSE|NETWORK|SOCKET)/;

describe('a customer in a lift', () => {
  const stage = useStage({ behindProxy: true });

  /** Its first bytes are on the server, and no more come. */
  async function takePhotoThatSticks(page: Page): Promise<void> {
    const stuck = stage.site.gate?.hold();
    await takePhoto(page);
    await stuck;
    await page.locator('.thumbnail.uploading').waitFor();
  }

  async function loseNetwork(): Promise<void> {
    await stage.site.proxy?.cut();
    stage.site.gate?.release();
  }

  async function expectOnceEach(asked: Asked, slots: number[]): Promise<void> {
    const { status, items } = await readRequest(stage.site, asked.id);
    expect(status).toBe('submitted');
    expect(items.map(({ slot_index }) => slot_index)).toEqual(slots);
    expect(await slotsReceived(stage.site.api, asked.id)).toEqual(slots);
  }

  it('should carry on without network, be told, and lose nothing', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: THREE_SLOTS });
    const { page, context } = await stage.phone(asked.path, { expected: LOST_CONNECTION });
    await start(page);
    await takePhoto(page);
    await context.setOffline(true);
    await page.locator('.offline').waitFor();
    await takePhotos(page, 2);
    await expect.poll(() => page.locator('.photos .thumbnail').count()).toBe(3);
    await press(page, 'submit');
    await problem(page, 'offline').waitFor();
    await expectAccessible(page, 'offline');
    await context.setOffline(false);
    await seen(page, 'thank-you');
    await expectOnceEach(asked, [0, 1, 2]);
  });

  it('should find unsent photos again after a reload where the browser keeps no Blobs', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone(asked.path, {
      init: NO_BLOBS_ON_DISK,
      expected: LOST_CONNECTION,
    });
    await start(page);
    await context.setOffline(true);
    await takePhotos(page, 2);
    await page.locator('.offline').getByText('photos are saved').waitFor();
    await untilKept(page, 2);
    expect(await slotsReceived(stage.site.api, asked.id)).toEqual([]);
    await context.setOffline(false);
    await page.reload();
    await page.locator('.slots .done').nth(1).waitFor();
    await press(page, 'start');
    await untilUploaded(page, 2);
    await submit(page);
    await expectOnceEach(asked, [0, 1]);
  });

  it('should say aloud that a photo was taken once the words for it have come', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone('/');
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/texts\/en-/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(stage.site.url + asked.path);
    await openCamera(page);
    await press(page, 'shutter');
    await page.locator('.spinner').waitFor();
    arrive();
    await untilSaid(page, 'Photo taken');
  });

  it('should lead to the thank-you when every part of the page comes at the third attempt only', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone('/', { expected: LOST_CONNECTION });
    const attempts = new Map<string, number>();
    await page.route(/\/assets\/(?!main-)[^/]+\.js$/, (route) => {
      const url = route.request().url();
      const attempt = (attempts.get(url) ?? 0) + 1;
      attempts.set(url, attempt);
      return attempt < 3 ? route.abort('connectionreset') : route.continue();
    });
    await page.goto(stage.site.url + asked.path);
    await start(page);
    await takePhoto(page);
    await submit(page);
    const parts = [...attempts.keys()].map((url) => /([^/]+)-.{8}\.js$/.exec(url)?.[1]);
    expect(parts).toEqual(expect.arrayContaining(['after-shutter', 'more-button', 'ending']));
  });

  it('should be told when nothing can be kept, and still send from the open page', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone(asked.path, { init: NO_DATABASE, expected: LOST_CONNECTION });
    await start(page);
    await context.setOffline(true);
    await takePhotos(page, 2);
    await page.locator('.offline').getByText('Keep this page open').waitFor();
    await context.setOffline(false);
    await untilUploaded(page, 2);
    await submit(page);
    await expectOnceEach(asked, [0, 1]);
  });

  it('should find a photo again after a reload where the database opened late', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS.slice(0, 1) });
    const { page, context } = await stage.phone(asked.path, {
      init: LATE_DATABASE,
      expected: LOST_CONNECTION,
    });
    await start(page);
    await context.setOffline(true);
    await takePhoto(page);
    await expect.poll(() => page.evaluate('window.isOpen')).toBe(true);
    await untilKept(page, 1);
    await context.setOffline(false);
    await page.reload();
    await press(page, 'start');
    await untilUploaded(page, 1);
    await submit(page);
    await expectOnceEach(asked, [0]);
  });

  it('should not get back what was removed before the database opened', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS.slice(0, 1) });
    const { page, context } = await stage.phone(asked.path);
    await start(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    await untilKept(page, 1);
    await context.addInitScript(HELD_DATABASE);
    await page.reload();
    await press(page, 'start');
    await button(page, 'Remove: Photo 1').click();
    await expect.poll(() => slotsReceived(stage.site.api, asked.id)).toEqual([]);
    await page.evaluate('openDatabase()');
    await expect.poll(() => page.evaluate('window.isOpen')).toBe(true);
    await untilKept(page, 0);
  });

  it('should not get back what was removed before its bytes were read', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS.slice(0, 1) });
    const { page, context } = await stage.phone(asked.path, { init: HELD_BYTES, expected: LOST_CONNECTION });
    await start(page);
    await context.setOffline(true);
    await takePhoto(page);
    await button(page, 'Remove: Photo 1').click();
    await untilSaid(page, 'Photo removed.');
    await page.evaluate('readBytes()');
    await context.setOffline(false);
    await untilKept(page, 0);
    expect(await slotsReceived(stage.site.api, asked.id)).toEqual([]);
  });

  it('should be told when one photo is not kept, also after another one was', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone(asked.path, {
      init: NO_ROOM_AT_FIRST,
      expected: LOST_CONNECTION,
    });
    await start(page);
    await context.setOffline(true);
    await takePhotos(page, 2);
    await untilKept(page, 1);
    await page.locator('.offline').getByText('Keep this page open').waitFor();
    await context.setOffline(false);
    await untilUploaded(page, 2);
    await submit(page);
    await expectOnceEach(asked, [0, 1]);
  });

  it('should come through when the network goes away in the middle of an upload', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone(asked.path, { expected: LOST_CONNECTION });
    await start(page);
    await takePhotoThatSticks(page);
    await context.setOffline(true);
    // Offline concerns new requests only; the one under way would go on, or be repeated by the browser itself.
    await loseNetwork();
    await takePhoto(page);
    expect(await slotsReceived(stage.site.api, asked.id)).toEqual([]);
    await stage.site.proxy?.restore();
    await context.setOffline(false);
    await untilUploaded(page, 2);
    await submit(page);
    await expectOnceEach(asked, [0, 1]);
  });

  it('should come through when the connection is torn in the middle of an upload', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { expected: LOST_CONNECTION });
    await start(page);
    await takePhotoThatSticks(page);
    await loseNetwork();
    await takePhoto(page);
    await press(page, 'submit');
    await problem(page, 'offline').waitFor();
    await stage.site.proxy?.restore();
    await seen(page, 'thank-you');
    await expectOnceEach(asked, [0, 1]);
  });

  it('should not send a photo twice whose response got lost', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { expected: /ERR_FAILED|ERR_CONNECTION/ });
    let lost = 0;
    await page.route('**/capture/photos/*', async (route) => {
      const response = await route.fetch();
      if (response.ok() && lost++ === 0) return route.abort('connectionreset');
      await route.fulfill({ response: response });
    });
    await start(page);
    await takePhotos(page, 2);
    await untilUploaded(page, 2);
    await submit(page);
    expect(lost).toBeGreaterThan(1);
    await expectOnceEach(asked, [0, 1]);
  });

  it('should not have a photo come in that was removed while it was on its way', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /ERR_FAILED|ERR_ABORTED/ });
    const late = Promise.withResolvers<Route>();
    await page.route('**/capture/photos/*', (route) => {
      if (route.request().method() === 'PUT') late.resolve(route);
      else return route.continue();
    });
    await start(page);
    await takePhoto(page);
    const upload = await late.promise;
    const removal = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await page.getByRole('button', { name: 'Remove: Photo 1' }).click();
    expect((await removal).status()).toBe(200);
    expect((await upload.fetch()).status()).toBe(409);
    expect(await slotsReceived(stage.site.api, asked.id)).toEqual([]);
  });

  it('should send another photo with the ticket of one that was removed before it was sent', async () => {
    const asked = await askForPhotos(stage.site);
    const { page, context } = await stage.phone(asked.path, { expected: LOST_CONNECTION });
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PUT') statuses.push(response.status());
    });
    await start(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    await context.setOffline(true);
    for (let photo = 0; photo < 3; photo++) {
      await button(page, 'Add a photo').click();
      await takePhoto(page);
      await page.getByRole('button', { name: 'Remove: Photo 2' }).click();
      await untilSaid(page, 'Photo removed.');
    }
    await button(page, 'Add a photo').click();
    await takePhoto(page);
    await context.setOffline(false);
    await untilUploaded(page, 2);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
    expect(statuses).toEqual([201, 201]);
  });

  it('should go on after the browser was closed in the middle', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: THREE_SLOTS });
    const folder = mkdtempSync(join(tmpdir(), 'shutterpost-profile-'));
    const complaints: string[] = [];
    const openBrowser = async () => {
      const context = await launchWithProfile(folder, BROWSER_ARGS, PHONE);
      watch(context, complaints, LOST_CONNECTION);
      // How long a page waits for the phone's database.
      await context.addInitScript(patience(2_000));
      const page = await context.newPage();
      await page.goto(stage.site.url + asked.path);
      return { context, page };
    };
    try {
      const first = await openBrowser();
      await start(first.page);
      await takePhoto(first.page);
      await first.context.setOffline(true);
      await takePhoto(first.page);
      await untilKept(first.page, 2);
      expect((await slotsReceived(stage.site.api, asked.id)).length).toBeLessThan(2);
      await first.context.close();

      const second = await openBrowser();
      await second.page.locator('.slots .done').nth(1).waitFor();
      await start(second.page);
      expect(await heading(second.page)).toContain('Photo 3 of 3');
      await takePhoto(second.page);
      await submit(second.page);
      await second.context.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    await expectOnceEach(asked, [0, 1, 2]);
    expect(complaints).toEqual([]);
  });
});
