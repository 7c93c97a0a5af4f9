import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspaceForEach } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { createRequest, expectRefusal, openPage } from '../../helpers/capture/customer.ts';
import { reportedPhoto } from '../../helpers/capture/report.ts';
import { createReviewer, fillPlaces, submitPlaces } from '../../helpers/capture/rounds.ts';
import { setPolicy, UNHURRIED_MS, warnedPhoto } from '../../helpers/capture/warned-photo.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { auditOf } from '../web-app/web-requests.ts';

describe('a decision about a submission', () => {
  const api = useTestApp();
  const workspace = useWorkspaceForEach(api);
  const reviewer = () => createReviewer(api, workspace);

  async function submitted(body: object = {}) {
    const request = await createRequest(api, workspace.live.key, body);
    await submitPlaces(api, request.token, [0, 1]);
    return request;
  }

  it('should be made by one of many who decide at the same time; the others hear what it was', async () => {
    const { review, read } = reviewer();
    const { id } = await submitted({ requires_review: true });
    const bodies = ['approve', 'reject', 'approve', 'reject', 'approve'].map((decision) => ({ decision }));
    const responses = await Promise.all(bodies.map((body) => review(id, body)));
    const losers = responses.filter(({ statusCode }) => statusCode !== 200);
    expect(losers).toHaveLength(bodies.length - 1);
    const { review: outcome } = await read(id);
    for (const loser of losers) {
      expectRefusal(loser, 422, 'review_conflict');
      expect(loser.json().error.message).toContain(outcome?.state);
    }
    expect(await rowsOf(api.database, 'pending_reviews', { request_id: id })).toEqual([]);
  });

  it('should be changed only by whoever knows it', async () => {
    const { review, decide } = reviewer();
    const { id } = await submitted();
    expectRefusal(
      await review(id, { decision: 'approve', expected_state: 'pending' }),
      422,
      'review_conflict',
    );
    await decide(id, { decision: 'approve', expected_state: 'none' });
    expectRefusal(await review(id, { decision: 'reject' }), 422, 'review_conflict');
    const changed = await decide(id, {
      decision: 'reject',
      message: 'It shows another car.',
      expected_state: 'approved',
    });
    expect(changed.review).toMatchObject({
      state: 'rejected',
      round: 1,
      message: 'It shows another car.',
      slots: [],
    });
    expect(changed).toMatchObject({ status: 'submitted', items: [{}, {}] });
  });

  it.each([
    ['an unknown decision', { decision: 'perhaps' }, 'decision'],
    ['no slots', { decision: 'request_changes', slots: [] }, 'slots'],
    [
      'slots of what is approved',
      { decision: 'approve', slots: [{ slot_index: 0, reason: 'glare' }] },
      'slots',
    ],
    ['a slot that is not there', asking({ slot_index: 2, reason: 'glare' }), 'slots.0.slot_index'],
    [
      'a slot twice',
      asking({ slot_index: 0, reason: 'glare' }, { slot_index: 0, reason: 'blurred' }),
      'slots.1.slot_index',
    ],
    ['no reason', asking({ slot_index: 0 }), 'slots.0.message'],
    [
      'an email without a recipient',
      { ...asking({ slot_index: 0, reason: 'glare' }), send_email: true },
      'send_email',
    ],
  ])('should be refused with %s, and change nothing', async (_what, body, field) => {
    const { review, read } = reviewer();
    const { id } = await submitted({ photo_slots: [{ instructions: 'A' }, { instructions: 'B' }] });
    const before = await read(id);
    const response = await review(id, body);
    expectRefusal(response, 422, 'validation_error');
    expect(Object.keys(response.json().error.details)).toEqual([field]);
    expect(await read(id)).toMatchObject({ status: 'submitted', round: 1, review: before.review });
  });

  it('should not be possible before the customer has submitted, nor for someone else’s request', async () => {
    const { review } = reviewer();
    const { id, token } = await createRequest(api, workspace.live.key);
    await fillPlaces(await openPage(api, 'request', token), [0]);
    expectRefusal(await review(id, { decision: 'approve' }), 422, 'validation_error');
    const other = await api.createWorkspace();
    const foreign = createReviewer(api, other);
    expectRefusal(await foreign.review(id, { decision: 'approve' }), 404, 'not_found');
  });

  it('should end the waiting for what was asked for, once the team decides again', async () => {
    const { decide, read, askAgain } = reviewer();
    const { id, token } = await submitted();
    await decide(id, askAgain(0));
    const page = await openPage(api, 'request', token);
    const photos = await fillPlaces(page, [0], 10);
    const other = await decide(id, { ...askAgain(1, 'glare'), expected_state: 'changes_requested' });
    expect(other).toMatchObject({ status: 'in_progress', round: 2, review: { slots: [{ slot_index: 1 }] } });
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toHaveLength(2);
    await decide(id, { decision: 'approve', expected_state: 'changes_requested' });
    expect(await read(id)).toMatchObject({
      status: 'submitted',
      round: 1,
      items: [{}, {}],
      superseded_items: [],
    });
    expectRefusal(await page.submit({ photos }), 409, 'photos_not_included');
  });

  it('should meet the submission of the round either before or after it', async () => {
    const { decide, review, read, askAgain } = reviewer();
    const { id, token } = await submitted();
    await decide(id, askAgain(0));
    const page = await openPage(api, 'request', token);
    const photos = await fillPlaces(page, [0], 10);
    const [sent, decided] = await Promise.all([
      page.submit({ photos }),
      review(id, { decision: 'approve', expected_state: 'changes_requested' }),
    ]);
    const after = await read(id);
    const isSubmitted = sent.statusCode === 200;
    expect([isSubmitted, decided.statusCode === 200]).toContain(true);
    expect(isSubmitted).not.toBe(decided.statusCode === 200);
    expect(after).toMatchObject({
      status: 'submitted',
      round: isSubmitted ? 2 : 1,
      review: { state: isSubmitted ? 'pending' : 'approved' },
    });
    expect(after.items).toHaveLength(2);
  });
});

