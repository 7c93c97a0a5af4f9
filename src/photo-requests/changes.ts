import type { MailOutbox } from '../email/outbox.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { isShown } from './conditions.ts';
import type { Creator } from './creator.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { isOpenStatus, statusAt } from './status.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LONGEST_LIFETIME_HOURS = 2_160;
/** To one customer about one request, whoever sends them. */
const MAILS_PER_DAY = 5;

/** What the team does with a request after it was made. Each takes the caller's transaction. */
export function createRequestChanges(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  photos: PhotoRepository;
  mails: MailOutbox;
  clock: Clock;
}) {
  const { database, repository, photos, mails, clock } = deps;

  /** A visit to a permanent link is a request of its own only once it is submitted. */
  async function lock(trx: Queries, owner: Owner, id: string): Promise<PhotoRequestRow> {
    const row = isId('photoRequest', id) ? await repository.lock(trx, owner, id) : undefined;
    if (row === undefined || !isShown(row)) throw notFound('The photo request');
    return row;
  }

  async function countMails(trx: Queries, requestId: string, since: number): Promise<number> {
    const { count } = await trx
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('request_id', '=', requestId)
      .where('created_at', '>=', since)
      .executeTakeFirstOrThrow();
    return count;
  }

  return {
    /** The customer's link is closed, and what they sent so far is purged. */
    async cancel(trx: Queries, owner: Owner, id: string): Promise<PhotoRequestRow> {
      const row = await lock(trx, owner, id);
      requireStatus(row, clock(), isOpenStatus, 'Only an open request can be canceled.');
      const unsent = await photos.remove(trx, owner, { requestId: id }, clock());
      announceActivity(database, trx, owner);
      return repository.update(trx, owner, id, { status: 'canceled', unsent_photos: unsent });
    },

    /** So many hours more; an expired request is opened again, for so many hours from now. */
    async extend(trx: Queries, owner: Owner, id: string, hours: number): Promise<PhotoRequestRow> {
      const row = await lock(trx, owner, id);
      const now = clock();
      const canBe = (status: PhotoRequestRow['status']) => isOpenStatus(status) || status === 'expired';
      requireStatus(row, now, canBe, 'Only an open or expired request can be extended.');
      const expiresAt = Math.max(row.expires_at, now) + hours * HOUR_MS;
      if (expiresAt > now + LONGEST_LIFETIME_HOURS * HOUR_MS) {
        throw validationError({
          hours: [`The request would be open for more than ${LONGEST_LIFETIME_HOURS} hours from now.`],
        });
      }
      announceActivity(database, trx, owner);
      // Its photos went when it was written down as expired: the customer starts afresh.
      const status = row.status === 'expired' ? 'pending' : row.status;
      return repository.update(trx, owner, id, { status, expires_at: expiresAt, unsent_photos: 0 });
    },

    /** Sends the customer the link once more. */
    async resendEmail(trx: Queries, sender: Creator, id: string): Promise<PhotoRequestRow> {
      const row = await lock(trx, sender, id);
      const now = clock();
      const recipient = requireRecipient(row, sender);
      requireStatus(row, now, isOpenStatus, 'Only an open request can be mailed.');
      if ((await countMails(trx, id, now - DAY_MS)) >= MAILS_PER_DAY) {
        throw validationError({ id: [`At most ${MAILS_PER_DAY} e-mails a day are sent about one request.`] });
      }
      const { workspaceId } = sender;
      await mails.enqueue(
        trx,
        { kind: 'photo_request', content: {}, workspaceId, recipient, locale: row.locale, requestId: id },
        now,
      );
      announceActivity(database, trx, sender);
      return repository.update(trx, sender, id, { email_status: 'queued' });
    },
  };
}

function requireRecipient(row: PhotoRequestRow, sender: Creator): string {
  if (!sender.plan.emailEnabled) {
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${sender.plan.name} plan does not include e-mail. Send the link yourself, or upgrade the plan.`,
    );
  }
  if (sender.environment === 'test') throw validationError({ id: ['Test requests are never mailed.'] });
  if (row.recipient_email === null) throw validationError({ id: ['Has no recipient.'] });
  if (row.email_status === 'queued') throw validationError({ id: ['An e-mail is on its way already.'] });
  return row.recipient_email;
}

function requireStatus(
  row: PhotoRequestRow,
  now: number,
  isFine: (status: PhotoRequestRow['status']) => boolean,
  message: string,
): void {
  const status = statusAt(row, now);
  if (!isFine(status)) throw validationError({ status: [`Is ${status}. ${message}`] });
}
