import { describe, expect, it } from 'vitest';
import {
  createPermanentLink,
  createPhotoRequest,
  storePhotoRequest,
} from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';
import { listIds } from '../../helpers/http/pages.ts';

describe('DELETE /v1/permanent-links/{id}', () => {
  const api = useTestApp();

  it('should respond with 200 and the id and take the link out of every read', async () => {
    const { live } = await api.createWorkspace();
    const kept = await createPermanentLink(api, live.key);
    const { id } = await createPermanentLink(api, live.key);
    const path = `/v1/permanent-links/${id}`;

    const response = await api.call('DELETE', path, { key: live.key });
    expect(expectData(response)).toStrictEqual({ id, deleted: true });
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });

    expectError(await api.call('GET', path, { key: live.key }), 404, 'not_found', []);
    expectError(await api.call('PATCH', path, { key: live.key, body: {} }), 404, 'not_found', []);
    expectError(await api.call('DELETE', path, { key: live.key }), 404, 'not_found', []);
    expect(await listIds(api, live.key, '/v1/permanent-links')).toEqual([kept.id]);
    const stats = await api.call('GET', '/v1/stats', { key: live.key });
    expect(expectData(stats).permanent_links).toEqual({
      total: 1,
      active: 1,
      draft_count: 0,
      draft_bytes: 0,
    });
  });

  it('should keep what was submitted through the link', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const link = await createPermanentLink(api, live.key);
    const submitted = await storePhotoRequest(api, workspaceId, {
      type: 'permanent',
      status: 'submitted',
      permanent_link_id: link.id,
    });
    expectData(await api.call('DELETE', `/v1/permanent-links/${link.id}`, { key: live.key }));
    const path = `/v1/photo-requests?permanent_link_id=${link.id}`;
    expect(await listIds(api, live.key, path)).toEqual([submitted]);
  });

  it.each(['application/json', 'text/plain'])(
    'should work when Content-Type is %s and there is no body',
    async (contentType) => {
      const { live } = await api.createWorkspace();
      const { id } = await createPermanentLink(api, live.key);
      const response = await api.call('DELETE', `/v1/permanent-links/${id}`, {
        key: live.key,
        headers: { 'content-type': contentType },
      });
      expect(expectData(response)).toStrictEqual({ id, deleted: true });
    },
  );

  it('should not delete a photo request', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    const response = await api.call('DELETE', `/v1/permanent-links/${id}`, { key: live.key });
    expectError(response, 404, 'not_found', []);
    expectData(await api.call('GET', `/v1/photo-requests/${id}`, { key: live.key }));
  });
});