function asking(...slots: object[]) {
  return { decision: 'request_changes', slots };
}

describe('a decision in the web application', () => {
  const api = useTestApp();
  const owner = useForEach(async () => {
    const person = await createOwner(api);
    const { key } = await api.createKey(person.workspaceId);
    return { ...person, key };
  });
  const reviewer = () => createReviewer(api, { id: owner.workspaceId, live: { key: owner.key } });

  it('should name who made it, in the log too, and be no one’s who may only look', async () => {
    const { id, token } = await createRequest(api, owner.key);
    await submitPlaces(api, token, [0]);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const path = `${owner.path}/photo-requests/${id}/review`;
    expect((await viewer.browser.call('POST', path, { decision: 'approve' })).statusCode).toBe(403);
    await owner.browser.expect('POST', path, { decision: 'approve' });
    expect((await reviewer().read(id)).review).toMatchObject({ state: 'approved', decided_by: owner.email });
    expect(await auditOf(api, owner.workspaceId)).toContainEqual(['photo_request.approved', id]);
  });

  it('should tell the customer by email which photos to take again, and why', async () => {
    const { id, token } = await createRequest(api, owner.key, {
      recipient_email: 'ann@example.com',
      locale: 'de',
    });
    await submitPlaces(api, token, [0, 1]);
    const { decide } = reviewer();
    const body = asking({ slot_index: 1, reason: 'too_dark', message: 'Bitte mit Licht.' });
    const quiet = await decide(id, { ...body, send_email: false });
    expect(quiet.email_status).toBeNull();
    const asked = await decide(id, { ...body, expected_state: 'changes_requested' });
    expect(asked.email_status).toBe('queued');
    const mails = await rowsOf(api.database, 'mails', { request_id: id });
    expect(mails).toMatchObject([{ kind: 'changes_requested', recipient: 'ann@example.com', locale: 'de' }]);
  });

  describe('about what is held because of a warning', () => {
    const warned = warnedPhoto(1);

    async function held() {
      await setPolicy(api, owner.workspaceId, { checks: { page: 'hold' } });
      const request = await createRequest(api, owner.key);
      const page = await openPage(api, 'request', request.token);
      api.clock.advance(UNHURRIED_MS);
      await page.send({ body: await warned });
      await page.submit();
      return request;
    }

    it('should submit it when it is approved', async () => {
      const { decide, eventsOf, wantAllEvents } = reviewer();
      await wantAllEvents();
      const { id } = await held();
      expect(await decide(id, { decision: 'approve' })).toMatchObject({
        status: 'submitted',
        review: { state: 'approved' },
        items: [{}],
      });
      const events = await eventsOf(id);
      expect(events.slice(-2).map(({ event }) => event)).toEqual([
        'photo_request.submitted',
        'photo_request.approved',
      ]);
    });

    it('should let the customer take it again, before anyone outside has seen it', async () => {
      const { decide, read, askAgain } = reviewer();
      const { id, token } = await held();
      const asked = await decide(id, askAgain(0));
      expect(asked).toMatchObject({ status: 'in_progress', submitted_at: null, held_at: null, items: [] });
      const detail = await owner.browser.expect('GET', `${owner.path}/photo-requests/${id}`);
      expect(detail).toMatchObject({ request: { items: [{ round: 1 }] } });
      const page = await openPage(api, 'request', token);
      api.clock.advance(UNHURRIED_MS);
      await page.send({ body: await reportedPhoto(2) });
      expect((await page.submit()).statusCode).toBe(200);
      expect(await read(id)).toMatchObject({
        status: 'submitted',
        items: [{ round: 2 }],
        superseded_items: [{ round: 1 }],
      });
    });

    it('should leave the round before to be approved when it is rejected in the second', async () => {
      const { decide, askAgain } = reviewer();
      const { id, token } = await createRequest(api, owner.key);
      await submitPlaces(api, token, [0]);
      await decide(id, askAgain(0));
      await setPolicy(api, owner.workspaceId, { checks: { page: 'hold' } });
      const page = await openPage(api, 'request', token);
      api.clock.advance(UNHURRIED_MS);
      await page.send({ body: await warned });
      await page.submit();
      const rejected = await decide(id, { decision: 'reject', expected_state: 'changes_requested' });
      expect(rejected).toMatchObject({ status: 'canceled', items: [{ round: 1 }] });
      const approved = await decide(id, { decision: 'approve', expected_state: 'rejected' });
      expect(approved).toMatchObject({ status: 'submitted', round: 1, items: [{ round: 1 }] });
    });

    it('should delete the photos and close the request when it is rejected', async () => {
      const { decide } = reviewer();
      const { id } = await held();
      const rejected = await decide(id, { decision: 'reject', message: 'Not yours.' });
      expect(rejected).toMatchObject({
        status: 'canceled',
        review: { state: 'rejected', message: 'Not yours.' },
        items: [],
      });
      expect(await rowsOf(api.database, 'photos', { request_id: id })).toEqual([]);
    });
  });

  it('should be kept when the retention has not come, and be erased with the request', async () => {
    const { id, token } = await createRequest(api, owner.key, { requires_review: true });
    await submitPlaces(api, token, [0]);
    api.clock.advance(DAY + HOUR);
    await owner.browser.expect('DELETE', `${owner.path}/photo-requests/${id}`);
    expect(await rowsOf(api.database, 'pending_reviews', { request_id: id })).toEqual([]);
  });
});
