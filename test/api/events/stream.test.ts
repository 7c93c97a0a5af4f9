import { afterEach, describe, expect, it } from 'vitest';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { eventRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the stream of events', () => {
  const api = useTestApp();
  const address = useAddress(api);
  const leaving: AbortController[] = [];
  afterEach(() => {
    for (const one of leaving.splice(0)) one.abort();
  });

  async function open(key: string, lastEventId?: string) {
    const leave = new AbortController();
    leaving.push(leave);
    const response = await fetch(`${address.url}/v1/events/stream`, {
      headers: { 'x-api-key': key, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
      signal: leave.signal,
    });
    let heard = '';
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) heard += decoder.decode(chunk as Uint8Array);
    })().catch(() => {});
    return {
      status: response.status,
      leave: () => leave.abort(),
      heard: () => heard,
      ids: () => [...heard.matchAll(/^id: (\w+)\nevent/gm)].map(([, id]) => id),
      start: () => /^id: (\w+)$/m.exec(heard)?.[1] ?? '',
    };
  }

  it('should be open to test keys with the permission alone', async () => {
    const { id, live, test } = await api.createWorkspace();
    expect((await open(live.key)).status).toBe(403);
    const scoped = await api.createKey(id, { environment: 'test', scopes: ['photo_requests:write'] });
    expect((await open(scoped.key)).status).toBe(403);
    expect((await open(test.key, 'evt_1')).status).toBe(400);
    expect((await open(test.key)).status).toBe(200);
  });

  it('should tell no one of another workspace or of live events', async () => {
    const mine = await api.createWorkspace();
    const stranger = await api.createWorkspace();
    const theirs = await open(stranger.test.key);
    const own = await open(mine.test.key);
    await createPhotoRequest(api, mine.live.key);
    const created = await createPhotoRequest(api, mine.test.key);
    await waitUntil(() => expect(own.heard()).toContain(created.id));
    // Their own comes after: what was to be heard before it would have been.
    const foreign = await createPhotoRequest(api, stranger.test.key);
    await waitUntil(() => expect(theirs.heard()).toContain(foreign.id));
    expect(theirs.heard()).not.toContain(created.id);
    expect(own.ids()).toHaveLength(1);
  });

  it('should tell of an event that is committed behind a later one, now and after a reconnection', async () => {
    const { id: workspaceId, test } = await api.createWorkspace();
    const stream = await open(test.key);
    await waitUntil(() => expect(stream.start()).toMatch(/^evt_/));
    const begun = api.clock.now();
    api.clock.advance(2_000);
    const later = await createPhotoRequest(api, test.key);
    await waitUntil(() => expect(stream.heard()).toContain(later.id));
    const body = {
      event: 'photo_request.viewed',
      timestamp: '',
      environment: 'test',
      data: { id: later.id },
    };
    const late = eventRow(workspaceId, {
      id: api.services.ids.next('event', begun + 1),
      environment: 'test',
      type: 'photo_request.viewed',
      subject_id: later.id,
      body: JSON.stringify(body),
      created_at: begun + 1,
    });
    await insertRows(api.database, 'events', [late]);
    const last = await createPhotoRequest(api, test.key);
    await waitUntil(() => expect(stream.heard()).toContain(last.id));
    expect(stream.ids()).toContain(late.id);
    expect(new Set(stream.ids()).size).toBe(stream.ids().length);
    const again = await open(test.key, stream.ids().toSorted().at(-1));
    await waitUntil(() => expect(again.ids().toSorted()).toEqual(stream.ids().toSorted()));
  });

  it('should catch up with more than fits into one batch, in order', async () => {
    const { test } = await api.createWorkspace();
    const before = api.services.ids.next('event', api.clock.now());
    const created: string[] = [];
    for (let count = 0; count < 45; count += 1) {
      api.clock.advance(1_500);
      created.push((await createPhotoRequest(api, test.key)).id);
    }
    const stream = await open(test.key, before);
    await waitUntil(() => expect(stream.ids()).toHaveLength(45));
    const told = [...stream.heard().matchAll(/"data":\{"id":"(\w+)"/g)].map(([, id]) => id);
    expect(told).toEqual(created);
  });

  it('should be refused beyond five of one workspace, not to others', async () => {
    const { test } = await api.createWorkspace();
    const stranger = await api.createWorkspace();
    const streams = [];
    for (let count = 0; count < 5; count += 1) streams.push(await open(test.key));
    expect((await open(test.key)).status).toBe(429);
    expect((await open(stranger.test.key)).status).toBe(200);
    streams[0]?.leave();
    await waitUntil(async () => expect((await open(test.key)).status).toBe(200));
  });
});
