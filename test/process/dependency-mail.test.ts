import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMigratedDatabase, type TestDatabase } from '../helpers/database/test-database.ts';
import { type SmtpServer, startSmtpServer } from '../helpers/email/smtp-server.ts';
import { openPremises, type Premises } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';

const PATIENTLY = { timeout: 60_000, interval: 200 };

describe('a mail server that stops and comes back', () => {
  let testDatabase: TestDatabase;
  let premises: Premises;
  let smtp: SmtpServer;
  let server: ServerProcess;
  let key: string;
  beforeEach(async () => {
    [testDatabase, smtp] = await Promise.all([createMigratedDatabase('sqlite'), startSmtpServer()]);
    premises = await openPremises(testDatabase);
    ({ key } = await premises.createKey(await premises.createWorkspace()));
    server = await startServer({ ...testDatabase.env, SMTP_URL: smtp.url });
  });
  afterEach(async () => {
    await server.stop('SIGKILL');
    await smtp.stop();
    await premises.close();
    await testDatabase.drop();
  });

  const ready = async () => (await server.call('GET', '/readyz')).body;

  async function askByMail(recipient: string): Promise<void> {
    const body = { instructions: 'Photograph the door.', recipient_email: recipient, send_email: true };
    expect((await server.call('POST', '/v1/photo-requests', { key, body })).status).toBe(201);
  }

  async function untilTried(recipient: string): Promise<void> {
    const tried = () =>
      premises.database.reader
        .selectFrom('mails')
        .select('error')
        .where('recipient', '=', recipient)
        .executeTakeFirstOrThrow();
    await vi.waitFor(async () => expect((await tried()).error).not.toBeNull(), PATIENTLY);
  }

  /** The next attempt comes in a minute; no one wants to wait so long here. */
  function hurryUp(): Promise<unknown> {
    return premises.database.write((trx) =>
      trx.updateTable('mails').set({ next_attempt_at: 0 }).where('status', '=', 'queued').execute(),
    );
  }

  async function expectTrouble(): Promise<void> {
    const response = await server.call('GET', '/readyz');
    expect([response.status, response.body]).toEqual([200, { status: 'degraded', problems: ['mail'] }]);
  }

  async function expectRecovery(recipient: string): Promise<void> {
    await vi.waitFor(async () => expect(await ready()).toEqual({ status: 'ok' }), PATIENTLY);
    await hurryUp();
    expect(await smtp.arrived(recipient)).toHaveLength(1);
  }

  it('should hold up mails while it is down, and lose none', async () => {
    await askByMail('before@example.com');
    await smtp.arrived('before@example.com');
    expect(await ready()).toEqual({ status: 'ok' });
    await smtp.stop();
    await askByMail('during@example.com');
    await untilTried('during@example.com');
    await expectTrouble();
    smtp = await startSmtpServer(smtp.port);
    await expectRecovery('during@example.com');
  });

  it('should hold up mails while it hangs, and lose none', async () => {
    smtp.signal('SIGSTOP');
    await askByMail('silent@example.com');
    expect((await server.call('GET', '/v1/ping', { key })).status).toBe(200);
    await untilTried('silent@example.com');
    await expectTrouble();
    smtp.signal('SIGCONT');
    await expectRecovery('silent@example.com');
  });
});
