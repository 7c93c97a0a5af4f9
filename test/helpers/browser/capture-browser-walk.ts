import type { Page } from 'playwright-core';
import { press, seen, start } from './capture-browser-steps.ts';

export type Look = (page: Page, screen: string) => Promise<void>;

/** From the first screen of a request with two slots to the last, with a look at each. */
export async function walkScreens(page: Page, look: Look): Promise<void> {
  await page.locator('#app [role="status"]').waitFor({ state: 'attached' });
  await look(page, 'first screen');
  await start(page);
  await look(page, 'camera');
  await press(page, 'shutter');
  await seen(page, 'use-photo');
  await look(page, 'review');
  await press(page, 'use-photo');
  await press(page, 'shutter');
  await press(page, 'use-photo');
  await seen(page, 'submit');
  await look(page, 'overview');

  const held = await holdSubmission(page);
  await press(page, 'submit');
  await held.arrived;
  await look(page, 'sending');
  held.release();
  await seen(page, 'thank-you');
  await look(page, 'thank-you');
}

async function holdSubmission(page: Page): Promise<{ arrived: Promise<void>; release(): void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/capture/submission', async (route) => {
    arrive();
    await released;
    await route.continue();
  });
  return { arrived, release };
}
