import { describe, expect, it } from 'vitest';
import type { PhotoRequestDetail } from '../../../src/photo-requests/web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, useOwner } from '../../helpers/app/web-browser.ts';
import { createLink, expectRefusal, openPage, settled, smallPhoto } from '../../helpers/capture/customer.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { auditOf, createRequest, createSubmitted } from './web-requests.ts';

const HOUR = 3_600_000;

describe('photo requests in the web application', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  const detail = (id: string) =>
    owner.browser.expect<PhotoRequestDetail>('GET', `${owner.path}/photo-requests/${id}`);
  const act = (id: string, action: string, body?: object) =>
    owner.browser.call('POST', `${owner.path}/photo-requests/${id}/${action}`, body);
  const timeline = async (id: string) => (await detail(id)).timeline.map(({ kind }) => kind);

  it('should be created as by the API, and show there', async () => {
    const created = await createRequest(owner, {
      external_id: 'claim-1',
      photo_slots: [{ instructions: 'Front' }],
    });
    const key = await api.createKey(owner.workspaceId);
    const response = await api.call('GET', `/v1/photo-requests/${created.id}`, { key: key.key });
    expect(response.json().data).toMatchObject({
      external_id: 'claim-1',
      photo_slots: [{ instructions: 'Front', is_required: true }],
      status: 'pending',
    });
    expect((await detail(created.id)).request).toEqual({
      ...response.json().data,
      assignee: null,
      unsent_photos: 0,
      wanted_photos: 1,
    });
    expect(await auditOf(api, owner.workspaceId)).toContainEqual(['photo_request.created', created.id]);
  });

  it('should be refused with the words of the API', async () => {
    const wrong = await owner.browser.call('POST', `${owner.path}/photo-requests`, { expires_in_hours: 0 });
    expectRefusal(wrong, 422, 'validation_error');
    expect(Object.keys(wrong.json().error.details).sort()).toEqual(['expires_in_hours', 'instructions']);
    const free = await createOwner(api, 'developer_free');
    const mailed = await free.browser.call('POST', `${free.path}/photo-requests`, {
      instructions: 'x',
      recipient_email: 'a@example.com',
    });
    expect([mailed.statusCode, mailed.json().message]).toEqual([
      422,
      'The recipient email field is prohibited.',
    ]);
  });

  it('should stay in their environment', async () => {
    const created = await createRequest(owner, {}, 'test');
    const live = await owner.browser.call('GET', `${owner.path}/photo-requests/${created.id}`);
    expectRefusal(live, 404, 'not_found');
    const test = await owner.browser.call(
      'GET',
      `${owner.path}/photo-requests/${created.id}?environment=test`,
    );
    expect(test.statusCode).toBe(200);
  });

  it('should be shown with what happened to them, in order', async () => {
    const created = await createSubmitted(api, owner, {
      recipient_email: 'customer@example.com',
      send_email: true,
    });
    expect(await timeline(created.id)).toEqual(['created', 'email_queued', 'viewed', 'photo', 'submitted']);
    const { timeline: entries, request } = await detail(created.id);
    expect(entries[0]?.by).toBe(owner.email);
    expect(entries[3]?.photo_id).toBe(request.items[0]?.id);
  });

  it('should show what was sent to webhooks on their timeline', async () => {
    const endpoint = await createEndpointIn(api.services, owner.workspaceId, {
      url: 'http://127.0.0.1:8081/hook',
    });
    const created = await createSubmitted(api, owner);
    const { timeline: entries } = await detail(created.id);
    expect(entries.at(-1)).toMatchObject({
      kind: 'webhook',
      delivery: { endpoint_id: endpoint.id, event_type: 'photo_request.submitted', status: 'due' },
    });
  });

  it('should be closed to the customer when canceled, and their photos deleted', async () => {
    const created = await createRequest(owner);
    const customer = await openPage(api, 'request', created.token);
    await customer.send({ body: await smallPhoto() });
    await settled(api);
    const canceled = await act(created.id, 'cancel');
    expect(canceled.json().data).toMatchObject({ status: 'canceled', items: [] });
    expect((await customer.submit()).statusCode).toBe(410);
    const photos = await rowsOf(api.database, 'photos', { request_id: created.id });
    expect(photos).toEqual([]);
    expectRefusal(await act(created.id, 'cancel'), 422, 'validation_error');
    expectRefusal(await act(created.id, 'extend', { hours: 1 }), 422, 'validation_error');
    expect((await timeline(created.id)).at(-1)).toBe('canceled');
  });

  it('should count the photos that are not sent yet, and show none of them', async () => {
    const created = await createRequest(owner, {
      photo_slots: [{ instructions: 'A' }, { instructions: 'B' }],
    });
    const customer = await openPage(api, 'request', created.token);
    const listed = async () => {
      const rows = await owner.browser.expect<PhotoRequestDetail['request'][]>(
        'GET',
        `${owner.path}/photo-requests?status=in_progress`,
      );
      return rows.find(({ id }) => id === created.id);
    };
    await customer.send({ slot: 0, body: await smallPhoto(1) });
    expect((await detail(created.id)).request).toMatchObject({ unsent_photos: 1, items: [] });
    expect(await listed()).toMatchObject({ unsent_photos: 1, items: [] });
    // Taken again, it is still one.
    await customer.send({ slot: 0, body: await smallPhoto(2) });
    expect((await detail(created.id)).request.unsent_photos).toBe(1);
    expect(await timeline(created.id)).not.toContain('photo');
    await customer.send({ slot: 1, body: await smallPhoto(3) });
    await customer.submit();
    const { request } = await detail(created.id);
    expect([request.items.length, request.unsent_photos]).toEqual([2, 0]);
  });

  it.each([false, true])(
    'should know how many photos were left unsent when they ended, swept: %s',
    async (isSwept) => {
      const expired = await createRequest(owner, { expires_in_hours: 1 });
      const canceled = await createRequest(owner);
      for (const { token } of [expired, canceled]) {
        const customer = await openPage(api, 'request', token);
        await customer.send({ body: await smallPhoto() });
      }
      await act(canceled.id, 'cancel');
      expect((await detail(canceled.id)).request).toMatchObject({ status: 'canceled', unsent_photos: 1 });
      api.clock.advance(2 * HOUR);
      if (isSwept) await api.services.photoRequests.expireOverdue();
      expect((await detail(expired.id)).request).toMatchObject({ status: 'expired', unsent_photos: 1 });
      if (!isSwept) return;
      await act(expired.id, 'extend', { hours: 1 });
      expect((await detail(expired.id)).request).toMatchObject({
        status: 'in_progress',
        unsent_photos: 1,
      });
    },
  );

  it('should last longer when extended, up to 90 days', async () => {
    const created = await createRequest(owner, { expires_in_hours: 1 });
    const before = Date.parse((await detail(created.id)).request.expires_at);
    const extended = await act(created.id, 'extend', { hours: 24 });
    expect(Date.parse(extended.json().data.expires_at)).toBe(before + 24 * HOUR);
    expectRefusal(await act(created.id, 'extend', { hours: 2_160 }), 422, 'validation_error');
    expectRefusal(await act(created.id, 'extend', { hours: 0 }), 422, 'validation_error');
  });

  it('should open again when extended after they expired, written down or not', async () => {
    for (const isSwept of [false, true]) {
      const created = await createRequest(owner, { expires_in_hours: 1 });
      api.clock.advance(2 * HOUR);
      if (isSwept) await api.services.photoRequests.expireOverdue();
      expect((await detail(created.id)).request.status).toBe('expired');
      const extended = await act(created.id, 'extend', { hours: 5 });
      expect(extended.json().data).toMatchObject({ status: 'pending' });
      expect(Date.parse(extended.json().data.expires_at)).toBe(api.clock.now() + 5 * HOUR);
      expect((await openPage(api, 'request', created.token)).opened.statusCode).toBe(201);
    }
  });

  it('should be emailed again when the last email is done, five times a day', async () => {
    const created = await createRequest(owner, { recipient_email: 'again@example.com', send_email: true });
    expectRefusal(await act(created.id, 'resend-email'), 422, 'validation_error');
    const finish = () =>
      api.database.write(async (trx) => {
        await trx.updateTable('mails').set({ status: 'sent', finished_at: api.clock.now() }).execute();
        await trx
          .updateTable('photo_requests')
          .set({ email_status: 'sent' })
          .where('id', '=', created.id)
          .execute();
      });
    for (let count = 0; count < 4; count++) {
      await finish();
      expect((await act(created.id, 'resend-email')).json().data.email_status).toBe('queued');
    }
    await finish();
    expectRefusal(await act(created.id, 'resend-email'), 422, 'validation_error');
    const mails = await rowsOf(api.database, 'mails', { request_id: created.id });
    expect(mails.map(({ recipient }) => recipient)).toEqual(Array(5).fill('again@example.com'));
  });

  it('should not be emailed without a recipient', async () => {
    expectRefusal(await act((await createRequest(owner)).id, 'resend-email'), 422, 'validation_error');
  });

  it('should be gone when deleted, with an entry of who did it', async () => {
    const created = await createSubmitted(api, owner);
    const path = `${owner.path}/photo-requests/${created.id}`;
    expect((await owner.browser.call('DELETE', path)).statusCode).toBe(200);
    expectRefusal(await owner.browser.call('GET', path), 404, 'not_found');
    expectRefusal(await owner.browser.call('DELETE', path), 404, 'not_found');
    expect((await auditOf(api, owner.workspaceId)).filter(([, id]) => id === created.id)).toEqual([
      ['photo_request.created', created.id],
      ['photo_request.deleted', created.id],
    ]);
  });

  it('should get sample photos in the test environment alone', async () => {
    const path = (id: string) => `${owner.path}/photo-requests/${id}/simulate`;
    const live = await createRequest(owner);
    expectRefusal(await owner.browser.call('POST', path(live.id)), 403, 'insufficient_permission');
    const test = await createRequest(owner, {}, 'test');
    expectRefusal(await owner.browser.call('POST', path(test.id)), 404, 'not_found');
    const simulated = await owner.browser.call('POST', `${path(test.id)}?environment=test`);
    expect(simulated.json().data).toMatchObject({ status: 'submitted' });
  });

  it('should list what came in through a permanent link only once it is submitted', async () => {
    const key = await api.createKey(owner.workspaceId);
    const link = await createLink(api, key.key);
    const visit = await openPage(api, 'link', link.slug);
    await visit.send({ body: await smallPhoto() });
    const submissions = () =>
      owner.browser.expect<{ id: string }[]>('GET', `${owner.path}/permanent-links/${link.id}/submissions`);
    expect(await submissions()).toEqual([]);
    const [draft] = await rowsOf(api.database, 'photo_requests', { permanent_link_id: link.id });
    const hidden = await owner.browser.call('GET', `${owner.path}/photo-requests/${draft?.id}`);
    expectRefusal(hidden, 404, 'not_found');
    await visit.submit();
    expect((await submissions()).map(({ id }) => id)).toEqual([draft?.id]);
  });

  it('should be erased when the workspace keeps them no longer', async () => {
    const person = await createOwner(api);
    await person.browser.expect('PATCH', `${person.path}/settings`, { retention_days: 7 });
    await createSubmitted(api, person);
    const waiting = await createRequest(person, { expires_in_hours: 2_000 });
    api.clock.advance(6 * 24 * HOUR);
    const young = await createSubmitted(api, person);
    api.clock.advance(24 * HOUR + 1);
    while (await api.services.photoRequests.eraseOld());
    const left = await rowsOf(api.database, 'photo_requests', { workspace_id: person.workspaceId }, 'id');
    expect(left.map(({ id }) => id)).toEqual([waiting.id, young.id]);
  });
});
