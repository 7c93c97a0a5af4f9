import { describe, expect, it } from 'vitest';
import { displayCode } from '../../../src/shared/short-code.ts';
import { useTestApp } from '../../helpers/app/test-app.ts';
import { createMember, createOwner, type Person } from '../../helpers/app/web-browser.ts';
import { mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { tellMembers } from '../../helpers/notifications/fan-out.ts';
import { createRequest } from '../web-app/web-requests.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the link that turns off a kind of email', () => {
  const api = useTestApp();
  const smtp = useSmtpServer();

  const emailAbout = async ({ browser }: Person, path: string) =>
    (
      await browser.expect<{ mentioned: { app: boolean; email: string } }>(
        'GET',
        `${path}/notification-choices`,
      )
    ).mentioned;

  /** Mentions someone; the address in the email they get. */
  async function mention(owner: Person, member: Person) {
    const { id, code } = await createRequest(owner);
    const body = { text: 'A secret of ours', mentions: [member.userId] };
    await owner.browser.expect('POST', `${owner.path}/photo-requests/${id}/notes`, body);
    await tellMembers(api.services);
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    await worker.settled();
    await worker.stop();
    const [mail] = await smtp.arrived(member.email);
    const header = (name: string) =>
      mail?.email.headers.find(({ key }) => key === name)?.value ?? 'no such header';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const address = header('list-unsubscribe').replace(/^<|>$/g, '');
    expect(mail?.email.text).toContain(address);
    expect(mail?.email.text).toContain(displayCode(code));
    // What is erased here would stay in a mailbox.
    expect(mail?.raw).not.toContain('secret of ours');
    return new URL(address).pathname;
  }

  it('should ask first, and do it for one member in one workspace when posted, again and again', async () => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    const path = await mention(owner, member);
    const asked = await api.call('GET', path);
    expect([asked.statusCode, asked.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(await emailAbout(member, owner.path)).toEqual({ app: true, email: 'now' });
    for (let time = 0; time < 2; time++) {
      const posted = await api.call('POST', path, { raw: 'List-Unsubscribe=One-Click', headers: FORM });
      expect([posted.statusCode, posted.body]).toEqual([200, expect.stringContaining('Turned off')]);
    }
    expect(await emailAbout(member, owner.path)).toEqual({ app: true, email: 'off' });
    expect(await emailAbout(member, `/workspaces/${member.workspaceId}`)).toMatchObject({ email: 'now' });
    expect(await emailAbout(owner, owner.path)).toMatchObject({ email: 'now' });
  });

  it('should not work for another topic or member, nor once they left', async () => {
    const owner = await createOwner(api);
    const member = await createMember(api, owner.workspaceId, 'member');
    const path = await mention(owner, member);
    const others = [
      path.replace('.mentioned.', '.submitted.'),
      path.replace(member.userId, owner.userId),
      path.slice(0, -1),
      '/notifications/off/a.b.mentioned.c',
    ];
    for (const other of others)
      for (const method of ['GET', 'POST'] as const)
        expect([other, (await api.call(method, other)).statusCode]).toEqual([other, 404]);
    expect(await emailAbout(owner, owner.path)).toMatchObject({ email: 'now' });
    await member.browser.expect('POST', `${owner.path}/leave`);
    expect((await api.call('POST', path)).statusCode).toBe(404);
  });
});
