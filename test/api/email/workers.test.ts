import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMailOutbox, deleteOldMails } from '../../../src/email/outbox.ts';
import type { MailTransport } from '../../../src/email/transport.ts';
import { type Database, DatabaseUnavailableError } from '../../../src/platform/db/database.ts';
import { openSameDatabase } from '../../helpers/app/node.ts';
import { useTestApp, useWorkspace } from '../../helpers/app/test-app.ts';
import { createRunningClock, DAY, MINUTE } from '../../helpers/app/test-clock.ts';
import { updateRows } from '../../helpers/database/stored-rows.ts';
import { askByMail, emailStatusOf, mailOf, mailWorkerOf } from '../../helpers/email/mail-worker.ts';
import { startSmtpServer, useSmtpServer } from '../../helpers/email/smtp-server.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const LEASE = 3 * MINUTE;
interface Gate {
  transport: MailTransport;
  /** Ids of the emails that wait in it. */
  waiting(): string[];
  most(): number;
  /** How often something was sent. */
  sent(): number;
  open(error?: Error): void;
}

/** A transport whose server thinks for as long as the test wants. */
function gatedTransport(): Gate {
  const waiting = new Map<string, (error?: Error) => void>();
  let most = 0;
  let sent = 0;
  return {
    transport: {
      kind: 'smtp',
      send: ({ id }) =>
        new Promise((resolve, reject) => {
          waiting.set(id, (error) => (error === undefined ? resolve() : reject(error)));
          most = Math.max(most, waiting.size);
          sent += 1;
        }),
      async close() {},
    },
    waiting: () => [...waiting.keys()],
    most: () => most,
    sent: () => sent,
    open(error) {
      const all = [...waiting.values()];
      waiting.clear();
      for (const release of all) release(error);
    },
  };
}

