import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { codeOf, createMember, createOwner, PASSWORD, signIn } from '../../helpers/app/web-browser.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { createEndpointIn } from '../../helpers/webhooks/create-endpoint.ts';
import { wordsOf } from '../../helpers/words.ts';

interface Entry {
  id: string;
  actor: string;
  action: string;
  subject_name: string | null;
  details: object;
  ip_address: string;
}

describe('the audit log', () => {
  const api = useTestApp();

  it('should say who did what to whom and from where, newest first', async () => {
    const owner = await createOwner(api);
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    await owner.browser.expect('PATCH', `${owner.path}/members/${viewer.userId}`, { role: 'member' });
    await owner.browser.expect('DELETE', `${owner.path}/members/${viewer.userId}`);
    const log = await owner.browser.expect<Entry[]>('GET', `${owner.path}/audit-log`);
    expect(log.map(({ action }) => action)).toEqual([
      'member.removed',
      'member.role_changed',
      'user.signed_in',
      'workspace.limits_changed',
      'workspace.created',
    ]);
    expect(log[1]).toMatchObject({
      actor: owner.email,
      user_id: owner.userId,
      subject_id: viewer.userId,
      subject_name: viewer.email,
      details: { before: 'viewer', role: 'member' },
    });
    expect(log[1]?.ip_address).toMatch(/^10\./);
  });

  it('should name everything that the operator does with a command', async () => {
    const { workspaceId } = await createOwner(api);
    const { services } = api;
    const key = await services.apiKeys.create(OPERATOR, workspaceId, { environment: 'live', name: 'A key' });
    await services.apiKeys.edit(OPERATOR, workspaceId, key.id, { isActive: false });
    await services.apiKeys.regenerate(OPERATOR, workspaceId, key.id);
    await services.apiKeys.delete(OPERATOR, workspaceId, key.id);
    const url = 'http://127.0.0.1:8081/hook';
    const hook = await createEndpointIn(services, workspaceId, { url });
    await services.webhookEndpoints.rotate(OPERATOR, workspaceId, hook.id);
    await services.webhookEndpoints.activateSecret(OPERATOR, workspaceId, hook.id);
    await services.webhookEndpoints.revealSecret(OPERATOR, workspaceId, hook.id);
    await services.webhookEndpoints.disable(OPERATOR, workspaceId, hook.id);
    await services.webhookEndpoints.enable(OPERATOR, workspaceId, hook.id);
    await services.deliveryLog.replayMany(OPERATOR, workspaceId, hook.id);
    await services.webhookEndpoints.delete(OPERATOR, workspaceId, hook.id);
    await services.workspaces.setPlan(OPERATOR, workspaceId, 'professional');
    await services.workspaces.setIpAllowList(OPERATOR, workspaceId, ['192.0.2.0/24']);
    await services.brands.change(OPERATOR, workspaceId, { color: '#336699' });
    await services.workspaces.suspend(OPERATOR, workspaceId);
    await services.workspaces.resume(OPERATOR, workspaceId);
    const entries = await rowsOf(
      api.database,
      'audit_entries',
      { workspace_id: workspaceId, actor: 'operator' },
      'id',
    );
    const actions = wordsOf(`
      workspace.created workspace.limits_changed api_key.created api_key.deactivated api_key.regenerated
      api_key.deleted webhook_endpoint.created webhook_endpoint.secret_rotated
      webhook_endpoint.secret_activated webhook_endpoint.secret_revealed webhook_endpoint.disabled
      webhook_endpoint.enabled webhook_endpoint.replayed webhook_endpoint.deleted workspace.plan_changed
      workspace.settings_changed workspace.settings_changed workspace.suspended workspace.resumed
    `);
    expect(entries.map(({ action }) => action)).toEqual(actions);
    expect(entries.every(({ ip_address, user_id }) => ip_address === null && user_id === null)).toBe(true);
  });

  it('should have what was changed, before and after, and nothing that stayed as it was', async () => {
    const owner = await createOwner(api);
    const set = (changes: object) => owner.browser.expect('PATCH', `${owner.path}/settings`, changes);
    await set({ brand_color: '#112233', time_zone: 'Europe/Berlin' });
    await set({ brand_color: '#445566', time_zone: 'Europe/Berlin', retention_days: 90 });
    await set({ brand_color: '#445566' });
    const key = await owner.browser.expect<{ id: string }>('POST', `${owner.path}/api-keys`, { name: 'One' });
    await owner.browser.expect('PATCH', `${owner.path}/api-keys/${key.id}`, { name: 'Two' });
    const hook = await owner.browser.expect<{ id: string; url: string }>('POST', `${owner.path}/webhooks`, {
      url: 'http://127.0.0.1:8081/hook',
      name: 'Ours',
    });
    await owner.browser.expect('PATCH', `${owner.path}/webhooks/${hook.id}`, { name: 'Theirs' });
    const log = await owner.browser.expect<Entry[]>('GET', `${owner.path}/audit-log`);
    const changes = log
      .filter(({ action, actor }) => action.endsWith('changed') && actor !== 'operator')
      .map(({ details }) => details);
    expect(changes).toEqual([
      { url: hook.url, name_before: 'Ours', name: 'Theirs' },
      { environment: 'live', masked_key: expect.any(String), name_before: 'One', name: 'Two' },
      {
        brand_color_before: '#112233',
        brand_color: '#445566',
        retention_days_before: null,
        retention_days: 90,
      },
      {
        brand_color_before: null,
        brand_color: '#112233',
        time_zone_before: 'UTC',
        time_zone: 'Europe/Berlin',
      },
    ]);
  });

  it('should have what members do to their accounts, in each of their workspaces and nowhere else', async () => {
    const [owner, stranger] = [await createOwner(api), await createOwner(api)];
    const member = await createMember(api, owner.workspaceId, 'member');
    await member.browser.expect('POST', '/account/password', {
      current: PASSWORD,
      new: 'seven quiet lamps at noon',
    });
    const again = await signIn(api, member.email, 'seven quiet lamps at noon');
    await again.expect('POST', '/sign-out-everywhere');
    const of = async ({ browser, path }: typeof owner) =>
      (await browser.expect<Entry[]>('GET', `${path}/audit-log?user=${member.userId}`)).map(
        ({ action }) => action,
      );
    expect(await of(owner)).toEqual([
      'user.signed_out_everywhere',
      'user.signed_in',
      'user.password_changed',
    ]);
    expect(await of(stranger)).toEqual([]);
  });

  it('should come in pages, filtered by action or by its noun', async () => {
    const owner = await createOwner(api);
    for (let number = 0; number < 5; number++) {
      await owner.browser.expect('POST', `${owner.path}/invitations`, {
        email: `guest-${number}@example.com`,
        role: 'viewer',
      });
    }
    const names: (string | null)[] = [];
    let query = '?limit=2&action=invitation';
    for (
      let cursor: string | null = '';
      cursor !== null;
      query = `?limit=2&action=invitation&cursor=${cursor}`
    ) {
      const response = (await owner.browser.call('GET', `${owner.path}/audit-log${query}`)).json();
      names.push(...response.data.map((entry: Entry) => entry.subject_name));
      cursor = response.meta.next_cursor;
    }
    expect(names).toEqual([4, 3, 2, 1, 0].map((number) => `guest-${number}@example.com`));
    const count = async (action: string) =>
      (await owner.browser.expect<Entry[]>('GET', `${owner.path}/audit-log?action=${action}`)).length;
    expect([await count('invitation.created'), await count('invitation.cre'), await count('invit')]).toEqual([
      5, 0, 0,
    ]);
  });

  it('should refuse a cursor of another workspace', async () => {
    const [owner, other] = [await createOwner(api), await createOwner(api)];
    await signIn(api, other.email);
    const page = (await other.browser.call('GET', `${other.path}/audit-log?limit=1`)).json();
    const response = await owner.browser.call(
      'GET',
      `${owner.path}/audit-log?limit=1&cursor=${page.meta.next_cursor}`,
    );
    expect(codeOf(response)).toEqual([400, 'invalid_parameter']);
  });

  it('should have nothing of what was refused', async () => {
    const owner = await createOwner(api);
    await owner.browser.call('DELETE', `${owner.path}/members/${owner.userId}`);
    const log = await owner.browser.expect<Entry[]>('GET', `${owner.path}/audit-log?action=member`);
    expect(log).toEqual([]);
  });
});
