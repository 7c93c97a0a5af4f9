import type { ApiKeyRow } from '../platform/db/tables.ts';
import { maskKey } from './key-format.ts';
import { readScopes } from './stored-scopes.ts';

export type ApiKey = ReturnType<typeof toApiKey>;

/** The only moment the value can be seen. */
export interface IssuedApiKey extends ApiKey {
  key: string;
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
