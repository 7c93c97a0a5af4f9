import { describe, expect, it } from 'vitest';
import { continueIds } from '../../../src/photo-requests/continued-ids.ts';
import { timeOfId } from '../../../src/platform/ids.ts';
import { pooledRandom } from '../../../src/platform/random.ts';
import { startNode, type TestNode } from '../../helpers/app/node.ts';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { keyOf, openPage } from '../../helpers/capture/customer.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const YEAR = 365 * DAY;

describe('a clock that is set back', () => {
  const api = useTestApp();
  const address = useAddress(api);

  /** Another process, as the server starts it. */
  async function restart(): Promise<TestNode> {
    const { database, clock } = api;
    const ids = await continueIds({ database, clock: clock.now, random: pooledRandom() });
    return startNode({ api, database, ids });
  }

  /** What a poller is given that remembers the last id alone. */
  function openPoller(key: string) {
    let last: string | undefined;
    return async (): Promise<string[]> => {
      const after = last === undefined ? '' : `&after=${last}`;
      const { data } = (await api.call('GET', `/v1/events?order=asc&limit=100${after}`, { key })).json();
      last = data.at(-1)?.id ?? last;
      return data.map((event: { event: string; data: { id: string } }) => `${event.event} ${event.data.id}`);
    };
  }

  const createdAndViewed = async (key: string): Promise<string[]> => {
    const { id, request_url } = await createPhotoRequest(api, key);
    await openPage(api, 'request', keyOf(request_url));
    return ['created', 'first_viewed', 'viewed'].map((what) => `photo_request.${what} ${id}`);
  };

  it('should lose no event for whoever polls, and bring each once', async () => {
    const { key } = (await api.createWorkspace()).live;
    const poll = openPoller(key);
    const before = await createdAndViewed(key);
    api.clock.advance(MINUTE);
    expect(await poll()).toEqual(before);

    api.clock.jump(-HOUR);
    const since: string[] = [];
    const polled: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      since.push(...(await createdAndViewed(key)));
      api.clock.advance(10 * MINUTE);
      polled.push(...(await poll()));
    }
    expect(polled).toEqual(since);
  });

  it('should lose none of a process either that was started afterwards', async () => {
    const { key } = (await api.createWorkspace()).live;
    const poll = openPoller(key);
    const before = await createPhotoRequest(api, key);
    await openPage(api, 'request', keyOf(before.request_url));
    api.clock.advance(MINUTE);
    expect(await poll()).toHaveLength(3);

    api.clock.jump(-HOUR);
    const restarted = await restart();
    const wanted = { payload: { instructions: 'Please photograph the parcel.' } };
    const created = (await restarted.call('POST', '/v1/photo-requests', key, wanted)).json().data.id;
    await restarted.call('POST', `/v1/photo-requests/${before.id}/cancel`, key);
    await restarted.close();
    api.clock.advance(HOUR + MINUTE);
    expect(await poll()).toEqual([`photo_request.created ${created}`, `photo_request.canceled ${before.id}`]);
  });

  it('should lose none for whoever reads the stream', async () => {
    const { key } = (await api.createWorkspace()).test;
    const leave = new AbortController();
    const headers = { 'x-api-key': key };
    const response = await fetch(`${address.url}/v1/events/stream`, { headers, signal: leave.signal });
    let heard = '';
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) heard += decoder.decode(chunk as Uint8Array);
    })().catch(() => {});
    const before = await createPhotoRequest(api, key);
    await waitUntil(() => expect(heard).toContain(before.id));
    api.clock.jump(-HOUR);
    const since = await createPhotoRequest(api, key);
    await waitUntil(() => expect(heard).toContain(since.id));
    leave.abort();
    api.clock.advance(HOUR);
  });

  it('should be followed by whoever starts afterwards, when it was more than a day', async () => {
    const { key } = (await api.createWorkspace()).live;
    await createdAndViewed(key);
    api.clock.advance(2 * HOUR);
    await createdAndViewed(key);
    api.clock.jump(-DAY - HOUR);
    const restarted = await restart();
    expect(timeOfId('event', restarted.services.ids.next('event'))).toBe(api.clock.now());
    await restarted.close();
    api.clock.advance(DAY + HOUR);
  });

  it('should not leave ids years ahead, once it was there by mistake', async () => {
    const { key } = (await api.createWorkspace()).live;
    // Past the last moments that ids were given while it was back.
    api.clock.advance(MINUTE);
    api.clock.jump(YEAR);
    await createdAndViewed(key);
    api.clock.jump(-YEAR);
    const restarted = await restart();
    const nodes = [api.services, restarted.services];
    const times = nodes.map(({ ids }) => timeOfId('event', ids.next('event')));
    expect(times).toEqual([api.clock.now(), api.clock.now()]);
    await restarted.close();
  });
});
