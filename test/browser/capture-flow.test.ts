import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../helpers/app/test-clock.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { BERLIN } from '../helpers/browser/capture-browser-site.ts';
import {
  askForPhotos,
  button,
  FOUR_SLOTS,
  heading,
  offerLink,
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

describe('a customer with a phone', () => {
  const stage = useStage();

  const cameraSize = (page: Page): Promise<{ width: number; height: number }> =>
    page.locator('video.playing').evaluate((video) => {
      const { videoWidth: width, videoHeight: height } = video as unknown as Record<string, number>;
      return { width: width ?? 0, height: height ?? 0 };
    });

  it('should not send by tapping twice on the last photo', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await start(page);
    await press(page, 'shutter');
    await page.getByTestId('use-photo').dblclick();
    await untilUploaded(page, 1);
    expect(await heading(page)).toBe('Your photos');
    await submit(page);
  });

  it('should get from the link to the thank-you, with every photo in its slot', async () => {
    const { site } = stage;
    const asked = await askForPhotos(site, { photo_slots: FOUR_SLOTS });
    const before = Date.now();
    const { page } = await stage.phone(asked.path, { fullResolution: true });
    await start(page);
    await page.getByText('Your location shows where').waitFor({ state: 'hidden' });
    const size = await cameraSize(page);
    expect(size, 'the most the camera has').toEqual({ width: 3840, height: 2160 });
    const shown: string[] = [];
    for (let slot = 0; slot < 3; slot++) {
      shown.push(await heading(page));
      await takePhoto(page);
    }
    expect(shown).toEqual(
      FOUR_SLOTS.slice(0, 3).map(({ instructions }, slot) => `Photo ${slot + 1} of 4\n${instructions}`),
    );
    await button(page, 'Skip').click();
    await submit(page);

    const { status, items } = await readRequest(site, asked.id);
    expect(status).toBe('submitted');
    expect(items.map(({ slot_index }) => slot_index)).toEqual([0, 1, 2]);
    for (const item of items) {
      expect({ width: item.width, height: item.height }).toEqual(size);
      const taken = Date.parse(item.metadata.captured_at);
      expect(taken).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);
      expect(taken).toBeLessThanOrEqual(Date.now());
      expect(item.metadata).toMatchObject({
        gps_lat: BERLIN.latitude,
        gps_lng: BERLIN.longitude,
        gps_accuracy: BERLIN.accuracy,
      });
      const file = Buffer.from(await (await fetch(item.url)).arrayBuffer());
      expect(createHash('sha256').update(file).digest('hex')).toBe(item.sha256);
    }
  });

  it('should not need a location', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { permissions: ['camera'] });
    await start(page);
    await takePhotos(page, 2);
    await submit(page);
    const { items } = await readRequest(stage.site, asked.id);
    expect(items.map(({ metadata }) => 'gps_lat' in metadata)).toEqual([false, false]);
  });

  it('should take free photos, and take one back', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhoto(page);
    await button(page, 'Add a photo').click();
    await takePhoto(page);
    await button(page, 'Add a photo').click();
    await takePhoto(page);
    await untilUploaded(page, 3);
    await page.getByRole('button', { name: 'Remove: Photo 2' }).click();
    await untilSaid(page, 'Photo removed.');
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('H1');
    await expect.poll(() => slotsReceived(stage.site.api, asked.id)).toEqual([0, 2]);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should say how many required photos are missing', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhotos(page, 2);
    await page.getByRole('button', { name: 'Remove: Photo 1' }).click();
    await page.getByText('1 photo is still missing.').waitFor();
    await page.getByRole('button', { name: 'Remove: Photo 2' }).click();
    await page.getByText('2 photos are still missing.').waitFor();
  });

  it('should be able to retake a photo, before and after keeping it', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await press(page, 'shutter');
    await press(page, 'retake');
    expect(await heading(page)).toContain('Photo 1 of 2');
    await takePhotos(page, 2);
    await untilUploaded(page, 2);
    const first = await page.locator('.photos img').first().getAttribute('src');
    await page.getByRole('button', { name: 'Retake: Photo 1' }).click();
    await takePhoto(page);
    await untilUploaded(page, 2);
    expect(await page.locator('.photos img').first().getAttribute('src')).not.toBe(first);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should get one screen back by the back button, and leave only from the first one', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone('/code');
    await page.goto(stage.site.url + asked.path);
    await start(page);
    await press(page, 'shutter');
    await seen(page, 'retake');
    await page.goBack();
    await takePhoto(page);
    await seen(page, 'shutter');
    await page.goBack();
    await page.locator('.photos .thumbnail').first().waitFor();
    await page.goBack();
    await seen(page, 'start');
    await page.goBack();
    await seen(page, 'code-input');
  });

  it('should hear of each step', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path);
    const focused = () => page.evaluate('document.activeElement.tagName');
    await start(page);
    expect(await focused()).toBe('H1');
    await press(page, 'shutter');
    await untilSaid(page, 'Photo taken.');
    await expect.poll(focused).toBe('H1');
    await press(page, 'use-photo');
    await untilSaid(page, 'Photo 1 uploaded.');
    await expect.poll(focused).toBe('H1');
    expect(await heading(page)).toContain('Photo 2 of 2');
    await takePhoto(page);
    await seen(page, 'submit');
    await untilSaid(page, 'Photo 2 uploaded.');
    expect(await focused()).toBe('H1');
    await submit(page);
    expect(await focused()).toBe('H1');
    expect(await heading(page)).toBe('Thank you!');
  });

  it('should find the photos again after a reload, none lost and none twice', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: FOUR_SLOTS });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhotos(page, 2);
    await expect.poll(() => slotsReceived(stage.site.api, asked.id)).toEqual([0, 1]);
    await page.reload();
    await page.locator('.slots .done').nth(1).waitFor();
    expect(await page.getByTestId('start').innerText()).toBe('Continue');
    await start(page);
    expect(await heading(page)).toContain('Photo 3 of 4');
    await takePhoto(page);
    await button(page, 'Skip').click();
    await page.locator('.photos .thumbnail img').nth(2).waitFor();
    await untilKept(page, 3);
    await page.reload();
    await page.locator('.slots .done').nth(2).waitFor();
    await start(page);
    await button(page, 'Skip').click();
    await submit(page);
    const { items } = await readRequest(stage.site, asked.id);
    expect(items.map(({ slot_index }) => slot_index)).toEqual([0, 1, 2]);
    expect(await slotsReceived(stage.site.api, asked.id)).toEqual([0, 1, 2]);
  });

  it('should have the same photos in two tabs, and send them once', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone(asked.path, { expected: /409/ });
    await start(page);
    await takePhoto(page);
    await untilKept(page, 1);
    const other = await context.newPage();
    await other.goto(stage.site.url + asked.path);
    await other.locator('.slots .done').waitFor();
    await start(other);
    expect(await heading(other)).toContain('Photo 2 of 2');
    await takePhoto(other);
    await submit(other);
    await takePhoto(page);
    await problem(page, 'not-included').waitFor();
    // Shown by a part of the page that is fetched when it is needed.
    await expect
      .poll(() => page.locator('.thumbnail').count(), { message: 'only the photo that was not sent' })
      .toBe(1);
    const { items } = await readRequest(stage.site, asked.id);
    expect(items.map(({ slot_index }) => slot_index)).toEqual([0, 1]);
  });

  it('should send a photo on its own that came too late for the visit of another tab', async () => {
    const link = await offerLink(stage.site);
    const { page, context } = await stage.phone(link.path, { expected: /409/ });
    await start(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    const other = await context.newPage();
    await other.goto(stage.site.url + link.path);
    await start(other);
    await other.locator('.strip').click();
    await submit(other);
    await button(page, 'Add a photo').click();
    await takePhoto(page);
    await problem(page, 'not-included').waitFor();
    stage.site.api.clock.advance(MINUTE);
    await button(page, 'Send more photos').click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.strip').click();
    await untilUploaded(page, 1);
    await submit(page);
    const { key } = stage.site.workspace.live;
    const { data } = (await stage.site.api.call('GET', '/v1/photo-requests', { key })).json();
    const visits = data.filter(
      (request: { permanent_link_id: string }) => request.permanent_link_id === link.id,
    );
    expect(visits.map(({ items }: { items: unknown[] }) => items.length)).toEqual([1, 1]);
  });

  it('should create two submissions with a permanent link opened twice', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.phone(link.path);
    for (let visit = 0; visit < 2; visit++) {
      await start(page);
      expect(await page.locator('.strip').count(), 'begins afresh').toBe(0);
      await takePhoto(page);
      await submit(page);
      if (visit > 0) continue;
      await Promise.all([page.waitForEvent('load'), button(page, 'Send more photos').click()]);
    }
    const { key } = stage.site.workspace.live;
    const response = await stage.site.api.call('GET', `/v1/permanent-links/${link.id}`, { key });
    expect(response.json().data).toMatchObject({ submission_count: 2 });
  });
});
