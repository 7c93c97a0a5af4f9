import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import { planOf } from '../../../src/workspaces/plans.ts';
import { countStored, createPermanentLink, NOTHING_STORED } from '../../helpers/app/stored-objects.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

describe('POST /v1/permanent-links: 403', () => {
  const api = useTestApp();

  const create = (key: string, name = 'One too many') =>
    api.call('POST', '/v1/permanent-links', { key, body: { name } });

  it.each([
    ['developer_free', 1],
    ['professional', 10],
  ] as const)('should let the %s plan have %d links', async (plan, limit) => {
    const { id, live } = await api.createWorkspace({ plan });
    for (let i = 0; i < limit; i++) await createPermanentLink(api, live.key);
    expectError(await create(live.key), 403, 'plan_upgrade_required', []);
    expect(await countStored(api, id)).toMatchObject({ permanent_links: limit, permanent_link_slugs: limit });
  });

  it('should let the starter plan have 3 links', async () => {
    const { id } = await api.createWorkspace({ plan: 'starter' });
    // Starter has no API access, so that its limit only shows in the use case behind the route.
    const usage = await api.services.workspaceRepository.find(id);
    if (usage === undefined) throw new Error('The workspace is not there');
    const creator = { workspaceId: id, environment: 'live', plan: planOf('starter'), usage } as const;
    const make = () => api.services.permanentLinks.create({ ...OPERATOR, ...creator }, { name: 'Desk' });
    for (let i = 0; i < 3; i++) await make();
    await expect(make()).rejects.toMatchObject({ code: 'plan_upgrade_required' });
  });

  it('should not limit the Enterprise plan', async () => {
    const { live } = await api.createWorkspace({ plan: 'enterprise' });
    for (let i = 0; i < 12; i++) await createPermanentLink(api, live.key);
  });

  it('should let a deleted link make room for another', async () => {
    const { live } = await api.createWorkspace({ plan: 'developer_free' });
    const { id } = await createPermanentLink(api, live.key);
    expectError(await create(live.key), 403, 'plan_upgrade_required', []);
    expectData(await api.call('DELETE', `/v1/permanent-links/${id}`, { key: live.key }));
    expectData(await create(live.key), 201);
  });

  it('should count an inactive link, which can be turned on again at any time', async () => {
    const { live } = await api.createWorkspace({ plan: 'developer_free' });
    await createPermanentLink(api, live.key, { is_active: false });
    expectError(await create(live.key), 403, 'plan_upgrade_required', []);
  });

  it('should not count test links against live ones', async () => {
    const workspace = await api.createWorkspace({ plan: 'developer_free' });
    await createPermanentLink(api, workspace.test.key);
    await createPermanentLink(api, workspace.live.key);
  });

  it('should keep the limit when many links are created at once', async () => {
    const { id, live } = await api.createWorkspace({ plan: 'professional' });
    const responses = await Promise.all(Array.from({ length: 20 }, (_, i) => create(live.key, `Desk ${i}`)));
    expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(10);
    expect(responses.filter((response) => response.statusCode === 403)).toHaveLength(10);
    expect(await countStored(api, id)).toMatchObject({ permanent_links: 10, permanent_link_slugs: 10 });
  });

  it('should refuse a live link that could not receive a photo, and say that the quota is why', async () => {
    const { id, live, test } = await api.createWorkspace({ plan: 'developer_free' });
    await updateRows(api.database, 'workspaces', { id }, { lifetime_photos: 100 });
    const response = await create(live.key);
    expectError(response, 403, 'quota_exceeded', []);
    expect(response.json().error.message).toMatch(/Developer Free plan includes 100 photos in total/);
    expect(await countStored(api, id)).toEqual(NOTHING_STORED);
    await createPermanentLink(api, test.key);
  });
});
