import { createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { HOUR, MINUTE } from '../../helpers/app/test-clock.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import {
  askByMail,
  emailStatusOf,
  mailOf,
  mailWorkerOf,
  type TestMailWorker,
  useMailWorker,
} from '../../helpers/email/mail-worker.ts';
import { startSmtpServer, useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { freePort } from '../../helpers/http/free-port.ts';
import { pauseProcess } from '../../helpers/pause-process.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const LIMIT_MS = 400;
/** The longest pause after a first attempt. */
const FIRST_PAUSE = 1.2 * MINUTE;

describe('an email that cannot be sent', () => {
  const api = useTestApp();
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();
  const worker = useMailWorker(api, smtp);

  const ask = (recipient: string) => askByMail(api, workspace, { recipient_email: recipient });
  const status = (id: string) => emailStatusOf(api, workspace, id);

  async function trySending(by: TestMailWorker, recipient: string) {
    const id = await ask(recipient);
    await by.settled();
    return { id, row: await mailOf(api, id) };
  }

  it('should be tried again when the server says 451, and arrive once', async () => {
    const { id, row } = await trySending(worker, 'busy@example.com');
    expect([row.status, row.attempt_count, await status(id)]).toEqual(['queued', 1, 'queued']);
    expect(row.error).toContain('451');
    const pause = row.next_attempt_at - api.clock.now();
    expect(pause).toBeGreaterThanOrEqual(MINUTE);
    expect(pause).toBeLessThanOrEqual(FIRST_PAUSE);

    await worker.settled();
    expect((await mailOf(api, id)).attempt_count).toBe(1);
    api.clock.advance(pause);
    await worker.settled();
    expect(await mailOf(api, id)).toMatchObject({ status: 'sent', attempt_count: 2, error: null });
    expect(await status(id)).toBe('sent');
    expect(await smtp.arrived('busy@example.com')).toHaveLength(1);
  });

  it.each([
    ['unknown@example.com', '550'],
    ['spam@example.com', '554'],
  ])('should be given up at once when %s is refused for good', async (recipient, code) => {
    const { id, row } = await trySending(worker, recipient);
    expect(row).toMatchObject({ status: 'failed', attempt_count: 1, finished_at: api.clock.now() });
    expect(row.error).toContain(code);
    // The reason may be shown and logged; the customer’s address is no one’s business there.
    expect(row.error).not.toContain(recipient);
    expect(await status(id)).toBe('failed');
  });

  it('should be given up at once when the address cannot be one', async () => {
    const id = await ask('fine@example.com');
    await updateRows(api.database, 'mails', { request_id: id }, { recipient: 'a@b.c\r\nBcc: x@y.z' });
    await worker.settled();
    expect(await mailOf(api, id)).toMatchObject({ status: 'failed', attempt_count: 1 });
  });

  it('should be given up after the whole schedule', async () => {
    const { id } = await trySending(worker, 'full@example.com');
    await updateRows(api.database, 'photo_requests', { id }, { expires_at: api.clock.now() + 1000 * HOUR });
    const pauses: number[] = [];
    for (let row = await mailOf(api, id); row.status === 'queued'; row = await mailOf(api, id)) {
      pauses.push(Math.floor((row.next_attempt_at - api.clock.now()) / MINUTE));
      api.clock.set(row.next_attempt_at);
      await worker.settled();
    }
    expect(pauses).toHaveLength(6);
    for (const [index, least] of [1, 5, 15, 60, 240, 720].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least);
      expect(pauses[index]).toBeLessThanOrEqual(least * 1.2);
    }
    expect(await mailOf(api, id)).toMatchObject({ status: 'failed', attempt_count: 7 });
    expect(await status(id)).toBe('failed');
  });

  it('should wait for a server that is down, and arrive when it is back', async () => {
    const port = await freePort();
    const retrying = mailWorkerOf(api, { smtpUrl: `smtp://127.0.0.1:${port}` });
    const { id, row } = await trySending(retrying, 'back@example.com');
    expect([row.status, row.attempt_count]).toEqual(['queued', 1]);
    const server = await startSmtpServer(port);
    api.clock.advance(FIRST_PAUSE);
    await retrying.settled();
    expect(await status(id)).toBe('sent');
    await retrying.stop();
    expect(await server.stop()).toHaveLength(1);
  });

  it('should survive a server that ends between two emails', async () => {
    const first = await startSmtpServer();
    const retrying = mailWorkerOf(api, { smtpUrl: first.url });
    expect((await trySending(retrying, 'one@example.com')).row.status).toBe('sent');
    await first.stop();
    const second = await startSmtpServer(first.port);
    const { id } = await trySending(retrying, 'two@example.com');
    api.clock.advance(FIRST_PAUSE);
    await retrying.settled();
    expect(await status(id)).toBe('sent');
    await retrying.stop();
    expect(await second.stop()).toHaveLength(1);
  });

  it('should not wait longer than its limit for a server that hangs', async () => {
    // The second email must be quicker than this on a busy machine too.
    const hurried = mailWorkerOf(api, { smtpUrl: smtp.url, limitMs: 5_000 });
    const { row } = await trySending(hurried, 'hang@example.com');
    expect([row.status, row.attempt_count]).toEqual(['queued', 1]);
    // The next one gets a connection of its own.
    expect((await trySending(hurried, 'after@example.com')).row.status).toBe('sent');
    await hurried.stop();
  });

  it('should not wait longer than its limit for a server that drips', async () => {
    const dripping = await startDrippingServer();
    const hurried = mailWorkerOf(api, { smtpUrl: dripping.url, limitMs: LIMIT_MS });
    const { row } = await trySending(hurried, 'drip@example.com');
    expect(row).toMatchObject({ status: 'queued', error: 'The mail server did not finish within 0.4 s.' });
    // Not left to drip on.
    await waitUntil(() => expect(dripping.connections()).toBe(0));
    await hurried.stop();
    await dripping.close();
  });

  it('should wait when our own login is refused: the operator can mend that', async () => {
    const wrong = mailWorkerOf(api, { smtpUrl: smtp.url.replace('//', '//us:hunter2@') });
    const { row } = await trySending(wrong, 'login@example.com');
    expect(row.status).toBe('queued');
    expect(row.error).toContain('535');
    expect(row.error).not.toContain('hunter2');
    await wrong.stop();
    expect((await trySending(worker, 'relay@example.com')).row.status).toBe('queued');
  });
});

interface DrippingServer {
  url: string;
  connections(): number;
  close(): Promise<void>;
}

/**
 * Answers our greeting with one more line now and then, so that the connection never goes silent. The process, which is
 * the client's too, pauses before: that is no silence of the server either.
 */
async function startDrippingServer(): Promise<DrippingServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => pauseProcess(2 * LIMIT_MS));
    socket.write('220 welcome\r\n');
    const timer = setInterval(() => socket.write('250-please wait\r\n'), 50);
    socket.once('close', () => {
      clearInterval(timer);
      sockets.delete(socket);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${port}`,
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
