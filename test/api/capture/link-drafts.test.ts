import { describe, expect, it } from 'vitest';
import { holdRequest } from '../../../src/photo-requests/held-repository.ts';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { createLink, expectRefusal, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { photoRequestRow, photoRow } from '../../helpers/database/rows.ts';

const GB = 1024 ** 3;

const body = await smallPhoto();

describe('drafts of permanent links', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);

  const get = async (path: string) => (await api.call('GET', path, { key: workspace.live.key })).json().data;
  const drafts = async (id: string) => {
    const { draft_count, draft_bytes } = await get(`/v1/permanent-links/${id}`);
    return [draft_count, draft_bytes];
  };
  const link = (more: object = {}) => createLink(api, workspace.live.key, more);

  /** Abandoned visits, as they lie in the tables. */
  async function leaveDrafts(linkId: string, { count, bytes }: { count: number; bytes: number }) {
    const now = api.clock.now();
    const rows = Array.from({ length: count }, () =>
      photoRequestRow(workspace.id, {
        type: 'permanent',
        status: 'in_progress',
        permanent_link_id: linkId,
        created_at: now,
        expires_at: now + 24 * HOUR,
      }),
    );
    await api.database.write(async (trx) => {
      for (const row of rows) {
        await trx.insertInto('photo_requests').values(row).execute();
        await trx.insertInto('photos').values(photoRow(row, { bytes })).execute();
        await api.services.linkVisits.track(
          trx,
          { workspaceId: workspace.id, environment: 'live' },
          row.id,
          now,
        );
      }
    });
  }

  const visitsOf = async (linkId: string) => {
    const visits = api.database.reader.selectFrom('photo_requests').select('id');
    const rows = await visits
      .where('permanent_link_id', '=', linkId)
      .where('expires_at', '>', api.clock.now())
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };

  it('should be told of in the link, in lists and in the statistics, until they are submitted or gone', async () => {
    const { id, slug } = await link();
    const page = await openPage(api, 'link', slug);
    expect(await drafts(id)).toEqual([0, 0]);
    await page.send({ slot: 0, body });
    const sent = await page.send({ slot: 1, body });
    expect(await drafts(id)).toEqual([1, 2 * body.length]);
    expect(await get('/v1/permanent-links')).toMatchObject([
      { draft_count: 1, draft_bytes: 2 * body.length },
    ]);
    expect((await get('/v1/stats')).permanent_links).toMatchObject({
      draft_count: 1,
      draft_bytes: 2 * body.length,
    });
    await page.remove(sent.json().data.client_id);
    expect(await drafts(id)).toEqual([1, body.length]);
    await page.submit();
    expect(await drafts(id)).toEqual([0, 0]);

    const abandoned = await openPage(api, 'link', slug);
    await abandoned.send({ body });
    expect(await drafts(id)).toEqual([1, body.length]);
    api.clock.advance(24 * HOUR);
    await api.services.photoRequests.expireOverdue();
    expect(await drafts(id)).toEqual([0, 0]);
  });

  it('should close the door to new visitors at the cap of the link, not to those who have begun', async () => {
    const [here, there] = [await link(), await link({ name: 'Elsewhere' })];
    const begun = await openPage(api, 'link', here.slug);
    await begun.send({ slot: 0, body });
    const opened = await openPage(api, 'link', here.slug);
    await leaveDrafts(here.id, { count: 1, bytes: GB });

    expectRefusal((await openPage(api, 'link', here.slug)).opened, 429, 'link_busy');
    expectRefusal(await opened.send({ body }), 429, 'link_busy');
    expect((await begun.send({ slot: 1, body })).statusCode).toBe(201);
    expect((await openPage(api, 'link', here.slug, begun.session)).opened.statusCode).toBe(201);
    expect((await begun.submit()).statusCode).toBe(200);
    expect((await openPage(api, 'link', there.slug)).opened.statusCode).toBe(201);
  });

  it('should take no more photos at all at twice the cap, and leave nothing of the one that was refused', async () => {
    const { id, slug } = await link();
    const begun = await openPage(api, 'link', slug);
    await begun.send({ slot: 0, body });
    await leaveDrafts(id, { count: 2, bytes: GB });
    const before = await drafts(id);
    expectRefusal(await begun.send({ slot: 1, body }), 429, 'link_busy');
    expect(await drafts(id)).toEqual(before);
    expect((await begun.submit()).statusCode).toBe(200);
  });

  it('should have a cap for all links of a workspace together', async () => {
    const links = [];
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) links.push(await link({ name }));
    for (const { id } of links.slice(0, 4)) await leaveDrafts(id, { count: 1, bytes: 1.25 * GB });
    expectRefusal((await openPage(api, 'link', links[4]?.slug ?? '')).opened, 429, 'link_busy');
    const other = await createLink(api, (await api.createWorkspace()).live.key);
    expect((await openPage(api, 'link', other.slug)).opened.statusCode).toBe(201);
  });

  it('should hold the cap against many who begin at the same time', async () => {
    const { id, slug } = await link();
    await leaveDrafts(id, { count: 295, bytes: 1 });
    const pages = [];
    for (let n = 0; n < 15; n++) pages.push(await openPage(api, 'link', slug));
    const sent = await Promise.all(pages.map((page) => page.send({ body })));
    expect(sent.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    expect((await drafts(id))[0]).toBe(300);
  });

  it('should age out after an hour without a photo when they pile up, and only then', async () => {
    const { id, slug } = await link();
    const quiet = await link({ name: 'Quiet' });
    const [idle, elsewhere] = [await openPage(api, 'link', slug), await openPage(api, 'link', quiet.slug)];
    await idle.send({ body });
    await elsewhere.send({ body });
    await leaveDrafts(id, { count: 1, bytes: 0.75 * GB });
    api.clock.advance(HOUR);
    const working = await openPage(api, 'link', slug);
    await working.send({ body });
    await api.services.capture.drafts.ageOut();
    while (await api.services.photoRequests.expireOverdue());
    expect(await drafts(id)).toEqual([1, body.length]);
    expect((await working.submit()).statusCode).toBe(200);
    expect(await drafts(quiet.id)).toEqual([1, body.length]);

    // The phone still has its photo, and is told that it can send it again in a new visit.
    const again = await openPage(api, 'link', slug, idle.session);
    expect(again.opened.json().data.former_visit).toBe('ended');
    expectRefusal(await idle.submit(), 404, 'request_gone');
    const poll = { headers: { 'x-capture-session': idle.session } };
    expectRefusal(await api.call('GET', '/capture/session', poll), 404, 'request_gone');
    expect((await again.send({ body })).statusCode).toBe(201);
    expect((await again.submit()).statusCode).toBe(200);
    expect((await openPage(api, 'link', slug, again.session)).opened.json().data.former_visit).toBe(
      'submitted',
    );
  });

  it('should not age out while a photo is being recorded or the submission is being held', async () => {
    const { id } = await link();
    await leaveDrafts(id, { count: 2, bytes: 0.75 * GB });
    api.clock.advance(HOUR);
    const now = api.clock.now();
    const owner = { workspaceId: workspace.id, environment: 'live' as const };
    const ids = await visitsOf(id);
    const [uploading = '', holding = ''] = ids;
    let aging: Promise<void> | undefined;
    await api.database.write(async (trx) => {
      const lock = trx.updateTable('photo_requests').set({ status: 'in_progress' });
      await lock.where('id', 'in', ids).execute();
      aging = api.services.capture.drafts.ageOut();
      // SQLite has one writer: there it waits for the end of this one.
      if (api.database.engine === 'postgres') await aging;
      await api.services.linkVisits.track(trx, owner, uploading, now);
      await api.services.linkVisits.markHeld(trx, owner, holding, now);
      await holdRequest(trx, owner, holding, { submittedBefore: null, heldAt: now, until: now + 24 * HOUR });
    });
    await aging;
    while (await api.services.photoRequests.expireOverdue());
    expect(await visitsOf(id)).toEqual(ids);
  });
});
