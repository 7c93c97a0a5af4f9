import type { Actor } from '../audit/actor.ts';
import { type AuditNote, type AuditRecord, recordInEnvironment } from '../audit/service.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { requireShown } from './visibility.ts';

/** Before anything is looked up or kept under it. */
export function requireRequestId(id: string): void {
  if (!isId('photoRequest', id)) throw notFound('The photo request');
}

/** The request, locked until the transaction ends. */
export async function lockShown(
  trx: Queries,
  repository: Pick<PhotoRequestRepository, 'lock'>,
  owner: Owner,
  id: string,
): Promise<PhotoRequestRow> {
  return requireShown(isId('photoRequest', id) ? await repository.lock(trx, owner, id) : undefined);
}

/** What the audit log keeps of something that was done with a request. */
export function requestRecord(
  by: Actor & Owner,
  verb: string,
  { id, unique_code }: { id: string; unique_code: string },
  details?: AuditNote['details'],
): AuditRecord {
  return recordInEnvironment(by, `photo_request.${verb}`, { id, name: unique_code }, details);
}
