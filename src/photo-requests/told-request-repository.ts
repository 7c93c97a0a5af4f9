import type { ToldRequests } from '../notifications/told-requests.ts';
import type { Database } from '../platform/db/database.ts';
import { isAmong } from '../platform/db/planner-hints.ts';

/** Requests and notes that members are told of. */
export function createToldRequestRepository(database: Database): ToldRequests {
  return {
    async find(workspaceId, ids, queries = database.reader) {
      if (ids.length === 0) return new Map();
      const rows = await queries
        .selectFrom('photo_requests')
        .select(['id', 'unique_code', 'permanent_link_id', 'submitted_at'])
        .where('workspace_id', '=', workspaceId)
        .where(isAmong(database.engine, 'id', ids))
        .execute();
      return new Map(rows.map((row) => [row.id, row]));
    },

    async hasNote(workspaceId, noteId) {
      const note = await database.reader
        .selectFrom('request_notes')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', noteId)
        .executeTakeFirst();
      return note !== undefined;
    },
  };
}
