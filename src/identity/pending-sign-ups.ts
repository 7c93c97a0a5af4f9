import type { Database, Queries } from '../platform/db/database.ts';
import type { IdentityRepository, UserRow } from './repository.ts';
import type { IdentityTokens } from './tokens.ts';

const BATCH = 200;

export type PendingSignUps = ReturnType<typeof createPendingSignUps>;

/** Accounts that wait for somebody to follow the link in their first mail, each with a workspace nobody is in yet. */
export function createPendingSignUps(deps: {
  database: Database;
  repository: IdentityRepository;
  tokens: IdentityTokens;
}) {
  const { database, repository, tokens } = deps;

  const withoutMembers = (trx: Queries, ids: string[]) =>
    trx
      .deleteFrom('workspaces')
      .where('id', 'in', ids)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('members')
              .select('members.user_id')
              .whereRef('members.workspace_id', '=', 'workspaces.id'),
          ),
        ),
      )
      .execute();

  const unverifiedWithoutWorkspace = (trx: Queries, ids: string[]) =>
    trx
      .deleteFrom('users')
      .where('id', 'in', ids)
      .where('email_verified_at', 'is', null)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('members')
              .select('members.user_id')
              .whereRef('members.user_id', '=', 'users.id'),
          ),
        ),
      )
      .execute();

  return {
    /** Nobody has been in it yet. */
    async isPending(db: Queries, user: UserRow): Promise<boolean> {
      if (user.email_verified_at !== null || user.two_factor_since !== null) return false;
      return !(await repository.isMemberAnywhere(user.id, db));
    },

    /** Before the same address signs up anew. */
    async discardWorkspaces(trx: Queries, userId: string): Promise<void> {
      const rows = await trx
        .selectFrom('identity_tokens')
        .select('workspace_id')
        .where('user_id', '=', userId)
        .where('kind', '=', 'verify_email')
        .where('workspace_id', 'is not', null)
        .execute();
      const ids = rows.flatMap(({ workspace_id }) => workspace_id ?? []);
      if (ids.length > 0) await withoutMembers(trx, ids);
    },

    /** Expired links, with the accounts that nobody came for. One batch; true when there may be more. */
    forgetOld(batch = BATCH): Promise<boolean> {
      return database.write(async (trx) => {
        const expired = await tokens.deleteExpired(trx, batch);
        const signUps = expired.filter(
          ({ kind, workspace_id }) => kind === 'verify_email' && workspace_id !== null,
        );
        if (signUps.length > 0) {
          await withoutMembers(
            trx,
            signUps.flatMap(({ workspace_id }) => workspace_id ?? []),
          );
          await unverifiedWithoutWorkspace(
            trx,
            signUps.flatMap(({ user_id }) => user_id ?? []),
          );
        }
        return expired.length === batch;
      });
    },
  };
}
