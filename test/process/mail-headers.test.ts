import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../helpers/app/test-app.ts';
import { updateRows } from '../helpers/database/stored-rows.ts';
import { askByMail, useMailWorker } from '../helpers/email/mail-worker.ts';
import { header, useSmtpServer } from '../helpers/email/smtp-server.ts';
import { hostileText } from '../helpers/http/hostile-headers.ts';

describe('the headers that a real mail server gets', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();
  const worker = useMailWorker(api, smtp);
  let sent = 0;

  it('should be the same ones for every name, and no one else should get the email', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (name) => {
        // NUL and broken characters never get this far: no database takes them.
        await rename(name.replaceAll('\u0000', '').toWellFormed());
        const recipient = `reader-${sent++}@example.com`;
        await askByMail(api, workspace, { recipient_email: recipient });
        await worker.settled();
        const [mail, ...more] = await smtp.arrived(recipient);
        if (mail === undefined) throw new Error('No email');
        expect([mail.to, more]).toEqual([[recipient], []]);
        for (const once of [
          'from',
          'to',
          'subject',
          'message-id',
          'date',
          'auto-submitted',
          'list-unsubscribe',
        ])
          expect(header(mail.email, once)).not.toBe('');
        expect(mail.email.headers).toHaveLength(11);
        expect(mail.email.to).toEqual([{ address: recipient, name: '' }]);
        expect(mail.email.from?.address).toBe('no-reply@photos.test');
        const head = mail.raw.slice(0, mail.raw.indexOf('\r\n\r\n'));
        for (const line of head.split('\r\n'))
          expect(line).toMatch(/^(?:[A-Za-z-]+:(?: |$)|[ \t])[\x20-\x7e]*$/);
      }),
      { numRuns: 100 },
    );
  });

  const rename = (name: string) => updateRows(api.database, 'workspaces', { id: workspace.id }, { name });
});
