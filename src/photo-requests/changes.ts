import type { Actor } from '../audit/actor.ts';
import type { Audit, AuditNote } from '../audit/service.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { MailRepository } from '../email/repository.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Creator, RequestActor } from './creator.ts';
import type { RequestEvents } from './events.ts';
import { endReview } from './pending-review-repository.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { lockShown, requestRecord } from './request-record.ts';
import type { PhotoRequest } from './schema.ts';
import { isHeld, isOpenStatus, statusAt } from './status.ts';
import { deleteWarnings } from './warning-repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_LIFETIME_HOURS = 2_160;
/** To one customer about one request, whoever sends them. */
const MAILS_PER_DAY = 5;

/** What the team does with a request after it was created. */
export function createRequestChanges(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  photos: PhotoRepository;
  mails: MailOutbox;
  mailRepository: MailRepository;
  audit: Audit;
  events: RequestEvents;
  show: (owner: Owner, row: PhotoRequestRow) => Promise<PhotoRequest>;
  clock: Clock;
}) {
  const { database, repository, photos, mails, mailRepository, audit, events, show, clock } = deps;

  /** Locks the request, changes it, records who did, and returns it as it is then. */
  async function change(
    by: Actor & Owner,
    id: string,
    record: { verb: string; details?: AuditNote['details'] },
    work: (trx: Queries, row: PhotoRequestRow) => Promise<PhotoRequestRow>,
  ): Promise<PhotoRequest> {
    const changed = await database.write(async (trx) => {
      const row = await work(trx, await lockShown(trx, repository, by, id));
      await audit.record(trx, requestRecord(by, record.verb, row, record.details));
      announceActivity(database, trx, by);
      return row;
    });
    return show(by, changed);
  }

  return {
    /** The customer's link is closed, and what they have not submitted is deleted. */
    cancel(by: Actor & Owner, id: string): Promise<PhotoRequest> {
      return change(by, id, { verb: 'canceled' }, async (trx, row) => {
        requireStatus(row, clock(), isOpenStatus, 'Only an open request can be canceled.');
        const { unsentFrom: from } = roundsOf(row);
        const unsent = await photos.remove(trx, by, { requestId: id, from }, clock());
        if (row.submitted_at === null) await deleteWarnings(trx, by, id);
        await endReview(trx, by, id);
        const canceled = await repository.update(trx, by, id, { status: 'canceled', unsent_photos: unsent });
        await events.recordChanges(trx, 'photo_request.canceled', [canceled], clock());
        return canceled;
      });
    },

    /** So many hours more; an expired request is opened again, for so many hours from now. */
    extend(by: Actor & Owner, id: string, hours: number): Promise<PhotoRequest> {
      return change(by, id, { verb: 'extended', details: { hours } }, async (trx, row) => {
        const now = clock();
        const canBe = (status: PhotoRequestRow['status']) => isOpenStatus(status) || status === 'expired';
        requireStatus(row, now, canBe, 'Only an open or expired request can be extended.');
        const expiresAt = Math.max(row.expires_at, now) + hours * HOUR_MS;
        if (expiresAt > now + MAX_LIFETIME_HOURS * HOUR_MS) {
          throw validationError({
            hours: [`Must not keep the request open for more than ${MAX_LIFETIME_HOURS} hours from now.`],
          });
        }
        // Its photos went when it was written down as expired: the customer starts afresh.
        const begun = row.submitted_at === null ? 'pending' : 'in_progress';
        const status = row.status === 'expired' ? begun : row.status;
        const heldAt = isHeld(row, now) ? row.held_at : null;
        if (heldAt === null) await endReview(trx, by, id);
        return repository.update(trx, by, id, {
          status,
          expires_at: expiresAt,
          unsent_photos: 0,
          held_at: heldAt,
        });
      });
    },

    /** Sends the customer the link once more. */
    resendEmail(by: RequestActor, id: string): Promise<PhotoRequest> {
      return change(by, id, { verb: 'mailed_again' }, async (trx, row) => {
        const now = clock();
        const recipient = requireRecipient(row, by);
        requireStatus(row, now, isOpenStatus, 'Only an open request can be emailed.');
        if (isHeld(row, now))
          throw validationError({
            status: ['The customer has already sent the photos. They wait for review.'],
          });
        const request = { workspaceId: by.workspaceId, requestId: id };
        if ((await mailRepository.countOfRequestSince(trx, request, now - DAY_MS)) >= MAILS_PER_DAY) {
          throw validationError({
            id: [`You can send at most ${MAILS_PER_DAY} emails a day for one request.`],
          });
        }
        await mails.enqueue(
          trx,
          { kind: 'photo_request', content: {}, ...request, recipient, locale: row.locale },
          now,
        );
        return repository.update(trx, by, id, { email_status: 'queued' });
      });
    },
  };
}

function requireRecipient(row: PhotoRequestRow, sender: Creator): string {
  if (!sender.plan.emailEnabled) {
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${sender.plan.name} plan does not include email. Send the link yourself, or upgrade the plan.`,
    );
  }
  if (sender.environment === 'test') throw validationError({ id: ['Test requests are never emailed.'] });
  if (row.recipient_email === null) throw validationError({ id: ['This request has no recipient.'] });
  if (row.email_status === 'queued') throw validationError({ id: ['An email is already being sent.'] });
  return row.recipient_email;
}

function requireStatus(
  row: PhotoRequestRow,
  now: number,
  isFine: (status: PhotoRequestRow['status']) => boolean,
  message: string,
): void {
  const status = statusAt(row, now);
  if (!isFine(status)) throw validationError({ status: [`This request is ${status}. ${message}`] });
}
