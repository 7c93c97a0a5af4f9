import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from '../helpers/child-process.ts';
import { askByMail, emailStatusOf, mailOf, mailWorkerOf } from '../helpers/mail-worker.ts';
import { type SmtpServer, startSmtpServer } from '../helpers/smtp-server.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../helpers/test-app.ts';
import { createRunningClock, MINUTE } from '../helpers/test-clock.ts';

describe('a mail worker that is killed', () => {
  let api: TestApp;
  let workspace: TestWorkspace;
  let smtp: SmtpServer;
  beforeAll(async () => {
    [api, smtp] = await Promise.all([startTestApp({ clock: createRunningClock() }), startSmtpServer()]);
    workspace = await api.createWorkspace();
  });
  afterAll(async () => {
    await smtp.stop();
    await api.close();
  });

  it('should leave what the mail server had already taken to the next one, which sends the same mail again', async () => {
    const id = await askByMail(api, workspace, { recipient_email: 'mute@example.com' });
    const killed = startProcess(process.execPath, ['test/helpers/mail-worker-process.ts'], {
      ...api.databaseEnv,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Shutterpost <no-reply@photos.test>',
      PUBLIC_URL: 'https://photos.test',
    });
    await smtp.arrived('mute@example.com');
    killed.kill('SIGKILL');
    await killed.ended;
    expect(await mailOf(api, id)).toMatchObject({ status: 'queued', attempt_count: 1 });
    expect(await emailStatusOf(api, workspace, id)).toBe('queued');

    const next = mailWorkerOf(api, { smtpUrl: smtp.url });
    await next.settled();
    expect((await mailOf(api, id)).attempt_count).toBe(1);
    api.clock.advance(4 * MINUTE);
    await next.settled();
    await next.stop();

    const [first, second, ...more] = await smtp.arrived('mute@example.com', 2);
    expect(more).toEqual([]);
    expect(first?.email.messageId).toMatch(/^<mail_\w+@photos\.test>$/);
    expect(second?.email.messageId).toBe(first?.email.messageId);
    expect([second?.email.date, second?.email.text]).toEqual([first?.email.date, first?.email.text]);
    expect(await mailOf(api, id)).toMatchObject({ status: 'sent', attempt_count: 2 });
    expect(await emailStatusOf(api, workspace, id)).toBe('sent');
  });
});
