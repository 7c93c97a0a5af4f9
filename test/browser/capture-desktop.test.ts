import { renderSVG } from 'uqr';
import { describe, expect, it } from 'vitest';
import { MINUTE } from '../helpers/app/test-clock.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import {
  askForPhotos,
  codeShown,
  isShown,
  offerLink,
  press,
  readRequest,
  seen,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
  untilKept,
} from '../helpers/browser/capture-browser-steps.ts';

describe('a customer at a desk', () => {
  const stage = useStage();
  const ready = '[data-testid="shutter"]:enabled';

  it.each(['request', 'link'] as const)(
    'should be led to the phone and follow along there, for a %s',
    async (kind) => {
      const wish = { photo_slots: TWO_SLOTS };
      const asked =
        kind === 'request' ? await askForPhotos(stage.site, wish) : await offerLink(stage.site, wish);
      const { page } = await stage.desktop(asked.path);
      await seen(page, 'handoff');
      const { code, svg } = await codeShown(page, stage.site);
      const phoneAddress = `${stage.site.url}${asked.path}#continue=${code}`;
      expect(svg).toBe(renderSVG(phoneAddress, { border: 2 }));
      await expect.poll(() => isShown(page.locator('.qr img'))).toBe(true);

      const phone = await stage.phone(phoneAddress);
      await seen(phone.page, 'continue');
      expect(new URL(phone.page.url()).hash, 'no one copies the code along').toBe('');
      expect(await phone.page.getByTestId('invited').innerText()).toContain('2 photos');
      await press(phone.page, 'continue');
      await phone.page.locator(ready).waitFor();
      await seen(page, 'following');
      await takePhoto(phone.page);
      await page.getByText('1 photo received').waitFor();
      expect(await page.locator('.thumbnail').count(), 'the photos are the phone’s alone').toBe(0);

      await phone.page.reload();
      await phone.page.locator('.slots .done').waitFor();
      await press(phone.page, 'start');
      await phone.page.locator(ready).waitFor();
      await takePhoto(phone.page);
      await submit(phone.page);
      await seen(page, 'thank-you');
    },
  );

  it('should get another code when the one on the screen has expired', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.desktop(link.path, { expected: /410/ });
    const { code } = await codeShown(page, stage.site);
    await page.clock.install();
    stage.site.api.clock.advance(6 * MINUTE);
    await page.clock.fastForward(6 * MINUTE);
    await expect.poll(async () => (await codeShown(page, stage.site)).code).not.toBe(code);
    const late = await stage.phone(`${link.path}#continue=${code}`, { expected: /410/ });
    await late.page.locator('[data-invitation="over"]').waitFor();
    await press(late.page, 'start-fresh');
    await press(late.page, 'start');
    await late.page.locator(ready).waitFor();
    await seen(page, 'handoff');
    expect(await page.getByTestId('following').count()).toBe(0);
  });

  it('should be told when a phone took over while photos were taken here, and can start over', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.desktop(link.path, { expected: /409/ });
    const { code } = await codeShown(page, stage.site);
    await press(page, 'use-this-device');
    await page.locator(ready).waitFor();
    // The page asks now and then whether a phone took over; it must not know before the photo is taken.
    const taken = Promise.withResolvers<void>();
    await page.route('**/capture/session', async (route) => {
      await taken.promise;
      await route.continue();
    });
    const phone = await stage.phone(`${link.path}#continue=${code}`);
    await press(phone.page, 'continue');
    await phone.page.locator(ready).waitFor();
    await takePhoto(page);
    await untilKept(page, 1);
    taken.resolve();
    await page.locator('[data-problem="handed-over"]').waitFor();
    await page.getByRole('button', { name: 'Use this device instead' }).click();
    // The photo that was taken here goes into a visit of its own.
    await page.getByText('1 photo received').waitFor();
    expect((await codeShown(page, stage.site)).code).not.toBe(code);
    await expect.poll(() => isShown(page.locator('.thumbnail img'))).toBe(true);
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
