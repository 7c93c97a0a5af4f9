import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createRequest, openPage } from '../../helpers/capture/customer.ts';
import { createReviewer, fillPlaces, submitPlaces } from '../../helpers/capture/rounds.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

const SLOTS = [{ instructions: 'The front' }, { instructions: 'The back' }];

describe('POST /v1/photo-requests/{id}/reopen', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);

  const reopen = (id: string, hours = 48, { key } = workspace.live) =>
    api.call('POST', `/v1/photo-requests/${id}/reopen`, { key, body: { hours } });
  const create = (more: object = {}, { key } = workspace.live) =>
    createRequest(api, key, { photo_slots: SLOTS, expires_in_hours: 1, ...more });

  async function sweep(): Promise<void> {
    while (await api.services.photoRequests.expireOverdue());
    while (await api.services.photoRequests.deleteUnsentPhotos());
  }

  it('should go on where it stopped: the same link, with the photos that were there', async () => {
    const { id, token } = await create();
    const [first = ''] = await fillPlaces(await openPage(api, 'request', token), [0]);
    api.clock.advance(HOUR);
    await sweep();
    expect((await openPage(api, 'request', token)).opened.statusCode).toBe(410);
    api.clock.advance(7 * DAY - 1);
    await sweep();
    const reopened = (await reopen(id)).json().data;
    expect(reopened).toMatchObject({ status: 'in_progress' });
    expect(Date.parse(reopened.expires_at)).toBe(Math.floor((api.clock.now() + 48 * HOUR) / 1_000) * 1_000);
    api.clock.advance(DAY);
    await sweep();
    const page = await openPage(api, 'request', token);
    expect(await page.state()).toMatchObject({
      photo_count: 1,
      photos: [{ client_id: first, slot_index: 0 }],
    });
    const [second = ''] = await fillPlaces(page, [1], 2);
    expect((await page.submit({ photos: [first, second] })).statusCode).toBe(200);
  });

  it('should start empty once the photos are gone', async () => {
    const { id, token } = await create();
    await fillPlaces(await openPage(api, 'request', token), [0], 5);
    api.clock.advance(HOUR);
    await sweep();
    api.clock.advance(7 * DAY);
    await sweep();
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toEqual([]);
    expect((await reopen(id)).json().data.status).toBe('pending');
    expect(await (await openPage(api, 'request', token)).state()).toMatchObject({ photo_count: 0 });
  });

  it('should keep the photos of a round of changes as well, and never those that were submitted', async () => {
    const { id, token } = await create();
    const reviewer = createReviewer(api, workspace);
    await submitPlaces(api, token, [0, 1], 7);
    await reviewer.decide(id, { ...reviewer.askAgain(1), expires_in_hours: 1 });
    api.clock.advance(1_000);
    await fillPlaces(await openPage(api, 'request', token), [0], 9);
    api.clock.advance(HOUR);
    await sweep();
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toHaveLength(3);
    expect((await reopen(id, 1)).json().data).toMatchObject({ status: 'in_progress', round: 2 });
    expect(await (await openPage(api, 'request', token)).state()).toMatchObject({ photo_count: 1 });
    api.clock.advance(HOUR);
    await sweep();
    api.clock.advance(7 * DAY);
    await sweep();
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toHaveLength(2);
  });

  it('should keep photos no longer than the workspace keeps what was submitted', async () => {
    const brief = await api.createWorkspace();
    await api.services.workspaces.changeSettings(OPERATOR, brief.id, { retention_days: 2 });
    const { id, token } = await create({}, brief.live);
    await fillPlaces(await openPage(api, 'request', token), [0], 11);
    api.clock.advance(HOUR);
    await sweep();
    api.clock.advance(2 * DAY);
    await sweep();
    expect(await rowsOf(api.database, 'photos', { request_id: id })).toEqual([]);
  });

  it('should be refused for what is not expired, and for more than 90 days', async () => {
    const { id, token } = await create();
    expectError(await reopen(id), 422, 'validation_error', ['status']);
    api.clock.advance(HOUR);
    expectError(await reopen(id, 2_161), 422, 'validation_error', ['hours']);
    // Written down or not.
    expect((await reopen(id)).statusCode).toBe(200);
    await submitPlaces(api, token, [0, 1], 13);
    expectError(await reopen(id), 422, 'validation_error', ['status']);
  });
});
