import { describe, expect, it } from 'vitest';
import { createNotificationEventRepository } from '../../../src/notifications/event-repository.ts';
import { createServices } from '../../../src/services.ts';
import { openSameDatabase } from '../../helpers/app/node.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { insertRows, rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { tellMembers, toldTo } from '../../helpers/notifications/fan-out.ts';
import { createRequest, createSubmitted, submit } from '../web-app/web-requests.ts';

describe('what happens in a workspace', () => {
  const api = useTestApp();
  const other = useForAll(() => openSameDatabase(api), 'close');

  const kindsTo = async (person: Person) => (await toldTo(api, person)).map(({ kind }) => kind).sort();
  const mailsOf = (workspaceId: string) => rowsOf(api.database, 'mails', { workspace_id: workspaceId }, 'id');
  const choose = ({ browser, path }: Person, choices: object) =>
    browser.expect('PATCH', `${path}/notification-choices`, choices);

  it('should be told to its members, each by their role, and to no one else', async () => {
    const owner = await createOwner(api);
    const [member, viewer] = [
      await createMember(api, owner.workspaceId, 'member'),
      await createMember(api, owner.workspaceId, 'viewer'),
    ];
    const stranger = await createOwner(api);
    await createSubmitted(api, owner);
    await createSubmitted(api, owner, { requires_review: true });
    await tellMembers(api.services);
    expect(await kindsTo(member)).toEqual(['review', 'submitted']);
    // Someone else has to review it.
    expect(await kindsTo(viewer)).toEqual(['submitted', 'submitted']);
    expect(await kindsTo(stranger)).toEqual([]);
    expect(await mailsOf(owner.workspaceId)).toEqual([]);
  });

  it('should be told once as a submission to whoever does not want to hear of reviews', async () => {
    const owner = await createOwner(api);
    await choose(owner, {
      review: { app: false, email: 'off' },
      submitted: { app: true, email: 'now' },
    });
    await createSubmitted(api, owner, { requires_review: true });
    await tellMembers(api.services);
    expect(await kindsTo(owner)).toEqual(['submitted']);
    expect((await mailsOf(owner.workspaceId)).map(({ content }) => JSON.parse(content))).toMatchObject([
      { topic: 'submitted', happening: 'submitted' },
    ]);
  });

  it('should cost a submission one row, however many members there are', async () => {
    const owner = await createOwner(api);
    for (let n = 0; n < 3; n++) await createMember(api, owner.workspaceId, 'member');
    await createSubmitted(api, owner);
    const events = await rowsOf(api.database, 'notification_events', { workspace_id: owner.workspaceId });
    expect(events).toHaveLength(1);
    expect(await rowsOf(api.database, 'notifications', { workspace_id: owner.workspaceId })).toEqual([]);
    await tellMembers(api.services);
  });

  it('should be told exactly once by two nodes, in the application and by email', async () => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    for (const person of [owner, member]) await choose(person, { submitted: { app: true, email: 'now' } });
    const [first, second] = [await createRequest(owner), await createRequest(owner)];
    for (const { token } of [first, second]) await submit(api, token);
    const node = createServices({ ...api.services, database: other, secretKey: 'of another node' } as never);
    await Promise.all([
      tellMembers(api.services),
      tellMembers(node),
      tellMembers(api.services),
      tellMembers(node),
    ]);
    for (const person of [owner, member])
      expect((await toldTo(api, person)).map(({ request_id }) => request_id).sort()).toEqual(
        [first.id, second.id].sort(),
      );
    const mails = await mailsOf(owner.workspaceId);
    const sent = mails.map(({ recipient, content }) => `${recipient} ${JSON.parse(content).request_id}`);
    expect([sent.length, new Set(sent).size]).toEqual([4, 4]);
  });

  it('should be told by the next worker when one died over it, and not by one that comes late', async () => {
    const owner = await createOwner(api);
    const { id } = await createSubmitted(api, owner);
    const events = createNotificationEventRepository(api.database);
    const [claimed] = await api.database.write((trx) => events.claim(trx, 10, api.clock.now(), MINUTE, []));
    await tellMembers(api.services);
    expect(await kindsTo(owner)).toEqual([]);
    api.clock.advance(MINUTE);
    await tellMembers(api.services);
    expect(await toldTo(api, owner)).toMatchObject([{ request_id: id }]);
    const isLate = await api.database.write((trx) => events.delete(trx, claimed as never));
    expect(isLate).toBe(false);
  });

  it('should not reach someone who left before they were told', async () => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    await createSubmitted(api, owner);
    await member.browser.expect('POST', `${owner.path}/leave`);
    await tellMembers(api.services);
    expect(await kindsTo(member)).toEqual([]);
    expect(await kindsTo(owner)).toEqual(['submitted']);
  });

  it.each([
    ['left', 'left the workspace', (by: Person) => by.browser.expect('POST', `${by.path}/leave`)],
    [
      'turned it off',
      'does not want it',
      (by: Person) => choose(by, { mentioned: { app: true, email: 'off' } }),
    ],
  ])('should not be emailed to someone who %s before it was sent', async (_what, why, change) => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    const body = { text: 'Please look', mentions: [member.userId] };
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${id}/notes`, body);
    await tellMembers(api.services);
    expect(await mailsOf(owner.workspaceId)).toMatchObject([{ kind: 'notification', status: 'queued' }]);
    await change(member);
    const worker = mailWorkerOf(api);
    await worker.settled();
    await worker.stop();
    expect(await mailsOf(owner.workspaceId)).toMatchObject([
      { status: 'failed', error: expect.stringContaining(why) },
    ]);
  });

  it('should not be emailed of a note or request that is gone', async () => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    const [noted, deleted] = [await createRequest(owner), await createRequest(owner)];
    const body = { text: 'Please look', mentions: [member.userId] };
    const notes = (id: string) => `${owner.path}/photo-requests/${id}/notes`;
    const note = await owner.browser.expect<{ id: string }>('POST', notes(noted.id), body);
    await owner.browser.expect('POST', notes(deleted.id), body);
    await tellMembers(api.services);
    await owner.browser.expect('DELETE', `${notes(noted.id)}/${note.id}`);
    await owner.browser.expect('DELETE', `${owner.path}/photo-requests/${deleted.id}`);
    const worker = mailWorkerOf(api);
    await worker.settled();
    await worker.stop();
    const errors = (await mailsOf(owner.workspaceId)).map(({ status, error }) => [status, error]);
    expect(errors.sort()).toEqual([
      ['failed', 'The note was deleted.'],
      ['failed', 'The request was deleted.'],
    ]);
    expect(await kindsTo(member)).toEqual([]);
  });

  it('should stay in the application when it is of the test environment', async () => {
    const owner = await createOwner(api);
    await choose(owner, { submitted: { app: true, email: 'now' } });
    const { token } = await createRequest(owner, {}, 'test');
    await submit(api, token);
    await tellMembers(api.services);
    expect(await toldTo(api, owner)).toMatchObject([{ environment: 'test', digest_at: null }]);
    expect(await mailsOf(owner.workspaceId)).toEqual([]);
  });

  it('should wait for the digest beyond 20 emails to a member within an hour, of all workspaces together', async () => {
    const [one, another] = [await createOwner(api), await createOwner(api)];
    const member = await createMember(api, one.workspaceId, 'member');
    await insertRows(api.database, 'members', {
      workspace_id: another.workspaceId,
      user_id: member.userId,
      role: 'member',
      created_at: api.clock.now(),
    });
    const toggle = async (owner: Person, times: number) => {
      const { id } = await createRequest(owner);
      const address = `${owner.path}/photo-requests/${id}/assignee`;
      for (let n = 0; n < times; n++)
        for (const user_id of [member.userId, null]) await owner.browser.expect('PUT', address, { user_id });
      await tellMembers(api.services);
    };
    const mailed = async () =>
      (await rowsOf(api.database, 'mails', { recipient: member.email, kind: 'notification' })).length;
    await toggle(one, 15);
    await toggle(another, 10);
    const told = await toldTo(api, member);
    expect([await mailed(), told.length]).toEqual([20, 25]);
    expect(told.filter(({ digest_at }) => digest_at !== null)).toHaveLength(5);
    expect(new Set(told.map(({ is_shown }) => is_shown))).toEqual(new Set([1]));
    api.clock.advance(HOUR);
    await toggle(one, 1);
    expect(await mailed()).toBe(21);
  });

  it('should be emailed again once the clock was set back, however far ahead it was', async () => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    const { id } = await createRequest(owner);
    const mailsAfter = async (notified_since: number) => {
      await updateRows(api.database, 'users', { id: member.userId }, { notified_since, notified_count: 20 });
      for (const user_id of [null, member.userId])
        await owner.browser.expect('PUT', `${owner.path}/photo-requests/${id}/assignee`, { user_id });
      await tellMembers(api.services);
      return (await rowsOf(api.database, 'mails', { recipient: member.email, kind: 'notification' })).length;
    };
    expect(await mailsAfter(api.clock.now() + MINUTE)).toBe(0);
    expect(await mailsAfter(api.clock.now() + 365 * DAY)).toBe(1);
  });

  it('should be told to admins and owners when the quota is nearly used up, and once more when it is', async () => {
    const owner = await createOwner(api, 'developer_free');
    const admin = await createMember(api, owner.workspaceId, 'admin');
    const member = await createMember(api, owner.workspaceId, 'member');
    await updateRows(api.database, 'workspaces', { id: owner.workspaceId }, { lifetime_photos: 78 });
    for (const photos of [1, 1, 1]) await createSubmitted(api, owner, {}, photos);
    await updateRows(api.database, 'workspaces', { id: owner.workspaceId }, { lifetime_photos: 99 });
    await createSubmitted(api, owner);
    await tellMembers(api.services);
    const quotas = async (person: Person) =>
      (await toldTo(api, person))
        .filter(({ kind }) => kind === 'quota')
        .map(({ content }) => JSON.parse(content))
        .sort((a, b) => a.percent - b.percent);
    const both = [{ percent: 80 }, { percent: 100 }];
    expect([await quotas(owner), await quotas(admin), await quotas(member)]).toEqual([both, both, []]);
    const mails = await mailsOf(owner.workspaceId);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [owner.email, owner.email, admin.email, admin.email].sort(),
    );
  });
});
