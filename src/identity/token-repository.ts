import type { Database, Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import type { IdentityTokenKind, IdentityTokenRow } from '../platform/db/tables.ts';

export type TokenRepository = ReturnType<typeof createTokenRepository>;

export function createTokenRepository(database: Database) {
  return {
    async insert(trx: Queries, row: IdentityTokenRow): Promise<void> {
      await trx.insertInto('identity_tokens').values(row).execute();
    },

    find(kind: IdentityTokenKind, hash: string, now: number): Promise<IdentityTokenRow | undefined> {
      return database.reader
        .selectFrom('identity_tokens')
        .selectAll()
        .where('token_hash', '=', hash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .executeTakeFirst();
    },

    /** Of several at the same time, one gets it. */
    take(
      trx: Queries,
      kind: IdentityTokenKind,
      hash: string,
      now: number,
    ): Promise<IdentityTokenRow | undefined> {
      return trx
        .deleteFrom('identity_tokens')
        .where('token_hash', '=', hash)
        .where('kind', '=', kind)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
    },

    async deleteOfUser(trx: Queries, userId: string, kinds: IdentityTokenKind[]): Promise<void> {
      await trx
        .deleteFrom('identity_tokens')
        .where('user_id', '=', userId)
        .where('kind', 'in', kinds)
        .execute();
    },

    async deleteAddressChanges(trx: Queries, userId: string, currentEmail: string): Promise<void> {
      await trx
        .deleteFrom('identity_tokens')
        .where('user_id', '=', userId)
        .where('kind', '=', 'verify_email')
        .where('email', '!=', currentEmail)
        .execute();
    },

    async deleteAll(trx: Queries, kind: IdentityTokenKind): Promise<void> {
      await trx.deleteFrom('identity_tokens').where('kind', '=', kind).execute();
    },

    async deleteOfAddress(trx: Queries, email: string): Promise<void> {
      await trx.deleteFrom('identity_tokens').where('email', '=', email).execute();
    },

    deleteExpired(trx: Queries, now: number, limit: number): Promise<IdentityTokenRow[]> {
      return trx
        .deleteFrom('identity_tokens')
        .where('token_hash', 'in', (query) =>
          query
            .selectFrom('identity_tokens')
            .select('token_hash')
            .where('expires_at', '<=', now)
            .limit(limit),
        )
        .returningAll()
        .execute();
    },

    deleteOfWorkspace: createRowDeleter('identity_tokens', 'token_hash'),

    /** The workspaces that a person signed up for and has not come to yet. */
    async workspacesSignedUpFor(trx: Queries, userId: string): Promise<string[]> {
      const rows = await trx
        .selectFrom('identity_tokens')
        .select('workspace_id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'verify_email')
        .where('workspace_id', 'is not', null)
        .execute();
      return rows.flatMap(({ workspace_id }) => workspace_id ?? []);
    },
  };
}
