import type { Database, Queries } from '../platform/db/database.ts';
import type { Role } from '../shared/roles.ts';

/** A member, and what they chose to hear of. */
export interface Recipient {
  user_id: string;
  email: string;
  role: Role;
  choices: string | null;
}

export type RecipientRepository = ReturnType<typeof createRecipientRepository>;

export function createRecipientRepository(database: Database) {
  const recipients = (db: Queries, workspaceId: string) =>
    db
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .leftJoin('notification_preferences as p', (join) =>
        join.onRef('p.workspace_id', '=', 'm.workspace_id').onRef('p.user_id', '=', 'm.user_id'),
      )
      .select(['m.user_id', 'u.email', 'm.role', 'p.choices'])
      .where('m.workspace_id', '=', workspaceId);

  return {
    list: (trx: Queries, workspaceId: string): Promise<Recipient[]> => recipients(trx, workspaceId).execute(),

    find(workspaceId: string, userId: string, queries?: Queries): Promise<Recipient | undefined> {
      return recipients(queries ?? database.reader, workspaceId)
        .where('m.user_id', '=', userId)
        .executeTakeFirst();
    },

    /** Locked, so that of two changes at the same time neither is lost. */
    async lockChoices(trx: Queries, workspaceId: string, userId: string): Promise<string | null> {
      const found = await trx
        .insertInto('notification_preferences')
        .values({ workspace_id: workspaceId, user_id: userId, choices: '{}' })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ workspace_id: workspaceId }),
        )
        .returning('choices')
        .executeTakeFirst();
      return found?.choices ?? null;
    },

    async setChoices(trx: Queries, workspaceId: string, userId: string, choices: string): Promise<void> {
      await trx
        .updateTable('notification_preferences')
        .set({ choices })
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    async deleteChoices(trx: Queries, workspaceId: string, userId: string): Promise<void> {
      await trx
        .deleteFrom('notification_preferences')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    },
  };
}

/** All at once: there are no more of them than members. */
export async function deletePreferencesOfWorkspace(trx: Queries, workspaceId: string): Promise<number> {
  const gone = await trx
    .deleteFrom('notification_preferences')
    .where('workspace_id', '=', workspaceId)
    .returning('user_id')
    .execute();
  return gone.length;
}
