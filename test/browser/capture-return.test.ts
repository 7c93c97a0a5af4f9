import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { allowOrigins } from '../helpers/app/origins.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import { DESKTOP } from '../helpers/browser/capture-browser-site.ts';
import {
  askForPhotos,
  press,
  seen,
  start,
  submit,
  takePhoto,
} from '../helpers/browser/capture-browser-steps.ts';

const SHOP = 'https://shop.example.com';
const THE_SHOP = /^elsewhere: https:\/\/shop\.example\.com\//;

describe('the way back from the customer’s page', () => {
  const stage = useStage();

  /** The business's own site, which knows what it was called with. */
  async function shopFor(page: Page, isLookedAt?: Promise<void>): Promise<string[]> {
    const visited: string[] = [];
    await page.route(`${SHOP}/**`, async (route) => {
      visited.push(route.request().url());
      await isLookedAt;
      return route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' });
    });
    return visited;
  }

  async function asked(body: object = {}) {
    await allowOrigins(stage.site.api, stage.site.workspace.id, SHOP);
    const urls = { return_url: `${SHOP}/thanks`, cancel_url: `${SHOP}/order` };
    return askForPhotos(stage.site, { ...urls, ...body });
  }

  it.each(['en', 'ar'])('should be taken by itself once the photos have arrived, in %s', async (locale) => {
    const { path, id } = await asked({ locale });
    const { page } = await stage.phone(`${path}?lang=${locale}`, { expected: THE_SHOP });
    const looked = Promise.withResolvers<void>();
    // Until then the page stays, as before a slow shop.
    const visited = await shopFor(page, looked.promise);
    await start(page);
    await takePhoto(page);
    await submit(page);
    await seen(page, 'back');
    await expectAccessible(page, 'thanks');
    await expectToFit(page, 'thanks');
    looked.resolve();
    await page.waitForURL(`${SHOP}/thanks?*`);
    expect(new URL(visited[0] ?? '').searchParams.get('photo_request_id')).toBe(id);
    // Whoever goes back once more finds it submitted, with the same way on.
    await page.goto(stage.site.url + path);
    await press(page, 'back');
    await page.waitForURL(`${SHOP}/thanks?*`);
  });

  it.each([
    ['a phone', {}],
    ['a desktop', DESKTOP],
  ])(
    'should be there for whoever does not want to on %s, in words of their language',
    async (_on, options) => {
      const { path } = await asked();
      const { page } = await stage.phone(path, { ...options, expected: THE_SHOP });
      await shopFor(page);
      await expect.poll(() => page.getByTestId('not-now').textContent()).toBe('Not now');
      await page.getByTestId('language').selectOption('de');
      await expect.poll(() => page.getByTestId('not-now').textContent()).toBe('Jetzt nicht');
      await expectToFit(page, 'start');
      await press(page, 'not-now');
      await page.waitForURL(`${SHOP}/order`);
    },
  );

  it('should not be there where no one asked for it', async () => {
    const { path } = await askForPhotos(stage.site);
    const { page } = await stage.phone(path);
    await start(page);
    expect(await page.getByTestId('not-now').count()).toBe(0);
    expect(await page.content()).not.toContain('/assets/extras');
  });
});
