import type { Queries } from '../platform/db/database.ts';
import { oldestFirst } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns, type RequestNoteRow } from '../platform/db/tables.ts';

/** So many can be written on one request. */
export const MAX_NOTES = 200;

/** By which the responses to repeated calls that wrote one are kept, and found when the request is erased. */
export function noteOperation(requestId: string): string {
  return `photo_requests.note.${requestId}`;
}

/** Oldest first. */
export function listNotes(queries: Queries, owner: Owner, requestId: string): Promise<RequestNoteRow[]> {
  return queries
    .selectFrom('request_notes')
    .selectAll()
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .orderBy('id', oldestFirst)
    .limit(MAX_NOTES)
    .execute();
}

export async function insertNote(trx: Queries, row: RequestNoteRow): Promise<void> {
  await trx.insertInto('request_notes').values(row).execute();
}

/** Of the request that the address names; undefined when it has no such note. */
export function findNote(
  trx: Queries,
  owner: Owner,
  { requestId, noteId }: { requestId: string; noteId: string },
): Promise<RequestNoteRow | undefined> {
  return trx
    .selectFrom('request_notes')
    .selectAll()
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId, id: noteId }))
    .executeTakeFirst();
}

export function updateNote(
  trx: Queries,
  owner: Owner,
  noteId: string,
  changes: Pick<RequestNoteRow, 'text' | 'mentions' | 'told' | 'edited_at'>,
): Promise<RequestNoteRow> {
  return trx
    .updateTable('request_notes')
    .set(changes)
    .where((eb) => eb.and({ ...ownerColumns(owner), id: noteId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteNote(trx: Queries, owner: Owner, noteId: string): Promise<void> {
  await trx
    .deleteFrom('request_notes')
    .where((eb) => eb.and({ ...ownerColumns(owner), id: noteId }))
    .execute();
}

export async function deleteNotes(trx: Queries, owner: Owner, requestId: string): Promise<void> {
  await trx
    .deleteFrom('request_notes')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .execute();
}

export const deleteNotesOfWorkspace = createRowDeleter('request_notes');
