import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import {
  createPermanentLink,
  createPhotoRequest,
  storePhotoRequest,
} from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { expectData, expectError, REQUEST_ID } from '../../helpers/http/expect-response.ts';

describe('GET /v1/photo-requests/{id}', () => {
  const api = useTestApp({ now: Date.UTC(2026, 0, 31, 12, 0, 0, 987) });

  it('should respond with 200 and what was returned on creation', async () => {
    const { live } = await api.createWorkspace();
    const created = await createPhotoRequest(api, live.key, { metadata: { a: 'b' }, locale: 'ar' });
    const response = await api.call('GET', `/v1/photo-requests/${created.id}`, { key: live.key });
    expect(expectData(response)).toStrictEqual(created);
    expect(response.json().meta).toStrictEqual({ request_id: expect.stringMatching(REQUEST_ID) });
    expect(response.json().meta.request_id).not.toBe(created.id);
  });

  it('should respond with 200 to a client that sends Content-Type: application/json without a body', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    const response = await api.call('GET', `/v1/photo-requests/${id}`, {
      key: live.key,
      headers: { 'content-type': 'application/json' },
    });
    expect(expectData(response).id).toBe(id);
  });

  it('should show when the customer looked and submitted, without a fraction of a second', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const id = await storePhotoRequest(api, workspaceId, {
      status: 'submitted',
      email_status: 'sent',
      first_viewed_at: Date.UTC(2026, 1, 1, 8, 0, 0, 1),
      submitted_at: Date.UTC(2026, 1, 1, 8, 5, 59, 999),
    });
    const response = await api.call('GET', `/v1/photo-requests/${id}`, { key: live.key });
    expect(expectData<PhotoRequest>(response)).toMatchObject({
      status: 'submitted',
      email_status: 'sent',
      first_viewed_at: '2026-02-01T08:00:00Z',
      submitted_at: '2026-02-01T08:05:59Z',
    });
  });

  it('should say which permanent link a request came through, also when the link is gone', async () => {
    const { id: workspaceId, live } = await api.createWorkspace();
    const link = await createPermanentLink(api, live.key);
    const id = await storePhotoRequest(api, workspaceId, {
      type: 'permanent',
      status: 'submitted',
      permanent_link_id: link.id,
    });
    expectData(await api.call('DELETE', `/v1/permanent-links/${link.id}`, { key: live.key }));
    const response = await api.call('GET', `/v1/photo-requests/${id}`, { key: live.key });
    expect(expectData(response)).toMatchObject({ type: 'permanent', permanent_link_id: link.id });
  });

  it('should name unknown query parameters in meta.warnings', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    const response = await api.call('GET', `/v1/photo-requests/${id}?expand=items`, { key: live.key });
    expectData(response);
    expect(response.json().meta.warnings).toEqual([expect.stringContaining('`expand`')]);
  });

  it('should respond with 404 for an id in another case or of another kind', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPhotoRequest(api, live.key);
    const link = await createPermanentLink(api, live.key);
    for (const other of [id.toUpperCase(), `${id}x`, id.slice(0, -1), id.replace('req_', ''), link.id]) {
      const response = await api.call('GET', `/v1/photo-requests/${other}`, { key: live.key });
      expectError(response, 404, 'not_found', []);
    }
  });
});
