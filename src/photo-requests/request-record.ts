import type { AuditNote, AuditRecord } from '../audit/service.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { isShown } from './conditions.ts';
import type { RequestActor } from './creator.ts';
import type { PhotoRequestRepository } from './repository.ts';

/** The request, locked until the transaction ends; a visit to a permanent link is one only once it is submitted. */
export async function requireShown(
  trx: Queries,
  repository: Pick<PhotoRequestRepository, 'lock'>,
  owner: Owner,
  id: string,
): Promise<PhotoRequestRow> {
  const row = isId('photoRequest', id) ? await repository.lock(trx, owner, id) : undefined;
  if (row === undefined || !isShown(row)) throw notFound('The photo request');
  return row;
}

/** What the audit log keeps of something that was done with a request. */
export function requestRecord(
  by: Pick<RequestActor, 'workspaceId' | 'environment'> & AuditRecord['by'],
  verb: string,
  request: { id: string; unique_code: string },
  details: AuditNote['details'] = {},
): AuditRecord {
  return {
    by,
    workspaceId: by.workspaceId,
    action: `photo_request.${verb}`,
    subjectId: request.id,
    subjectName: request.unique_code,
    details: { environment: by.environment, ...details },
  };
}
