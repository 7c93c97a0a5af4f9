import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createOwner } from '../../helpers/app/web-browser.ts';
import { createRequest, expectRefusal, openPage } from '../../helpers/capture/customer.ts';
import { createReviewer, fillPlaces, submitPlaces } from '../../helpers/capture/rounds.ts';
import { setPolicy, UNHURRIED_MS, warnedPhoto } from '../../helpers/capture/warned-photo.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';

describe('what the team has yet to decide about', () => {
  const api = useTestApp();
  const owner = useForEach(async () => {
    const created = await createOwner(api);
    const { key } = await api.createKey(created.workspaceId, { environment: 'live' });
    return { ...created, key, path: `/workspaces/${created.workspaceId}` };
  });
  const reviewer = () => createReviewer(api, { id: owner.workspaceId, live: { key: owner.key } });
  const count = () =>
    api.services.reviews.countPending({ workspaceId: owner.workspaceId, environment: 'live' });

  describe('with a submission that is held', () => {
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
    const byDecision = (decision: object) => async (id: string) =>
      void (await reviewer().decide(id, decision));
    const onItsPage = (verb: string) => (id: string) =>
      owner.browser.expect('POST', `${owner.path}/held-submissions/${id}/${verb}`);

    it.each<[string, (id: string) => Promise<unknown>]>([
      ['approved', byDecision({ decision: 'approve' })],
      ['rejected', byDecision({ decision: 'reject' })],
      ['sent back', byDecision({ decision: 'request_changes', slots: [{ slot_index: 0, reason: 'glare' }] })],
      ['approved as held', onItsPage('approve')],
      ['rejected as held', onItsPage('reject')],
      ['canceled', (id) => reviewer().cancel(id)],
      [
        'expired',
        async () => {
          api.clock.advance(31 * DAY);
          while (await api.services.photoRequests.expireOverdue());
        },
      ],
    ])('should list and count it until it is %s', async (_how, end) => {
      const { list } = reviewer();
      const { id } = await held();
      expect([await list('needs_review=true'), await count()]).toEqual([[id], 1]);
      await end(id);
      expect([await list('needs_review=true'), await count()]).toEqual([[], 0]);
    });
  });

  it('should leave the progress of an open round to the photos of that round', async () => {
    const { decide, askAgain } = reviewer();
    const slots = ['Front', 'Back', 'Inside'].map((instructions) => ({ instructions, max_photos: 2 }));
    const { id, token } = await createRequest(api, owner.key, { photo_slots: slots });
    await submitPlaces(api, token, [0, 2, 4]);
    await decide(id, askAgain(1));
    await fillPlaces(await openPage(api, 'request', token), [0], 10);
    const progress = { id, unsent_photos: 1, wanted_photos: 2 };
    const { path } = owner;
    expect(await owner.browser.expect('GET', `${path}/photo-requests`)).toMatchObject([progress]);
    expect(await owner.browser.expect('GET', `${path}/overview`)).toMatchObject({
      waiting_requests: [progress],
    });
  });

  it('should be listed oldest first, page by page, when asked for', async () => {
    const created: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      const { id, token } = await createRequest(api, owner.key, { requires_review: true });
      await submitPlaces(api, token, [0], index + 1);
      created.push(id);
      api.clock.advance(HOUR);
    }
    const page = async (query: string) =>
      (
        await api.call('GET', `/v1/photo-requests?needs_review=true&limit=2&${query}`, { key: owner.key })
      ).json();
    const first = await page('order=asc');
    const cursor = `cursor=${first.meta.next_cursor}`;
    const second = await page(`order=asc&${cursor}`);
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(created);
    expect(second.meta.has_more).toBe(false);
    expect((await page('order=desc')).data.map(({ id }: { id: string }) => id)).toEqual(
      created.toReversed().slice(0, 2),
    );
    expect((await page(`order=desc&${cursor}`)).error.code).toBe('invalid_parameter');
  });

  it('should be ordered among the expired too, written down or not', async () => {
    const created: string[] = [];
    for (const hours of [1, 2, 3]) {
      created.push((await createRequest(api, owner.key, { expires_in_hours: hours })).id);
      api.clock.advance(1_000);
    }
    api.clock.advance(90 * 60_000);
    await api.services.photoRequests.expireOverdue();
    api.clock.advance(DAY);
    expect(await reviewer().list('status=expired&order=asc')).toEqual(created);
  });
});

describe('a decision that is sent again with its Idempotency-Key', () => {
  const api = useTestApp();

  async function submitted() {
    const { id: workspaceId, live } = await api.createWorkspace();
    const { id, token } = await createRequest(api, live.key, { requires_review: true });
    await submitPlaces(api, token, [0]);
    const post = (request: string, body: object) =>
      api.call('POST', `/v1/photo-requests/${request}/review`, {
        key: live.key,
        body,
        headers: { 'idempotency-key': 'decision-1' },
      });
    return { workspaceId, key: live.key, id, post };
  }
  const ASK = { decision: 'request_changes', slots: [{ slot_index: 0, reason: 'glare' }] };

  it('should be created once, also by calls at the same time', async () => {
    const { id, post } = await submitted();
    const responses = await Promise.all([post(id, ASK), post(id, ASK), post(id, ASK)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    const replayed = responses.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed).toHaveLength(2);
    expect(responses[0]?.json().data).toMatchObject({ round: 2, items: [{ round: 1 }] });
    expectRefusal(await post(id, { decision: 'approve' }), 422, 'idempotency_mismatch');
  });

  it('should be another one for another request', async () => {
    const { id, key, post } = await submitted();
    const other = await createRequest(api, key, { requires_review: true });
    await submitPlaces(api, other.token, [0], 5);
    await post(id, ASK);
    expect((await post(other.id, ASK)).json().data).toMatchObject({ id: other.id, round: 2 });
  });

  it('should leave nothing behind when it is refused, nor when the request is erased', async () => {
    const { workspaceId, id, post } = await submitted();
    const kept = () => rowsOf(api.database, 'idempotency_keys', { workspace_id: workspaceId });
    const overtaken = await post(id, { decision: 'approve', expected_state: 'rejected' });
    expectRefusal(overtaken, 422, 'review_conflict');
    expect(await kept()).toEqual([]);
    api.clock.advance(HOUR);
    expect((await post(id, ASK)).statusCode).toBe(200);
    expect(await kept()).toHaveLength(1);
    await api.services.photoRequests.erase({ ...OPERATOR, workspaceId, environment: 'live' }, id);
    expect(await kept()).toEqual([]);
  });
});
