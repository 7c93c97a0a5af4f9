import { describe, expect, it } from 'vitest';
import type { WorkspaceRow } from '../../../src/platform/db/tables.ts';
import { countStored, createPhotoRequest, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { type Call, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY } from '../../helpers/app/test-clock.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { expectError } from '../../helpers/http/expect-response.ts';

describe('POST /v1/photo-requests: 403', () => {
  const api = useTestApp();

  const post = (key: string, call: Call) => api.call('POST', '/v1/photo-requests', { key, ...call });

  async function setUsage(
    workspaceId: string,
    usage: Partial<Pick<WorkspaceRow, 'lifetime_photos' | 'period_photos' | 'period_started_at'>>,
  ) {
    await updateRows(api.database, 'workspaces', { id: workspaceId }, usage);
  }

  it('should refuse a request when the 100 photos of the free plan are used', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 100 });
    const response = await post(live.key, { body: { instructions: 'x' } });
    expectError(response, 403, 'quota_exceeded', []);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
  });

  it('should accept a request while one photo of the free plan is left, however long ago it began', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 99, period_photos: 1_000_000, period_started_at: 0 });
    await createPhotoRequest(api, live.key);
  });

  it('should not let a new month refill the lifetime quota of the free plan', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 100 });
    api.clock.advance(400 * DAY);
    const response = await post(live.key, { body: { instructions: 'x' } });
    expectError(response, 403, 'quota_exceeded', []);
  });

  it('should refuse a request when the photos of the month are used, and accept it in the next month', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'professional' });
    await setUsage(id, { period_photos: 4_999, period_started_at: api.clock.now() });
    await createPhotoRequest(api, live.key);

    await setUsage(id, { period_photos: 5_000 });
    const refused = await post(live.key, { body: { instructions: 'x' } });
    expectError(refused, 403, 'quota_exceeded', []);

    api.clock.advance(31 * DAY);
    await createPhotoRequest(api, live.key);
  });

  it('should never refuse the unlimited Enterprise plan for its photos', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'enterprise' });
    await setUsage(id, {
      lifetime_photos: 2_000_000_000,
      period_photos: 2_000_000_000,
      period_started_at: api.clock.now(),
    });
    await createPhotoRequest(api, live.key);
  });

  it.each(['developer_free', 'professional'] as const)(
    'should not refuse a test key when the quota of %s is used',
    async (plan) => {
      const workspace = await api.createWorkspace({ plan });
      const usage = { lifetime_photos: 100, period_photos: 5_000, period_started_at: api.clock.now() };
      await setUsage(workspace.id, usage);
      await createPhotoRequest(api, workspace.test.key);
    },
  );

  it('should name what is wrong with the body before it speaks of the quota', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 100 });
    const response = await post(live.key, { body: {} });
    expectError(response, 422, 'validation_error', ['instructions']);
  });

  it('should refuse a plan without API access', async () => {
    const { live } = await api.createWorkspace({ plan: 'starter' });
    const response = await post(live.key, { body: { instructions: 'x' } });
    expectError(response, 403, 'plan_upgrade_required', []);
  });
});
