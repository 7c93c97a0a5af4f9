import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { WorkspaceRow } from '../../src/platform/db/tables.ts';
import type { Stats } from '../../src/stats/schema.ts';
import { createPermanentLink, createPhotoRequest, storePhotoRequest } from '../helpers/app/stored-objects.ts';
import { useTestApp } from '../helpers/app/test-app.ts';
import { DAY, HOUR } from '../helpers/app/test-clock.ts';
import { updateRows } from '../helpers/database/stored-rows.ts';
import { expectData } from '../helpers/http/expect-response.ts';

const START = Date.UTC(2026, 0, 31, 12, 0, 0, 987);
const NO_REQUESTS = { pending: 0, in_progress: 0, submitted: 0, expired: 0, canceled: 0 };

describe('GET /v1/stats', () => {
  const api = useTestApp();
  beforeEach(() => api.clock.set(START));

  async function stats(key: string): Promise<Stats> {
    return expectData<Stats>(await api.call('GET', '/v1/stats', { key }));
  }

  async function setUsage(
    workspaceId: string,
    usage: Partial<Pick<WorkspaceRow, 'lifetime_photos' | 'period_photos' | 'period_started_at'>>,
  ) {
    await updateRows(api.database, 'workspaces', { id: workspaceId }, usage);
  }

  it('should tell the free plan what the spec says: a lifetime quota, no email, no billing period', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 37 });
    const response = await api.call('GET', '/v1/stats', { key: live.key });
    expect(expectData(response)).toStrictEqual({
      plan: {
        id: 'developer_free',
        name: 'Developer Free',
        email_enabled: false,
        api_enabled: true,
        photos_limit: 100,
        photos_per_request: 5,
        permanent_links_limit: 1,
        api_keys_limit: 2,
      },
      usage: {
        photos_used: 37,
        photos_limit: 100,
        photos_remaining: 63,
        is_lifetime_quota: true,
        billing_period_start: null,
        billing_period_end: null,
      },
      photo_requests: NO_REQUESTS,
      permanent_links: { total: 0, active: 0, draft_count: 0, draft_bytes: 0 },
      webhooks: { delivered: 0, failed: 0, pending: 0 },
    });
    expect(response.json().meta).toStrictEqual({ request_id: response.headers['x-request-id'] });
  });

  it('should tell the Professional plan its month', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'professional' });
    await setUsage(id, { period_photos: 1_200, period_started_at: START, lifetime_photos: 99 });
    const { plan, usage } = await stats(live.key);
    expect(plan).toStrictEqual({
      id: 'professional',
      name: 'Professional',
      email_enabled: true,
      api_enabled: true,
      photos_limit: 5_000,
      photos_per_request: 25,
      permanent_links_limit: 10,
      api_keys_limit: 5,
    });
    expect(usage).toStrictEqual({
      photos_used: 1_200,
      photos_limit: 5_000,
      photos_remaining: 3_800,
      is_lifetime_quota: false,
      billing_period_start: '2026-01-31T12:00:00Z',
      billing_period_end: '2026-02-28T12:00:00Z',
    });
  });

  it('should return null for the Enterprise plan where there is no limit', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'enterprise' });
    await setUsage(id, { period_photos: 123_456, period_started_at: START });
    const { plan, usage } = await stats(live.key);
    expect(plan).toMatchObject({
      email_enabled: true,
      photos_limit: null,
      photos_per_request: 50,
      permanent_links_limit: null,
      api_keys_limit: null,
    });
    expect(usage).toStrictEqual({
      photos_used: 123_456,
      photos_limit: null,
      photos_remaining: null,
      is_lifetime_quota: false,
      billing_period_start: '2026-01-31T12:00:00Z',
      billing_period_end: '2026-02-28T12:00:00Z',
    });
  });

  it('should begin every billing period with nothing used', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'professional' });
    await setUsage(id, { period_photos: 5_000, period_started_at: START });
    api.clock.set(Date.UTC(2026, 1, 28, 12, 0, 0, 986));
    expect((await stats(live.key)).usage).toMatchObject({ photos_used: 5_000, photos_remaining: 0 });
    api.clock.set(Date.UTC(2026, 1, 28, 12, 0, 0, 987));
    expect((await stats(live.key)).usage).toMatchObject({
      photos_used: 0,
      photos_remaining: 5_000,
      billing_period_start: '2026-02-28T12:00:00Z',
      billing_period_end: '2026-03-31T12:00:00Z',
    });
  });

  it('should count months from the day a new plan began', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    api.clock.advance(5 * DAY);
    await api.services.workspaces.setPlan(OPERATOR, id, 'professional');
    api.clock.advance(40 * DAY);
    expect((await stats(live.key)).usage).toMatchObject({
      is_lifetime_quota: false,
      billing_period_start: '2026-03-05T12:00:00Z',
      billing_period_end: '2026-04-05T12:00:00Z',
    });
  });

  it('should never show less than nothing as remaining', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 120 });
    expect((await stats(live.key)).usage).toMatchObject({ photos_used: 120, photos_remaining: 0 });
  });

  it('should count photo requests by status', async () => {
    const { id, live } = await api.createWorkspace();
    const wanted = { pending: 3, in_progress: 2, submitted: 4, expired: 1, canceled: 5 } as const;
    for (const [status, count] of Object.entries(wanted)) {
      for (let i = 0; i < count; i++) {
        await storePhotoRequest(api, id, { status: status as keyof typeof wanted });
      }
    }
    expect((await stats(live.key)).photo_requests).toStrictEqual(wanted);
  });

  it('should keep the photos used when a request is deleted', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'developer_free' });
    await setUsage(id, { lifetime_photos: 50 });
    const request = await createPhotoRequest(api, live.key);
    expectData(await api.call('DELETE', `/v1/photo-requests/${request.id}`, { key: live.key }));
    expect((await stats(live.key)).usage).toMatchObject({ photos_used: 50, photos_remaining: 50 });
  });

  it('should count as active only the links a customer could use at this moment', async () => {
    const { live } = await api.createWorkspace();
    await createPermanentLink(api, live.key);
    await createPermanentLink(api, live.key, { is_active: false });
    await createPermanentLink(api, live.key, { expires_at: '2026-01-31T13:00:00Z' });
    await createPermanentLink(api, live.key, { max_submissions: 2 });
    const full = await createPermanentLink(api, live.key, { max_submissions: 2 });
    await updateRows(api.database, 'permanent_links', { id: full.id }, { submission_count: 2 });
    expect((await stats(live.key)).permanent_links).toStrictEqual({
      total: 5,
      active: 3,
      draft_count: 0,
      draft_bytes: 0,
    });
    api.clock.advance(HOUR);
    expect((await stats(live.key)).permanent_links).toStrictEqual({
      total: 5,
      active: 2,
      draft_count: 0,
      draft_bytes: 0,
    });
  });

  it('should count live and test objects apart, and those of other workspaces not at all', async () => {
    const mine = await api.createWorkspace();
    const theirs = await api.createWorkspace();
    await createPhotoRequest(api, mine.live.key);
    await createPhotoRequest(api, mine.live.key);
    await createPermanentLink(api, mine.live.key);
    await createPhotoRequest(api, mine.test.key);
    expect(await stats(mine.live.key)).toMatchObject({
      photo_requests: { ...NO_REQUESTS, pending: 2 },
      permanent_links: { total: 1, active: 1, draft_count: 0, draft_bytes: 0 },
    });
    expect(await stats(mine.test.key)).toMatchObject({
      photo_requests: { ...NO_REQUESTS, pending: 1 },
      permanent_links: { total: 0, active: 0, draft_count: 0, draft_bytes: 0 },
    });
    for (const { key } of [theirs.live, theirs.test]) {
      expect(await stats(key)).toMatchObject({
        photo_requests: NO_REQUESTS,
        permanent_links: { total: 0, active: 0, draft_count: 0, draft_bytes: 0 },
      });
    }
  });
});
