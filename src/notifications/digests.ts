import type { MailOutbox } from '../email/outbox.ts';
import type { Membership } from '../identity/member-repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { NotificationRow } from '../platform/db/tables.ts';
import type { RecipientRepository } from './recipient-repository.ts';
import type { NotificationRepository } from './repository.ts';

/** An email is read, not searched: what is beyond is counted. */
const MAX_LISTED = 50;
/** If so many cannot be written, nothing is wrong with those members. */
const MAX_FAILED = 100;

/** What happened since the last digest, in one email per member and workspace. */
export function createDigests(deps: {
  database: Database;
  clock: Clock;
  repository: NotificationRepository;
  recipients: RecipientRepository;
  mails: MailOutbox;
}) {
  const { database, clock, repository, recipients, mails } = deps;

  /** Whose digest could not be written in this round: it goes on with everyone else's, the next one starts over. */
  const failed: { membership: Membership; error: unknown }[] = [];

  /** The transaction that takes the rows writes the email: no crash and no second node comes between the two. */
  async function send(membership: Membership): Promise<void> {
    await database.write(async (trx) => {
      const now = clock();
      const { oldest, total } = await repository.takeDue(trx, membership, { now, listed: MAX_LISTED });
      const { workspace_id: workspaceId, user_id } = membership;
      const member = await recipients.find(workspaceId, user_id, trx);
      if (total === 0 || member === undefined) return;
      const content = { user_id, items: oldest.map(toItem), total };
      await mails.enqueue(
        trx,
        { kind: 'notification_digest', content, workspaceId, recipient: member.email, locale: 'en' },
        now,
      );
    });
  }

  /** One batch of those that are due; true when there may be more. Rejects behind the last one if some failed. */
  return async (batch = 100): Promise<boolean> => {
    const due = await repository.dueDigests(
      clock(),
      batch,
      failed.map(({ membership }) => membership),
    );
    for (const membership of due)
      await send(membership).catch((error: unknown) => failed.push({ membership, error }));
    if (due.length > 0 && failed.length < MAX_FAILED) return true;
    const [first] = failed.splice(0);
    if (first !== undefined) throw first.error;
    return false;
  };
}

function toItem({ kind, environment, request_id, content }: NotificationRow) {
  return { happening: kind, environment, request_id, ...JSON.parse(content) };
}
