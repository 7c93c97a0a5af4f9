import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestWorkspace } from '../helpers/app/test-app.ts';
import { askByMail, mailWorkerOf, type TestMailWorker } from '../helpers/email/mail-worker.ts';
import { header, type SmtpServer, startSmtpServer } from '../helpers/email/smtp-server.ts';
import { hostileText } from '../helpers/http/hostile-headers.ts';

describe('the headers that a real mail server gets', () => {
  let api: TestApp;
  let workspace: TestWorkspace;
  let smtp: SmtpServer;
  let worker: TestMailWorker;
  let sent = 0;
  beforeAll(async () => {
    [api, smtp] = await Promise.all([startTestApp(), startSmtpServer()]);
    workspace = await api.createWorkspace();
    worker = mailWorkerOf(api, { smtpUrl: smtp.url });
  });
  afterAll(async () => {
    await worker.stop();
    await smtp.stop();
    await api.close();
  });

  it('should be the same ones for every name, and no one else should get the mail', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (name) => {
        // NUL and broken characters never get this far: no database takes them.
        await rename(name.replaceAll('\u0000', '').toWellFormed());
        const recipient = `reader-${sent++}@example.com`;
        await askByMail(api, workspace, { recipient_email: recipient });
        await worker.settled();
        const [mail, ...more] = await smtp.arrived(recipient);
        if (mail === undefined) throw new Error('No mail');
        expect([mail.to, more]).toEqual([[recipient], []]);
        for (const once of ['from', 'to', 'subject', 'message-id', 'date', 'auto-submitted'])
          expect(header(mail.email, once)).not.toBe('');
        expect(mail.email.headers).toHaveLength(9);
        expect(mail.email.to).toEqual([{ address: recipient, name: '' }]);
        expect(mail.email.from?.address).toBe('no-reply@photos.test');
        const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'));
        for (const line of head.split('\r\n')) expect(line).toMatch(/^(?:[A-Za-z-]+: |[ \t])[\x20-\x7e]*$/);
      }),
      { numRuns: 100 },
    );
  });

  const rename = (name: string) =>
    api.database.write((trx) =>
      trx.updateTable('workspaces').set({ name }).where('id', '=', workspace.id).execute(),
    );
});
