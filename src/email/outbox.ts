import { currentCall } from '../platform/current-call.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { MailContent, MailKind } from './mail-kinds.ts';
import { createMailRepository, deleteFinishedBefore } from './repository.ts';

/** How long it is known what was sent. */
const KEPT_MS = 30 * 86_400_000;

export interface NewMail<Kind extends MailKind = MailKind> {
  kind: Kind;
  content: MailContent[Kind];
  /** null: of a person, not of a workspace. */
  workspaceId: string | null;
  recipient: string;
  locale: string;
  /** The photo request whose `email_status` follows this email. */
  requestId?: string;
}

/** Emails are written down in the transaction of what they tell of, and sent by the worker. */
export type MailOutbox = ReturnType<typeof createMailOutbox>;

export function createMailOutbox({ database, ids }: { database: Database; ids: Ids }) {
  const repository = createMailRepository(database);
  const rowOf = (mail: NewMail, now: number) => ({
    id: ids.next('mail', now),
    workspace_id: mail.workspaceId,
    kind: mail.kind,
    recipient: mail.recipient,
    locale: mail.locale,
    content: JSON.stringify(mail.content),
    request_id: mail.requestId ?? null,
    call_id: currentCall()?.requestId ?? null,
    status: 'queued' as const,
    attempt_count: 0,
    next_attempt_at: now,
    error: null,
    created_at: now,
    finished_at: null,
  });
  return {
    async enqueue<Kind extends MailKind>(trx: Queries, mail: NewMail<Kind>, now: number): Promise<void> {
      await repository.insert(trx, rowOf(mail, now));
      database.afterCommit(trx, () => database.signals.send('mails'));
    },

    /** Any number by one statement. */
    async enqueueAll(trx: Queries, mails: NewMail[], now: number): Promise<void> {
      if (mails.length === 0) return;
      await repository.insertAll(
        trx,
        mails.map((mail) => rowOf(mail, now)),
      );
      database.afterCommit(trx, () => database.signals.send('mails'));
    },
  };
}

/** One batch of the emails that are kept no longer; true when there may be more. */
export async function deleteOldMails(database: Database, now: number, batch = 500): Promise<boolean> {
  return (await database.write((trx) => deleteFinishedBefore(trx, now - KEPT_MS, batch))) === batch;
}
