import { describe, expect, it } from 'vitest';
import type { WireNotification } from '../../../src/notifications/schema.ts';
import { createLiveReader } from '../../../src/web-app/live-reader.ts';
import { useAddress, useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { codeOf, createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { createLink, openPage, smallPhoto } from '../../helpers/capture/customer.ts';
import { ids } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { tellMembers, toldTo } from '../../helpers/notifications/fan-out.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { listenLive } from '../web-app/live-listener.ts';
import { createRequest, createSubmitted, submit } from '../web-app/web-requests.ts';

describe('the notifications of a member', () => {
  const api = useTestApp();
  const address = useAddress(api);
  const owner = useForEach(() => createOwner(api));

  const list = ({ browser, path }: Person, query = '') =>
    browser.expect<WireNotification[]>('GET', `${path}/notifications${query}`);
  const unread = async ({ browser, path }: Person, query = '') =>
    (await browser.expect<{ unread: number }>('GET', `${path}/notifications/unread${query}`)).unread;

  async function submitMany(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      ids.push((await createSubmitted(api, owner)).id);
      await tellMembers(api.services);
      api.clock.advance(1_000);
    }
    return ids;
  }

  it('should be listed newest first, page by page, and read one by one or all that were seen', async () => {
    const ids = await submitMany(3);
    const page = (await owner.browser.call('GET', `${owner.path}/notifications?limit=2`)).json();
    expect(page.data.map(({ request }: WireNotification) => request?.id)).toEqual([ids[2], ids[1]]);
    const rest = await list(owner, `?limit=2&cursor=${page.meta.next_cursor}`);
    expect(rest).toMatchObject([{ kind: 'submitted', request: { id: ids[0] }, is_read: false }]);
    const [newest, middle, oldest] = await list(owner);
    expect(await unread(owner)).toBe(3);
    await owner.browser.expect('POST', `${owner.path}/notifications/${oldest?.id}/read`);
    expect(await unread(owner)).toBe(2);
    await owner.browser.expect('POST', `${owner.path}/notifications/read`, { up_to: middle?.id });
    expect((await list(owner)).map(({ id, is_read }) => [id, is_read])).toEqual([
      [newest?.id, false],
      [middle?.id, true],
      [oldest?.id, true],
    ]);
  });

  it('should be their own alone, and of the environment they look at', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    await submitMany(1);
    const { token } = await createRequest(owner, {}, 'test');
    await submit(api, token);
    await tellMembers(api.services);
    const [mine] = await list(owner);
    const read = `/notifications/${mine?.id}/read`;
    expect(codeOf(await member.browser.call('POST', owner.path + read))).toEqual([404, 'not_found']);
    await member.browser.expect('POST', `${owner.path}/notifications/read`, { up_to: 'ntf_zz' });
    expect([await unread(owner), await unread(owner, '?environment=test'), await unread(member)]).toEqual([
      1, 1, 0,
    ]);
    expect(await list(owner)).toHaveLength(1);
  });

  it('should lead to the permanent link while a submission waits there', async () => {
    const { key } = await api.createKey(owner.workspaceId);
    const { id, slug } = await createLink(api, key, { requires_approval: true });
    const page = await openPage(api, 'link', slug);
    await page.send({ body: await smallPhoto() });
    await page.submit();
    await tellMembers(api.services);
    const [told] = await list(owner);
    expect(told).toMatchObject({ kind: 'review', request: { held_at_link: id } });
    await owner.browser.expect('POST', `${owner.path}/held-submissions/${told?.request?.id}/reject`);
    expect(await list(owner)).toEqual([]);
  });

  it('should be heard of at once by whoever looks, and by no one else', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    const streams = [await listenLive(address.url, owner), await listenLive(address.url, member)];
    const heard = (index: number) =>
      (streams[index]?.events() ?? []).filter(({ event }) => event === 'notification').length;
    const body = { text: 'Hello', mentions: [member.userId] };
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${id}/notes`, body);
    await tellMembers(api.services);
    await waitUntil(() => expect(heard(1)).toBe(1));
    expect(heard(0)).toBe(0);
    for (const stream of streams) stream.leave();
  });

  it('should be heard of when it is written after one with a later id, as by two workers', async () => {
    const reader = createLiveReader(api.services);
    const of = { ...owner, environment: 'live' as const };
    await submitMany(1);
    let { position } = await reader.read(of, reader.start());
    const hears = async () => {
      const read = await reader.read(of, position);
      position = read.position;
      return read.events.filter(({ event }) => event === 'notification').length;
    };
    expect(await hears()).toBe(0);
    const [row] = await toldTo(api, owner);
    const [slow, fast] = [1, 2].map((second) => ids.next('notification', api.clock.now() + second * 1_000));
    api.clock.advance(3_000);
    for (const id of [fast, slow]) {
      await insertRows(api.database, 'notifications', { ...row, id } as never);
      expect([await hears(), await hears()]).toEqual([1, 0]);
    }
  });

  it('should be chosen by role', async () => {
    const viewer = await createMember(api, owner.workspaceId, 'viewer');
    const choices = (person: Person) =>
      person.browser.expect<object>('GET', `${owner.path}/notification-choices`);
    expect(await choices(owner)).toEqual({
      submitted: { app: true, email: 'off' },
      review: { app: true, email: 'digest' },
      mentioned: { app: true, email: 'now' },
      endpoint_failing: { app: true, email: 'now' },
      archive_failing: { app: true, email: 'now' },
      quota: { app: true, email: 'now' },
    });
    expect(Object.keys(await choices(viewer))).toEqual(['submitted', 'mentioned']);
    const change = { quota: { app: true, email: 'now' } };
    const refused = await viewer.browser.call('PATCH', `${owner.path}/notification-choices`, change);
    expect(codeOf(refused)).toEqual([422, 'validation_error']);
  });

  it('should be forgotten after 90 days, and beyond the newest ones before', async () => {
    await submitMany(4);
    api.clock.advance(HOUR);
    const [row] = await toldTo(api, owner);
    // Neither what another environment nor what the digest alone has costs any of these its place.
    const others = [
      { environment: 'test', digest_at: null, is_shown: 1 },
      { environment: 'live', digest_at: api.clock.now() + 100 * DAY, is_shown: 0 },
    ].map((other) => ({ ...row, ...other, id: ids.next('notification', api.clock.now() - 1) }));
    await insertRows(api.database, 'notifications', others as never);
    while (await api.services.notifications.trim(100, 3));
    expect([(await list(owner)).length, (await list(owner, '?environment=test')).length]).toEqual([3, 1]);
    api.clock.advance(89 * DAY);
    while (await api.services.notifications.deleteOld());
    expect(await toldTo(api, owner)).toHaveLength(5);
    api.clock.advance(DAY);
    while (await api.services.notifications.deleteOld());
    expect(await toldTo(api, owner)).toEqual([]);
  });
});
