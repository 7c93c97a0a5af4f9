import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { Owner } from '../../src/platform/db/tables.ts';
import { lastDays } from '../../src/platform/time-zone.ts';
import { createPhotoRequest, storePhotoRequest } from '../helpers/app/stored-objects.ts';
import { type TestWorkspace, useTestApp } from '../helpers/app/test-app.ts';
import { DAY, HOUR } from '../helpers/app/test-clock.ts';
import { createLink, keyOf, openPage, smallPhoto } from '../helpers/capture/customer.ts';
import { rowsOf } from '../helpers/database/stored-rows.ts';

/** In Kathmandu, where days begin at a quarter past an hour of UTC. */
const ZONE = 'Asia/Kathmandu';
const NOW = Date.UTC(2026, 2, 27, 18, 20);

describe('the kept counts', () => {
  const api = useTestApp({ now: NOW });

  const ownerOf = ({ id }: TestWorkspace): Owner => ({ workspaceId: id, environment: 'live' });

  /** Row by row, as slowly as anyone could. */
  async function recount(owner: Owner, days: { start: number; end: number }[]) {
    const now = api.clock.now();
    const mine = { workspace_id: owner.workspaceId, environment: owner.environment };
    const all = await rowsOf(api.database, 'photo_requests', mine);
    const photos = await rowsOf(api.database, 'photos', mine);
    const submitted = new Set(all.filter(({ submitted_at }) => submitted_at !== null).map(({ id }) => id));
    const requests = all.filter(({ type, status }) => type === 'one_time' || status === 'submitted');
    const byStatus = (some: typeof all) => {
      const found = { pending: 0, in_progress: 0, submitted: 0, expired: 0, canceled: 0 };
      for (const { status, expires_at } of some) {
        const isOpen = status === 'pending' || status === 'in_progress';
        found[isOpen && expires_at <= now ? 'expired' : status] += 1;
      }
      return found;
    };
    const within = (day: { start: number; end: number }, at: number | null) =>
      at !== null && at >= day.start && at < day.end;
    const shown = { start: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
    return {
      ever: byStatus(requests),
      recent: byStatus(requests.filter(({ created_at }) => within(shown, created_at))),
      days: days.map((day) => [
        requests.filter(({ type, created_at }) => type === 'one_time' && within(day, created_at)).length,
        all.filter(({ submitted_at }) => within(day, submitted_at)).length,
        photos.filter(({ request_id, received_at }) => submitted.has(request_id) && within(day, received_at))
          .length,
      ]),
    };
  }

  async function kept(owner: Owner) {
    const now = api.clock.now();
    const { days, byStatus } = await api.services.counts.perDay(owner, lastDays(now, ZONE, 30), now);
    return {
      ever: await api.services.counts.byStatus(owner, now),
      recent: byStatus,
      days: days.map(({ requests, submissions, photos }) => [requests, submissions, photos]),
    };
  }

  async function expectRight(owner: Owner) {
    const truth = await recount(owner, lastDays(api.clock.now(), ZONE, 30));
    expect(await kept(owner)).toEqual(truth);
    while (await api.services.counts.fold());
    expect(await kept(owner)).toEqual(truth);
    return truth;
  }

  const notes = async () =>
    (await sql<{ count: number }>`select count(*) as count from count_changes`.execute(api.database.reader))
      .rows[0]?.count;

  async function open(key: string, body: object = {}) {
    const created = await createPhotoRequest(api, key, { ...body });
    return { id: created.id, page: await openPage(api, 'request', keyOf(created.request_url)) };
  }

  it('should be right after everything that can happen to a request', async () => {
    const workspace = await api.createWorkspace();
    const { key } = workspace.live;
    const owner = ownerOf(workspace);
    const untouched = await createPhotoRequest(api, key);
    const submitted = await open(key);
    await submitted.page.send({ body: await smallPhoto(1) });
    await expectRight(owner);
    await submitted.page.submit();
    const canceled = await open(key);
    await canceled.page.send({ body: await smallPhoto(2) });
    await api.services.photoRequests.cancel({ ...OPERATOR, ...owner }, canceled.id);
    const late = await open(key, { expires_in_hours: 1 });
    await late.page.send({ body: await smallPhoto(3) });
    const link = await createLink(api, key, { name: 'The desk' });
    const visit = await openPage(api, 'link', link.slug);
    await visit.send({ body: await smallPhoto(4) });
    await (await openPage(api, 'link', link.slug)).send({ body: await smallPhoto(5) });
    await visit.submit();
    await expectRight(owner);
    // Kathmandu's next day begins, and what is late counts as expired before the sweep says so.
    api.clock.advance(2 * HOUR);
    await createPhotoRequest(api, key);
    expect((await expectRight(owner)).ever).toMatchObject({
      pending: 2,
      submitted: 2,
      expired: 1,
      canceled: 1,
    });
    while (await api.services.photoRequests.expireOverdue());
    await expectRight(owner);
    await api.services.photoRequests.extend({ ...OPERATOR, ...owner }, late.id, 5);
    await api.services.photoRequests.erase({ ...OPERATOR, ...owner }, submitted.id);
    await api.call('DELETE', `/v1/photo-requests/${untouched.id}`, { key });
    const { ever } = await expectRight(owner);
    expect(ever).toEqual({ pending: 1, in_progress: 1, submitted: 1, expired: 0, canceled: 1 });
    expect(await notes()).toBe(0);
  });

  it('should be right while many write and notes are added up at once', async () => {
    const workspace = await api.createWorkspace();
    const owner = ownerOf(workspace);
    const created: string[] = [];
    const seen: number[] = [];
    let isOver = false;
    const folding = (async () => {
      while (!isOver) {
        await Promise.all([api.services.counts.fold(), api.services.counts.fold()]);
        const { ever } = await kept(owner);
        seen.push(ever.pending + ever.canceled);
      }
    })();
    for (let round = 0; round < 5; round++) {
      await Promise.all(
        Array.from({ length: 20 }, async () => created.push(await storePhotoRequest(api, workspace.id))),
      );
      await Promise.all(
        created.slice(-5).map((id) => api.services.photoRequests.cancel({ ...OPERATOR, ...owner }, id)),
      );
    }
    isOver = true;
    await folding;
    // Nothing was ever taken away: a count that went back would have missed what was being added up.
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect((await expectRight(owner)).ever).toMatchObject({ pending: 75, canceled: 25 });
  });

  it('should note nothing of a transaction that is undone', async () => {
    const workspace = await api.createWorkspace();
    const before = await notes();
    await expect(
      api.database.write(async (trx) => {
        await trx.updateTable('photo_requests').set({ status: 'canceled' }).execute();
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await notes()).toBe(before);
    await expectRight(ownerOf(workspace));
  });

  it('should keep days only as long as they are shown, and sums for ever', async () => {
    const workspace = await api.createWorkspace();
    const owner = ownerOf(workspace);
    const old = await storePhotoRequest(api, workspace.id, { expires_at: NOW + 90 * DAY });
    await expectRight(owner);
    api.clock.advance(40 * DAY);
    await storePhotoRequest(api, workspace.id);
    await expectRight(owner);
    const periods = async () => (await rowsOf(api.database, 'counts', { workspace_id: workspace.id })).length;
    expect(await periods()).toBe(2);
    await api.services.photoRequests.cancel({ ...OPERATOR, ...owner }, old);
    expect((await expectRight(owner)).ever).toMatchObject({ pending: 1, canceled: 1 });
    expect(await periods()).toBe(2);
  });
});
