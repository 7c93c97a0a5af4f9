import type { ApiKeyRow, Environment } from '../platform/db/tables.ts';
import type { Scope } from '../shared/scopes.ts';
import { maskKey } from './key-format.ts';
import { readScopes } from './stored-scopes.ts';

/** A key as its owner sees it (spec 2.7); the value is never part of it. */
export interface ApiKey {
  id: string;
  workspaceId: string;
  environment: Environment;
  name: string;
  isActive: boolean;
  maskedKey: string;
  scopes: readonly Scope[];
  lastUsedAt: number | null;
  createdAt: number;
}

/** The only moment the value can be seen. */
export interface IssuedApiKey extends ApiKey {
  key: string;
}

export function toApiKey(row: ApiKeyRow): ApiKey {
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
