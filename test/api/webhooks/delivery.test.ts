import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { keyOf, openPage } from '../../helpers/capture/customer.ts';
import { useWebhookScene } from '../../helpers/webhooks/webhook-scene.ts';

describe('a delivery', () => {
  const scene = useWebhookScene();

  it('should bring a submission in the form of the specification, signed', async () => {
    const { api, receiver, worker } = scene;
    const workspace = await api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/submitted', {
      events: ['photo_request.submitted'],
    });
    const id = await scene.createRequest(workspace, 'test');
    const submitted = await api.call('POST', `/v1/test-helpers/photo-requests/${id}/submit`, {
      key: workspace.test.key,
    });
    expect(submitted.statusCode).toBe(200);
    await worker.settled();

    const [request] = await receiver.waitFor('/submitted', 1);
    const raw = request?.body.toString('utf8') ?? '';
    const body = JSON.parse(raw);
    expect(body).toMatchObject({
      event: 'photo_request.submitted',
      environment: 'test',
      data: { id, type: 'one_time', instructions: 'A photo' },
    });
    expect(Object.keys(body)).toEqual(['event', 'timestamp', 'environment', 'data']);
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(body.data.submitted_at).toBe(body.timestamp);
    for (const photo of body.data.photos) {
      expect(photo.id).toMatch(/^photo_/);
      expect(photo.metadata.captured_at).toMatch(/Z$/);
      const file = await api.call('GET', photo.url.replace(/^https?:\/\/[^/]+/, ''));
      expect(file.headers['content-type']).toBe('image/jpeg');
    }
    expect(body.data.photos.length).toBeGreaterThan(0);

    const headers = request?.headers ?? {};
    for (const text of [raw, JSON.stringify(JSON.parse(raw))]) {
      const hmac = createHmac('sha256', endpoint.signingSecret).update(text).digest('hex');
      expect(headers['x-webhook-signature']).toBe(`sha256=${hmac}`);
    }
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-environment': 'test',
      'x-webhook-id': expect.stringMatching(/^evt_/),
      'webhook-id': headers['x-webhook-id'],
    });
    // The library holds the time of the headers against the clock of the machine, which is not the test's.
    const seconds = headers['webhook-timestamp'] ?? '';
    const [signature] = (headers['webhook-signature'] ?? '').split(' ');
    const signed = new Webhook(endpoint.signingSecret).sign(
      headers['webhook-id'] ?? '',
      new Date(Number(seconds) * 1000),
      raw,
    );
    expect(signature).toBe(signed);
    expect(await scene.deliveries(endpoint.id)).toMatchObject([{ status: 'delivered', attempt_count: 1 }]);
    expect(await scene.attempts(endpoint.id)).toMatchObject([
      { number: 1, outcome: 'delivered', status_code: 200, address: '127.0.0.1', error: null },
    ]);
  });

  it('should tell of everything that happens to a request', async () => {
    const { api, receiver, worker } = scene;
    const workspace = await api.createWorkspace();
    await scene.createEndpoint(workspace, '/all', {
      events: [
        'photo_request.created',
        'photo_request.first_viewed',
        'photo_request.expired',
        'photo_request.deleted',
      ],
    });
    const viewed = await api.call('GET', `/v1/photo-requests/${await scene.createRequest(workspace)}`, {
      key: workspace.live.key,
    });
    const page = await openPage(api, 'request', keyOf(viewed.json().data.request_url));
    expect(page.session).toBeDefined();
    const id = await scene.createRequest(workspace);
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    api.clock.advance(400 * 3_600_000);
    while (await api.services.photoRequests.expireOverdue());
    await worker.settled();

    const requests = await receiver.waitFor('/all', 5);
    const told = requests.map(({ body }) => JSON.parse(body.toString('utf8')));
    expect(told.map(({ event }) => event).sort()).toEqual([
      'photo_request.created',
      'photo_request.created',
      'photo_request.deleted',
      'photo_request.expired',
      'photo_request.first_viewed',
    ]);
    for (const { data } of told) {
      expect(data).toMatchObject({ type: 'one_time', request_url: expect.stringContaining('/r/') });
    }
    expect(told.find(({ event }) => event === 'photo_request.deleted').data.id).toBe(id);
  });

  it('should go to endpoints that want the event, serve the environment and are of the workspace', async () => {
    const { api, receiver, worker } = scene;
    const workspace = await api.createWorkspace();
    const stranger = await api.createWorkspace();
    await scene.createEndpoint(workspace, '/wants');
    await scene.createEndpoint(workspace, '/wants-too', { serves: 'live' });
    await scene.createEndpoint(workspace, '/wants-test-only', { serves: 'test' });
    await scene.createEndpoint(workspace, '/wants-submissions', { events: ['photo_request.submitted'] });
    await scene.createEndpoint(workspace, '/disabled', { isActive: false });
    await scene.createEndpoint(stranger, '/stranger');
    await scene.createRequest(workspace, 'live');
    await worker.settled();
    await receiver.waitFor('/wants', 1);
    await receiver.waitFor('/wants-too', 1);
    for (const path of ['/wants-test-only', '/wants-submissions', '/disabled', '/stranger']) {
      expect(await receiver.received(path), path).toEqual([]);
    }
  });

  it('should tell each owner of its own requests alone when those of several expire in one batch', async () => {
    const { api, receiver, worker } = scene;
    const [one, other] = [await api.createWorkspace(), await api.createWorkspace()];
    const events = ['photo_request.expired' as const];
    await scene.createEndpoint(one, '/expired-live', { events, serves: 'live' });
    await scene.createEndpoint(one, '/expired-both', { events, serves: 'both' });
    await scene.createEndpoint(other, '/expired-other', { events, serves: 'test' });
    const live = [await scene.createRequest(one), await scene.createRequest(one)];
    const test = await scene.createRequest(one, 'test');
    const others = [await scene.createRequest(other, 'test'), await scene.createRequest(other, 'test')];
    // The environment that no endpoint serves.
    await scene.createRequest(other, 'live');
    api.clock.advance(400 * 3_600_000);
    await api.services.photoRequests.expireOverdue();
    await worker.settled();

    const toldAt = async (path: string) =>
      (await receiver.received(path)).map(({ body }) => JSON.parse(body.toString('utf8')).data.id).sort();
    expect(await toldAt('/expired-live')).toEqual(live.toSorted());
    expect(await toldAt('/expired-both')).toEqual([...live, test].sort());
    expect(await toldAt('/expired-other')).toEqual(others.toSorted());
  });

  it('should carry both signatures of the common standard while a secret is being changed', async () => {
    const { api, receiver, worker } = scene;
    const workspace = await api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/rotating');
    const { data: next } = await api.services.webhookEndpoints.rotate(OPERATOR, workspace.id, endpoint.id);
    await scene.createRequest(workspace);
    await worker.settled();
    await api.services.webhookEndpoints.activateSecret(OPERATOR, workspace.id, endpoint.id);
    await scene.createRequest(workspace);
    await worker.settled();

    const [during, after] = await receiver.waitFor('/rotating', 2);
    const hmac = (secret: string, body = '') =>
      `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    expect(during?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(during?.headers['x-webhook-signature']).toBe(hmac(endpoint.signingSecret, String(during?.body)));
    expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(after?.headers['x-webhook-signature']).toBe(hmac(next.signingSecret, String(after?.body)));
  });

  it('should be written with what it tells of, or not at all', async () => {
    const { api } = scene;
    const workspace = await api.createWorkspace();
    const endpoint = await scene.createEndpoint(workspace, '/atomic');
    const failing = api.database.write(async (trx) => {
      const creator = { workspaceId: workspace.id, environment: 'live' as const };
      const caller = await api.services.workspaceRepository.find(creator.workspaceId);
      expect(caller).toBeDefined();
      await api.services.insertRequest(
        trx,
        {
          ...OPERATOR,
          ...creator,
          plan: { photos: { limit: null }, photosPerRequest: 5 } as never,
          usage: {} as never,
        },
        { instructions: 'Undone' } as never,
      );
      throw new Error('The power went off');
    });
    await expect(failing).rejects.toThrow('The power went off');
    expect(await scene.deliveries(endpoint.id)).toEqual([]);
  });
});
