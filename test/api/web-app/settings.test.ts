import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { Settings } from '../../../src/workspaces/web-schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { expectRefusal, smallPhoto } from '../../helpers/capture/customer.ts';
import { auditOf } from './web-requests.ts';

describe('the settings of a workspace', () => {
  const api = useTestApp();

  it('should be read as they were changed', async () => {
    const { browser, path, workspaceId } = await createOwner(api);
    const changes = {
      name: '  New name ',
      brand_color: '#0B6170',
      time_zone: 'America/New_York',
      ip_allow_list: ['10.0.0.0/8', '2001:db8::/32'],
      retention_days: 90,
    };
    const changed = await browser.expect<Settings>('PATCH', `${path}/settings`, changes);
    expect(changed).toMatchObject({
      ...changes,
      name: 'New name',
      brand_color: '#0b6170',
      your_ip_address: expect.stringMatching(/^10\./),
      is_open_to_you: true,
    });
    expect(await browser.expect('GET', `${path}/settings`)).toEqual(changed);
    const cleared = { brand_color: null, ip_allow_list: [], retention_days: null };
    expect(await browser.expect('PATCH', `${path}/settings`, cleared)).toMatchObject(cleared);
    expect(await auditOf(api, workspaceId)).toEqual([
      ['workspace.settings_changed', workspaceId],
      ['workspace.settings_changed', workspaceId],
    ]);
  });

  it('should be refused with every fault at once, and then not change at all', async () => {
    const { browser, path } = await createOwner(api);
    const before = await browser.expect('GET', `${path}/settings`);
    const response = await browser.call('PATCH', `${path}/settings`, {
      name: 'Another',
      brand_color: 'red',
      time_zone: 'Mars/Olympus',
      ip_allow_list: ['10.0.0.0/8', 'not-a-network'],
    });
    expectRefusal(response, 422, 'validation_error');
    expect(Object.keys(response.json().error.details).sort()).toEqual([
      'brand_color',
      'ip_allow_list',
      'time_zone',
    ]);
    for (const retention_days of [0, -1, 1.5, 4_000]) {
      expectRefusal(
        await browser.call('PATCH', `${path}/settings`, { retention_days }),
        422,
        'validation_error',
      );
    }
    expect(await browser.expect('GET', `${path}/settings`)).toEqual(before);
  });

  it('should warn before an allow-list leaves out whoever sets it', async () => {
    const { browser, path } = await createOwner(api);
    const ip_allow_list = ['203.0.113.0/24'];
    const warned = await browser.call('PATCH', `${path}/settings`, { ip_allow_list });
    expectRefusal(warned, 422, 'validation_error');
    expect(warned.json().error.details.ip_allow_list[0]).toMatch(/your own address, 10\./);
    const sure = await browser.expect('PATCH', `${path}/settings`, { ip_allow_list, lock_me_out: true });
    expect(sure).toMatchObject({ ip_allow_list, is_open_to_you: false });
    // It is the API that is closed: here it can be taken back.
    await browser.expect('PATCH', `${path}/settings`, { ip_allow_list: [] });
  });

  it.each([
    ['alone', ['300.1.2.3'], {}],
    ['beside one that leaves out whoever sets it', ['203.0.113.0/24', '300.1.2.3'], {}],
    ['from someone who wants to be left out', ['300.1.2.3'], { lock_me_out: true }],
    ['beside one that lets them in', ['10.0.0.0/8', '300.1.2.3'], {}],
  ])('should say first that a network is none: %s', async (_where, ip_allow_list, sure) => {
    const { browser, path, workspaceId } = await createOwner(api);
    const response = await browser.call('PATCH', `${path}/settings`, { ip_allow_list, ...sure });
    expectRefusal(response, 422, 'validation_error');
    expect(response.json().error.details).toEqual({
      ip_allow_list: ['300.1.2.3 isn’t a valid IP address or network.'],
    });
    expect((await api.services.workspaces.find(workspaceId)).ip_allow_list).toBeNull();
    expect(await auditOf(api, workspaceId)).toEqual([]);
  });

  it('should take a list of networks that differs from the former one only far behind', async () => {
    const { workspaceId } = await createOwner(api);
    const listed = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}/32`);
    await api.services.workspaces.setIpAllowList(OPERATOR, workspaceId, listed);
    const longer = [...listed, '203.0.113.7/32'];
    const changed = await api.services.workspaces.setIpAllowList(OPERATOR, workspaceId, longer);
    expect(JSON.parse(changed.ip_allow_list ?? '[]')).toEqual(longer);
  });

  it('should leave no entry when nothing is changed', async () => {
    const { browser, path, workspaceId } = await createOwner(api);
    await browser.expect('PATCH', `${path}/settings`, {});
    expect(await auditOf(api, workspaceId)).toEqual([]);
  });

  it('should let admins change all but the name', async () => {
    const { workspaceId } = await createOwner(api);
    const admin = await createMember(api, workspaceId, 'admin');
    const renamed = await admin.browser.call('PATCH', `${admin.path}/settings`, { name: 'Mine' });
    expectRefusal(renamed, 403, 'insufficient_permission');
    await admin.browser.expect('PATCH', `${admin.path}/settings`, { time_zone: 'Asia/Kolkata' });
  });

  describe('their logo', () => {
    const upload = (browser: Person['browser'], path: string, raw: Buffer, type = 'image/jpeg') =>
      browser.call('PUT', `${path}/settings/logo`, undefined, { raw, headers: { 'content-type': type } });

    it('should be shown where it is said to be, until it is removed', async () => {
      const { browser, path, workspaceId } = await createOwner(api);
      const response = await upload(browser, path, await smallPhoto());
      expect(response.statusCode).toBe(200);
      const { logo_url } = response.json().data as Settings;
      expect(logo_url).toMatch(/^\/logos\/[0-9a-f]{32}\.png$/);
      expect(await api.services.storage.size(logo_url?.slice(1) ?? '')).toBeGreaterThan(100);
      const removed = await browser.expect<Settings>('DELETE', `${path}/settings/logo`);
      expect(removed.logo_url).toBeNull();
      expect((await auditOf(api, workspaceId)).map(([action]) => action)).toEqual([
        'workspace.logo_changed',
        'workspace.logo_removed',
      ]);
    });

    it.each<[string, () => Buffer, string, number]>([
      ['that is no image', () => Buffer.from('no image at all'), 'image/png', 422],
      ['that is SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 422],
      ['that is too large', () => Buffer.alloc(3 * 1024 * 1024, 1), 'image/png', 422],
      ['that is far too large', () => Buffer.alloc(9 * 1024 * 1024, 1), 'image/png', 400],
      ['that is not there', () => Buffer.alloc(0), 'image/png', 422],
      ['that is JSON', () => Buffer.from('{"logo":"x"}'), 'application/json', 422],
      ['that is of no image type', () => Buffer.from('x'), 'text/plain', 400],
    ])('should be refused %s', async (_name, raw, type, status) => {
      const { browser, path } = await createOwner(api);
      const response = await upload(browser, path, raw(), type);
      expect([response.statusCode, response.json().error.message]).toEqual([
        status,
        expect.stringMatching(/\S/),
      ]);
    });
  });
});
