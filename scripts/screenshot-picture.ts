import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const LARGEST_BYTES = 150_000;

/** Waits for pictures and movements to come to rest; then fewer colours until it is small enough for a README. */
export async function savePicture(page: Page, file: string): Promise<void> {
  await page.evaluate(`Promise.all([
    ...[...document.images].map((image) => image.decode().catch(() => {})),
    ...document.getAnimations().map((animation) => animation.finished.catch(() => {})),
  ]).then(() => {})`);
  const picture = sharp(await page.screenshot());
  for (const colours of [256, 128, 64, 32]) {
    const bytes = await picture
      .clone()
      .png({ palette: true, colours, effort: 10, dither: 0.3, compressionLevel: 9 })
      .toBuffer();
    if (bytes.length > LARGEST_BYTES && colours > 32) continue;
    writeFileSync(file, bytes);
    process.stdout.write(`${file} ${Math.round(bytes.length / 1000)} KB, ${colours} colours\n`);
    return;
  }
}
