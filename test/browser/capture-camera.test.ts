import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  BRIGHT_LAMP,
  CAPABLE_CAMERA,
  COUNTED_CAMERA,
  DARK_ROOM,
  SHAKY_HAND,
  SHARP_SCENE,
} from '../helpers/browser/capture-browser-scripts.ts';
import {
  askForPhotos,
  press,
  readRequest,
  script,
  seen,
  start,
  submit,
  takePhoto,
  untilFetched,
  untilSaid,
} from '../helpers/browser/capture-browser-steps.ts';

/** The distance between the two closest of the controls and the instructions, in pixels. */
const MIN_GAP = `(() => {
  const boxes = [...document.querySelectorAll('.glass, .controls :is(button, label)')].map((control) =>
    control.getBoundingClientRect());
  const apart = (a, b) =>
    Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  return Math.min(...boxes.flatMap((a, index) => boxes.slice(index + 1).map((b) => apart(a, b))));
})()`;

describe('the camera', () => {
  const stage = useStage();

  it('should open for whoever presses the button before the script is there, and only once', async () => {
    const asked = await askForPhotos(stage.site);
    const { page, context } = await stage.phone('about:blank', { init: COUNTED_CAMERA });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await context.route('**/assets/main-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(stage.site.url + asked.path, { waitUntil: 'commit' });
    await press(page, 'start');
    await expect.poll(() => page.evaluate('tracks.length')).toBe(1);
    release();
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
    expect(await page.evaluate('tracks.length')).toBe(1);
    expect(page.url()).not.toContain('#');
  });

  it.each([
    { hint: 'dark', init: DARK_ROOM, words: 'This photo looks dark.' },
    { hint: 'overexposed', init: BRIGHT_LAMP, words: 'This photo looks too bright.' },
    { hint: 'blurred', init: SHAKY_HAND, words: 'This photo looks blurry.' },
  ])('should hint at a $hint photo, keep it at the second word and record that', async (shown) => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { init: shown.init });
    await start(page);
    await untilFetched(page, script('observer'));
    await press(page, 'shutter');
    await untilSaid(page, shown.words);
    expect(await page.locator('.hint').innerText()).toContain(shown.words);
    await press(page, 'use-photo');
    await untilSaid(page, 'Want to keep it?');
    expect(await page.getByTestId('use-photo').innerText()).toBe('Use anyway');
    await press(page, 'use-photo');
    await submit(page);
    const [item] = (await readRequest(stage.site, asked.id)).items;
    expect(item?.metadata.quality_hint).toBe(shown.hint);
  });

  it('should say nothing of a sharp photo in good light', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { init: SHARP_SCENE });
    await start(page);
    await press(page, 'shutter');
    await seen(page, 'use-photo');
    expect(await page.locator('.hint').count()).toBe(0);
    await press(page, 'use-photo');
    await submit(page);
    const [item] = (await readRequest(stage.site, asked.id)).items;
    expect(item?.metadata).not.toHaveProperty('quality_hint');
  });

  it('should have no light, zoom and switch where the device has none', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await start(page);
    await page.locator('video.playing').waitFor();
    expect(await page.locator('.tools, .tool').count()).toBe(0);
  });

  it('should have light, zoom and switch where the device has them', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { init: CAPABLE_CAMERA });
    const lastWish = () => page.evaluate('cameraWishes.at(-1)');
    await start(page);
    const light = page.getByRole('button', { name: 'Light' });
    await light.click();
    expect(await lastWish()).toEqual({ torch: true });
    expect(await light.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('slider', { name: 'Zoom' }).fill('2.5');
    expect(await lastWish()).toEqual({ zoom: 2.5 });
    expect(await page.locator('.zoom output').innerText()).toBe('2.5×');
    const wishes = Number(await page.evaluate('cameraWishes.length'));
    await page.getByRole('button', { name: 'Switch camera' }).click();
    await expect.poll(() => page.evaluate('cameraWishes.length')).toBeGreaterThan(wishes);
    await takePhoto(page);
    await submit(page);
  });

  it.each(['en', 'ar'])('should keep light, zoom and switch on the screen and apart in %s', async (lang) => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(`${asked.path}?lang=${lang}`, { init: CAPABLE_CAMERA });
    await start(page);
    await page.locator('.zoom').waitFor();
    await expectToFit(page, 'the camera with all its tools');
    for (const size of [
      { width: 320, height: 568 },
      { width: 568, height: 320 },
    ]) {
      await page.setViewportSize(size);
      expect(await page.evaluate(MIN_GAP), JSON.stringify(size)).toBeGreaterThanOrEqual(8);
    }
  });

  it('should ask for the rear camera first', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { init: CAPABLE_CAMERA });
    await start(page);
    const [first] = (await page.evaluate('cameraWishes')) as { facingMode: object }[];
    expect(first?.facingMode).toEqual({ ideal: 'environment' });
  });

  it('should be off when no one needs it any more', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { init: COUNTED_CAMERA });
    const running = (on: Page) => on.evaluate(`tracks.filter((track) => track.readyState === 'live').length`);
    await start(page);
    expect(await running(page)).toBe(1);
    await takePhoto(page);
    await submit(page);
    expect(await running(page)).toBe(0);
  });
});
