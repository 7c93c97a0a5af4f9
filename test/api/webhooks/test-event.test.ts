import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

describe('a test event', () => {
  const scene = useWebhookScene();

  async function bodiesAt(path: string, count: number) {
    const requests = await scene.receiver.waitFor(path, count);
    return requests.map(({ body }) => JSON.parse(body.toString('utf8')));
  }

  it('should have exactly the fields of a real submission', async () => {
    const { api, worker } = scene;
    const workspace = await api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/same-shape', {
      events: ['photo_request.submitted'],
    });
    const id = await scene.createRequest(workspace, 'test');
    await api.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, { key: workspace.test.key });
    await worker.settled();
    await api.services.webhookTests.send(OPERATOR, workspace.id, endpoint.id);

    const [real, sample] = await bodiesAt('/same-shape', 2);
    expect(sample.event).toBe('webhook.test');
    expect(Object.keys(sample)).toEqual(Object.keys(real));
    expect(Object.keys(sample.data)).toEqual(Object.keys(real.data));
    expect(Object.keys(sample.data.photos[0])).toEqual(Object.keys(real.data.photos[0]));
    // Only a customer who shares the location has the rest.
    expect(sample.data.photos[0].metadata).toMatchObject(
      Object.fromEntries(Object.keys(real.data.photos[0].metadata).map((name) => [name, expect.anything()])),
    );
  });

  it('should have photo links that lead to the photo it describes', async () => {
    const { api } = scene;
    const workspace = await api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/sample-links');
    await api.services.webhookTests.send(OPERATOR, workspace.id, endpoint.id);

    const [{ data }] = await bodiesAt('/sample-links', 1);
    const [photo] = data.photos;
    for (const url of [photo.url, photo.thumbnail_url]) {
      const file = await api.call('GET', url.replace(/^https?:\/\/[^/]+/, ''));
      expect(file.statusCode).toBe(200);
      expect(file.headers['content-type']).toBe('image/jpeg');
      expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(photo.sha256);
      expect(file.rawPayload.length).toBe(photo.bytes);
    }
    const forged = await api.call('GET', photo.url.replace(/^https?:\/\/[^/]+/, '').replace(/.$/, '!'));
    expect(forged.statusCode).toBe(403);
  });

  it.each(['live', 'test'] as const)(
    'should name the %s environment it was sent for',
    async (environment) => {
      const { api } = scene;
      const workspace = await api.createWorkspace();
      const path = `/environment-${environment}`;
      const endpoint = await scene.createEndpoint(workspace, path, { serves: environment });
      await api.services.webhookTests.send(OPERATOR, workspace.id, endpoint.id);
      expect(await bodiesAt(path, 1)).toMatchObject([{ environment }]);
    },
  );
});
