import type { Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';

/** What the customer answered, and what the search finds of it. */
export async function recordAnswers(
  trx: Queries,
  owner: Owner,
  requestId: string,
  columns: Partial<Pick<PhotoRequestRow, 'answers' | 'external_id'>>,
  searched: string,
): Promise<PhotoRequestRow> {
  if (searched !== '') {
    await trx
      .insertInto('answer_texts')
      .values({ ...ownerColumns(owner), request_id: requestId, text: searched })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'environment', 'request_id']).doUpdateSet({ text: searched }),
      )
      .execute();
  }
  return trx
    .updateTable('photo_requests')
    .set(columns)
    .where((eb) => eb.and({ ...ownerColumns(owner), id: requestId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAnswerTexts(trx: Queries, owner: Owner, requestId: string): Promise<void> {
  await trx
    .deleteFrom('answer_texts')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .execute();
}

export const deleteAnswerTextsOfWorkspace = createRowDeleter('answer_texts', 'request_id');
