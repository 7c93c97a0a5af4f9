import type { ApiKeyRepository } from '../api-keys/repository.ts';
import type { AuditNote, AuditRecord } from '../audit/service.ts';
import type { Member } from '../identity/member.ts';
import { requestRecord } from '../photo-requests/request-record.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';

/** Who writes notes and assigns: a member, or a client with a key, which stands for the workspace and for no person. */
export type TeamActor = Member | (Owner & { keyId: string });

/** What others see of them. */
export interface Author {
  /** Of the member, or of the key. */
  id: string;
  /** As notes keep it. */
  address: string;
  /** As members are told of it. */
  name: string;
}

export type KeyNames = Pick<ApiKeyRepository, 'findName'>;

export async function authorOf(trx: Queries, keys: KeyNames, by: TeamActor): Promise<Author> {
  if (!('keyId' in by)) return { id: by.userId, address: by.email, name: by.name ?? by.email };
  // Said of every key: one could have been named after a colleague.
  const name = `${(await keys.findName(trx, by.workspaceId, by.keyId)) ?? by.keyId} (API)`;
  return { id: by.keyId, address: name, name };
}

/** Unlike most of what keys do, this stands in the audit log: it is about what people wrote, and what they are to do. */
export function teamRecord(
  by: TeamActor,
  verb: string,
  request: PhotoRequestRow,
  details?: AuditNote['details'],
): AuditRecord {
  return { ...requestRecord(by, verb, request, details), evenByKey: true };
}
