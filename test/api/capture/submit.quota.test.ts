import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { PlanId } from '../../../src/workspaces/plans.ts';
import { type TestWorkspace, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import {
  createRequest,
  expectRefusal,
  newClientId,
  openPage,
  smallPhoto,
} from '../../helpers/capture/customer.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';

describe('the quota of a workspace', () => {
  const api = useTestApp();

  async function workspaceWith(plan: PlanId, used: { lifetime_photos?: number; period_photos?: number }) {
    const workspace = await api.createWorkspace({ plan });
    await api.database.write((trx) =>
      trx
        .updateTable('workspaces')
        .set((eb) => ({ ...used, period_started_at: eb.ref('plan_started_at') }))
        .where('id', '=', workspace.id)
        .execute(),
    );
    return workspace;
  }
  /** A request with so many photos that only has to be submitted. */
  async function ready(workspace: TestWorkspace, photos: number, environment: 'live' | 'test' = 'live') {
    const { id, token } = await createRequest(api, workspace[environment].key);
    const page = await openPage(api, 'request', token);
    const clientIds: string[] = [];
    for (let slot = 0; slot < photos; slot++) {
      const clientId = newClientId();
      const sent = await page.send({ slot, clientId, body: await smallPhoto(slot) });
      expect(sent.statusCode, sent.body).toBe(201);
      clientIds.push(clientId);
    }
    return { id, page, clientIds };
  }
  const usage = async (workspace: TestWorkspace) =>
    (await api.call('GET', '/v1/stats', { key: workspace.live.key })).json().data.usage;
  const events = (id: string) =>
    rowsOf(api.database, 'events', { subject_id: id, type: 'photo_request.submitted' });

  it('should be taken to its last photo and not beyond', async () => {
    const workspace = await workspaceWith('developer_free', { lifetime_photos: 96 });
    const [three, two, one] = [
      await ready(workspace, 3),
      await ready(workspace, 2),
      await ready(workspace, 1),
    ];
    expect((await three.page.submit()).statusCode).toBe(200);
    expect(await usage(workspace)).toMatchObject({ photos_used: 99, photos_remaining: 1 });
    expectRefusal(await two.page.submit(), 403, 'quota_exceeded');
    expect(await usage(workspace)).toMatchObject({ photos_used: 99, photos_remaining: 1 });
    expect((await one.page.submit()).statusCode).toBe(200);
    expect(await usage(workspace)).toMatchObject({
      photos_used: 100,
      photos_limit: 100,
      photos_remaining: 0,
      is_lifetime_quota: true,
    });
  });

  it('should leave a refused request open with its photos, and take it after an upgrade', async () => {
    const workspace = await workspaceWith('developer_free', { lifetime_photos: 99 });
    const { id, page, clientIds } = await ready(workspace, 2);
    expectRefusal(await page.submit({ photos: clientIds }), 403, 'quota_exceeded');
    expect(await page.state()).toMatchObject({
      status: 'in_progress',
      submitted_at: null,
      photos: clientIds.map((client_id) => ({ client_id })),
    });
    expect(await events(id)).toEqual([]);
    await api.services.workspaces.setPlan(OPERATOR, workspace.id, 'professional');
    expect((await page.submit({ photos: clientIds })).statusCode).toBe(200);
    expect(await events(id)).toHaveLength(1);
    expect(await usage(workspace)).toMatchObject({ photos_used: 2, is_lifetime_quota: false });
  });

  it('should never be exceeded by twenty submissions at once', async () => {
    const workspace = await workspaceWith('developer_free', { lifetime_photos: 85 });
    const requests = [];
    for (let n = 0; n < 20; n++) requests.push(await ready(workspace, 2));
    const responses = await Promise.all(requests.map(({ page }) => page.submit()));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7);
    const refused = responses.filter(({ statusCode }) => statusCode !== 200);
    for (const response of refused) expectRefusal(response, 403, 'quota_exceeded');
    expect(await usage(workspace)).toMatchObject({ photos_used: 99 });
    const told = (await Promise.all(requests.map(({ id }) => events(id)))).flat();
    expect(told).toHaveLength(7);
  });

  it('should start from nothing in the next month of a monthly plan', async () => {
    const workspace = await workspaceWith('professional', { period_photos: 5_000 });
    const [early, late] = [await workspaceWith('professional', { period_photos: 4_999 }), workspace];
    expect((await (await ready(early, 1)).page.submit()).statusCode).toBe(200);
    // Made while there was some quota left; a request can no longer be made now.
    await api.services.workspaces.setPlan(OPERATOR, late.id, 'enterprise');
    const { page } = await ready(late, 1);
    await updateRows(api.database, 'workspaces', { id: late.id }, { plan: 'professional' });
    await api.database.write((trx) =>
      trx
        .updateTable('workspaces')
        .set((eb) => ({ period_photos: 5_000, period_started_at: eb.ref('plan_started_at') }))
        .where('id', '=', late.id)
        .execute(),
    );
    expectRefusal(await page.submit(), 403, 'quota_exceeded');
    const { billing_period_end } = await usage(late);
    api.clock.advance(31 * DAY);
    expect(api.clock.now()).toBeGreaterThanOrEqual(Date.parse(billing_period_end));
    expect(await usage(late)).toMatchObject({ photos_used: 0, photos_remaining: 5_000 });
    const next = await ready(late, 2);
    expect((await next.page.submit()).statusCode).toBe(200);
    expect(await usage(late)).toMatchObject({ photos_used: 2, photos_remaining: 4_998 });
  });

  it('should not be touched by test photos, nor keep them from being submitted', async () => {
    const workspace = await workspaceWith('developer_free', { lifetime_photos: 100 });
    const { id, page } = await ready(workspace, 3, 'test');
    expect((await page.submit()).statusCode).toBe(200);
    expect(await usage(workspace)).toMatchObject({ photos_used: 100 });
    expect(await events(id)).toMatchObject([{ environment: 'test' }]);
  });

  it('should not be touched by photos that are not submitted, nor given back by deleting', async () => {
    const workspace = await workspaceWith('developer_free', {});
    await ready(workspace, 2);
    const { id, page } = await ready(workspace, 3);
    expect(await usage(workspace)).toMatchObject({ photos_used: 0 });
    await page.submit();
    await api.call('DELETE', `/v1/photo-requests/${id}`, { key: workspace.live.key });
    expect(await usage(workspace)).toMatchObject({ photos_used: 3 });
  });
});
