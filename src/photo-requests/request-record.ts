import type { AuditNote, AuditRecord } from '../audit/service.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { isId } from '../platform/ids.ts';
import type { RequestActor } from './creator.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { requireShown } from './visibility.ts';

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
