import { describe, expect, it } from 'vitest';
import { OPERATOR } from '../../../src/audit/actor.ts';
import type { WireNotification } from '../../../src/notifications/schema.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { DAY, HOUR } from '../../helpers/app/test-clock.ts';
import { createMember, createOwner } from '../../helpers/app/web-browser.ts';
import { saveArchive, useArchiveWorker, webDavArchive } from '../../helpers/archive/archive-scene.ts';
import { startWebDavServer } from '../../helpers/archive/archive-server.ts';
import { rowsOf, updateRows } from '../../helpers/database/stored-rows.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { useForEach } from '../../helpers/hooks.ts';
import { tellMembers, toldTo } from '../../helpers/notifications/fan-out.ts';
import { createRequest, createSubmitted, submit } from '../web-app/web-requests.ts';

describe('members whose archive fails', () => {
  const api = useTestApp();
  const worker = useArchiveWorker(api);
  const smtp = useSmtpServer();
  const dav = useForEach(startWebDavServer, 'close');
  const owner = useForEach(() => createOwner(api));

  async function pass(times: number, ms: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      api.clock.advance(ms);
      await worker.settled();
    }
  }
  /** What the owner was told of archives, oldest first: whether files were given up. */
  async function told(): Promise<boolean[]> {
    await tellMembers(api.services);
    const rows = await toldTo(api, owner);
    return rows
      .filter(({ kind }) => kind === 'archive_failing')
      .map(({ content }) => JSON.parse(content).archive.is_given_up);
  }
  async function emailed() {
    const mails = mailWorkerOf(api, { smtpUrl: smtp.url });
    await mails.settled();
    await mails.stop();
    return (await smtp.arrived(owner.email)).map(({ email }) => email);
  }

  it('should be told once that it stopped working, until it worked again', async () => {
    const member = await createMember(api, owner.workspaceId, 'member');
    await saveArchive(api, owner.workspaceId, webDavArchive(dav));
    dav.become('full');
    await createSubmitted(api, owner);
    await worker.settled();
    await pass(5, 2 * HOUR);
    expect(await told()).toEqual([]);
    // A run in which nothing is due does not count as one that went well.
    const soon = { next_attempt_at: api.clock.now() };
    await updateRows(api.database, 'archives', { workspace_id: owner.workspaceId }, soon);
    await worker.settled();
    await pass(1, 2 * HOUR);
    expect(await told()).toEqual([false]);
    await pass(8, 2 * HOUR);
    expect(await told()).toEqual([false]);
    expect((await toldTo(api, member)).map(({ kind }) => kind)).not.toContain('archive_failing');
    const [mail, ...others] = await emailed();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Archive stopped working: 127\.0\.0\.1/);
    expect(mail?.text).toContain('The reason: The archive is full. (507)');
    expect(mail?.text).toContain(`/app/${owner.workspaceId}/live/archive`);
    const list = await owner.browser.expect<WireNotification[]>('GET', `${owner.path}/notifications`);
    expect(list.map(({ archive }) => archive)).toContainEqual({
      name: new URL(dav.url).host,
      is_given_up: false,
    });

    dav.become('fine');
    await pass(1, 2 * HOUR);
    dav.become('full');
    await createSubmitted(api, owner);
    await worker.settled();
    await pass(7, 2 * HOUR);
    expect(await told()).toEqual([false, false]);
  });

  it('should be told once that files are given up with it, however many and when', async () => {
    await saveArchive(api, owner.workspaceId, webDavArchive(dav));
    dav.become('full');
    for (let request = 0; request < 3; request++) {
      await createSubmitted(api, owner, {}, 2);
      await pass(6, 4 * HOUR);
      // What is told in one go has no order.
      await told();
    }
    await pass(4, DAY);
    expect(
      (await rowsOf(api.database, 'archive_copies', { workspace_id: owner.workspaceId })).map(
        ({ status }) => status,
      ),
    ).toEqual(Array(6).fill('failed'));
    expect(await told()).toEqual([false, true]);
  });

  it('should be told once that single files are given up at the same moment, and again after resending them', async () => {
    const by = { ...OPERATOR, workspaceId: owner.workspaceId, environment: 'test' as const };
    await saveArchive(api, owner.workspaceId, webDavArchive(dav), 'test');
    dav.become('picky');
    const { token } = await createRequest(owner, {}, 'test');
    await submit(api, token, 3);
    await worker.settled();
    await pass(1, 3 * DAY);
    expect(await told()).toEqual([true]);
    const [mail] = await emailed();
    expect(mail?.subject).toMatch(/^Files are missing in your archive: 127\.0\.0\.1/);
    expect(mail?.text).toMatch(/\(test mode\)[\s\S]*\(413\)[\s\S]*Resend failed/);
    expect(await api.services.archiveCopies.resendFailed(by, undefined)).toBe(3);
    await worker.settled();
    await pass(1, 3 * DAY);
    expect(await told()).toEqual([true, true]);
  });
});
