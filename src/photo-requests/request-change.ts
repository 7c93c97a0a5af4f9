import type { Actor } from '../audit/actor.ts';
import type { Audit, AuditNote } from '../audit/service.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Creator } from './creator.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { requestRecord } from './request-record.ts';
import type { PhotoRequest } from './schema.ts';
import { isHeld, statusAt } from './status.ts';

export interface RequestChangeDeps {
  database: Database;
  repository: Pick<PhotoRequestRepository, 'lock'>;
  audit: Audit;
  show: (owner: Owner, row: PhotoRequestRow) => Promise<PhotoRequest>;
}

/** The last step of a change: records who changed the request, tells open pages, and returns the request. */
export function createRecordChange({ database, audit }: Pick<RequestChangeDeps, 'database' | 'audit'>) {
  return async (
    trx: Queries,
    by: Actor & Owner,
    verb: string,
    changed: PhotoRequestRow,
    details?: AuditNote['details'],
  ): Promise<PhotoRequestRow> => {
    await audit.record(trx, requestRecord(by, verb, changed, details));
    announceActivity(database, trx, by);
    return changed;
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
