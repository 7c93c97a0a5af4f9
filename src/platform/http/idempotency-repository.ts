import { type RawBuilder, sql } from 'kysely';
import type { Database, NewRows, Queries } from '../db/database.ts';
import { notByIndexOnSqlite } from '../db/planner-hints.ts';
import { type Owner, ownerColumns, type Tables } from '../db/tables.ts';

/** A call may have waited for another one with the same key before it created something. */
const CALL_WAITED_MS = 60_000;

export interface Claim extends Owner {
  operation: string;
  key: string;
  fingerprint: string;
}

/** What an earlier call with the same key was told. */
export interface KeptResponse {
  fingerprint: string;
  response: string;
}

/** Undefined when the key is ours now; otherwise what an earlier call got for it. One of before then is taken over. */
export async function claimKey(
  trx: Queries,
  claim: Claim,
  now: number,
  expiredBefore: number,
): Promise<KeptResponse | undefined> {
  const claimed = await trx
    .insertInto('idempotency_keys')
    .values({ ...identity(claim), fingerprint: claim.fingerprint, answer: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'environment', 'operation', 'key'])
        .doUpdateSet({ fingerprint: claim.fingerprint, answer: null, created_at: now })
        .where('idempotency_keys.created_at', '<=', expiredBefore),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed !== undefined) return undefined;

  const { fingerprint, answer } = await trx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer'])
    .where((eb) => eb.and(identity(claim)))
    .executeTakeFirstOrThrow();
  return { fingerprint, response: answer as string };
}

/** For a write that others share; fails when a key is taken. In one order, so that no two such writes wait for each other. */
export function newResponses(kept: { claim: Claim; response: string; now: number }[]): NewRows {
  const rows = kept.map(({ claim, response, now }) => ({
    ...identity(claim),
    fingerprint: claim.fingerprint,
    answer: response,
    created_at: now,
  }));
  rows.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  return { table: 'idempotency_keys', columns: KEY_COLUMNS, rows };
}

/** Whether a call has used the key, for a statement that finds more. */
export function isKeyTaken(
  db: Queries,
  claim: Record<'workspaceId' | 'environment' | 'key', RawBuilder<string>> & { operation: string },
): RawBuilder<boolean> {
  const taken = db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('workspace_id', '=', claim.workspaceId)
    .where('environment', '=', claim.environment as RawBuilder<never>)
    .where('operation', '=', sql.lit(claim.operation))
    .where('key', '=', claim.key);
  return sql`exists ${taken}`;
}

export async function keepResponse(trx: Queries, claim: Claim, response: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer: response })
    .where((eb) => eb.and(identity(claim)))
    .execute();
}

const KEY_COLUMNS = [
  'workspace_id',
  'environment',
  'operation',
  'key',
  'fingerprint',
  'answer',
  'created_at',
] as const satisfies (keyof Tables['idempotency_keys'])[];

function sortKey({ workspace_id, environment, operation, key }: ReturnType<typeof identity>): string {
  return `${workspace_id} ${environment} ${operation} ${key}`;
}

function identity(claim: Claim) {
  return { ...ownerColumns(claim), operation: claim.operation, key: claim.key };
}

/** Those to the call that created the object with this id, at some time between the two; how many there were. */
export async function deleteResponsesNaming(
  trx: Queries,
  { engine }: Pick<Database, 'engine'>,
  { workspaceId, id, from, until }: { workspaceId: string; id: string; from: number; until: number },
): Promise<number> {
  const gone = await trx
    .deleteFrom('idempotency_keys')
    .where('created_at', '>=', from - CALL_WAITED_MS)
    .where('created_at', '<=', until)
    // They are found by their age.
    .where(notByIndexOnSqlite(engine, 'workspace_id'), '=', workspaceId)
    .where('answer', 'like', `%"${id}"%`)
    .returning('key')
    .execute();
  return gone.length;
}

/** Those to calls of one operation; how many there were. */
export async function deleteResponsesOf(
  trx: Queries,
  workspaceId: string,
  operation: string,
): Promise<number> {
  const gone = await trx
    .deleteFrom('idempotency_keys')
    .where('workspace_id', '=', workspaceId)
    .where('environment', 'in', ['live', 'test'])
    .where('operation', '=', operation)
    .returning('key')
    .execute();
  return gone.length;
}

/** One batch of those of a workspace; how many went. */
export async function deleteResponsesOfWorkspace(
  trx: Queries,
  workspaceId: string,
  limit: number,
): Promise<number> {
  const chosen = sql`select environment, operation, key from idempotency_keys
    where workspace_id = ${workspaceId} limit ${sql.lit(limit)}`;
  const gone = await sql`delete from idempotency_keys
    where workspace_id = ${workspaceId} and (environment, operation, key) in (${chosen})
    returning key`.execute(trx);
  return gone.rows.length;
}

/** One batch of the responses of before then; how many went. */
export async function deleteResponsesBefore(trx: Queries, before: number, batch: number): Promise<number> {
  const result = await trx
    .deleteFrom('idempotency_keys')
    // Once more, for the key that is being used again at this very moment.
    .where('created_at', '<=', before)
    .where((eb) =>
      eb(
        eb.refTuple('workspace_id', 'environment', 'operation', 'key'),
        'in',
        eb
          .selectFrom('idempotency_keys')
          .select(['workspace_id', 'environment', 'operation', 'key'])
          .where('created_at', '<=', before)
          .orderBy('created_at')
          .limit(batch)
          .$asTuple('workspace_id', 'environment', 'operation', 'key'),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
