import { describe, expect, it } from 'vitest';
import type { ReminderStep } from '../../src/photo-requests/reminding.ts';
import { HOUR } from '../helpers/app/test-clock.ts';
import { rowsOf, updateRows } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { useSmtpServer } from '../helpers/email/smtp-server.ts';
import { startDoomedServer, stepsOn } from '../helpers/process/doomed-server.ts';
import { usePremises } from '../helpers/process/operator.ts';
import type { ServerProcess } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const STEPS: ReminderStep[] = [
  'reminders claimed',
  'requests marked',
  'reminders queued',
  'reminders committed',
];

describe.each(['sqlite', 'postgres'] as const)('a server on %s that is killed while it reminds', (engine) => {
  const testDatabase = useTestDatabase(() => createMigratedDatabase(engine));
  const premises = usePremises(testDatabase);
  const smtp = useSmtpServer();
  const env = () => ({ ...testDatabase.env, HOUSEKEEPING_MS: '200', SMTP_URL: smtp.url });

  it.each(stepsOn(engine, STEPS))(
    'should be followed by one that sends each reminder once, killed at "%s"',
    async (step) => {
      const { database } = premises;
      const workspaceId = await premises.createWorkspace();
      await premises.liftLimits(workspaceId);
      await updateRows(
        database,
        'workspaces',
        { id: workspaceId },
        { reminder_from_hour: 0, reminder_until_hour: 24 },
      );
      const { key } = await premises.createKey(workspaceId);
      const doomed = await startDoomedServer(env(), { step });
      const recipients = [1, 2, 3].map(
        (number) => `${engine}-${step.replace(' ', '-')}-${number}@example.com`,
      );
      const ids: string[] = [];
      for (const recipient_email of recipients) ids.push(await askTo(doomed, key, recipient_email));
      await makeDue(ids);
      expect((await doomed.ended).signal).toBe('SIGKILL');

      const server = await startDoomedServer(env(), { step: 'never' });
      try {
        await waitUntil(async () => {
          expect(await rowsOf(database, 'due_reminders', { workspace_id: workspaceId })).toEqual([]);
        });
        for (const [index, id] of ids.entries()) {
          const [mail] = await smtp.arrived(recipients[index] ?? '');
          expect(mail?.email.subject).toMatch(/^Reminder: /);
          const mails = await rowsOf(database, 'mails', { request_id: id });
          expect(mails.filter(({ kind }) => kind === 'reminder')).toHaveLength(1);
          const { body } = await server.call('GET', `/v1/photo-requests/${id}`, { key });
          expect((body.data as { reminder_count: number }).reminder_count).toBe(1);
        }
      } finally {
        await server.stop();
      }
    },
  );

  async function askTo(server: ServerProcess, key: string, recipient_email: string): Promise<string> {
    const reminders = [{ when: 'not_opened', hours: 1 }];
    const body = { instructions: 'Please photograph the car.', recipient_email, reminders };
    const created = await server.call('POST', '/v1/photo-requests', { key, body });
    return (created.body.data as { id: string }).id;
  }

  /** All at once: the reminders of one batch. */
  async function makeDue(ids: string[]): Promise<void> {
    const { database } = premises;
    const due = Date.now() - 1_000;
    await database.write(async (trx) => {
      for (const id of ids) {
        const planned = [{ when: 'not_opened', hours: 1, due, used: false }];
        const reminders = { planned, time_zone: null, from: due - HOUR, sent: [] };
        await trx
          .updateTable('photo_requests')
          .set({ reminders: JSON.stringify(reminders) })
          .where('id', '=', id)
          .execute();
        await trx.updateTable('due_reminders').set({ due_at: due }).where('request_id', '=', id).execute();
      }
    });
  }
});
