import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { isTaken } from '../platform/db/postgres-errors.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { Role } from '../shared/roles.ts';

export type UserRow = Selectable<Tables['users']>;
export type NewUserRow = Insertable<Tables['users']>;
export type IdentityRepository = ReturnType<typeof createIdentityRepository>;

export function createIdentityRepository(database: Database) {
  const hasLocks = database.engine === 'postgres';
  const user = (db: Queries, column: 'id' | 'email', value: string) =>
    db.selectFrom('users').selectAll().where(column, '=', value);

  return {
    findUser(userId: string): Promise<UserRow | undefined> {
      return user(database.reader, 'id', userId).executeTakeFirst();
    },

    findUserByEmail(email: string, queries = database.reader): Promise<UserRow | undefined> {
      return user(queries, 'email', email).executeTakeFirst();
    },

    /** Whoever opens or ends sessions locks their user first: a session must not outlive what it was opened with. */
    lockUser(trx: Queries, userId: string): Promise<UserRow | undefined> {
      return user(trx, 'id', userId)
        .$if(hasLocks, (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    /** Locked against rows that refer to them as well: no link, email or membership is added meanwhile. */
    lockUserToDelete(trx: Queries, userId: string): Promise<UserRow | undefined> {
      return user(trx, 'id', userId)
        .$if(hasLocks, (query) => query.forUpdate())
        .executeTakeFirst();
    },

    lockUserByEmail(trx: Queries, email: string): Promise<UserRow | undefined> {
      return user(trx, 'email', email)
        .$if(hasLocks, (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    /** False when the address is taken. */
    async insertUser(trx: Queries, row: NewUserRow): Promise<boolean> {
      const inserted = await trx
        .insertInto('users')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    updateUser(
      trx: Queries,
      userId: string,
      changes: Updateable<Tables['users']>,
    ): Promise<UserRow | undefined> {
      return trx.updateTable('users').set(changes).where('id', '=', userId).returningAll().executeTakeFirst();
    },

    /** Notes that the person is warned now; false when the last warning of this kind is younger than that, and not of the future. */
    async noteWarning(
      trx: Queries,
      userId: string,
      column: 'password_warning_at' | 'second_factor_warning_at',
      now: number,
      before: number,
    ): Promise<boolean> {
      const due = await trx
        .updateTable('users')
        .set({ [column]: now })
        .where('id', '=', userId)
        .where((where) =>
          where.or([where(column, 'is', null), where(column, '<=', before), where(column, '>', now)]),
        )
        .returning('id')
        .executeTakeFirst();
      return due !== undefined;
    },

    /** Those of them whose address was never confirmed and who are in no workspace. */
    async deleteUnconfirmed(trx: Queries, userIds: string[]): Promise<void> {
      await trx
        .deleteFrom('users')
        .where('id', 'in', userIds)
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
    },

    /** With their sessions, recovery codes and tokens. */
    async deleteUser(trx: Queries, userId: string): Promise<void> {
      await trx.deleteFrom('users').where('id', '=', userId).execute();
    },

    /** Someone whose second factor is stored encrypted; whoever it is. */
    sampleWithTwoFactor(): Promise<Pick<UserRow, 'id' | 'two_factor_secret'> | undefined> {
      return database.reader
        .selectFrom('users')
        .select(['id', 'two_factor_secret'])
        .where('two_factor_secret', 'is not', null)
        .limit(1)
        .executeTakeFirst();
    },

    async markVerified(trx: Queries, userId: string, now: number): Promise<void> {
      await trx
        .updateTable('users')
        .set({ email_verified_at: now })
        .where('id', '=', userId)
        .where('email_verified_at', 'is', null)
        .execute();
    },

    /** False when someone else has it; the transaction may have failed then, and its caller must give up. */
    async changeEmail(
      trx: Queries,
      userId: string,
      email: string,
      { verifiedAt, now }: { verifiedAt: number | null; now: number },
    ): Promise<boolean> {
      const changed = await trx
        .updateTable('users')
        .set({ email, email_verified_at: verifiedAt, email_changed_at: now })
        .where('id', '=', userId)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('users as other')
                .select('other.id')
                .where('other.email', '=', email)
                .where('other.id', '!=', userId),
            ),
          ),
        )
        .returning('id')
        .executeTakeFirst()
        .catch((error: unknown) => {
          if (isTaken(error)) return undefined;
          throw error;
        });
      return changed !== undefined;
    },

    /** False for someone who is a member already, and stays what they are. */
    async insertMember(
      trx: Queries,
      workspaceId: string,
      member: { userId: string; role: Role; now: number },
    ): Promise<boolean> {
      const joined = await trx
        .insertInto('members')
        .values({
          workspace_id: workspaceId,
          user_id: member.userId,
          role: member.role,
          created_at: member.now,
        })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
        .returning('user_id')
        .executeTakeFirst();
      return joined !== undefined;
    },

    async isMemberAnywhere(userId: string, db: Queries = database.reader): Promise<boolean> {
      const row = await db
        .selectFrom('members')
        .select('role')
        .where('user_id', '=', userId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The plans of the workspaces that someone owns. */
    async plansOwned(trx: Queries, userId: string): Promise<string[]> {
      const owned = await trx
        .selectFrom('members as m')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .select('w.plan')
        .where('m.user_id', '=', userId)
        .where('m.role', '=', 'owner')
        .execute();
      return owned.map(({ plan }) => plan);
    },

    workspacesOf(userId: string) {
      return database.reader
        .selectFrom('members as m')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .select(['w.id', 'w.name', 'w.plan', 'w.time_zone', 'm.role'])
        .where('m.user_id', '=', userId)
        .orderBy('w.id')
        .execute();
    },

    async replaceRecoveryCodes(trx: Queries, userId: string, hashes: string[]): Promise<void> {
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      if (hashes.length === 0) return;
      await trx
        .insertInto('recovery_codes')
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
        .execute();
    },

    /** True for exactly one caller per code. */
    async takeRecoveryCode(trx: Queries, userId: string, codeHash: string): Promise<boolean> {
      const taken = await trx
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_hash', '=', codeHash)
        .returning('user_id')
        .executeTakeFirst();
      return taken !== undefined;
    },

    async countRecoveryCodes(userId: string): Promise<number> {
      const rows = await database.reader
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('user_id', '=', userId)
        .execute();
      return rows.length;
    },
  };
}
