import { sql } from 'kysely';
import { type CallerColumns, selectCaller } from '../api-keys/caller-repository.ts';
import type { Database } from '../platform/db/database.ts';
import { precompiledLookup } from '../platform/db/precompiled.ts';
import type { LoadByKey } from '../platform/http/access.ts';
import { isKeyTaken } from '../platform/http/idempotency-repository.ts';
import { type Subscriber, selectSubscribers } from '../webhooks/outbox/outbox-repository.ts';

/** As idempotency keys of calls name it. */
export const CREATE = 'photo_requests.create';

/** What a request that an API key creates depends on, as it was when the key was looked up. */
export interface BeforeCreation {
  subscribers: readonly Subscriber[];
  /** The call's idempotency key, if it has one. */
  isKeyTaken: boolean;
  /** By `performance.now()`. */
  at: number;
}

/**
 * The caller, and what has to be known before a request is written: one round trip (0147). Null on SQLite, where a transaction
 * looks it up.
 */
export function createFindCallerBeforeCreation(database: Database): LoadByKey | null {
  if (database.engine === 'sqlite') return null;
  const find = precompiledLookup<CallerColumns & { subscribers: Subscriber[] | null; is_key_taken: boolean }>(
    database,
    2,
    (db, key) => {
      const [workspaceId, environment] = [
        sql.ref<string>('k.workspace_id'),
        sql.ref<string>('k.environment'),
      ];
      return selectCaller(db, key(0)).select([
        selectSubscribers(db, workspaceId, environment).as('subscribers'),
        isKeyTaken(db, { workspaceId, environment, operation: CREATE, key: key(1) }).as('is_key_taken'),
      ]);
    },
  );
  return async (keyHash, { headers }) => {
    const row = await find(keyHash, String(headers['idempotency-key'] ?? ''));
    if (row === undefined) return undefined;
    const { subscribers, is_key_taken: isKeyTaken } = row;
    const before: BeforeCreation = { subscribers: subscribers ?? [], isKeyTaken, at: performance.now() };
    return { ...row, before };
  };
}
