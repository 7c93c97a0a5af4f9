import { describe, expect, it } from 'vitest';
import { PUBLIC_URL, useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { HOUR } from '../../helpers/app/test-clock.ts';
import {
  createLink,
  createRequest,
  expectRefusal,
  keyOf,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { createReviewer, fillPlaces, submitPlaces } from '../../helpers/capture/rounds.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';

const SLOTS = ['Front', 'Back', 'Inside'].map((instructions) => ({ instructions }));

describe('a submission that is sent back', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  const reviewer = () => createReviewer(api, workspace);
  const create = (body: object = {}) =>
    createRequest(api, workspace.live.key, { photo_slots: SLOTS, ...body });

  it('should come back by the same link with other photos in the places of those that were asked for', async () => {
    const { decide, read, list, eventsOf, wantAllEvents } = reviewer();
    await wantAllEvents();
    const { id, token } = await create({ requires_review: true });
    await submitPlaces(api, token, [0, 1, 2]);
    const first = await read(id);
    expect(first).toMatchObject({ status: 'submitted', round: 1, review: { state: 'pending', round: 1 } });
    expect(await list('needs_review=true')).toEqual([id]);

    api.clock.advance(HOUR);
    const asked = await decide(id, {
      decision: 'request_changes',
      message: 'Nearly there.',
      slots: [
        { slot_index: 2, reason: 'too_dark' },
        { slot_index: 0, message: 'Show the number plate too.' },
      ],
    });
    expect(asked).toMatchObject({
      status: 'in_progress',
      round: 2,
      review: {
        state: 'changes_requested',
        round: 1,
        decided_by: null,
        message: 'Nearly there.',
        slots: [
          { slot_index: 0, reason: 'other', message: 'Show the number plate too.' },
          { slot_index: 2, reason: 'too_dark', message: null },
        ],
      },
    });
    expect(asked.items.map(({ slot_index }) => slot_index)).toEqual([0, 1, 2]);
    expect([await list('needs_review=true'), await list('needs_review=false')]).toEqual([[], [id]]);

    const page = await openPage(api, 'request', token);
    expect(Object.keys(page.tickets)).toEqual(['0', '1']);
    const { photos, earlier } = page.opened.json().data.state;
    expect(photos).toEqual([]);
    expect(earlier.map((each: { slot_index: number }) => each.slot_index)).toEqual([0, 1]);
    const shown = await api.call('GET', earlier[1].thumbnail_url.slice(PUBLIC_URL.length));
    expect(shown.statusCode).toBe(200);
    const again = await fillPlaces(page, [0, 1], 10);
    // Until they are submitted they are the customer's own.
    expect((await read(id)).items).toEqual(
      asked.items.map((item) => expect.objectContaining({ id: item.id })),
    );
    expect((await page.submit({ photos: again })).statusCode).toBe(200);

    const second = await read(id);
    expect(second).toMatchObject({
      status: 'submitted',
      round: 2,
      review: { state: 'pending', round: 2, slots: [] },
      items: [
        { slot_index: 0, slot_instructions: 'Front', round: 2 },
        { id: first.items[1]?.id, slot_index: 1, round: 1 },
        { slot_index: 2, slot_instructions: 'Inside', round: 2 },
      ],
    });
    expect(second.superseded_items.map((item) => item.id)).toEqual([first.items[0]?.id, first.items[2]?.id]);
    expect(await list('needs_review=true')).toEqual([id]);

    await decide(id, { decision: 'approve' });
    expect(await read(id)).toMatchObject({ status: 'submitted', review: { state: 'approved', round: 2 } });
    const events = await eventsOf(id);
    expect(events.map(({ event }) => event.replace('photo_request.', ''))).toEqual([
      'created',
      'first_viewed',
      'viewed',
      'submitted',
      'changes_requested',
      'viewed',
      'submitted',
      'approved',
    ]);
    const submissions = events.filter(({ event }) => event === 'photo_request.submitted');
    expect(submissions.map(({ data }) => data.round)).toEqual([1, 2]);
    expect(submissions[1]?.data.photos).toMatchObject(
      second.items.map(({ id: photo, round }) => ({ id: photo, round })),
    );
  });

  it('should count only the photos that were taken again against the quota, and seal only those', async () => {
    const { decide, askAgain } = reviewer();
    const { id, token } = await create();
    await submitPlaces(api, token, [0, 1, 2]);
    const used = async () => (await rowOf(api.database, 'workspaces', { id: workspace.id })).period_photos;
    const sealed = async () => (await rowsOf(api.database, 'seal_jobs', { request_id: id })).length;
    expect([await used(), await sealed()]).toEqual([3, 3]);
    await decide(id, askAgain(1));
    await submitPlaces(api, token, [0], 10);
    expect([await used(), await sealed()]).toEqual([4, 4]);
  });

  it('should not take a photo for a slot that stays, nor from a page of the round before', async () => {
    const { decide, askAgain } = reviewer();
    const { id, token } = await create();
    const before = await submitPlaces(api, token, [0, 1, 2]);
    const opened = await rowsOf(api.database, 'photos', { request_id: id });
    await decide(id, askAgain(1));
    expectRefusal(await before.send({ slot: 0, body: await smallPhoto(20) }), 409, 'round_over');
    const page = await openPage(api, 'request', token);
    expectRefusal(await page.send({ slot: 1, ticket: 'x', body: await smallPhoto(20) }), 422, 'slot_unknown');
    expectRefusal(await page.submit(), 422, 'slots_missing');
    expect((await page.remove(opened[0]?.client_id ?? '')).statusCode).toBe(200);
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toHaveLength(3);
    const stale = await api.call('POST', '/capture/sessions', {
      body: { kind: 'request', key: token, round: 1 },
    });
    expectRefusal(stale, 409, 'round_over');
  });

  it.each(['canceled', 'expired'] as const)(
    'should keep what was submitted when it is %s',
    async (status) => {
      const { decide, cancel, askAgain, read } = reviewer();
      const { id, token } = await create();
      await submitPlaces(api, token, [0, 1, 2]);
      await decide(id, { ...askAgain(1), expires_in_hours: 2 });
      await fillPlaces(await openPage(api, 'request', token), [0], 10);
      if (status === 'canceled') expect((await cancel(id)).statusCode).toBe(200);
      else {
        api.clock.advance(3 * HOUR);
        while (await api.services.photoRequests.expireOverdue());
      }
      const ended = await read(id);
      expect(ended).toMatchObject({ status, round: 2, review: { state: 'changes_requested' } });
      expect(ended.items.map(({ round }) => round)).toEqual([1, 1, 1]);
      expect(await rowsOf(api.database, 'photos', { request_id: id })).toHaveLength(3);
      // What was asked for is not waited for any longer.
      const approved = await decide(id, { decision: 'approve', expected_state: 'changes_requested' });
      expect(approved).toMatchObject({
        status: 'submitted',
        round: 1,
        review: { state: 'approved', round: 1 },
      });
      expect(approved.items).toHaveLength(3);
    },
  );

  it('should keep nothing of an upload that a cancellation meets, and everything that was submitted', async () => {
    const { decide, cancel, askAgain, read } = reviewer();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { id, token } = await create();
      await submitPlaces(api, token, [0, 1, 2], attempt * 10 + 1);
      await decide(id, askAgain(1));
      const page = await openPage(api, 'request', token);
      const body = await smallPhoto(attempt * 10 + 5);
      const [sent, canceled] = await Promise.all([page.send({ body }), cancel(id)]);
      expect(canceled.statusCode).toBe(200);
      expect([201, 410]).toContain(sent.statusCode);
      expect(await read(id)).toMatchObject({
        status: 'canceled',
        items: [{ round: 1 }, { round: 1 }, { round: 1 }],
      });
      expect(await rowsOf(api.database, 'photos', { request_id: id })).toHaveLength(3);
      expectRefusal(await page.submit(), 410, 'request_closed');
    }
  });

  it('should be possible for a visit to a permanent link, by its own address, without counting it twice', async () => {
    const { decide, askAgain, read, list } = reviewer();
    const link = await createLink(api, workspace.live.key, { photo_slots: SLOTS.slice(0, 1) });
    const visit = await openPage(api, 'link', link.slug);
    await fillPlaces(visit, [0]);
    await visit.submit();
    const [id = ''] = await list('type=permanent');
    const { request_url } = await decide(id, askAgain(0));
    expect(await list('status=in_progress')).toEqual([id]);
    expect((await openPage(api, 'link', link.slug, visit.session)).opened.json().data).toMatchObject({
      former_visit: 'submitted',
    });
    await submitPlaces(api, keyOf(request_url), [0], 10);
    expect(await read(id)).toMatchObject({ status: 'submitted', round: 2, items: [{ round: 2 }] });
    const row = await rowOf(api.database, 'permanent_links', { id: link.id });
    expect(row.submission_count).toBe(1);
    await decide(id, { ...askAgain(0), expected_state: 'pending', expires_in_hours: 1 });
    api.clock.advance(2 * HOUR);
    while (await api.services.photoRequests.expireOverdue());
    expect(await read(id)).toMatchObject({ status: 'expired', items: [{ round: 2 }] });
  });

  it('should go on in a request where the customer chose what to photograph', async () => {
    const { decide, read } = reviewer();
    const { id, token } = await create({ photo_slots: [] });
    await submitPlaces(api, token, [0, 1]);
    await decide(id, {
      decision: 'request_changes',
      slots: [
        { slot_index: 1, reason: 'glare' },
        { slot_index: 4, message: 'And one of the label, please.' },
      ],
    });
    await submitPlaces(api, token, [0, 1], 10);
    const { items } = await read(id);
    expect(items.map(({ slot_index, round }) => [slot_index, round])).toEqual([
      [0, 1],
      [1, 2],
      [4, 2],
    ]);
  });
});

