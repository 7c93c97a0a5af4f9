import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { countStored, createPermanentLink, createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowOf, rowsOf } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

describe('DELETE /v1/photo-requests/{id}', () => {
  const api = useTestApp();

  it('should respond with 200 and the id and take the request out of every read', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    const kept = await createPhotoRequest(api, live.key);

    const response = await api.call('DELETE', `/v1/photo-requests/${id}`, { key: live.key });
    expect(expectData(response)).toStrictEqual({ id, deleted: true });
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });

    const read = await api.call('GET', `/v1/photo-requests/${id}`, { key: live.key });
    expectError(read, 404, 'not_found', []);
    const list = await api.call('GET', '/v1/photo-requests', { key: live.key });
    expect(expectData<unknown[]>(list)).toStrictEqual([kept]);
    const stats = await api.call('GET', '/v1/stats', { key: live.key });
    expect(expectData(stats).photo_requests).toMatchObject({ pending: 1 });
  });

  it('should respond with 404 the second time', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    expectData(await api.call('DELETE', `/v1/photo-requests/${id}`, { key: live.key }));
    const again = await api.call('DELETE', `/v1/photo-requests/${id}`, { key: live.key });
    expectError(again, 404, 'not_found', []);
  });

  it('should delete once when two calls arrive together', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => api.call('DELETE', `/v1/photo-requests/${id}`, { key: live.key })),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 404, 404, 404, 404]);
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'json', ''])(
    'should work when Content-Type is %j and there is no body',
    async (contentType) => {
      const { live } = await api.createWorkspace();
      const { id } = await createPhotoRequest(api, live.key);
      const response = await api.call('DELETE', `/v1/photo-requests/${id}`, {
        key: live.key,
        headers: { 'content-type': contentType },
      });
      expect(expectData(response)).toStrictEqual({ id, deleted: true });
    },
  );

  it('should not delete a permanent link', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const link = await createPermanentLink(api, live.key);
    const response = await api.call('DELETE', `/v1/photo-requests/${link.id}`, { key: live.key });
    expectError(response, 404, 'not_found', []);
    expect(await countStored(api, workspaceId)).toMatchObject({ permanent_links: 1 });
  });

  it('should neither show nor delete a visit to a permanent link before it is submitted', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const { slug } = await createPermanentLink(api, live.key);
    const page = await openPage(api, 'link', slug);
    await page.send({ body: await smallPhoto() });
    const { id } = await rowOf(api.database, 'photo_requests', { workspace_id: workspaceId });
    for (const method of ['GET', 'DELETE'] as const)
      expectError(
        await api.call(method, `/v1/photo-requests/${id}`, { key: live.key }),
        404,
        'not_found',
        [],
      );
    expect((await page.submit()).statusCode).toBe(200);
    expectData(await api.call('GET', `/v1/photo-requests/${id}`, { key: live.key }));
    expectData(await api.call('DELETE', `/v1/photo-requests/${id}`, { key: live.key }));
  });

  it('should tell no one of an erased visit that was never submitted', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const { slug } = await createPermanentLink(api, live.key);
    await (await openPage(api, 'link', slug)).send({ body: await smallPhoto() });
    const { id } = await rowOf(api.database, 'photo_requests', { workspace_id: workspaceId });
    await api.services.photoRequests.erase({ ...OPERATOR, workspaceId, environment: 'live' }, id);
    const events = await rowsOf(api.database, 'events', { workspace_id: workspaceId });
    expect(events).toEqual([]);
  });
});