describe('the workers of the email queue', () => {
  const api = useTestApp({ clock: createRunningClock() });
  const workspace = useWorkspace(api);
  const smtp = useSmtpServer();
  const other = useForAll(() => openSameDatabase(api), 'close');

  const ask = (recipient: string) => askByMail(api, workspace, { recipient_email: recipient });
  const untilWaiting = (gate: Gate, count: number) =>
    waitUntil(() => expect(gate.waiting()).toHaveLength(count));

  it('should send each email once, also when two nodes do it', async () => {
    const server = await startSmtpServer();
    const workers = [api.database, other].map((database) =>
      mailWorkerOf(api, { smtpUrl: server.url, database }),
    );
    for (const worker of workers) worker.start();
    const ids = await Promise.all(Array.from({ length: 40 }, (_, index) => ask(`many-${index}@example.com`)));
    for (const worker of workers) worker.wake();
    await waitUntil(async () => {
      const rows = await Promise.all(ids.map((id) => mailOf(api, id)));
      expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']));
      expect(new Set(rows.map(({ attempt_count }) => attempt_count))).toEqual(new Set([1]));
    });
    await Promise.all(workers.map((worker) => worker.stop()));
    const recipients = (await server.stop()).flatMap(({ to }) => to);
    expect([recipients.length, new Set(recipients).size]).toEqual([40, 40]);
  });

  it('should send at once when an email is written down', async () => {
    // It never looks by itself.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    worker.start();
    await worker.settled();
    const id = await ask('prompt@example.com');
    await expect.poll(() => emailStatusOf(api, workspace, id)).toBe('sent');
    await worker.stop();
  });

  it('should know when the next email is due', async () => {
    const gate = gatedTransport();
    const id = await ask('soon@example.com');
    await updateRows(api.database, 'mails', { request_id: id }, { next_attempt_at: api.clock.now() + 300 });
    const worker = mailWorkerOf(api, { transport: gate.transport });
    worker.start();
    await untilWaiting(gate, 1);
    gate.open();
    await worker.stop();
  });

  it('should find an email that no one told of', async () => {
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    worker.start();
    await worker.settled();
    const id = await ask('untold@example.com');
    await worker.settled();
    // As if a node had died between the commit and the signal.
    await updateRows(
      api.database,
      'mails',
      { request_id: id },
      { status: 'queued', recipient: 'polled@example.com' },
    );
    await updateRows(api.database, 'mails', { request_id: id }, { next_attempt_at: 0 });
    await smtp.arrived('polled@example.com');
    await worker.stop();
  });

  it('should send at most four at once', async () => {
    const gate = gatedTransport();
    const worker = mailWorkerOf(api, { transport: gate.transport });
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => ask(`crowd-${n}@example.com`)));
    const settled = worker.settled();
    await untilWaiting(gate, 4);
    gate.open();
    await untilWaiting(gate, 2);
    gate.open();
    await settled;
    expect(gate.most()).toBe(4);
    for (const id of ids) expect(await emailStatusOf(api, workspace, id)).toBe('sent');
    await worker.stop();
  });

  it('should ignore whoever comes back after losing the lease', async () => {
    const [slow, quick] = [gatedTransport(), gatedTransport()];
    const [late, next] = [
      mailWorkerOf(api, { transport: slow.transport }),
      mailWorkerOf(api, { transport: quick.transport, database: other }),
    ];
    const id = await ask('lease@example.com');
    const lateSettled = late.settled();
    await untilWaiting(slow, 1);
    await next.settled();
    expect(quick.waiting()).toEqual([]);

    api.clock.advance(LEASE + MINUTE);
    const nextSettled = next.settled();
    await untilWaiting(quick, 1);
    slow.open(new Error('Too late'));
    await lateSettled;
    expect(await mailOf(api, id)).toMatchObject({ status: 'queued', attempt_count: 2, error: null });
    quick.open();
    await nextSettled;
    expect(await mailOf(api, id)).toMatchObject({ status: 'sent', attempt_count: 2 });
  });

  it('should not send again what it is sending, should the clock be set forward meanwhile', async () => {
    const gate = gatedTransport();
    const worker = mailWorkerOf(api, { transport: gate.transport });
    const id = await ask('forward@example.com');
    const settled = worker.settled();
    await untilWaiting(gate, 1);
    api.clock.jump(LEASE + MINUTE);
    const behind = await ask('behind@example.com');
    const again = worker.settled();
    await untilWaiting(gate, 2);
    expect(gate.sent()).toBe(2);
    gate.open();
    await Promise.all([settled, again]);
    for (const sent of [id, behind])
      expect(await mailOf(api, sent)).toMatchObject({ status: 'sent', attempt_count: 1 });
    expect(gate.sent()).toBe(2);
    await worker.stop();
  });

  it('should not send what it claimed so long ago that another one may have it', async () => {
    const gate = gatedTransport();
    const isClaimed = async (id: string) => (await mailOf(api, id)).attempt_count === 1;
    const id = await ask('stalled@example.com');
    let stalls = 0;
    const slow: Database = {
      ...api.database,
      async write(work) {
        const result = await api.database.write(work);
        if (stalls === 0 && (await isClaimed(id))) {
          stalls += 1;
          api.clock.advance(LEASE);
        }
        return result;
      },
    };
    const worker = mailWorkerOf(api, { transport: gate.transport, database: slow });
    const settled = worker.settled();
    await untilWaiting(gate, 1);
    gate.open();
    await settled;
    expect([stalls, gate.sent()]).toEqual([1, 1]);
    expect(await mailOf(api, id)).toMatchObject({ status: 'sent', attempt_count: 2 });
    await worker.stop();
  });

  it('should finish what is on its way when it stops, and take nothing more', async () => {
    const gate = gatedTransport();
    const worker = mailWorkerOf(api, { transport: gate.transport });
    worker.start();
    const id = await ask('stop@example.com');
    await untilWaiting(gate, 1);
    const stopped = worker.stop();
    const left = await ask('left@example.com');
    worker.wake();
    gate.open();
    await stopped;
    expect(await emailStatusOf(api, workspace, id)).toBe('sent');
    expect((await mailOf(api, left)).attempt_count).toBe(0);
    const successor = mailWorkerOf(api, { smtpUrl: smtp.url });
    await successor.settled();
    await successor.stop();
    expect(await emailStatusOf(api, workspace, left)).toBe('sent');
  });

  it('should record what was sent as soon as the database is back', async () => {
    const gate = gatedTransport();
    let failures = 0;
    const shaky: Database = {
      ...api.database,
      write(work) {
        if (gate.most() === 0 || ++failures > 2) return api.database.write(work);
        return Promise.reject(new DatabaseUnavailableError(new Error('gone')));
      },
    };
    const worker = mailWorkerOf(api, { transport: gate.transport, database: shaky });
    const id = await ask('shaky@example.com');
    const settled = worker.settled();
    await untilWaiting(gate, 1);
    gate.open();
    await settled;
    expect(failures).toBe(3);
    expect(await mailOf(api, id)).toMatchObject({ status: 'sent', attempt_count: 1 });
  });

  it('should bring the owner news that belong to no request', async () => {
    const outbox = createMailOutbox({ database: api.database, ids: api.services.ids });
    await api.database.write((trx) =>
      outbox.enqueue(
        trx,
        {
          kind: 'webhook_disabled',
          workspaceId: workspace.id,
          recipient: 'owner@example.com',
          locale: 'en',
          content: {
            endpoint_id: 'we_1',
            endpoint_name: 'Claims',
            url: 'https://receiver.test/',
            reason: 'gone',
            failing_since: null,
            held: 3,
          },
        },
        api.clock.now(),
      ),
    );
    const worker = mailWorkerOf(api, { smtpUrl: smtp.url });
    await worker.settled();
    await worker.stop();
    const [mail] = await smtp.arrived('owner@example.com');
    expect(mail?.email.subject).toBe('Webhook endpoint disabled: Claims');
    expect(mail?.email.text).toContain('3 deliveries');
  });

  it('should delete finished emails after 30 days, and no others', async () => {
    const count = async () => (await api.database.reader.selectFrom('mails').select('id').execute()).length;
    const all = await count();
    const waiting = await ask('waiting@example.com');
    const now = api.clock.now();
    expect(await deleteOldMails(api.database, now + 29 * DAY)).toBe(false);
    expect(await count()).toBe(all + 1);
    expect(await deleteOldMails(api.database, now + 31 * DAY, 10)).toBe(true);
    while (await deleteOldMails(api.database, now + 31 * DAY, 10));
    expect(await count()).toBe(1);
    expect((await mailOf(api, waiting)).status).toBe('queued');
  });
});
