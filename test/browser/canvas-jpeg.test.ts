import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImages } from '../../src/photos/images.ts';
import { launchChromium } from '../helpers/browser/chromium.ts';
import { inspect, withoutLastBytes } from '../helpers/capture/jpeg-files.ts';

/** Draws noise over colors, as a camera would, and encodes it the way the capture page does. */
const DRAW = `async ({ width, height, quality, colorSpace, offscreen }) => {
  const canvas = offscreen
    ? new OffscreenCanvas(width, height)
    : Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { colorSpace });
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < pixels.data.length; at += 4) {
    const light = 128 + 80 * Math.sin(at / 9000) + 20 * Math.random();
    pixels.data.set([light, light * 0.8, 255 - light, 255], at);
  }
  context.putImageData(pixels, 0, 0);
  const blob = offscreen
    ? await canvas.convertToBlob({ type: 'image/jpeg', quality })
    : await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  const reader = new FileReader();
  const read = new Promise((resolve) => { reader.onload = resolve; });
  reader.readAsDataURL(blob);
  await read;
  return reader.result.split(',')[1];
}`;

describe('a photo encoded by the canvas of Chromium', () => {
  const images = createImages();
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function draw(options: Record<string, unknown>): Promise<Buffer> {
    const page = await browser.newPage();
    try {
      const base64 = await page.evaluate(`(${DRAW})(${JSON.stringify(options)})`);
      return Buffer.from(String(base64), 'base64');
    } finally {
      await page.close();
    }
  }

  it.each([
    { width: 1280, height: 720, quality: 0.92, colorSpace: 'srgb', offscreen: false },
    { width: 1281, height: 723, quality: 0.5, colorSpace: 'srgb', offscreen: true },
    { width: 720, height: 1280, quality: 1, colorSpace: 'display-p3', offscreen: false },
    { width: 240, height: 240, quality: 0, colorSpace: 'display-p3', offscreen: true },
  ])('should be taken: %o', async (options) => {
    const photo = await draw(options);
    const { width, height } = options;
    expect(inspect(photo)).toMatchObject({ width, height, scans: 1 });
    expect(await images.checkAndShrink(async () => Buffer.from(photo))).toMatchObject({ width, height });
    await expect(images.checkAndShrink(async () => withoutLastBytes(photo, 2))).rejects.toThrow(
      expect.objectContaining({ code: 'photo_damaged' }),
    );
  });
});
