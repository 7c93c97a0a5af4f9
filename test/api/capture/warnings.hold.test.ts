import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import type { PhotoRequestDetail } from '../../../src/photo-requests/web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { createRequest, expectRefusal, openPage, storedKeys } from '../../helpers/capture/customer.ts';
import { reportedPhoto } from '../../helpers/capture/report.ts';
import { setPolicy, UNHURRIED_MS, warnedPhoto } from '../../helpers/capture/warned-photo.ts';
import { rowOf, rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { auditOf } from '../web-app/web-requests.ts';

const warned = await warnedPhoto(1);

describe('a submission with a warning that is set to hold', () => {
  const api = useTestApp();
  const owner = useForEach(async () => {
    const person = await createOwner(api);
    const { key } = await api.createKey(person.workspaceId);
    await setPolicy(api, person.workspaceId, { checks: { page: 'hold' } });
    return { ...person, key };
  });

  const get = async (path: string) => (await api.call('GET', `/v1${path}`, { key: owner.key })).json().data;
  const decide = (id: string, verb: 'approve' | 'reject', by = owner) =>
    by.browser.call('POST', `${by.path}/held-submissions/${id}/${verb}`);
  const listed = async (query: string): Promise<string[]> =>
    (await get(`/photo-requests?${query}`)).map(({ id }: PhotoRequest) => id);
  /** Beside that the customer has viewed it. */
  const eventsOf = async (id: string) =>
    (await rowsOf(api.database, 'events', { subject_id: id }, 'type'))
      .map(({ type }) => type)
      .filter((type) => !type.endsWith('viewed'));

  async function submitted(photo: Buffer, by = owner) {
    const { id, token } = await createRequest(api, by.key);
    const page = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    expect((await page.send({ body: photo })).statusCode).toBe(201);
    expect((await page.submit()).json().data.state).toMatchObject({ status: 'submitted' });
    return { id, token, page };
  }
  const held = () => submitted(warned);

  it('should be in progress to everyone but the customer, until it is approved', async () => {
    const { id, page } = await held();
    const heldAt = new Date(api.clock.now()).toISOString();
    expect(await get(`/photo-requests/${id}`)).toMatchObject({
      status: 'in_progress',
      submitted_at: null,
      held_at: `${heldAt.slice(0, 19)}Z`,
      items: [],
    });
    expect(await page.state()).toMatchObject({ status: 'submitted', photos: [{}] });
    expect((await page.submit()).statusCode).toBe(200);
    expectRefusal(await page.send({ slot: 1, body: warned }), 409, 'request_submitted');
    expect(await eventsOf(id)).toEqual([]);
    expect(await get('/stats')).toMatchObject({
      photo_requests: { in_progress: 1, submitted: 0 },
      usage: { photos_used: 0 },
    });
    expect([await listed('is_held=true'), await listed('is_held=false')]).toEqual([[id], []]);
    expect(await listed('has_warnings=true&status=in_progress')).toEqual([id]);

    api.clock.advance(DAY);
    expect((await decide(id, 'approve')).statusCode).toBe(200);
    const approved = await get(`/photo-requests/${id}`);
    expect(approved).toMatchObject({
      status: 'submitted',
      submitted_at: expect.stringMatching(/Z$/),
      held_at: `${heldAt.slice(0, 19)}Z`,
    });
    expect(approved.items[0].evidence.find(({ check }: { check: string }) => check === 'page')).toMatchObject(
      { result: 'warn' },
    );
    expect(await eventsOf(id)).toEqual(['photo_request.approved', 'photo_request.submitted']);
    expect(await get('/stats')).toMatchObject({
      photo_requests: { in_progress: 0, submitted: 1 },
      usage: { photos_used: 1 },
    });
    expect([await listed('is_held=true'), await listed('is_held=false')]).toEqual([[], [id]]);
    expect(await rowsOf(api.database, 'seal_jobs', { request_id: id })).toHaveLength(1);
    expectRefusal(await decide(id, 'approve'), 404, 'not_found');
    expect(await auditOf(api, owner.workspaceId)).toContainEqual(['held_submission.approved', id]);
  });

  it('should be shown to the team with its photos, its warning and what happened', async () => {
    const { id } = await held();
    const path = `${owner.path}/photo-requests/${id}`;
    const { request, timeline } = await owner.browser.expect<PhotoRequestDetail>('GET', path);
    expect(request).toMatchObject({
      status: 'in_progress',
      items: [{ evidence: expect.arrayContaining([expect.objectContaining({ result: 'warn' })]) }],
      unsent_photos: 0,
    });
    expect(timeline.map(({ kind }) => kind)).toContain('held');
    const overview = await owner.browser.expect<object>('GET', `${owner.path}/overview`);
    expect(overview).toMatchObject({
      held: { photo_requests: 1, permanent_links: 0 },
      waiting_requests: [],
    });
  });

  it('should be canceled with its photos when it is rejected, and never open again by itself', async () => {
    const { id, token, page } = await held();
    const { id: photoId } = await rowOf(api.database, 'photos', { request_id: id });
    expect((await decide(id, 'reject')).statusCode).toBe(200);
    expect(await get(`/photo-requests/${id}`)).toMatchObject({ status: 'canceled', items: [] });
    expect(await eventsOf(id)).toEqual(['photo_request.rejected']);
    expect([await listed('is_held=true'), await listed('has_warnings=true')]).toEqual([[], []]);
    while (await api.services.photoUpkeep.deleteQueuedFiles());
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toEqual([]);
    expect((await storedKeys(api, 'photos/')).filter((key) => key.includes(photoId))).toEqual([]);
    expect((await openPage(api, 'request', token)).opened.statusCode).toBe(410);
    expectRefusal(await page.submit(), 410, 'request_closed');
    const { timeline } = await owner.browser.expect<PhotoRequestDetail>(
      'GET',
      `${owner.path}/photo-requests/${id}`,
    );
    expect(timeline.at(-1)).toMatchObject({ kind: 'rejected', by: expect.stringContaining('@') });
  });

  it('should be decided once, by members of its workspace', async () => {
    const { id } = await held();
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const stranger = { ...(await createOwner(api)), key: '' };
    for (const verb of ['approve', 'reject'] as const) {
      const response = await viewer.browser.call('POST', `${owner.path}/held-submissions/${id}/${verb}`);
      expectRefusal(response, 403, 'insufficient_permission');
      expectRefusal(await decide(id, verb, stranger), 404, 'not_found');
    }
    const responses = await Promise.all(
      (['approve', 'reject', 'approve', 'reject'] as const).map((verb) => decide(id, verb)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404]);
  });

  it('should stay held while the quota has no room', async () => {
    const { id } = await held();
    await api.services.workspaces.setPlan(OPERATOR, owner.workspaceId, 'developer_free');
    await updateRows(api.database, 'workspaces', { id: owner.workspaceId }, { lifetime_photos: 100 });
    expectRefusal(await decide(id, 'approve'), 403, 'quota_exceeded');
    expect(await listed('is_held=true')).toEqual([id]);
  });

  it('should outlive its request’s time, and expire when no one decides for thirty days', async () => {
    const { id, token } = await held();
    api.clock.advance(29 * DAY);
    while (await api.services.photoRequests.expireOverdue());
    expect(await get(`/photo-requests/${id}`)).toMatchObject({ status: 'in_progress' });
    api.clock.advance(DAY);
    const operator = { ...OPERATOR, workspaceId: owner.workspaceId, environment: 'live' as const };
    await expect(api.services.heldSubmissions.approve(operator, id)).rejects.toMatchObject({
      code: 'not_found',
    });
    while (await api.services.photoRequests.expireOverdue());
    expect(await get(`/photo-requests/${id}`)).toMatchObject({ status: 'expired' });
    expect(await listed('has_warnings=true')).toEqual([]);

    // Opened again, the customer starts afresh.
    await api.services.photoRequests.extend(operator, id, 24);
    const page = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    expect((await page.send({ body: await reportedPhoto(50) })).statusCode).toBe(201);
    expect((await page.submit()).statusCode).toBe(200);
    expect(await get(`/photo-requests/${id}`)).toMatchObject({ status: 'submitted', held_at: null });
  });

  it('should not be held where nothing warns, where another check does, or where the workspace only informs', async () => {
    const calm = await submitted(await reportedPhoto(60));
    await setPolicy(api, owner.workspaceId, { checks: { page: 'inform', file: 'hold' } });
    const informed = await held();
    for (const { id } of [calm, informed])
      expect(await get(`/photo-requests/${id}`)).toMatchObject({ status: 'submitted', held_at: null });
  });

  it('should be held in a permanent link that asks for no approval as well', async () => {
    const link = await owner.browser.expect<{ id: string; slug: string }>(
      'POST',
      `${owner.path}/permanent-links`,
      { name: 'The desk' },
    );
    const page = await openPage(api, 'link', link.slug);
    api.clock.advance(UNHURRIED_MS);
    await page.send({ body: warned });
    expect((await page.submit()).statusCode).toBe(200);
    expect(await get(`/permanent-links/${link.id}`)).toMatchObject({ held_count: 1, submission_count: 0 });
    const [waiting] = await owner.browser.expect<{ id: string; photos: object[] }[]>(
      'GET',
      `${owner.path}/permanent-links/${link.id}/held-submissions`,
    );
    expect(waiting?.photos).toMatchObject([
      { evidence: expect.arrayContaining([expect.objectContaining({ check: 'page', result: 'warn' })]) },
    ]);
    expect((await decide(waiting?.id ?? '', 'approve')).statusCode).toBe(200);
    expect(await get(`/permanent-links/${link.id}`)).toMatchObject({ held_count: 0, submission_count: 1 });
  });
});
