import { describe, expect, it } from 'vitest';
import type { PhotoRequest } from '../../../src/photo-requests/schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { createRequest, openPage } from '../../helpers/capture/customer.ts';
import { setPolicy, UNHURRIED_MS, warnedPhoto } from '../../helpers/capture/warned-photo.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { expectError } from '../../helpers/http/expect-response.ts';
import { listIds } from '../../helpers/http/pages.ts';

const warned = await warnedPhoto(1);

describe('the view of the team, by API', () => {
  const api = useTestApp();
  const owner = useForAll(async () => {
    const person = await createOwner(api);
    const [live, test] = [
      await api.createKey(person.workspaceId),
      await api.createKey(person.workspaceId, { environment: 'test' }),
    ];
    return { ...person, live: live.key, test: test.key };
  });

  const make = async (key: string, external_id: string): Promise<string> => {
    const body = { instructions: 'The car', external_id };
    return (await api.call('POST', '/v1/photo-requests', { key, body })).json().data.id;
  };
  const find = (query: Record<string, string>, key = owner.live) =>
    listIds(api, key, `/v1/photo-requests?${new URLSearchParams(query)}`);
  const read = async (path: string) => (await api.call('GET', path, { key: owner.live })).json().data;

  it('should find by a part of the reference, in the environment of the key alone, and keep to its cursor', async () => {
    const ids = [await make(owner.live, 'CLAIM-77-a'), await make(owner.live, 'claim-77-b')];
    await make(owner.test, 'claim-77-c');
    expect(await find({ search: 'aim-77' })).toEqual(ids.toReversed());
    expect(await find({ search: 'aim-77', status: 'submitted' })).toEqual([]);
    const page = (search: string, cursor = '') =>
      api.call('GET', `/v1/photo-requests?limit=1&search=${search}${cursor}`, { key: owner.live });
    const { next_cursor } = (await page('aim-77')).json().meta;
    const next = await page('aim-77', `&cursor=${next_cursor}`);
    expect(next.json().data.map(({ id }: PhotoRequest) => id)).toEqual([ids[0]]);
    expectError(await page('aim-7', `&cursor=${next_cursor}`), 400, 'invalid_parameter', ['cursor']);
  });

  it.each([
    ['order', { search: 'claim', order: 'asc' }],
    ['search', { search: 'a\0b' }],
    ['search', { search: 'x'.repeat(201) }],
    ['assignee_id', { assignee_id: 'user_\0' }],
    ['view', { view: 'owner' }],
  ])('should refuse a wrong %s', async (field, query) => {
    const path = `/v1/photo-requests?${new URLSearchParams(query as Record<string, string>)}`;
    expectError(await api.call('GET', path, { key: owner.live }), 400, 'invalid_parameter', [field]);
  });

  it('should find what a member takes care of, and name them in that view alone', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const [id = '', testId = ''] = [await make(owner.live, 'mine'), await make(owner.test, 'mine')];
    for (const [request, environment] of [
      [id, 'live'],
      [testId, 'test'],
    ]) {
      const path = `${owner.path}/photo-requests/${request}/assignee?environment=${environment}`;
      await owner.browser.expect('PUT', path, { user_id: member.userId });
    }
    expect(await find({ assignee_id: member.userId })).toEqual([id]);
    expect(await find({ assignee_id: owner.userId })).toEqual([]);
    const [shown] = await read(`/v1/photo-requests?assignee_id=${member.userId}&view=team`);
    expect(shown).toMatchObject({
      assignee: { user_id: member.userId, email: member.email },
      unsent_photos: 0,
      wanted_photos: null,
    });
    expect(await read(`/v1/photo-requests/${id}/team-view`)).toEqual({
      ...shown,
      recipient_opted_out: false,
      keeps_photos: true,
    });
    expect(Object.keys(await read(`/v1/photo-requests/${id}`))).not.toContain('assignee');
  });

  it('should show the photos that wait for review, and what happened, which no one else is shown', async () => {
    await setPolicy(api, owner.workspaceId, { checks: { page: 'hold' } });
    const { id, token } = await createRequest(api, owner.live);
    const page = await openPage(api, 'request', token);
    api.clock.advance(UNHURRIED_MS);
    await page.send({ body: warned });
    await page.submit();
    expect((await read(`/v1/photo-requests/${id}`)).items).toEqual([]);
    const { items } = await read(`/v1/photo-requests/${id}/team-view`);
    expect(items).toHaveLength(1);
    const timeline = await read(`/v1/photo-requests/${id}/timeline`);
    expect(timeline.map(({ kind, photo_id }: Record<string, string>) => [kind, photo_id])).toEqual([
      ['created', null],
      ['viewed', null],
      ['photo', items[0].id],
      ['held', null],
    ]);
  });
});
