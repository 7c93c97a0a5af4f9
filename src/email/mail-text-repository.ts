import type { Database, Queries } from '../platform/db/database.ts';
import type { MailTextRow } from '../platform/db/tables.ts';

export interface MailTextKey {
  workspaceId: string;
  kind: string;
  lang: string;
}

export type MailTextRepository = ReturnType<typeof createMailTextRepository>;

export function createMailTextRepository(database: Database) {
  const columnsOf = ({ workspaceId, kind, lang }: MailTextKey) => ({ workspace_id: workspaceId, kind, lang });
  return {
    find(key: MailTextKey, queries: Queries = database.reader): Promise<MailTextRow | undefined> {
      return queries
        .selectFrom('mail_texts')
        .selectAll()
        .where((eb) => eb.and(columnsOf(key)))
        .executeTakeFirst();
    },

    /** One for each email and language at most. */
    list(workspaceId: string): Promise<MailTextRow[]> {
      return database.reader
        .selectFrom('mail_texts')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .execute();
    },

    async put(trx: Queries, row: MailTextRow): Promise<void> {
      const { workspace_id, kind, lang, ...words } = row;
      await trx
        .insertInto('mail_texts')
        .values({ workspace_id, kind, lang, ...words })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'kind', 'lang']).doUpdateSet(words))
        .execute();
    },

    async delete(trx: Queries, key: MailTextKey): Promise<void> {
      await trx
        .deleteFrom('mail_texts')
        .where((eb) => eb.and(columnsOf(key)))
        .execute();
    },
  };
}

/** All at once: there are only so many emails and languages. */
export async function deleteMailTextsOfWorkspace(trx: Queries, workspaceId: string): Promise<number> {
  const gone = await trx
    .deleteFrom('mail_texts')
    .where('workspace_id', '=', workspaceId)
    .returning('kind')
    .execute();
  return gone.length;
}
