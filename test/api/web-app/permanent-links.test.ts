import { describe, expect, it } from 'vitest';
import type { PermanentLink } from '../../../src/permanent-links/schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createOwner, useOwner } from '../../helpers/app/web-browser.ts';
import { expectRefusal } from '../../helpers/capture/customer.ts';
import { rowsOf } from '../../helpers/database/stored-rows.ts';
import { auditOf } from './web-requests.ts';

describe('permanent links in the web application', () => {
  const api = useTestApp();
  const owner = useOwner(api);

  const create = (body: object = {}) =>
    owner.browser.expect<PermanentLink>('POST', `${owner.path}/permanent-links`, {
      name: 'The desk',
      ...body,
    });

  it('should be created as by the API, and show there', async () => {
    const created = await create({ slug: 'the-front-desk' });
    const key = await api.createKey(owner.workspaceId);
    const response = await api.call('GET', `/v1/permanent-links/${created.id}`, { key: key.key });
    expect(response.json().data).toEqual(created);
    expect(await owner.browser.expect('GET', `${owner.path}/permanent-links/${created.id}`)).toEqual(created);
    const listed = await owner.browser.expect<PermanentLink[]>('GET', `${owner.path}/permanent-links`);
    expect(listed).toContainEqual(created);
  });

  it('should be changed, turned off and deleted, with entries of who did it', async () => {
    const { id } = await create();
    const path = `${owner.path}/permanent-links/${id}`;
    const changed = await owner.browser.expect<PermanentLink>('PATCH', path, {
      name: 'The other desk',
      is_active: false,
    });
    expect(changed).toMatchObject({ name: 'The other desk', is_active: false });
    await owner.browser.expect('DELETE', path);
    expectRefusal(await owner.browser.call('GET', path), 404, 'not_found');
    expectRefusal(await owner.browser.call('GET', `${path}/submissions`), 404, 'not_found');
    const entries = (await auditOf(api, owner.workspaceId)).filter(([, subject]) => subject === id);
    expect(entries.map(([action]) => action)).toEqual([
      'permanent_link.created',
      'permanent_link.changed',
      'permanent_link.deleted',
    ]);
  });

  it('should be changed with an entry of what it was before, and never of the access code', async () => {
    const { id } = await create({ name: 'The desk' });
    const path = `${owner.path}/permanent-links/${id}`;
    const change = (body: object) => owner.browser.expect('PATCH', path, body);
    await change({ name: 'The hall', max_submissions: 5, access_code: 'first-code' });
    await change({ access_code: 'second-code', metadata: { floor: '2' } });
    await change({ name: 'The hall' });
    const rows = await rowsOf(
      api.database,
      'audit_entries',
      { subject_id: id, action: 'permanent_link.changed' },
      'id',
    );
    expect(rows.map(({ details }) => JSON.parse(details))).toEqual([
      {
        environment: 'live',
        name_before: 'The desk',
        name: 'The hall',
        max_submissions_before: null,
        max_submissions: 5,
        has_access_code_before: false,
        has_access_code: true,
      },
      { environment: 'live', fields: 'metadata, access_code' },
    ]);
  });

  it('should be refused with the words of the API', async () => {
    await create({ slug: 'taken-slug' });
    const taken = await owner.browser.call('POST', `${owner.path}/permanent-links`, {
      name: 'x',
      slug: 'taken-slug',
    });
    expectRefusal(taken, 422, 'validation_error');
    const free = await createOwner(api, 'developer_free');
    await free.browser.expect('POST', `${free.path}/permanent-links`, { name: 'The one' });
    const second = await free.browser.call('POST', `${free.path}/permanent-links`, { name: 'The other' });
    expectRefusal(second, 403, 'plan_upgrade_required');
  });

  it('should stay in their environment', async () => {
    const { id } = await create();
    const path = `${owner.path}/permanent-links/${id}`;
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      expectRefusal(await owner.browser.call(method, `${path}?environment=test`, body), 404, 'not_found');
    }
    expect((await owner.browser.call('GET', path)).statusCode).toBe(200);
  });
});
