import { renderSVG } from 'uqr';
import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/capture-browser.ts';
import {
  askForPhotos,
  isShown,
  offerLink,
  PATIENCE_MS,
  press,
  readRequest,
  seen,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
} from '../helpers/capture-browser-steps.ts';

describe('a customer at a desk', () => {
  const stage = useStage();

  it('should be led to the phone and follow along there', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.desktop(asked.path);
    await seen(page, 'handoff');
    const picture = page.locator('.qr img');
    const address = await picture.getAttribute('src');
    const answer = await page.request.get(stage.site.url + address);
    expect(await answer.text()).toBe(renderSVG(stage.site.url + asked.path, { border: 2 }));
    await expect.poll(() => isShown(picture), { timeout: PATIENCE_MS }).toBe(true);

    const phone = await stage.phone(asked.path);
    await start(phone.page);
    await takePhoto(phone.page);
    await page.getByText('1 photo received').waitFor();
    await expect.poll(() => isShown(page.locator('.thumbnail img')), { timeout: PATIENCE_MS }).toBe(true);
    await takePhoto(phone.page);
    await page.getByText('2 photos received').waitFor();
    await submit(phone.page);
    await seen(page, 'thank-you');
  });

  it('should share one visit of a permanent link with the phone', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.desktop(link.path);
    await seen(page, 'handoff');
    const address = (await page.locator('.qr img').getAttribute('src')) ?? '';
    const visit = new URL(address, stage.site.url).searchParams.get('visit') ?? '';
    const answer = await page.request.get(stage.site.url + address);
    const phoneAddress = `${stage.site.url}${link.path}#visit=${visit}`;
    expect(await answer.text()).toBe(renderSVG(phoneAddress, { border: 2 }));

    const phone = await stage.phone(phoneAddress);
    await start(phone.page);
    expect(new URL(phone.page.url()).hash, 'nobody copies the visit along').toBe('');
    await takePhoto(phone.page);
    await page.getByText('1 photo received').waitFor();
    await submit(phone.page);
    await seen(page, 'thank-you');
  });

  it('should be able to use the camera of this device', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.desktop(asked.path);
    await press(page, 'use-this-device');
    await takePhotos(page, 2);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });
});
