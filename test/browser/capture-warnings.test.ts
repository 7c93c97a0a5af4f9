import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/shared/languages.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible, expectToFit } from '../helpers/browser/capture-browser-looks.ts';
import {
  askForPhotos,
  button,
  FOUR_SLOTS,
  heading,
  press,
  problem,
  readRequest,
  seen,
  start,
  submit,
  takePhoto,
  takePhotos,
} from '../helpers/browser/capture-browser-steps.ts';
import { setPolicy } from '../helpers/capture/warned-photo.ts';

const MUNICH = { lat: 48.1372, lng: 11.5755, radius_m: 200 };
const BERLIN = '52.52,13.405,10';

describe('a photo that is refused because of a warning', () => {
  const stage = useStage();

  /** A request for photos of a place, to which the photos of these slots come from elsewhere, once. */
  async function openElsewhere(slots: string[]) {
    const { api } = stage.site;
    const workspace = await api.createWorkspace({ plan: 'enterprise' });
    await setPolicy(api, workspace.id, { checks: { place: 'refuse' } });
    const body = { photo_slots: FOUR_SLOTS.slice(0, 3), expected_location: MUNICH };
    const asked = await askForPhotos(stage.site, body, workspace.live.key);
    const { page } = await stage.phone(asked.path, { expected: /422/, permissions: ['camera'] });
    const elsewhere = new Set(slots);
    await page.route('**/capture/photos/*', async (route) => {
      const headers = route.request().headers();
      const isElsewhere = elsewhere.delete(headers['x-photo-slot'] ?? '');
      await route.continue({ headers: isElsewhere ? { ...headers, 'x-photo-location': BERLIN } : headers });
    });
    return { page, read: () => readRequest(stage.site, asked.id, workspace.live.key) };
  }

  it('should be asked for again kindly, while the others stay, and be sent then', async () => {
    const { page, read } = await openElsewhere(['1']);
    await start(page);
    await takePhotos(page, 3);
    await press(page, 'submit');
    await problem(page, 'photo-refused').waitFor();
    await expect.poll(() => heading(page)).toBe('Please take photo 2 again');
    const words = await page.locator('main p').innerText();
    expect(words).toBe('Sorry, this photo can’t be used. Your other photos are saved.');
    await expectAccessible(page, 'photo-refused');
    expect((await read()).status).toBe('in_progress');

    await button(page, 'Retake').click();
    await page.getByText('Photo 2 of 3').waitFor();
    await takePhoto(page);
    await submit(page);
    expect(await read()).toMatchObject({ status: 'submitted', items: [{}, {}, {}] });
  });

  it('should be named with the others that are refused, in every language, and survive a reload', async () => {
    const { page, read } = await openElsewhere(['0', '2']);
    await start(page);
    await takePhotos(page, 3);
    await press(page, 'submit');
    await problem(page, 'photo-refused').waitFor();
    await expect.poll(() => heading(page)).toBe('Please take photos 1 and 3 again');
    const titles = new Set<string>();
    for (const { code } of LANGUAGES) {
      await page.getByTestId('language').selectOption(code);
      await page.locator(`html[lang="${code}"]`).waitFor();
      titles.add(await heading(page));
      await expectToFit(page, `photo-refused in ${code}`);
    }
    expect(titles.size).toBe(LANGUAGES.length);
    await page.getByTestId('language').selectOption('en');
    await page.locator('html[lang="en"]').waitFor();

    await page.reload();
    await page.locator('.slots .done').first().waitFor();
    expect(await page.locator('.slots .done').count()).toBe(1);
    await start(page);
    await takePhotos(page, 2);
    await press(page, 'submit');
    await seen(page, 'thank-you');
    expect(await read()).toMatchObject({ status: 'submitted', items: [{}, {}, {}] });
  });
});
