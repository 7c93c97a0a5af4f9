import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { HeldSubmission } from '../../../src/held-submissions/schema.ts';
import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal, openPage, smallPhoto, storedKeys } from '../../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { auditOf } from './web-requests.ts';

const body = await smallPhoto();

describe('submissions that are held for approval', () => {
  const api = useTestApp();
  const owner = useForEach(() => createOwner(api));
  let key: string;
  beforeEach(async () => {
    ({ key } = await api.createKey(owner.workspaceId));
  });

  const link = (more: object = {}) =>
    owner.browser.expect<PermanentLink>('POST', `${owner.path}/permanent-links`, {
      name: 'The desk',
      requires_approval: true,
      ...more,
    });
  const get = async (path: string) => (await api.call('GET', `/v1${path}`, { key })).json().data;
  const held = (id: string) =>
    owner.browser.expect<HeldSubmission[]>('GET', `${owner.path}/permanent-links/${id}/held-submissions`);
  const decide = (id: string, verb: 'approve' | 'reject', by = owner.browser) =>
    by.call('POST', `${owner.path}/held-submissions/${id}/${verb}`);
  const eventsOf = async (id: string) =>
    (await rowsOf(api.database, 'events', { subject_id: id }, 'type')).map(({ type }) => type);

  async function submitted(slug: string) {
    const page = await openPage(api, 'link', slug);
    await page.send({ body });
    expect((await page.submit()).json().data.state).toMatchObject({ status: 'submitted' });
    return page;
  }

  /** What a client of the API can see of submissions. */
  const seen = async (linkId: string) => ({
    listed: (await get(`/photo-requests?permanent_link_id=${linkId}`)).length,
    submitted: (await get('/stats')).photo_requests.submitted,
    used: (await get('/stats')).usage.photos_used,
    count: (await get(`/permanent-links/${linkId}`)).submission_count,
  });
  const NOTHING = { listed: 0, submitted: 0, used: 0, count: 0 };
  const ONE = { listed: 1, submitted: 1, used: 1, count: 1 };

  it('should be submissions to no one but the customer until a member approves them', async () => {
    const { id, slug } = await link();
    const page = await submitted(slug);
    expect((await page.submit()).statusCode).toBe(200);
    expect(await page.state()).toMatchObject({ status: 'submitted', photos: [{}] });
    expectRefusal(await page.send({ slot: 1, body }), 409, 'request_submitted');
    expect(await seen(id)).toEqual(NOTHING);
    expect(await get(`/permanent-links/${id}`)).toMatchObject({ held_count: 1, draft_count: 0 });
    const [waiting] = await held(id);
    expect(waiting).toMatchObject({ photos: [{ slot_instructions: null }] });
    expect(await eventsOf(waiting?.id ?? '')).toEqual([]);

    expect((await decide(waiting?.id ?? '', 'approve')).statusCode).toBe(200);
    expect(await seen(id)).toEqual(ONE);
    expect(await held(id)).toEqual([]);
    expect(await get(`/permanent-links/${id}`)).toMatchObject({ held_count: 0 });
    expect(await eventsOf(waiting?.id ?? '')).toEqual([
      'photo_request.approved',
      'photo_request.submitted',
      'photo_submission.created',
    ]);
    expectRefusal(await decide(waiting?.id ?? '', 'approve'), 404, 'not_found');
    expectRefusal(await decide(waiting?.id ?? '', 'reject'), 404, 'not_found');
    expect((await auditOf(api, owner.workspaceId)).map(([action]) => action)).toContain(
      'held_submission.approved',
    );
  });

  it('should go with their photos and without a word when they are rejected', async () => {
    const { id, slug } = await link();
    const page = await submitted(slug);
    const [waiting] = await held(id);
    expect((await decide(waiting?.id ?? '', 'reject')).statusCode).toBe(200);
    expect([await held(id), await seen(id), await eventsOf(waiting?.id ?? '')]).toEqual([[], NOTHING, []]);
    while (await api.services.photoUpkeep.deleteQueuedFiles());
    expect(await storedKeys(api, `photos/`)).not.toContainEqual(
      expect.stringContaining(waiting?.photos[0]?.id ?? ''),
    );
    const again = await openPage(api, 'link', slug, page.session);
    expect((await again.send({ body })).statusCode).toBe(201);
  });

  it('should be listed, approved and rejected by API as well, through their own link alone', async () => {
    const { id, slug } = await link();
    const other = await link();
    await submitted(slug);
    await submitted(slug);
    const listed = (await get(`/permanent-links/${id}/held-submissions`)) as HeldSubmission[];
    expect(listed).toMatchObject([{ photos: [{}] }, { photos: [{}] }]);
    expect(await get(`/permanent-links/${other.id}/held-submissions`)).toEqual([]);
    const act = (linkId: string, index: number, verb: string) => {
      const path = `/v1/permanent-links/${linkId}/held-submissions/${listed[index]?.id}/${verb}`;
      return api.call('POST', path, { key });
    };
    for (const verb of ['approve', 'reject']) expect((await act(other.id, 0, verb)).statusCode).toBe(404);
    expect((await act(id, 0, 'approve')).statusCode).toBe(200);
    expect((await act(id, 1, 'reject')).statusCode).toBe(200);
    expect([await seen(id), await held(id)]).toEqual([ONE, []]);
  });

  it('should be announced to the pages that show their environment when they come and go', async () => {
    const { id, slug } = await link();
    const seen: string[] = [];
    const stop = api.database.signals.on('activity', (name) => seen.push(name));
    try {
      await submitted(slug);
      await waitUntil(() => expect(seen).toContain(`${owner.workspaceId}/live`));
      const [waiting] = await held(id);
      seen.length = 0;
      await decide(waiting?.id ?? '', 'reject');
      await waitUntil(() => expect(seen).toContain(`${owner.workspaceId}/live`));
    } finally {
      stop();
    }
  });

  it('should leave none behind when the link is deleted while they are being submitted', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, slug } = await link({ name: `Desk ${round}` });
      const pages = [await openPage(api, 'link', slug), await openPage(api, 'link', slug)];
      for (const page of pages) await page.send({ body });
      await Promise.all([
        ...pages.map((page) => page.submit()),
        owner.browser.call('DELETE', `${owner.path}/permanent-links/${id}`),
      ]);
      const visits = api.database.reader.selectFrom('photo_requests').select('id');
      const waiting = visits.where('permanent_link_id', '=', id).where('held_at', 'is not', null);
      expect(await waiting.execute()).toEqual([]);
    }
  });

  it('should be decided once by many at the same time', async () => {
    const { id, slug } = await link();
    await submitted(slug);
    const [waiting] = await held(id);
    const responses = await Promise.all(
      (['approve', 'approve', 'reject', 'approve', 'reject'] as const).map((verb) =>
        decide(waiting?.id ?? '', verb),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404]);
    expect([NOTHING, ONE]).toContainEqual(await seen(id));
  });

  it('should stay held when the quota or the link has no room, with words that say so', async () => {
    const { id, slug } = await link({ max_submissions: 1 });
    await submitted(slug);
    await submitted(slug);
    const [first, second] = await held(id);
    await api.services.workspaces.setPlan(OPERATOR, owner.workspaceId, 'developer_free');
    const use = (lifetime_photos: number) =>
      updateRows(api.database, 'workspaces', { id: owner.workspaceId }, { lifetime_photos });
    await use(100);
    expectRefusal(await decide(first?.id ?? '', 'approve'), 403, 'quota_exceeded');
    await use(0);
    expect((await decide(first?.id ?? '', 'approve')).statusCode).toBe(200);
    const full = await decide(second?.id ?? '', 'approve');
    expectRefusal(full, 422, 'validation_error');
    expect(full.json().error.details.max_submissions[0]).toContain('Raise the limit');
    expect(await held(id)).toHaveLength(1);
    expect((await get('/stats')).usage.photos_used).toBe(1);
  });

  it('should be decided by members, seen by viewers, and by no one of another workspace', async () => {
    const { id, slug } = await link();
    await submitted(slug);
    const [waiting] = await held(id);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const path = `${owner.path}/permanent-links/${id}/held-submissions`;
    expect(await viewer.browser.expect<HeldSubmission[]>('GET', path)).toHaveLength(1);
    expectRefusal(await decide(waiting?.id ?? '', 'approve', viewer.browser), 403, 'insufficient_permission');
    const stranger = await createOwner(api);
    for (const verb of ['approve', 'reject'] as const) {
      const response = await stranger.browser.call(
        'POST',
        `${stranger.path}/held-submissions/${waiting?.id}/${verb}`,
      );
      expectRefusal(response, 404, 'not_found');
    }
    expect(await held(id)).toHaveLength(1);
  });

  it('should outlive a draft’s day, and be deleted after thirty days or the retention time', async () => {
    const { id, slug } = await link();
    await submitted(slug);
    await owner.browser.expect('PATCH', `${owner.path}/settings`, { retention_days: 7 });
    await submitted(slug);
    for (const [days, left] of [
      [6, 2],
      [1, 1],
      [22, 1],
      [1, 0],
    ] as const) {
      api.clock.advance(days * 24 * HOUR);
      await api.services.capture.drafts.ageOut();
      while (await api.services.photoRequests.expireOverdue());
      expect(await get(`/permanent-links/${id}`)).toMatchObject({ held_count: left });
    }
  });

  it('should go with a link that is deleted, and not block it', async () => {
    const { id, slug } = await link();
    const page = await submitted(slug);
    await owner.browser.expect('DELETE', `${owner.path}/permanent-links/${id}`);
    const left = await rowsOf(api.database, 'photo_requests', { permanent_link_id: id });
    expect(left).toEqual([]);
    expect((await page.submit()).statusCode).not.toBe(500);
  });

  it('should stay as they are when the link no longer asks for approval', async () => {
    const { id, slug } = await link();
    await submitted(slug);
    await owner.browser.expect('PATCH', `${owner.path}/permanent-links/${id}`, { requires_approval: false });
    await submitted(slug);
    expect(await seen(id)).toEqual(ONE);
    expect(await held(id)).toHaveLength(1);
  });
});
