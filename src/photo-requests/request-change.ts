import type { Actor } from '../audit/actor.ts';
import type { Audit, AuditNote } from '../audit/service.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Creator } from './creator.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { lockShown, requestRecord } from './request-record.ts';
import type { PhotoRequest } from './schema.ts';
import { isHeld, statusAt } from './status.ts';

export interface RequestChangeDeps {
  database: Database;
  repository: PhotoRequestRepository;
  audit: Audit;
  show: (owner: Owner, row: PhotoRequestRow) => Promise<PhotoRequest>;
}

/** Locks a request, changes it, records who did, and returns it as it is then. */
export function createRequestChange({ database, repository, audit, show }: RequestChangeDeps) {
  return async (
    by: Actor & Owner,
    id: string,
    record: { verb: string; details?: AuditNote['details'] },
    work: (trx: Queries, row: PhotoRequestRow) => Promise<PhotoRequestRow>,
  ): Promise<PhotoRequest> => {
    const changed = await database.write(async (trx) => {
      const row = await work(trx, await lockShown(trx, repository, by, id));
      await audit.record(trx, requestRecord(by, record.verb, row, record.details));
      announceActivity(database, trx, by);
      return row;
    });
    return show(by, changed);
  };
}

export function requireRecipient(row: PhotoRequestRow, sender: Creator): string {
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

export function requireStatus(
  row: PhotoRequestRow,
  now: number,
  isFine: (status: PhotoRequestRow['status']) => boolean,
  message: string,
): void {
  const status = statusAt(row, now);
  if (!isFine(status)) throw validationError({ status: [`This request is ${status}. ${message}`] });
}

export function requireNotHeld(row: PhotoRequestRow, now: number): void {
  if (isHeld(row, now))
    throw validationError({ status: ['The customer has already sent the photos. They wait for review.'] });
}
