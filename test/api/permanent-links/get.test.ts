import { describe, expect, it } from 'vitest';
import { createPermanentLink, createPhotoRequest } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

describe('GET /v1/permanent-links/{id}', () => {
  const api = useTestApp();

  it('should respond with 200 and what was returned on creation', async () => {
    const { live } = await api.createWorkspace();
    const created = await createPermanentLink(api, live.key, { metadata: { a: 'b' } });
    const response = await api.call('GET', `/v1/permanent-links/${created.id}`, { key: live.key });
    expect(expectData(response)).toStrictEqual(created);
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });
  });

  it('should show how many submissions came through the link', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPermanentLink(api, live.key);
    await updateRows(api.database, 'permanent_links', { id }, { submission_count: 17 });
    const response = await api.call('GET', `/v1/permanent-links/${id}`, { key: live.key });
    expect(expectData(response).submission_count).toBe(17);
  });

  it('should respond with 200 to a client that sends Content-Type: application/json without a body', async () => {
    const { live } = await api.createWorkspace();
    const { id } = await createPermanentLink(api, live.key);
    const headers = { 'content-type': 'application/json' };
    const response = await api.call('GET', `/v1/permanent-links/${id}`, { key: live.key, headers });
    expect(expectData(response).id).toBe(id);
  });

  it('should respond with 404 for an id that never was, and for a photo request', async () => {
    const { live } = await api.createWorkspace();
    const request = await createPhotoRequest(api, live.key);
    for (const id of [api.services.ids.next('permanentLink'), request.id]) {
      const response = await api.call('GET', `/v1/permanent-links/${id}`, { key: live.key });
      expectError(response, 404, 'not_found', []);
    }
  });

  it('should respond with 404 for a link of another workspace or another environment, whatever the method', async () => {
    const mine = await api.createWorkspace();
    const theirs = await api.createWorkspace();
    const link = await createPermanentLink(api, mine.live.key);
    const path = `/v1/permanent-links/${link.id}`;
    for (const key of [theirs.live.key, theirs.test.key, mine.test.key]) {
      expectError(await api.call('GET', path, { key }), 404, 'not_found', []);
      expectError(await api.call('PATCH', path, { key, body: { name: 'Mine' } }), 404, 'not_found', []);
      expectError(await api.call('PATCH', path, { key, body: {} }), 404, 'not_found', []);
      expectError(await api.call('DELETE', path, { key }), 404, 'not_found', []);
    }
    expect(expectData(await api.call('GET', path, { key: mine.live.key }))).toStrictEqual(link);
  });
});