describe('a slot for several photos', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);

  it('should take as many as it may, and be missing those that it needs', async () => {
    const { read } = createReviewer(api, workspace);
    const { id, token } = await createRequest(api, workspace.live.key, {
      photo_slots: [
        { instructions: 'Front' },
        { instructions: 'Damage', min_photos: 2, max_photos: 3, hint: 'From near and from far.' },
      ],
    });
    const page = await openPage(api, 'request', token);
    expect(Object.keys(page.tickets)).toEqual(['0', '1', '2', '3']);
    await fillPlaces(page, [0, 3]);
    const missing = await page.submit();
    expectRefusal(missing, 422, 'slots_missing');
    expect(missing.json().error.details).toEqual({ slots: ['1'] });
    await fillPlaces(page, [2], 5);
    expect((await page.submit()).statusCode).toBe(200);
    const { items, photo_slots } = await read(id);
    expect(items.map(({ slot_index }) => slot_index)).toEqual([0, 1, 1]);
    expect(photo_slots[1]).toMatchObject({ hint: 'From near and from far.', min_photos: 2, max_photos: 3 });
  });

  it.each([
    [
      'more than the plan allows',
      [{ instructions: 'A', max_photos: 50 }, { instructions: 'B' }],
      'photo_slots',
    ],
    [
      'less at most than at least',
      [{ instructions: 'A', min_photos: 3, max_photos: 2 }],
      'photo_slots.0.max_photos',
    ],
    ['none', [{ instructions: 'A', max_photos: 0 }], 'photo_slots.0.max_photos'],
  ])('should be refused with %s', async (_what, photo_slots, field) => {
    const response = await api.call('POST', '/v1/photo-requests', {
      key: workspace.live.key,
      body: { instructions: 'A photo', photo_slots },
    });
    expect([response.statusCode, Object.keys(response.json().error.details)]).toEqual([422, [field]]);
  });
});
