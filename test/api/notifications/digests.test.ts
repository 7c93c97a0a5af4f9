import { describe, expect, it } from 'vitest';
import { createMailOutbox } from '../../../src/email/outbox.ts';
import { createDigests } from '../../../src/notifications/digests.ts';
import { createRecipientRepository } from '../../../src/notifications/recipient-repository.ts';
import { createNotificationRepository } from '../../../src/notifications/repository.ts';
import { createServices } from '../../../src/services.ts';
import { displayCode } from '../../../src/shared/short-code.ts';
import { openSameDatabase } from '../../helpers/app/node.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { ids } from '../../helpers/database/rows.ts';
import { insertRows, rowsOf } from '../../helpers/database/stored-rows.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { useForAll, useForEach } from '../../helpers/hooks.ts';
import { tellMembers } from '../../helpers/notifications/fan-out.ts';
import { createSubmitted } from '../web-app/web-requests.ts';

describe('the daily digest', () => {
  const api = useTestApp();
  const smtp = useSmtpServer();
  const other = useForAll(() => openSameDatabase(api), 'close');
  const owner = useForEach(() => createOwner(api));

  const sendDue = async (services = api.services) => {
    while (await services.sendDigests());
  };
  const digests = () =>
    rowsOf(api.database, 'mails', { workspace_id: owner.workspaceId, kind: 'notification_digest' }, 'id');
  const wantDigest = ({ browser, path }: Person) =>
    browser.expect('PATCH', `${path}/notification-choices`, { submitted: { app: false, email: 'digest' } });
  /** The clock of the tests stands at noon in UTC, which is 21:00 in Tokyo. */
  const untilEightInTokyo = () => 11 * HOUR;

  it('should come at eight in the workspace’s time zone, once, to each who wants it', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    for (const person of [owner, member]) await wantDigest(person);
    await owner.browser.expect('PATCH', `${owner.path}/settings`, { time_zone: 'Asia/Tokyo' });
    const [first, second] = [await createSubmitted(api, owner), await createSubmitted(api, owner)];
    await tellMembers(api.services);
    const start = api.clock.now();
    api.clock.advance(untilEightInTokyo() - 1);
    await sendDue();
    expect(await digests()).toEqual([]);
    api.clock.advance(1);
    await sendDue();
    await sendDue();
    const sent = await digests();
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual([owner.email, member.email].sort());
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    await worker.settled();
    await worker.stop();
    const [mail] = await smtp.arrived(member.email);
    expect(mail?.email.subject).toMatch(/^2 updates in Workspace of /);
    for (const { code } of [first, second]) expect(mail?.email.text).toContain(displayCode(code));
    api.clock.advance(2 * DAY);
    await sendDue();
    expect(await digests()).toHaveLength(2);
    api.clock.set(start);
  });

  it('should be sent once by two nodes at the same time', async () => {
    await wantDigest(owner);
    await createSubmitted(api, owner);
    await tellMembers(api.services);
    api.clock.advance(DAY);
    const node = createServices({ ...api.services, database: other, secretKey: 'of another node' } as never);
    await Promise.all([sendDue(), sendDue(node as never), sendDue(), sendDue(node as never)]);
    expect(await digests()).toHaveLength(1);
  });

  it('should leave out what was deleted since, and not come with nothing in it', async () => {
    await wantDigest(owner);
    const [kept, gone] = [await createSubmitted(api, owner), await createSubmitted(api, owner)];
    await tellMembers(api.services);
    api.clock.advance(DAY);
    await sendDue();
    const erase = ({ id }: { id: string }) =>
      owner.browser.expect('DELETE', `${owner.path}/photo-requests/${id}`);
    await erase(gone);
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    await worker.settled();
    const [mail] = await smtp.arrived(owner.email);
    expect(mail?.email.text).toContain(displayCode(kept.code));
    expect(mail?.email.text).not.toContain(displayCode(gone.code));

    const only = await createSubmitted(api, owner);
    await tellMembers(api.services);
    api.clock.advance(DAY);
    await sendDue();
    await erase(only);
    await worker.settled();
    await worker.stop();
    expect((await digests()).map(({ status }) => status)).toEqual(['sent', 'failed']);
  });

  it('should list fifty and say how many more there were, and leave nothing behind that no one sees', async () => {
    await wantDigest(owner);
    const { id } = await createSubmitted(api, owner);
    await tellMembers(api.services);
    const [row] = await rowsOf(api.database, 'notifications', { user_id: owner.userId });
    if (row === undefined) throw new Error('Nothing waits for the digest');
    const copies = Array.from({ length: 59 }, (_, n) => ({
      ...row,
      id: ids.next('notification'),
      is_shown: n < 10 ? (1 as const) : (0 as const),
    }));
    await insertRows(api.database, 'notifications', copies);
    api.clock.advance(DAY);
    await sendDue();
    const [mail] = await digests();
    const { items, total } = JSON.parse(mail?.content ?? '');
    expect([items.length, total, items[0].request_id]).toEqual([50, 60, id]);
    const left = await rowsOf(api.database, 'notifications', { user_id: owner.userId });
    expect(left.map(({ is_shown, digest_at }) => [is_shown, digest_at])).toEqual(
      Array.from({ length: 10 }, () => [1, null]),
    );
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    await worker.settled();
    await worker.stop();
    const [arrived] = await smtp.arrived(owner.email);
    expect(arrived?.email.text).toContain('And 10 more.');
  });

  it('should not be held up by members whose digest cannot be written, and be tried again for those', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    for (const person of [owner, member]) await wantDigest(person);
    for (let n = 0; n < 3; n++) await createSubmitted(api, owner);
    await tellMembers(api.services);
    const [first] = await api.database.reader
      .selectFrom('notifications')
      .select('user_id')
      .where('workspace_id', '=', owner.workspaceId)
      .orderBy('digest_at')
      .execute();
    const [stuck, well] = first?.user_id === owner.userId ? [owner, member] : [member, owner];
    api.clock.advance(DAY);
    const { database, clock, ids: ofService } = api.services;
    const mails = createMailOutbox({ database, ids: ofService });
    let tried = 0;
    const sendDigests = createDigests({
      database,
      clock,
      repository: createNotificationRepository(database),
      recipients: createRecipientRepository(database),
      mails: {
        ...mails,
        async enqueue(trx, mail, now) {
          if (mail.recipient !== stuck.email) return mails.enqueue(trx, mail, now);
          tried += 1;
          throw new Error('refused');
        },
      },
    });
    const sweep = async () => {
      while (await sendDigests(1));
    };
    await expect(sweep()).rejects.toThrow('refused');
    expect((await digests()).map(({ recipient }) => recipient)).toEqual([well.email]);
    expect(tried).toBe(1);
    await expect(sweep()).rejects.toThrow('refused');
    expect(tried).toBe(2);
    await sendDue();
    expect((await digests()).map(({ recipient }) => recipient).sort()).toEqual(
      [well.email, stuck.email].sort(),
    );
  });

  it('should not go to someone who left', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    await wantDigest(member);
    await createSubmitted(api, owner);
    await tellMembers(api.services);
    await member.browser.expect('POST', `${owner.path}/leave`);
    api.clock.advance(DAY);
    await sendDue();
    expect(await digests()).toEqual([]);
  });
});
