import { expect, it } from 'vitest';
import { createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { keyOf, openPage } from '../../helpers/capture/customer.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

const scene = useWebhookScene();

it('should let a receiver that was down for an hour read all that it missed, in order', async () => {
  const { api, receiver, worker } = scene;
  const workspace = await api.createWorkspace();
  const { key } = workspace.live;
  await scene.createEndpoint(workspace, '/orders', {
    serves: 'live',
    events: ['photo_request.created', 'photo_request.viewed', 'photo_request.canceled'],
  });
  const heard = async () =>
    (await receiver.received('/orders')).map(({ headers, body }) => ({
      id: headers['x-webhook-id'],
      ...JSON.parse(body.toString()),
    }));

  await createPhotoRequest(api, key);
  await worker.settled();
  const [last] = await heard();

  await receiver.behave('/orders', 'reset');
  api.clock.advance(MINUTE);
  for (let minute = 0; minute < 60; minute += 5) {
    const request = await createPhotoRequest(api, key);
    await openPage(api, 'request', keyOf(request.request_url));
    if (minute % 10 === 0) await api.call('POST', `/v1/photo-requests/${request.id}/cancel`, { key });
    api.clock.advance(5 * MINUTE);
    await worker.settled();
  }

  const missed: { id: string; event: string }[] = [];
  for (let after = last?.id; after !== undefined; ) {
    const wanted = `/v1/events?order=asc&limit=7&after=${after}`;
    const { data } = (await api.call('GET', wanted, { key })).json();
    missed.push(...data);
    after = data.at(-1)?.id;
  }
  const isSubscribed = ({ event }: { event: string }) => event !== 'photo_request.first_viewed';
  expect(missed).toHaveLength(12 * 3 + 6);
  const times = missed.map(({ id }) => id);
  expect(times).toEqual(times.toSorted());

  // Back again, it gets every one of them by webhook too: the same ids with the same bodies.
  await receiver.behave('/orders', { status: 200 });
  for (let wait = 0; wait < 6; wait++) {
    api.clock.advance(HOUR);
    await worker.settled();
  }
  const all = new Map((await heard()).map((event) => [event.id, event]));
  for (const event of missed.filter(isSubscribed)) expect(all.get(event.id)).toEqual(event);
  expect(all.size).toBe(1 + missed.filter(isSubscribed).length);
});
