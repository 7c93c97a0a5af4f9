import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { keyOf, openPage } from '../../helpers/capture/customer.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { expectError } from '../../helpers/http/expect-response.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';

interface Event {
  id: string;
  event: string;
  timestamp: string;
  environment: string;
  data: { id: string; expires_at?: string; photos?: { url: string; thumbnail_url: string }[] };
}

describe('what happened', () => {
  const api = useTestApp();

  async function page(key: string, query = ''): Promise<{ data: Event[]; cursor: string | null }> {
    const response = await api.call('GET', `/v1/events?${query}`, { key });
    expect(response.statusCode, response.body).toBe(200);
    return { data: response.json().data, cursor: response.json().meta.next_cursor };
  }

  const events = async (key: string, query = '') => (await page(key, query)).data;
  const told = async (key: string, query = 'order=asc') =>
    (await events(key, query)).map(({ event, data }) => [event, data.id]);

  /** Every page, as a client walks along them. */
  async function walk(key: string, query: string): Promise<Event[]> {
    const all: Event[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const next: { data: Event[]; cursor: string | null } = await page(
        key,
        cursor === '' ? query : `${query}&cursor=${cursor}`,
      );
      all.push(...next.data);
      cursor = next.cursor;
    }
    return all;
  }

  const view = ({ request_url }: { request_url: string }) => openPage(api, 'request', keyOf(request_url));
  const submit = (id: string, key: string) =>
    api.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, { key });

  async function listen(workspace: TestWorkspace): Promise<void> {
    await createEndpointIn(api.services, workspace.id, {
      url: 'http://127.0.0.1:2/',
      events: ['photo_request.created', 'photo_request.viewed'],
    });
  }

  it('should be kept without any endpoint, in the order of time, for 30 days', async () => {
    const { test } = await api.createWorkspace();
    const first = await createPhotoRequest(api, test.key);
    api.clock.advance(1_000);
    const second = await createPhotoRequest(api, test.key, { expires_in_hours: 1 });
    api.clock.advance(1_000);
    await view(first);
    api.clock.advance(1_000);
    expect((await submit(first.id, test.key)).statusCode).toBe(200);
    api.clock.advance(2 * HOUR);
    await api.services.photoRequests.expireOverdue();
    api.clock.advance(31_000);
    const all = [
      ['photo_request.created', first.id],
      ['photo_request.created', second.id],
      ['photo_request.first_viewed', first.id],
      ['photo_request.viewed', first.id],
      ['photo_request.submitted', first.id],
      ['photo_request.expired', second.id],
    ];
    expect(await told(test.key)).toEqual(all);
    expect(await told(test.key, '')).toEqual(all.toReversed());
    expect(await told(test.key, 'order=asc&event=photo_request.submitted')).toEqual([all[4]]);
    expect(await told(test.key, 'order=asc&event=photo_request.created')).toEqual(all.slice(0, 2));
    expect(await told(test.key, `order=asc&photo_request_id=${second.id}`)).toEqual([all[1], all[5]]);
    const [, , viewed] = await events(test.key, 'order=asc');
    expect(await told(test.key, `order=asc&created_after=${viewed?.timestamp}`)).toEqual(all.slice(2));
    expect(await told(test.key, `order=asc&created_before=${viewed?.timestamp}`)).toEqual(all.slice(0, 2));
    expect(await told(test.key, `order=asc&after=${viewed?.id}`)).toEqual(all.slice(3));

    api.clock.advance(30 * DAY - 2 * HOUR);
    expect(await told(test.key)).toEqual(all.slice(5));
    while (await api.services.webhookCleanUp.deleteOldEvents());
    expect(await told(test.key)).toEqual(all.slice(5));
  });

  it('should be the same whether an endpoint wanted it or not, id and all', async () => {
    const workspace = await api.createWorkspace();
    const { key } = workspace.live;
    const untold = await createPhotoRequest(api, key);
    await listen(workspace);
    const wanted = await createPhotoRequest(api, key);
    const [newer, older] = await events(key);
    const stored = await rowsOf(api.database, 'events', { workspace_id: workspace.id });
    expect(stored.map(({ subject_id }) => subject_id)).toEqual([wanted.id]);
    expect({ id: newer?.id, ...JSON.parse(stored[0]?.body ?? '') }).toEqual(newer);
    const shape = ({ event, environment, data }: Event) => [event, environment, Object.keys(data)];
    expect(shape(older as Event)).toEqual(shape(newer as Event));
    expect(older?.data.id).toBe(untold.id);
  });

  it.each(['asc', 'desc'])(
    'should come page by page without a gap or a repetition, order=%s',
    async (order) => {
      const workspace = await api.createWorkspace();
      const { key } = workspace.live;
      for (let count = 0; count < 12; count++) {
        if (count === 4) await listen(workspace);
        const request = await createPhotoRequest(api, key);
        api.clock.advance(count % 3);
        if (count % 2 === 0) await view(request);
        if (count % 4 === 0) await api.call('POST', `/v1/photo-requests/${request.id}/cancel`, { key });
      }
      api.clock.advance(30_000);
      const whole = await events(key, `order=${order}&limit=100`);
      expect(whole).toHaveLength(12 + 2 * 6 + 3);
      const ids = whole.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(order === 'asc' ? ids.toSorted() : ids.toSorted().reverse());
      for (const limit of [1, 2, 5]) expect(await walk(key, `order=${order}&limit=${limit}`)).toEqual(whole);
      const created = await walk(key, `order=${order}&limit=3&event=photo_request.created`);
      expect(created).toEqual(whole.filter(({ event }) => event === 'photo_request.created'));
    },
  );

  it('should show, oldest first, only what nothing can come in before any more', async () => {
    const { live } = await api.createWorkspace();
    await createPhotoRequest(api, live.key);
    expect(await told(live.key, '')).toHaveLength(1);
    expect(await told(live.key)).toEqual([]);
    api.clock.advance(30_000);
    expect(await told(live.key)).toEqual([]);
    api.clock.advance(1);
    expect(await told(live.key)).toHaveLength(1);
  });

  it('should tell of a creation as it was, though the request was extended, reviewed or deleted since', async () => {
    const { test } = await api.createWorkspace();
    const extended = await createPhotoRequest(api, test.key);
    await api.call('POST', `/v1/photo-requests/${extended.id}/extend`, {
      key: test.key,
      body: { hours: 24 },
    });
    const reviewed = await createPhotoRequest(api, test.key, { requires_review: true });
    await submit(reviewed.id, test.key);
    const decided = await api.call('POST', `/v1/photo-requests/${reviewed.id}/review`, {
      key: test.key,
      body: {
        decision: 'request_changes',
        message: 'Closer, please',
        slots: [{ slot_index: 0, reason: 'blurred' }],
        expires_in_hours: 500,
      },
    });
    expect(decided.statusCode, decided.body).toBe(200);
    const deleted = await createPhotoRequest(api, test.key);
    await api.call('DELETE', `/v1/photo-requests/${deleted.id}`, { key: test.key });
    const created = await events(test.key, 'event=photo_request.created');
    expect(created.map(({ data }) => [data.id, data.expires_at])).toEqual([
      [deleted.id, deleted.expires_at],
      [reviewed.id, reviewed.expires_at],
      [extended.id, extended.expires_at],
    ]);
    for (const { data } of created) expect(data).toMatchObject({ first_viewed_at: null, submitted_at: null });
  });

  it('should have links to photos that work whenever it is read', async () => {
    const { test } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, test.key);
    await submit(id, test.key);
    const photosOf = async () => {
      const [submitted] = await events(test.key, 'event=photo_request.submitted');
      return submitted?.data.photos ?? [];
    };
    const [then] = await photosOf();
    api.clock.advance(20 * DAY);
    expect(
      (await api.call('GET', new URL(then?.url ?? '').pathname + new URL(then?.url ?? '').search)).statusCode,
    ).toBe(403);
    for (const photo of await photosOf()) {
      for (const link of [photo.url, photo.thumbnail_url]) {
        const { pathname, search } = new URL(link);
        expect((await api.call('GET', pathname + search)).statusCode).toBe(200);
      }
    }
  });

  it('should be gone with a request that was erased, but for its deletion', async () => {
    const { test } = await api.createWorkspace();
    const kept = await createPhotoRequest(api, test.key);
    const erased = await createPhotoRequest(api, test.key, { external_id: 'someone' });
    await submit(erased.id, test.key);
    await api.services.photoRequests.eraseAnywhere(OPERATOR, erased.id);
    api.clock.advance(31_000);
    expect(await told(test.key)).toEqual([
      ['photo_request.created', kept.id],
      ['photo_request.deleted', erased.id],
    ]);
    expect(JSON.stringify(await events(test.key))).not.toContain('someone');
  });

  it('should show nothing of others, of the other environment, nor test events', async () => {
    const workspace = await api.createWorkspace();
    const stranger = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, workspace.live.key);
    const endpoint = await createEndpointIn(api.services, workspace.id, {
      url: 'http://127.0.0.1:2/',
    });
    await api.services.webhookTests.send(OPERATOR, workspace.id, endpoint.id, 'live');
    expect(await told(workspace.live.key, '')).toEqual([['photo_request.created', id]]);
    for (const { key } of [workspace.test, stranger.live, stranger.test]) {
      for (const query of [
        '',
        `photo_request_id=${id}`,
        'event=photo_request.created',
        `after=evt_${'0'.repeat(28)}`,
      ])
        expect(await told(key, query)).toEqual([]);
    }
    await createPhotoRequest(api, workspace.live.key);
    const { cursor } = await page(workspace.live.key, 'limit=1');
    const stolen = await api.call('GET', `/v1/events?limit=1&cursor=${cursor}`, { key: stranger.live.key });
    expectError(stolen, 400, 'invalid_parameter', ['cursor']);
    const wrong = await api.call('GET', '/v1/events?after=req_1&order=up&event=x', {
      key: stranger.live.key,
    });
    expectError(wrong, 400, 'invalid_parameter');
  });
});
