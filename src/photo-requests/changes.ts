import type { Actor } from '../audit/actor.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { MailRepository } from '../email/repository.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { validationError } from '../platform/errors.ts';
import { MAX_LIFETIME_HOURS } from '../shared/request-lifetime.ts';
import type { RequestActor } from './creator.ts';
import type { RequestEvents } from './events.ts';
import { endKeeping } from './kept-photo-repository.ts';
import { endReview } from './pending-review-repository.ts';
import { requireNoneQueued, sendToPhone } from './phone-sending.ts';
import { requireFewMails } from './reminder-actions.ts';
import type { Reminding } from './reminding.ts';
import type { PhotoRequestRepository } from './repository.ts';
import {
  createRecordChange,
  type RequestChangeDeps,
  requireNotHeld,
  requireRecipient,
  requireStatus,
} from './request-change.ts';
import { lockShown } from './request-record.ts';
import type { PhotoRequest } from './schema.ts';
import { isHeld, isOpenStatus } from './status.ts';
import { deleteWarnings } from './warning-repository.ts';

const HOUR_MS = 3_600_000;

/** What the team does with a request after it was created. */
export function createRequestChanges(
  deps: RequestChangeDeps & {
    repository: Pick<PhotoRequestRepository, 'update'>;
    photos: Pick<PhotoRepository, 'delete'>;
    mails: MailOutbox;
    phone: PhoneOutbox;
    mailRepository: MailRepository;
    unsubscribing: Unsubscribing;
    reminding: Reminding;
    events: RequestEvents;
    clock: Clock;
  },
) {
  const { database, repository, photos, mails, mailRepository, phone, unsubscribing } = deps;
  const { reminding, events, clock, show } = deps;
  const recordChange = createRecordChange(deps);

  /** So many hours from now, or more than it has anyway; an expired one goes on where it stopped. */
  async function prolong(
    trx: Queries,
    by: Actor & Owner,
    row: PhotoRequestRow,
    hours: number,
  ): Promise<PhotoRequestRow> {
    const now = clock();
    const expiresAt = Math.max(row.expires_at, now) + hours * HOUR_MS;
    if (expiresAt > now + MAX_LIFETIME_HOURS * HOUR_MS) {
      throw validationError({
        hours: [`Must not keep the request open for more than ${MAX_LIFETIME_HOURS} hours from now.`],
      });
    }
    const hasPhotos = await endKeeping(trx, by, row.id);
    // Where the photos are gone already, the customer starts afresh.
    const begun = row.submitted_at === null && !hasPhotos ? 'pending' : 'in_progress';
    const heldAt = isHeld(row, now) ? row.held_at : null;
    if (heldAt === null) await endReview(trx, by, row.id);
    await events.keepCreation(trx, row);
    const prolonged = await repository.update(trx, by, row.id, {
      status: row.status === 'expired' ? begun : row.status,
      expires_at: expiresAt,
      unsent_photos: 0,
      held_at: heldAt,
    });
    return reminding.postpone(trx, prolonged);
  }

  return {
    /** The customer's link is closed, and what they have not submitted is deleted. */
    async cancel(by: Actor & Owner, id: string): Promise<PhotoRequest> {
      const canceled = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        requireStatus(row, clock(), isOpenStatus, 'Only an open request can be canceled.');
        const { unsentFrom: from } = roundsOf(row);
        const { photos: unsent } = await photos.delete(trx, by, { requestId: id, from }, clock());
        if (row.submitted_at === null) await deleteWarnings(trx, by, id);
        await endReview(trx, by, id);
        const changed = await repository.update(trx, by, id, { status: 'canceled', unsent_photos: unsent });
        await events.recordChanges(trx, 'photo_request.canceled', [changed], clock());
        return recordChange(trx, by, 'canceled', changed);
      });
      return show(by, canceled);
    },

    /** So many hours more; an expired request is opened again, for so many hours from now. */
    async extend(by: Actor & Owner, id: string, hours: number): Promise<PhotoRequest> {
      const extended = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        const canBe = (status: PhotoRequestRow['status']) => isOpenStatus(status) || status === 'expired';
        requireStatus(row, clock(), canBe, 'Only an open or expired request can be extended.');
        return recordChange(trx, by, 'extended', await prolong(trx, by, row, hours), { hours });
      });
      return show(by, extended);
    },

    /** The same for an expired request alone: its link works again, for so many hours from now. */
    async reopen(by: Actor & Owner, id: string, hours: number): Promise<PhotoRequest> {
      const reopened = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        const isExpired = (status: PhotoRequestRow['status']) => status === 'expired';
        requireStatus(row, clock(), isExpired, 'Only an expired request can be reopened.');
        return recordChange(trx, by, 'reopened', await prolong(trx, by, row, hours), { hours });
      });
      return show(by, reopened);
    },

    /** Sends the customer the link once more. */
    async resendEmail(by: RequestActor, id: string): Promise<PhotoRequest> {
      const queued = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        const now = clock();
        const recipient = requireRecipient(row, by);
        requireStatus(row, now, isOpenStatus, 'Only an open request can be emailed.');
        requireNotHeld(row, now);
        await unsubscribing.requireSubscribed(trx, by.workspaceId, recipient);
        await requireFewMails(trx, mailRepository, row, now);
        const request = { workspaceId: by.workspaceId, requestId: id };
        await mails.enqueue(
          trx,
          { kind: 'photo_request', content: {}, ...request, recipient, locale: row.locale },
          now,
        );
        const changed = await repository.update(trx, by, id, { email_status: 'queued' });
        return recordChange(trx, by, 'mailed_again', changed);
      });
      return show(by, queued);
    },

    /** Sends the link to the customer's phone, for the first time or once more. */
    async resendSms(by: RequestActor, id: string): Promise<PhotoRequest> {
      const queued = await database.write(async (trx) => {
        const row = await lockShown(trx, repository, by, id);
        const now = clock();
        requireStatus(row, now, isOpenStatus, 'Only the link of an open request can be sent.');
        requireNotHeld(row, now);
        requireNoneQueued(row, 'id');
        await sendToPhone(trx, phone, { row, kind: 'photo_request', by, field: 'id', now });
        const changed = await repository.update(trx, by, id, { sms_status: 'queued' });
        return recordChange(trx, by, 'phoned_again', changed);
      });
      return show(by, queued);
    },
  };
}
