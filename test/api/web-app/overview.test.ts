import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { HeldSubmission } from '../../../src/held-submissions/schema.ts';
import type { Overview, WorkspacePlan } from '../../../src/overview/schema.ts';
import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import { SAMPLE_REQUEST } from '../../../src/photo-requests/sample-request.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, signIn } from '../../helpers/app/web-browser.ts';
import { openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { createRequest, createSubmitted, submit } from './web-requests.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('the overview', () => {
  // 23:30 in Berlin, where the day ends before it does in UTC.
  const api = useTestApp({ now: Date.UTC(2026, 2, 27, 22, 30) });

  const read = async (email: string, path: string, environment = 'live') =>
    (await signIn(api, email)).expect<Overview>('GET', `${path}/overview?environment=${environment}`);

  it('should count days as they are in the workspace’s time zone', async () => {
    const owner = await createOwner(api);
    await owner.browser.expect('PATCH', `${owner.path}/settings`, { time_zone: 'Europe/Berlin' });
    await createRequest(owner);
    api.clock.advance(HOUR);
    const created = await createRequest(owner);
    await submit(api, created.token, 2);
    const { days, time_zone } = await read(owner.email, owner.path);
    expect(time_zone).toBe('Europe/Berlin');
    expect(days).toHaveLength(30);
    expect(days.slice(-3)).toEqual([
      { date: '2026-03-26', requests: 0, submissions: 0, photos: 0 },
      { date: '2026-03-27', requests: 1, submissions: 0, photos: 0 },
      { date: '2026-03-28', requests: 1, submissions: 1, photos: 2 },
    ]);
    // On the 29th the clocks go forward: the day has 23 hours.
    api.clock.advance(DAY - HOUR);
    const later = (await read(owner.email, owner.path)).days;
    expect(later.at(-1)?.date).toBe('2026-03-28');
    api.clock.advance(23 * HOUR);
    expect((await read(owner.email, owner.path)).days.at(-1)?.date).toBe('2026-03-29');
    api.clock.advance(HOUR);
    expect((await read(owner.email, owner.path)).days.at(-1)?.date).toBe('2026-03-30');
  });

  it('should show the newest submissions with thumbnails, whenever their requests were created', async () => {
    const owner = await createOwner(api);
    const old = await createRequest(owner, { photo_slots: [{ instructions: 'Front' }], external_id: 'old' });
    api.clock.advance(HOUR);
    const first = await createSubmitted(api, owner);
    api.clock.advance(HOUR);
    await submit(api, old.token);
    const { newest_submissions } = await read(owner.email, owner.path);
    expect(newest_submissions.map(({ id }) => id)).toEqual([old.id, first.id]);
    expect(newest_submissions[0]).toMatchObject({ external_id: 'old', photo_count: 1 });
    const [thumbnail = ''] = newest_submissions[0]?.thumbnail_urls ?? [];
    const image = await api.call('GET', thumbnail.slice(thumbnail.indexOf('/photos/')));
    expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  it('should show who is waited for, and count by status with the overdue as expired', async () => {
    const owner = await createOwner(api);
    const waiting = await createRequest(owner, { recipient_email: 'w@example.com', expires_in_hours: 2_000 });
    await createRequest(owner, { expires_in_hours: 1 });
    await createSubmitted(api, owner);
    const canceled = await createRequest(owner);
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${canceled.id}/cancel`);
    api.clock.advance(2 * HOUR);
    const overview = await read(owner.email, owner.path);
    expect(overview.waiting_requests.map(({ id }) => id)).toEqual([waiting.id]);
    expect(overview.photo_requests).toEqual({
      pending: 1,
      in_progress: 0,
      submitted: 1,
      expired: 1,
      canceled: 1,
    });
    expect(overview.usage).toMatchObject({ photos_used: 1 });
    api.clock.advance(31 * DAY);
    expect((await read(owner.email, owner.path)).photo_requests).toMatchObject({ pending: 0, expired: 0 });
    expect((await read(owner.email, owner.path)).waiting_requests).toHaveLength(1);
  });

  it('should keep the environments and workspaces apart', async () => {
    const owner = await createOwner(api);
    const stranger = await createOwner(api);
    await createSubmitted(api, stranger);
    await createRequest(owner, {}, 'test');
    const live = await read(owner.email, owner.path);
    const test = await read(owner.email, owner.path, 'test');
    const requests = ({ days }: Overview) => days.reduce((sum, day) => sum + day.requests + day.photos, 0);
    expect([requests(live), requests(test)]).toEqual([0, 1]);
    expect([live.newest_submissions, live.waiting_requests]).toEqual([[], []]);
  });

  it('should not take the sample of the first start for a request of one’s own', async () => {
    const owner = await createOwner(api);
    const own = async () => (await read(owner.email, owner.path)).has_own_requests;
    expect(await own()).toBe(false);
    const sample = await createRequest(owner, SAMPLE_REQUEST);
    await submit(api, sample.token, 2);
    expect(await own()).toBe(false);
    await createRequest(owner, { metadata: { sample: 'true' } });
    expect(await own()).toBe(true);
  });

  it('should tell how far the customer of a waiting request is', async () => {
    const owner = await createOwner(api);
    const created = await createRequest(owner, {
      photo_slots: [{ instructions: 'A' }, { instructions: 'B' }],
    });
    const customer = await openPage(api, 'request', created.token);
    await customer.send({ slot: 0, body: await smallPhoto() });
    expect((await read(owner.email, owner.path)).waiting_requests).toMatchObject([
      { id: created.id, status: 'in_progress', unsent_photos: 1 },
    ]);
  });

  it('should count the photos of the chart as the usage does: once they are sent', async () => {
    const owner = await createOwner(api);
    const numbers = async () => {
      const { days, usage } = await read(owner.email, owner.path);
      return { chart: days.reduce((sum, { photos }) => sum + photos, 0), used: usage.photos_used };
    };
    const link = (requires_approval: boolean) =>
      owner.browser.expect<PermanentLink>('POST', `${owner.path}/permanent-links`, {
        name: 'The desk',
        requires_approval,
      });
    const visit = async (kind: 'request' | 'link', address: string) => {
      const customer = await openPage(api, kind, address);
      await customer.send({ body: await smallPhoto() });
      return customer;
    };
    await createSubmitted(api, owner, {}, 2);
    const begun = await visit('request', (await createRequest(owner)).token);
    const overdue = await createRequest(owner, { expires_in_hours: 1 });
    await visit('request', overdue.token);
    await visit('link', (await link(false)).slug);
    const asking = await link(true);
    await (await visit('link', asking.slug)).submit();
    expect(await numbers()).toEqual({ chart: 2, used: 2 });

    await begun.submit();
    expect(await numbers()).toEqual({ chart: 3, used: 3 });
    const [held] = await owner.browser.expect<HeldSubmission[]>(
      'GET',
      `${owner.path}/permanent-links/${asking.id}/held-submissions`,
    );
    await owner.browser.expect('POST', `${owner.path}/held-submissions/${held?.id}/approve`);
    expect(await numbers()).toEqual({ chart: 4, used: 4 });
    // The same before and after the sweep that expires it and deletes its photo.
    api.clock.advance(2 * HOUR);
    expect(await numbers()).toEqual({ chart: 4, used: 4 });
    await api.services.photoRequests.expireOverdue();
    expect(await numbers()).toEqual({ chart: 4, used: 4 });
  });

  it('should show the limits of API calls that are in force', async () => {
    const owner = await createOwner(api);
    const limits = async () =>
      (await owner.browser.expect<WorkspacePlan>('GET', `${owner.path}/plan`)).call_limits;
    await api.services.workspaces.setLimits(OPERATOR, owner.workspaceId, { perMinute: 300, perHour: 9_000 });
    expect(await limits()).toEqual({ per_minute: 300, per_hour: 9_000 });
  });

  it('should show plan, usage and counts by themselves too', async () => {
    const owner = await createOwner(api, 'developer_free');
    const { plan, usage } = await owner.browser.expect<Overview>('GET', `${owner.path}/plan`);
    expect([plan.id, usage.photos_limit, usage.is_lifetime_quota]).toEqual(['developer_free', 100, true]);
  });
});
