import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { DAY, HOUR } from '../helpers/app/test-clock.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import { expectAccessible } from '../helpers/browser/capture-browser-looks.ts';
import {
  type Asked,
  alive,
  askForPhotos,
  button,
  FOUR_SLOTS,
  offerLink,
  openCamera,
  press,
  problem,
  readRequest,
  seen,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
  untilUploaded,
} from '../helpers/browser/capture-browser-steps.ts';

/** How the server responds where only a part of a body arrived. */
const BROKEN_ON_THE_WAY = {
  status: 400,
  json: { error: { code: 'invalid_json', message: '', details: {} } },
};

describe('when the photos cannot be sent', () => {
  const stage = useStage();
  const change = (link: Asked, slots: object[]) =>
    stage.site.api.call('PATCH', `/v1/permanent-links/${link.id}`, {
      key: stage.site.workspace.live.key,
      body: { photo_slots: slots },
    });
  async function photosSubmitted({ id }: Asked): Promise<number> {
    const { key } = stage.site.workspace.live;
    const { data } = (
      await stage.site.api.call('GET', `/v1/photo-requests?permanent_link_id=${id}`, { key })
    ).json();
    return (await readRequest(stage.site, data[0].id)).items.length;
  }

  it('should keep them where the quota is used up, and send them once it is not', async () => {
    const { site } = stage;
    const workspace = await site.api.createWorkspace({ plan: 'developer_free' });
    const asked = await askForPhotos(site, { photo_slots: TWO_SLOTS }, workspace.live.key);
    await site.api.database.write((trx) =>
      trx.updateTable('workspaces').set({ lifetime_photos: 100 }).where('id', '=', workspace.id).execute(),
    );
    const { page } = await stage.phone(asked.path, { expected: /403/ });
    await start(page);
    await takePhotos(page, 2);
    await press(page, 'submit');
    await problem(page, 'quota').waitFor();
    await page.reload();
    await page.locator('.slots .done').nth(1).waitFor();
    await alive(page);
    await press(page, 'start');
    await press(page, 'submit');
    await problem(page, 'quota').waitFor();
    await site.api.services.workspaces.setPlan(OPERATOR, workspace.id, 'enterprise');
    await button(page, 'Try again').click();
    await seen(page, 'thank-you');
    expect((await readRequest(site, asked.id, workspace.live.key)).items).toHaveLength(2);
  });

  it('should ask for one photo again when the server refuses it, and keep the others', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path, { expected: /422/ });
    let broken = 0;
    await page.route('**/capture/photos/*', async (route) => {
      if (route.request().headers()['x-photo-slot'] !== '0' || broken > 0) return route.continue();
      broken++;
      await route.continue({ postData: 'no photo at all' });
    });
    await start(page);
    await takePhoto(page);
    await problem(page, 'photo-refused').waitFor();
    await expect.poll(() => page.locator('h1').innerText()).toBe('Please take photo 1 again');
    await expectAccessible(page, 'photo-refused');
    await button(page, 'Retake').click();
    await takePhotos(page, 2);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should keep photos whose tickets are of another key, and send them with those of a new session', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page, context } = await stage.phone(asked.path, {
      expected: /40[03]|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/,
    });
    const forged = new Set<string>();
    let opened = 0;
    await page.route('**/capture/photos/*', async (route) => {
      const headers = route.request().headers();
      const session = headers['x-capture-session'] ?? '';
      // Those of the page's first session, and of the one after it.
      if (forged.size < 2) forged.add(session);
      if (!forged.has(session)) return route.continue();
      await route.continue({ headers: { ...headers, 'x-capture-ticket': 'of another key' } });
    });
    await page.route('**/capture/sessions', (route) =>
      // The first new one is refused for a fault on the way, too.
      ++opened === 1 ? route.fulfill(BROKEN_ON_THE_WAY) : route.continue(),
    );
    await start(page);
    await press(page, 'shutter');
    // Routing has the page's parts fetched twice, and this one must have come for good.
    await seen(page, 'use-photo');
    await context.setOffline(true);
    await press(page, 'use-photo');
    await takePhoto(page);
    // They were taken in the first session, and a new one knows of that by the session before alone.
    stage.site.api.clock.advance(HOUR);
    await context.setOffline(false);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
    expect(forged.size).toBe(2);
  });

  it('should go on by itself after a call that something on the way broke', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone('/', { expected: /400/ });
    let calls = 0;
    await page.route('**/capture/sessions', (route) =>
      ++calls < 3 ? route.fulfill(BROKEN_ON_THE_WAY) : route.continue(),
    );
    await page.goto(stage.site.url + asked.path);
    await start(page);
    await takePhoto(page);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should not give a photo up for a page of someone else in between', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /403/ });
    const responses = [
      { status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' },
      { status: 200, contentType: 'text/html', body: '<h1>Please log in to the hotel</h1>' },
    ];
    await page.route('**/capture/photos/*', (route) => {
      const response = responses.shift();
      return response === undefined ? route.continue() : route.fulfill(response);
    });
    await start(page);
    await takePhoto(page);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should go on taking photos on a page that stood open for hours', async () => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS });
    const { page } = await stage.phone(asked.path);
    await page.clock.install({ time: stage.site.api.clock.now() });
    await page.reload();
    await openCamera(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    stage.site.api.clock.advance(3 * HOUR);
    await page.clock.fastForward(3 * HOUR);
    const renewed = page.waitForResponse('**/capture/sessions');
    await press(page, 'shutter');
    await renewed;
    // They look at the photo for longer than clocks may differ.
    stage.site.api.clock.advance(10_000);
    await page.clock.fastForward(10_000);
    await press(page, 'use-photo');
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should ask for one photo at least where none is required', async () => {
    const optional = TWO_SLOTS.map((slot) => ({ ...slot, is_required: false }));
    const asked = await askForPhotos(stage.site, { photo_slots: optional });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await button(page, 'Skip').click();
    await button(page, 'Skip').click();
    await button(page, 'Take the next photo').click();
    await takePhoto(page);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should say that there is trouble, and go on when it is over', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /50\d/ });
    let failures = 0;
    // After the third, which is told, the page would try again by itself before the button is pressed.
    await page.route('**/capture/submission', (route) =>
      route.fulfill({
        status: 500,
        headers: ++failures < 3 ? {} : { 'retry-after': '300' },
        json: { error: { code: 'internal_error', message: '', details: {} } },
      }),
    );
    await start(page);
    await takePhoto(page);
    await press(page, 'submit');
    await problem(page, 'trouble').waitFor();
    await page.unroute('**/capture/submission');
    await button(page, 'Try again').click();
    await seen(page, 'thank-you');
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should show the photos that are wanted now when the link’s list changed before the first one', async () => {
    const link = await offerLink(stage.site, { photo_slots: TWO_SLOTS.slice(0, 1) });
    const { page } = await stage.phone(link.path, { expected: /409/ });
    await start(page);
    await change(link, TWO_SLOTS);
    const reloaded = page.waitForEvent('domcontentloaded');
    await takePhoto(page);
    await reloaded;
    await page.locator('.slots .done').waitFor();
    await start(page);
    await takePhoto(page);
    await submit(page);
    expect(await photosSubmitted(link)).toBe(2);
  });

  it('should end a visit with the photos that it began with, whatever the link asks for since', async () => {
    const link = await offerLink(stage.site, { photo_slots: TWO_SLOTS.slice(0, 1) });
    const { page } = await stage.phone(link.path);
    await start(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    await change(link, FOUR_SLOTS);
    await page.reload();
    await page.waitForURL(/visit=req_/);
    await alive(page);
    expect(await page.locator('.slots li').count()).toBe(1);
    await press(page, 'start');
    await submit(page);
    expect(await photosSubmitted(link)).toBe(1);
    await button(page, 'Send more photos').click();
    await expect.poll(() => page.locator('.slots li').count()).toBe(4);
  });

  it('should ask for the rest of several photos of one thing', async () => {
    const slots = [
      TWO_SLOTS[0],
      { instructions: 'Damage', is_required: false, min_photos: 2, max_photos: 3 },
    ];
    const asked = await askForPhotos(stage.site, { photo_slots: slots });
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhotos(page, 2);
    await page.goBack();
    expect(await page.getByTestId('submit').count()).toBe(0);
    await button(page, 'Take the next photo').click();
    await takePhoto(page);
    await button(page, 'Skip').click();
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(3);
  });

  it('should say so when the link was turned off meanwhile', async () => {
    const link = await offerLink(stage.site);
    const { page } = await stage.phone(link.path, { expected: /410/ });
    await start(page);
    const { key } = stage.site.workspace.live;
    await stage.site.api.call('PATCH', `/v1/permanent-links/${link.id}`, { key, body: { is_active: false } });
    await takePhoto(page);
    await problem(page, 'closed').waitFor();
  });

  it('should say so when the request was deleted meanwhile', async () => {
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path, { expected: /40[14]/ });
    await start(page);
    const { key } = stage.site.workspace.live;
    await stage.site.api.call('DELETE', `/v1/photo-requests/${asked.id}`, { key });
    await takePhoto(page);
    await problem(page, 'gone').waitFor();
  });

  it('should say so when someone else submitted meanwhile', async () => {
    const asked = await askForPhotos(stage.site);
    const one = await stage.phone(asked.path, { expected: /409/ });
    await start(one.page);
    const other = await stage.phone(asked.path);
    await start(other.page);
    await takePhoto(other.page);
    await submit(other.page);
    await takePhoto(one.page);
    await problem(one.page, 'not-included').waitFor();
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(1);
  });

  it('should say so when the time is over meanwhile', async () => {
    const asked = await askForPhotos(stage.site, { expires_in_hours: 1 });
    const { page } = await stage.phone(asked.path, { expected: /410/ });
    await start(page);
    stage.site.api.clock.advance(2 * HOUR);
    await takePhoto(page);
    await problem(page, 'expired').waitFor();
  });

  it('should say so at once, also where what comes later cannot be loaded', async () => {
    const asked = await askForPhotos(stage.site, { expires_in_hours: 1 });
    const { page, context } = await stage.phone('about:blank', { expected: /410|ERR_FAILED/ });
    await context.route(/after-shutter-/, (route) => route.abort());
    await context.route('**/capture/sessions', (route) => {
      stage.site.api.clock.advance(2 * HOUR);
      return route.continue();
    });
    await page.goto(stage.site.url + asked.path);
    await problem(page, 'expired').getByText('This request has expired').waitFor();
  });

  it('should not mind a phone whose clock is wrong by days', async () => {
    stage.site.api.clock.advance(3 * DAY);
    const asked = await askForPhotos(stage.site);
    const { page } = await stage.phone(asked.path);
    await start(page);
    await takePhoto(page);
    await submit(page);
    const [item] = (await readRequest(stage.site, asked.id)).items;
    const behind = stage.site.api.clock.now() - Date.parse(item?.metadata.captured_at ?? '');
    expect(behind).toBeGreaterThanOrEqual(0);
    expect(behind).toBeLessThan(60_000);
  });
});
