import type { Selectable } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Role, Tables } from '../platform/db/tables.ts';

export type UserRow = Selectable<Tables['users']>;
export type IdentityRepository = ReturnType<typeof createIdentityRepository>;

export function createIdentityRepository(database: Database) {
  return {
    findUserByEmail(email: string): Promise<UserRow | undefined> {
      return database.reader.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
    },

    /** False when the address is taken. */
    async insertUser(trx: Queries, row: UserRow): Promise<boolean> {
      const inserted = await trx
        .insertInto('users')
        .values(row)
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    async insertMember(
      trx: Queries,
      workspaceId: string,
      member: { userId: string; role: Role; now: number },
    ): Promise<void> {
      await trx
        .insertInto('members')
        .values({
          workspace_id: workspaceId,
          user_id: member.userId,
          role: member.role,
          created_at: member.now,
        })
        .execute();
    },
  };
}
