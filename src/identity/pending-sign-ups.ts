import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { IdentityRepository, UserRow } from './repository.ts';
import type { TokenRepository } from './token-repository.ts';

const BATCH = 200;

export type PendingSignUps = ReturnType<typeof createPendingSignUps>;

/** Accounts that wait for someone to follow the link in their first email, each with a workspace no one is in yet. */
export function createPendingSignUps(deps: {
  database: Database;
  repository: IdentityRepository;
  tokenRepository: TokenRepository;
  workspaceRepository: WorkspaceRepository;
  clock: Clock;
}) {
  const { database, repository, tokenRepository: tokens, workspaceRepository: workspaces, clock } = deps;

  async function isPending(db: Queries, user: UserRow): Promise<boolean> {
    if (user.email_verified_at !== null || user.two_factor_since !== null) return false;
    return !(await repository.isMemberAnywhere(user.id, db));
  }

  async function deleteWorkspaces(trx: Queries, userId: string): Promise<void> {
    await workspaces.deleteWithoutMembers(trx, await tokens.workspacesSignedUpFor(trx, userId));
  }

  return {
    /** No one has been in it yet. */
    isPending,

    /** Before the same address signs up again. */
    deleteWorkspaces,

    /** For someone else who has proved the address: a stranger who signed it up is in no one's way. */
    async deleteOther(trx: Queries, email: string, userId: string): Promise<void> {
      const found = await repository.lockUserByEmail(trx, email);
      if (found === undefined || found.id === userId) return;
      const other = await repository.lockUserToDelete(trx, found.id);
      if (other === undefined || !(await isPending(trx, other))) return;
      await deleteWorkspaces(trx, other.id);
      await repository.deleteUser(trx, other.id);
    },

    /** Expired links, with the accounts that no one came for. One batch; true when there may be more. */
    deleteOld(batch = BATCH): Promise<boolean> {
      return database.write(async (trx) => {
        const expired = await tokens.deleteExpired(trx, clock(), batch);
        const signUps = expired.filter(
          ({ kind, workspace_id }) => kind === 'verify_email' && workspace_id !== null,
        );
        if (signUps.length > 0) {
          await workspaces.deleteWithoutMembers(
            trx,
            signUps.flatMap(({ workspace_id }) => workspace_id ?? []),
          );
          await repository.deleteUnconfirmed(
            trx,
            signUps.flatMap(({ user_id }) => user_id ?? []),
          );
        }
        return expired.length === batch;
      });
    },
  };
}
