import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { HOUR } from '../helpers/app/test-clock.ts';
import { useStage } from '../helpers/browser/capture-browser.ts';
import {
  type Asked,
  alive,
  askForPhotos,
  button,
  offerLink,
  press,
  problem,
  readRequest,
  seen,
  start,
  submit,
  TWO_SLOTS,
  takePhoto,
  takePhotos,
  untilKept,
  untilUploaded,
} from '../helpers/browser/capture-browser-steps.ts';

const NO_NETWORK = /ERR_(?:INTERNET_DISCONNECTED|FAILED|ABORTED)/;
const REFUSED = /ERR_(?:INTERNET_DISCONNECTED|FAILED|ABORTED)|40[49]|410/;
const AFTER_SHUTTER = /\/assets\/after-shutter-[^/]+\.js$/;

/** It has a session, and what reads the photos on the phone never comes. Loaded once more, it does. */
async function reloadInVain(page: Page): Promise<void> {
  const { promise: held, resolve: hold } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route(AFTER_SHUTTER, (route) => (asked++ === 0 ? hold() : route.continue()));
  await page.reload();
  await held;
}

describe('photos that were not sent when the page ended', () => {
  const stage = useStage();
  /** Past the camera to the photos that are there already. */
  async function goOn(page: Page): Promise<void> {
    await button(page, 'Continue').click();
    await page.locator('.strip').click();
  }

  const open = (page: Page, asked: Asked) => page.goto(stage.site.url + asked.path);

  async function change(path: string, method: 'POST' | 'PATCH', body: object): Promise<void> {
    const { api, workspace } = stage.site;
    const response = await api.call(method, path, { key: workspace.live.key, body });
    expect(response.statusCode).toBe(200);
  }

  /** How many photos each submission of the link has. */
  async function submissionsOf(link: Asked): Promise<number[]> {
    const { api, workspace } = stage.site;
    const { data } = (await api.call('GET', '/v1/photo-requests', { key: workspace.live.key })).json();
    return data
      .filter(
        ({ permanent_link_id, status }: { permanent_link_id: string; status: string }) =>
          permanent_link_id === link.id && status === 'submitted',
      )
      .map(({ items }: { items: unknown[] }) => items.length);
  }

  it.each(['extend', 'reopen'])('should be there again after %s of an expired request', async (action) => {
    const asked = await askForPhotos(stage.site, { photo_slots: TWO_SLOTS, expires_in_hours: 1 });
    const { page, context } = await stage.phone(asked.path, { expected: REFUSED });
    await start(page);
    await context.setOffline(true);
    await takePhotos(page, 2);
    await untilKept(page, 2);
    stage.site.api.clock.advance(HOUR);
    await context.setOffline(false);
    await problem(page, 'expired').waitFor();
    if (action === 'reopen') while (await stage.site.api.services.photoRequests.expireOverdue());
    await change(`/v1/photo-requests/${asked.id}/${action}`, 'POST', { hours: 24 });
    await open(page, asked);
    await page.locator('.slots .done').nth(1).waitFor();
    await alive(page);
    await press(page, 'start');
    await untilUploaded(page, 2);
    await submit(page);
    expect((await readRequest(stage.site, asked.id)).items).toHaveLength(2);
  });

  it('should be there again once a suspended workspace works again', async () => {
    const { api } = stage.site;
    const workspace = await api.createWorkspace();
    const asked = await askForPhotos(stage.site, {}, workspace.live.key);
    const { page, context } = await stage.phone(asked.path, { expected: REFUSED });
    await start(page);
    await context.setOffline(true);
    await takePhoto(page);
    await untilKept(page, 1);
    await api.services.workspaces.suspend(OPERATOR, workspace.id);
    await context.setOffline(false);
    await problem(page, 'closed').waitFor();
    await api.services.workspaces.resume(OPERATOR, workspace.id);
    await open(page, asked);
    await goOn(page);
    await submit(page);
    expect((await readRequest(stage.site, asked.id, workspace.live.key)).items).toHaveLength(1);
  });

  it('should be there again once a link is on again', async () => {
    const link = await offerLink(stage.site);
    const { page, context } = await stage.phone(link.path, { expected: REFUSED });
    await start(page);
    await context.setOffline(true);
    await takePhoto(page);
    await untilKept(page, 1);
    await change(`/v1/permanent-links/${link.id}`, 'PATCH', { is_active: false });
    await context.setOffline(false);
    await problem(page, 'closed').waitFor();
    await change(`/v1/permanent-links/${link.id}`, 'PATCH', { is_active: true });
    await open(page, link);
    await goOn(page);
    await submit(page);
    expect(await submissionsOf(link)).toEqual([1]);
  });

  it('should be kept when another tab, which never showed them, says thank you', async () => {
    const link = await offerLink(stage.site);
    const { page, context } = await stage.phone(link.path, { expected: REFUSED });
    await start(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    const other = await context.newPage();
    await open(other, link);
    await goOn(other);
    await untilUploaded(other, 1);

    await page.route('**/capture/photos/*', (route) => route.abort());
    await button(page, 'Add a photo').click();
    await takePhoto(page);
    await untilKept(page, 2);
    await submit(other);
    await untilKept(page, 1);
    await page.unroute('**/capture/photos/*');
    // What waits for its next attempt is tried at once.
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await problem(page, 'not-included').waitFor();
    await expect.poll(() => page.locator('.thumbnail').count()).toBe(1);
    await button(page, 'Send more photos').click();
    await goOn(page);
    await untilUploaded(page, 1);
    await submit(page);
    expect(await submissionsOf(link)).toEqual([1, 1]);
  });

  it('should be sent in another visit where the tab that took them is gone', async () => {
    const link = await offerLink(stage.site);
    const { page, context } = await stage.phone(link.path, { expected: NO_NETWORK });
    await start(page);
    const other = await context.newPage();
    await open(other, link);
    await start(other);
    await page.route('**/capture/photos/*', (route) => route.abort());
    await takePhoto(page);
    await untilKept(page, 1);
    await page.close();
    await takePhoto(other);
    await submit(other);
    await button(other, 'Send more photos').click();
    await goOn(other);
    await untilUploaded(other, 1);
    await submit(other);
    expect(await submissionsOf(link)).toEqual([1, 1]);
  });

  it.each(['reloaded', 'opened in another tab'])(
    'should be sent again when the page is %s before it has read what its ended visit left',
    async (how) => {
      const { api } = stage.site;
      const link = await offerLink(stage.site, { photo_slots: TWO_SLOTS });
      const { page, context } = await stage.phone(link.path, { expected: NO_NETWORK });
      await start(page);
      await takePhotos(page, 2);
      await untilUploaded(page, 2);
      await api.database.write((trx) =>
        trx
          .updateTable('photo_requests')
          .set({ expires_at: api.clock.now() })
          .where('permanent_link_id', '=', link.id)
          .execute(),
      );
      while (await api.services.photoRequests.expireOverdue());

      await reloadInVain(page);
      const next = how === 'reloaded' ? page : await context.newPage();
      await open(next, link);
      await next.locator('.slots .done').nth(1).waitFor();
      await alive(next);
      await press(next, 'start');
      await untilUploaded(next, 2);
      await submit(next);
      expect(await submissionsOf(link)).toEqual([2]);
    },
  );
});

describe('photos that were sent although the page was not told', () => {
  const stage = useStage();

  /** The server has taken the submission, and its response is lost. */
  async function loseResponse(route: Route): Promise<void> {
    await route.fetch();
    await route.abort('connectionreset');
  }

  async function sendInVain(page: Page): Promise<void> {
    await page.route('**/capture/submission', loseResponse, { times: 1 });
    await start(page);
    await takePhoto(page);
    await untilUploaded(page, 1);
    const lost = page.waitForEvent('requestfailed');
    await press(page, 'submit');
    await lost;
  }

  it.each(['once', 'once more before it knows of it'])(
    'should be said to be sent when the page is reloaded %s',
    async (times) => {
      const link = await offerLink(stage.site);
      const { page } = await stage.phone(link.path, { expected: /ERR_/ });
      // Loaded again before the submission is tried again.
      await page.route('**/capture/submission', () => {});
      await sendInVain(page);
      if (times !== 'once') await reloadInVain(page);
      await page.reload();
      await problem(page, 'submitted').waitFor();
      await button(page, 'Send more photos').click();
      await seen(page, 'start');
      await start(page);
      await takePhoto(page);
      await page.unroute('**/capture/submission');
      await submit(page);
      const { api, workspace } = stage.site;
      const { data } = (
        await api.call('GET', `/v1/permanent-links/${link.id}`, { key: workspace.live.key })
      ).json();
      expect(data).toMatchObject({ submission_count: 2 });
    },
  );
});
