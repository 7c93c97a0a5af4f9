import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATOR } from '../../src/audit/actor.ts';
import { startHousekeeping } from '../../src/housekeeping.ts';
import { createLog } from '../../src/platform/log.ts';
import { StorageUnavailableError } from '../../src/platform/storage/storage.ts';
import { createLiveStreams } from '../../src/web-app/live-streams.ts';
import { TOKEN, useObservedApp } from '../helpers/app/observed-app.ts';
import { startTestApp } from '../helpers/app/test-app.ts';
import { keyOf, newClientId, smallPhoto } from '../helpers/capture/customer.ts';
import { insertRows } from '../helpers/database/stored-rows.ts';
import { engine } from '../helpers/database/test-database.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('the metrics of calls', () => {
  const api = useObservedApp();
  let key: string;
  beforeAll(async () => {
    ({ key } = await api.createKey());
  });

  it('should count responses by the template of their route, method and status', async () => {
    const headers = { 'x-api-key': key };
    const created = await api.call({
      method: 'POST',
      url: '/v1/photo-requests',
      headers,
      payload: { instructions: 'A photo' },
    });
    const { id } = created.json().data;
    for (const path of [id, id, 'req_none']) await api.call({ url: `/v1/photo-requests/${path}`, headers });
    const { value, text } = await api.scrape();
    const counted = 'shutterpost_http_requests_total{route="/v1/photo-requests';
    expect(value(`${counted}",method="POST",status="201"}`)).toBe(1);
    expect(value(`${counted}/:id",method="GET",status="200"}`)).toBe(2);
    expect(value(`${counted}/:id",method="GET",status="404"}`)).toBe(1);
    expect(text).not.toContain(id);
  });

  it('should have how long they took', async () => {
    await api.call({ url: '/healthz' });
    const { value } = await api.scrape();
    const took = 'shutterpost_http_request_duration_seconds';
    const labels = 'route="/healthz",method="GET"';
    expect(value(`${took}_count{${labels}}`)).toBe(1);
    expect(value(`${took}_bucket{le="30",${labels}}`)).toBe(1);
    expect(value(`${took}_sum{${labels}}`)).toBeGreaterThan(0);
  });

  it('should have one label for whatever leads nowhere, however it is called', async () => {
    const before = await api.scrape();
    const lines = before.text.split('\n').length;
    for (let n = 0; n < 50; n++)
      await api.call({ url: `/nowhere/${n}`, method: n % 2 === 0 ? 'GET' : 'POST' });
    const brew = { method: 'PROPFIND' as 'GET', url: '/nowhere' };
    await api.call(brew);
    const { value, text } = await api.scrape();
    expect(value('shutterpost_http_requests_total{route="unknown",method="GET",status="404"}')).toBe(25);
    expect(value('shutterpost_http_requests_total{route="unknown",method="other",status="404"}')).toBe(1);
    expect(text.split('\n').length - lines).toBeLessThan(70);
    expect(text).not.toContain('nowhere');
  });

  it('should count what a rate limit refuses, by its kind', async () => {
    const limited = await api.createKey({ unlimited: false });
    const call = () => api.call({ url: '/v1/ping', headers: { 'x-api-key': limited.key } });
    for (let n = 0; n < 62; n++) await call();
    for (let n = 0; n < 301; n++) await api.call({ url: '/v1/ping', headers: { 'x-api-key': 'nonsense' } });
    const { value } = await api.scrape();
    expect(value('shutterpost_rate_limit_refusals_total{kind="calls"}')).toBe(2);
    expect(value('shutterpost_rate_limit_refusals_total{kind="failed_authentications"}')).toBe(1);
  });

  it('should be for those with the token alone', async () => {
    const responses = await Promise.all(
      ['', 'Bearer', 'Bearer wrong', TOKEN, `Bearer ${TOKEN}x`, `bearer ${TOKEN}`].map((authorization) =>
        api.call({ url: '/metrics', headers: { authorization } }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(responses[0]?.json().error.code).toBe('unauthorized');
    const allowed = await api.call({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
    expect([allowed.statusCode, allowed.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
  });

  it('should not be there when no one asked for them', async () => {
    const plain = await startTestApp();
    const response = await plain.call('GET', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(response.statusCode).toBe(404);
    await plain.close();
  });
});

describe('the metrics of the parts', () => {
  const api = useObservedApp();

  it('should have uploads, submissions and what they ask of the storage', async () => {
    const { key } = await api.createKey({ environment: 'test' });
    const headers = { 'x-api-key': key };
    const created = await api.call({
      ...{ method: 'POST', url: '/v1/photo-requests', headers },
      payload: { instructions: 'A photo', photo_slots: [{ instructions: 'One', is_required: true }] },
    });
    const submit = `/v1/test-helpers/photo-requests/${created.json().data.id}/submit`;
    expect((await api.call({ method: 'POST', url: submit, headers })).statusCode).toBe(200);
    const { value } = await api.scrape();
    expect(value('shutterpost_photo_upload_duration_seconds_count{outcome="done"}')).toBe(1);
    expect(value('shutterpost_photo_upload_bytes_total')).toBeGreaterThan(1_000);
    expect(value('shutterpost_submissions_total{outcome="done"}')).toBe(1);
    expect(value('shutterpost_storage_operation_duration_seconds_count{operation="put"}')).toBe(2);
  });

  it('should have the photos that have to be taken again, by the check that warned of them', async () => {
    const { key, workspaceId } = await api.createKey();
    await api.services.evidencePolicies.change(OPERATOR, workspaceId, { checks: { page: 'refuse' } });
    const created = await api.call({
      ...{ method: 'POST', url: '/v1/photo-requests', headers: { 'x-api-key': key } },
      payload: { instructions: 'A photo' },
    });
    const opened = await api.call({
      ...{ method: 'POST', url: '/capture/sessions' },
      payload: { kind: 'request', key: keyOf(created.json().data.request_url) },
    });
    const { session, tickets } = opened.json().data;
    const headers = { 'x-capture-session': session };
    // It comes faster than a person takes one: this clock stands still.
    const sent = await api.call({
      ...{ method: 'PUT', url: `/capture/photos/${newClientId()}`, payload: await smallPhoto() },
      headers: {
        ...headers,
        'content-type': 'image/jpeg',
        'x-capture-ticket': tickets[0][0],
        'x-photo-slot': '0',
        'x-photo-captured-at': new Date(api.clock.now()).toISOString(),
      },
    });
    expect(sent.statusCode).toBe(201);
    const refused = await api.call({ method: 'POST', url: '/capture/submission', headers, payload: {} });
    expect(refused.json().error.code).toBe('photo_refused');
    const { value } = await api.scrape();
    expect(value('shutterpost_photos_refused_total{check="page"}')).toBe(1);
  });

  it('should have reads and writes, and what the engine says of them', async () => {
    const { value } = await api.scrape();
    const took = 'shutterpost_database_operation_duration_seconds_count';
    expect(value(`${took}{operation="read"}`)).toBeGreaterThan(0);
    expect(value(`${took}{operation="write"}`)).toBeGreaterThan(0);
    const groups = value('shutterpost_database_group_size_count') ?? 0;
    const waits = value('shutterpost_database_pool_wait_seconds_count') ?? 0;
    expect([groups > 0, waits > 0]).toEqual(engine === 'sqlite' ? [true, false] : [false, true]);
  });

  it('should not call it the database’s fault when a use case refuses', async () => {
    const failed = async () =>
      (await api.scrape()).value('shutterpost_database_errors_total{operation="write"}') ?? 0;
    const before = await failed();
    const refuse = () => Promise.reject(new Error('on purpose'));
    await expect(api.services.database.write(refuse)).rejects.toThrow('on purpose');
    expect(await failed()).toBe(before);
    const nonsense = insertRows(api.services.database, 'workspaces', {} as never);
    await expect(nonsense).rejects.toThrow();
    expect(await failed()).toBe(before + 1);
  });

  it('should have the pages that watch', async () => {
    const streams = createLiveStreams(api.services);
    const open = async () => (await api.scrape()).value('shutterpost_live_streams');
    const member = { userId: 'user_1', sessionId: 's', workspaceId: 'ws_1' } as never;
    const stream = streams.open(member, createLog('silent'));
    expect(await open()).toBe(1);
    stream.destroy();
    await waitUntil(async () => expect(await open()).toBe(0));
  });

  it('should have when each periodic task last ended well', async () => {
    const housekeeping = startHousekeeping(api.services, createLog('silent'), { intervalMs: 10 });
    await waitUntil(async () => {
      const { value } = await api.scrape();
      const at = 'shutterpost_housekeeping_last_success_timestamp_seconds{task="forget mails"}';
      expect(value(at)).toBe(api.clock.now() / 1000);
      const runs = 'shutterpost_housekeeping_duration_seconds_count{task="forget mails",outcome="done"}';
      expect(value(runs)).toBeGreaterThan(0);
    });
    await housekeeping.stop();
  });

  it('should say of each dependency what /readyz says', async () => {
    const up = (name: string) => `shutterpost_dependency_up{dependency="${name}"}`;
    // On a busy disk the storage is late for a moment.
    await waitUntil(async () => {
      const { value } = await api.scrape();
      expect([value(up('database')), value(up('storage'))]).toEqual([1, 1]);
    });
    const { storage } = api.services;
    const broken = vi.spyOn(storage, 'ping').mockRejectedValue(new StorageUnavailableError('gone'));
    await waitUntil(async () => expect((await api.scrape()).value(up('storage'))).toBe(0));
    expect((await api.call({ url: '/readyz' })).statusCode).toBe(503);
    broken.mockRestore();
  });

  it('should have the process, the disk and what runs', async () => {
    const { text, value } = await api.scrape();
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(value('shutterpost_disk_free_bytes')).toBeGreaterThan(0);
    expect(value('shutterpost_disk_size_bytes')).toBeGreaterThan(0);
    const system = engine === 'sqlite' ? 'sqlite' : 'postgresql';
    expect(text).toMatch(new RegExp(`^shutterpost_build_info\\{version="[^"]+",.*database="${system}"`, 'm'));
  });
});
