import { describe, expect, it, vi } from 'vitest';
import { useTestApp, useWorkspace } from '../helpers/app/test-app.ts';
import { createRunningClock, MINUTE } from '../helpers/app/test-clock.ts';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { createMigratedDatabase } from '../helpers/database/test-database.ts';
import { askByMail, emailStatusOf, mailOf, mailWorkerOf } from '../helpers/email/mail-worker.ts';
import { startSmtpServer, useSmtpServer } from '../helpers/email/smtp-server.ts';
import { startProcess } from '../helpers/process/child-process.ts';
import { operatorOf } from '../helpers/process/operator.ts';
import { startServer } from '../helpers/process/server-process.ts';

describe('an email worker that is killed', () => {
  const api = useTestApp({ clock: createRunningClock() });
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();

  it('should leave what the mail server had already taken to the next one, which sends the same email again', async () => {
    const id = await askByMail(api, workspace, { recipient_email: 'mute@example.com' });
    const killed = startProcess(process.execPath, ['test/helpers/email/mail-worker-process.ts'], {
      ...api.databaseEnv,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Shutterpost <no-reply@photos.test>',
      PUBLIC_URL: 'https://photos.test',
      SECRET_KEY,
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

describe.each(['sqlite', 'postgres'] as const)(
  'a server on %s that is killed while it sends an email',
  (engine) => {
    it('should be followed by one that sends it within seconds, long before the end of the lease', async () => {
      const [testDatabase, smtp] = await Promise.all([createMigratedDatabase(engine), startSmtpServer()]);
      const env = { ...testDatabase.env, SMTP_URL: smtp.url, PUBLIC_URL: 'https://photos.test' };
      const operator = operatorOf(env);
      const { workspace_id: workspace } = await operator.json<{ workspace_id: string }>(
        ...['workspace', 'create', '--name', 'Acme', '--email', 'owner@example.com'],
        ...['--password', 'a long password', '--plan', 'enterprise'],
      );
      const { key } = await operator.json<{ key: string }>(
        ...['key', 'create', '--workspace', workspace, '--env', 'live', '--name', 'A key'],
      );
      const recipient = `mute-${engine}@example.com`;
      const killed = await startServer(env);
      const body = { instructions: 'A photo', send_email: true, recipient_email: recipient };
      expect((await killed.call('POST', '/v1/photo-requests', { key, body })).status).toBe(201);
      await smtp.arrived(recipient);
      await killed.stop('SIGKILL');

      const next = await startServer(env);
      const mails = await vi.waitFor(() => smtp.arrived(recipient, 2), { timeout: 60_000 });
      expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(1);
      await next.stop();
      await smtp.stop();
      await testDatabase.drop();
    });
  },
);
