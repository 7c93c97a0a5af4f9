import { describe, expect, it } from 'vitest';
import { countStored, createPermanentLink } from '../../helpers/app/stored-objects.ts';
import { PUBLIC_URL, useTestApp } from '../../helpers/app/test-app.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { expectData, expectError } from '../../helpers/http/expect-response.ts';

const SLUG = /^[a-z0-9-]{3,30}$/;

/** An address once printed must never lead to another business. */
describe('the slug of a permanent link', () => {
  const api = useTestApp();

  const create = (key: string, slug: string) =>
    api.call('POST', '/v1/permanent-links', { key, body: { name: 'Desk', slug } });
  const change = (key: string, id: string, slug: string) =>
    api.call('PATCH', `/v1/permanent-links/${id}`, { key, body: { slug } });
  const remove = (key: string, id: string) => api.call('DELETE', `/v1/permanent-links/${id}`, { key });

  it.each(['abc', '123', 'a-1', 'a--b', 'x'.repeat(30)])('should accept %s', async (slug) => {
    const { live } = await api.createWorkspace();
    expect(await createPermanentLink(api, live.key, { slug })).toMatchObject({
      slug,
      url: `${PUBLIC_URL}/p/${slug}`,
      request_url: `${PUBLIC_URL}/p/${slug}`,
    });
  });

  it.each([
    ['Retour à l’expéditeur', /^retour-a-l-expediteur$/],
    ['A', SLUG],
    ['🙂🙂🙂', SLUG],
    ['مكتب الاستقبال', SLUG],
    ['---', SLUG],
    ['One name that is a good deal longer than thirty characters', SLUG],
  ])('should be derived from the name %s', async (name, form) => {
    const { live } = await api.createWorkspace();
    const { slug } = await createPermanentLink(api, live.key, { name });
    expect(slug).toMatch(form);
    expect(slug).toMatch(SLUG);
  });

  it('should be another one when the name was used before, by anyone', async () => {
    const first = await api.createWorkspace();
    const second = await api.createWorkspace();
    const slugs = new Set<string>();
    for (const { key } of [first.live, first.live, first.test, second.live]) {
      const { slug } = await createPermanentLink(api, key, { name: 'Same name everywhere' });
      expect(slug).toMatch(SLUG);
      slugs.add(slug);
    }
    expect(slugs.size).toBe(4);
  });

  it('should be refused when it is taken, across workspaces and environments', async () => {
    const mine = await api.createWorkspace();
    const theirs = await api.createWorkspace();
    await createPermanentLink(api, mine.live.key, { slug: 'taken-everywhere' });
    for (const { key } of [mine.live, mine.test, theirs.live, theirs.test]) {
      expectError(await create(key, 'taken-everywhere'), 422, 'validation_error', ['slug']);
      const own = await createPermanentLink(api, key);
      expectError(await change(key, own.id, 'taken-everywhere'), 422, 'validation_error', ['slug']);
    }
    expect(await countStored(api, theirs.id)).toMatchObject({ permanent_links: 2, permanent_link_slugs: 2 });
  });

  it('should go to one link when two ask for it at once', async () => {
    const workspaces = [await api.createWorkspace(), await api.createWorkspace()];
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, i) => create(workspaces[i % 2]?.live.key ?? '', 'wanted-by-all')),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });

  it('should stay with its link after a change, for no one else to take', async () => {
    const mine = await api.createWorkspace();
    const theirs = await api.createWorkspace();
    const link = await createPermanentLink(api, mine.live.key, { slug: 'old-printed-one' });
    const changed = expectData(await change(mine.live.key, link.id, 'new-one-of-mine'));
    expect(changed).toMatchObject({ slug: 'new-one-of-mine', url: `${PUBLIC_URL}/p/new-one-of-mine` });
    for (const { key } of [mine.live, mine.test, theirs.live]) {
      expectError(await create(key, 'old-printed-one'), 422, 'validation_error', ['slug']);
      expectError(await create(key, 'new-one-of-mine'), 422, 'validation_error', ['slug']);
    }
    expect(expectData(await change(mine.live.key, link.id, 'old-printed-one'))).toMatchObject({
      slug: 'old-printed-one',
    });
  });

  it('should be free for its own workspace alone when the link is deleted', async () => {
    const mine = await api.createWorkspace();
    const theirs = await api.createWorkspace();
    const link = await createPermanentLink(api, mine.live.key, { slug: 'first-slug-of-it' });
    expectData(await change(mine.live.key, link.id, 'second-slug-of-it'));
    expectData(await remove(mine.live.key, link.id));
    for (const slug of ['first-slug-of-it', 'second-slug-of-it']) {
      expectError(await create(theirs.live.key, slug), 422, 'validation_error', ['slug']);
      expectData(await create(mine.live.key, slug), 201);
    }
  });

  it('should not be used up by a call that fails for another reason', async () => {
    const { live } = await api.createWorkspace();
    const theirs = await api.createWorkspace({ plan: 'developer_free' });
    await createPermanentLink(api, theirs.live.key);
    expectError(await create(theirs.live.key, 'not-used-up'), 403, 'plan_upgrade_required', []);
    const unknown = api.services.ids.next('permanentLink');
    expectError(await change(theirs.live.key, unknown, 'not-used-up'), 404, 'not_found', []);
    expectData(await create(live.key, 'not-used-up'), 201);
  });

  it('should change nothing else when it is refused', async () => {
    const { live } = await api.createWorkspace();
    await createPermanentLink(api, live.key, { slug: 'already-taken' });
    const link = await createPermanentLink(api, live.key, { name: 'Before' });
    const response = await api.call('PATCH', `/v1/permanent-links/${link.id}`, {
      key: live.key,
      body: { name: 'After', is_active: false, slug: 'already-taken' },
    });
    expectError(response, 422, 'validation_error', ['slug']);
    const read = await api.call('GET', `/v1/permanent-links/${link.id}`, { key: live.key });
    expect(expectData(read)).toStrictEqual(link);
  });

  it('should be refused beyond 100,000 of one workspace, but for those that it has', async () => {
    const { id, live } = await api.createWorkspace();
    const other = await api.createWorkspace();
    const link = await createPermanentLink(api, live.key, { slug: 'first-of-many' });
    const slugs = Array.from({ length: 99_998 }, (_, index) => ({
      workspace_id: id,
      slug: `of-many-${index}`,
    }));
    await insertRows(api.database, 'permanent_link_slugs', slugs);
    expectData(await change(live.key, link.id, 'last-of-many'));
    expectError(await change(live.key, link.id, 'one-too-many'), 422, 'validation_error', ['slug']);
    expectError(await create(live.key, 'one-too-many'), 422, 'validation_error', ['slug']);
    const derived = await api.call('POST', '/v1/permanent-links', { key: live.key, body: { name: 'Desk' } });
    expectError(derived, 422, 'validation_error', ['slug']);
    expectData(await change(live.key, link.id, 'first-of-many'));
    expectData(await create(other.live.key, 'one-too-many'), 201);
  });

  it('should be accepted again by the link that has it', async () => {
    const { live } = await api.createWorkspace();
    const link = await createPermanentLink(api, live.key, { slug: 'mine-already' });
    expect(expectData(await change(live.key, link.id, 'mine-already'))).toMatchObject({
      slug: 'mine-already',
    });
  });
});
