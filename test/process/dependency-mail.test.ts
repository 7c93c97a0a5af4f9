import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowOf, updateRows } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabaseForEach } from '../helpers/database/test-database.ts';
import { type SmtpServer, startSmtpServer } from '../helpers/email/smtp-server.ts';
import { useForEach } from '../helpers/hooks.ts';
import { openPremises } from '../helpers/process/operator.ts';
import { useServerForEach } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('a mail server that stops and comes back', () => {
  const testDatabase = useTestDatabaseForEach(() => createMigratedDatabase('sqlite'));
  const premises = useForEach(() => openPremises(testDatabase), 'close');
  let smtp: SmtpServer;
  let key: string;
  beforeEach(async () => {
    smtp = await startSmtpServer();
    ({ key } = await premises.createKey(await premises.createWorkspace()));
  });
  afterEach(() => smtp.stop());
  const server = useServerForEach(() => ({ ...testDatabase.env, SMTP_URL: smtp.url }));

  const ready = async () => (await server.call('GET', '/readyz')).body;

  async function askByMail(recipient: string): Promise<void> {
    const body = { instructions: 'Photograph the door.', recipient_email: recipient, send_email: true };
    expect((await server.call('POST', '/v1/photo-requests', { key, body })).status).toBe(201);
  }

  async function untilTried(recipient: string): Promise<void> {
    const tried = () => rowOf(premises.database, 'mails', { recipient });
    await waitUntil(async () => expect((await tried()).error).not.toBeNull());
  }

  /** The next attempt comes in a minute; no one wants to wait so long here. */
  function hurryUp(): Promise<unknown> {
    return updateRows(premises.database, 'mails', { status: 'queued' }, { next_attempt_at: 0 });
  }

  async function expectTrouble(): Promise<void> {
    // On a busy disk the storage is late for a moment.
    await waitUntil(async () => {
      const response = await server.call('GET', '/readyz');
      expect([response.status, response.body]).toEqual([200, { status: 'degraded', problems: ['mail'] }]);
    });
  }

  async function expectRecovery(recipient: string): Promise<void> {
    await waitUntil(async () => expect(await ready()).toEqual({ status: 'ok' }));
    await hurryUp();
    expect(await smtp.arrived(recipient)).toHaveLength(1);
  }

  it('should hold up emails while it is down, and lose none', async () => {
    await askByMail('before@example.com');
    await smtp.arrived('before@example.com');
    await waitUntil(async () => expect(await ready()).toEqual({ status: 'ok' }));
    await smtp.stop();
    await askByMail('during@example.com');
    await untilTried('during@example.com');
    await expectTrouble();
    smtp = await startSmtpServer(smtp.port);
    await expectRecovery('during@example.com');
  });

  it('should hold up emails while it hangs, and lose none', async () => {
    smtp.signal('SIGSTOP');
    await askByMail('silent@example.com');
    expect((await server.call('GET', '/v1/ping', { key })).status).toBe(200);
    await untilTried('silent@example.com');
    await expectTrouble();
    smtp.signal('SIGCONT');
    await expectRecovery('silent@example.com');
  });
});
