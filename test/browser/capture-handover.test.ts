import { describe, expect, it } from 'vitest';
import { useStage } from '../helpers/browser/capture-browser.ts';
import {
  type Asked,
  offerLink,
  press,
  seen,
  start,
  submit,
  takePhoto,
  untilUploaded,
} from '../helpers/browser/capture-browser-steps.ts';
import { type Customer, expectRefusal, openPage, smallPhoto } from '../helpers/capture/customer.ts';

/** Anyone can open a permanent link, and send its genuine address with something of his own behind it. */
describe('a link that a stranger has prepared', () => {
  const stage = useStage();

  async function prepare(): Promise<{ link: Asked; stranger: Customer; code: string }> {
    const link = await offerLink(stage.site);
    const stranger = await openPage(stage.site.api, 'link', link.path.slice('/p/'.length));
    return { link, stranger, code: (await stranger.offer()).json().data.code };
  }
  async function sendPhotos(page: Parameters<typeof takePhoto>[0]): Promise<void> {
    await takePhoto(page);
    await untilUploaded(page, 1);
  }
  async function expectLockedOut(stranger: Customer): Promise<void> {
    expect(await stranger.state()).toMatchObject({ handed_over: true, photo_count: 1, photos: [] });
    expectRefusal(await stranger.send({ body: await smallPhoto() }), 409, 'session_handed_over');
    expectRefusal(await stranger.submit(), 409, 'session_handed_over');
  }

  it('should not make the customer’s page adopt his session', async () => {
    const { link, stranger } = await prepare();
    const { page } = await stage.phone(`${link.path}#visit=${stranger.session}`);
    await start(page);
    await sendPhotos(page);
    expect(await stranger.state()).toMatchObject({ status: 'pending', photo_count: 0, photos: [] });
    await submit(page);
    expect(await stranger.state()).toMatchObject({ status: 'pending' });
  });

  it('should show the customer what it is, and give him nothing when it is refused', async () => {
    const { link, stranger, code } = await prepare();
    const { page } = await stage.phone(`${link.path}#continue=${code}`);
    await seen(page, 'continue');
    const shown = await page.getByTestId('invited').innerText();
    for (const words of ['Workspace 1', 'another device', '0 photos received'])
      expect(shown).toContain(words);
    await press(page, 'start-fresh');
    await start(page);
    await sendPhotos(page);
    expect(await stranger.state()).toMatchObject({ status: 'pending', photo_count: 0, photos: [] });
  });

  it('should let him see, replace and submit nothing even when the customer agrees', async () => {
    const { link, stranger, code } = await prepare();
    const { page } = await stage.phone(`${link.path}#continue=${code}`);
    await press(page, 'continue');
    await page.locator('[data-testid="shutter"]:enabled').waitFor();
    await sendPhotos(page);
    await expectLockedOut(stranger);
    await submit(page);
    expect(await stranger.state()).toMatchObject({ status: 'submitted', photos: [] });
  });
});
