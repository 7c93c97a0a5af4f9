import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const MAX_BYTES = 150_000;

/**
 * Waits for what is on the screen to come to rest (images further down may never be fetched); then fewer colors until
 * it is small enough for a README.
 */
export async function savePicture(page: Page, file: string, largest = MAX_BYTES): Promise<void> {
  await page.evaluate(`Promise.all([
    ...[...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .map((image) => image.decode().catch(() => {})),
    ...document.getAnimations().map((animation) => animation.finished.catch(() => {})),
  ]).then(() => {})`);
  const picture = sharp(await page.screenshot());
  for (const colors of [256, 128, 64, 32]) {
    const bytes = await picture
      .clone()
      .png({ palette: true, colors, effort: 7, dither: 0.3, compressionLevel: 9 })
      .toBuffer();
    if (bytes.length > largest && colors > 32) continue;
    writeFileSync(file, bytes);
    process.stdout.write(`${file} ${Math.round(bytes.length / 1000)} KB, ${colors} colors\n`);
    return;
  }
}
