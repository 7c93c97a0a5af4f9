import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  alive,
  askForPhotos,
  FOUR_SLOTS,
  heading,
  openCamera,
  press,
  readRequest,
  seen,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
  untilKept,
  untilSaid,
} from '../helpers/browser/capture-browser-steps.ts';
import { walkScreens } from '../helpers/browser/capture-browser-walk.ts';

/**
 * How much of the chosen language's name does not fit into its menu, in pixels. Without `field-sizing`, which Safari did not
 * know for long.
 */
const CUT_OFF_LANGUAGE = `(() => {
  const menu = document.querySelector('[data-testid="language"]');
  menu.style.fieldSizing = 'fixed';
  const style = getComputedStyle(menu);
  const around = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth];
  const room = around.reduce((left, width) => left - parseFloat(width), menu.getBoundingClientRect().width);
  const name = document.body.appendChild(document.createElement('span'));
  name.style.position = 'absolute';
  name.style.font = style.font;
  name.textContent = menu.selectedOptions[0].textContent;
  const { width } = name.getBoundingClientRect();
  name.remove();
  return Math.max(0, Math.round(width - room));
})()`;

describe('the languages of the capture page', () => {
  const stage = useStage();

  it('should lead through in Arabic, from right to left', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { locale: 'ar-EG' });
    await walkScreens(page, async (shown, screen) => {
      expect(await shown.locator('html').getAttribute('dir'), screen).toBe('rtl');
      expect(await shown.locator('html').getAttribute('lang'), screen).toBe('ar');
      await expectToFit(shown, screen);
    });
    expect(await page.locator('h1').innerText()).toMatch(/^\p{Script=Arabic}/u);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should stay what was chosen when the texts of the former one come late', async () => {
    const asked = await askForPhotos(stage.site);
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { page } = await stage.phone('/');
    await page.route(/\/texts\/en-/, async (route) => {
      await arrived;
      await route.continue();
    });
    const late = page.waitForRequest(/\/texts\/en-/);
    await page.goto(stage.site.url + asked.path);
    await alive(page);
    await late;
    await page.getByTestId('language').selectOption('de');
    await page.locator('html[lang="de"]').waitFor();
    arrive();
    await press(page, 'start');
    await takePhoto(page);
    await seen(page, 'submit');
    expect(await heading(page)).toBe('Ihre Fotos');
  });

  it('should cost no photo that is being looked at, also where the business wrote in several', async () => {
    const asked = await askForPhotos(stage.site, {
      instructions: 'The car, please',
      translations: { de: { instructions: 'Das Auto, bitte' } },
    });
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const { page } = await stage.phone('/');
    await page.route(/\/after-shutter-[^/]+\.js/, async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(stage.site.url + asked.path);
    await openCamera(page);
    await press(page, 'shutter');
    await page.getByTestId('language').selectOption('de');
    await page.locator('html[lang="de"]').waitFor();
    arrive();
    await press(page, 'use-photo');
    await seen(page, 'submit');
    expect(await heading(page)).toBe('Ihre Fotos');
  });

  it('should change in the middle without losing a photo, and stay changed', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: FOUR_SLOTS });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhotos(page, 3);
    await page.locator('.strip').click();
    await page.getByTestId('language').selectOption('ar');
    await page.locator('html[lang="ar"][dir="rtl"]').waitFor();
    await expect.poll(() => page.locator('.photos .thumbnail').count()).toBe(3);
    await page.getByTestId('language').selectOption('de');
    await page.locator('html[lang="de"][dir="ltr"]').waitFor();
    expect(await page.locator('h1').innerText()).toBe('Ihre Fotos');
    await untilKept(page, 3);
    await page.reload();
    await alive(page);
    expect(await page.locator('html').getAttribute('lang'), 'the choice is kept').toBe('de');
    await expect.poll(() => page.locator('.slots .done').count()).toBe(3);
    await press(page, 'start');
    await page.locator('.strip').click();
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(3);
  });

  it('should fit on a small phone in each of them', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: FOUR_SLOTS });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhotos(page, 1);
    await untilSaid(page, 'Photo 1 uploaded.');
    for (const { code } of LANGUAGES) {
      await page.goto(`${stage.site.url}${asked.path}?lang=${code}`);
      await page.locator('.slots .done').waitFor();
      expect(await page.evaluate(CUT_OFF_LANGUAGE), code).toBe(0);
      await expectToFit(page, `${code}: first screen`);
      await start(page);
      await expectToFit(page, `${code}: camera`);
      await press(page, 'shutter');
      await expectToFit(page, `${code}: review`);
      await press(page, 'retake');
      await page.locator('.strip').click();
      await expectToFit(page, `${code}: overview`);
      const words = await page.locator('body').innerText();
      expect(words, 'no key without its text').not.toMatch(/[a-z]_[a-z]/);
    }
  });
});
