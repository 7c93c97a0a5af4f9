import type { Actor } from '../audit/actor.ts';
import type { AuditNote, AuditRecord } from '../audit/service.ts';
import type { ApiKeyRow } from '../platform/db/tables.ts';
import { maskKey } from './key-format.ts';
import { readScopes } from './stored-scopes.ts';

export type ApiKey = ReturnType<typeof toApiKey>;

/** The only moment the value can be seen. */
export interface IssuedApiKey extends ApiKey {
  key: string;
}

/** What the audit log keeps of a key; never its value. */
export function apiKeyRecord(
  by: Actor,
  verb: string,
  key: ApiKey,
  details: AuditNote['details'] = {},
): AuditRecord {
  return {
    by,
    workspaceId: key.workspaceId,
    action: `api_key.${verb}`,
    subjectId: key.id,
    subjectName: key.name,
    details: { environment: key.environment, masked_key: key.maskedKey, ...details },
  };
}

/** A key as its owner sees it (spec 2.7); the value is never part of it. */
export function toApiKey(row: ApiKeyRow) {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    environment: row.environment,
    name: row.name,
    isActive: row.is_active === 1,
    maskedKey: maskKey(row.environment, row.last_four),
    scopes: readScopes(row.scopes),
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}
