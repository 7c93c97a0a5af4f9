import type { Queries } from '../platform/db/database.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';

/** The sessions and offers to continue elsewhere of a request; how many sessions there were. */
export async function deleteSessionsOfRequest(
  trx: Queries,
  workspaceId: string,
  requestId: string,
): Promise<number> {
  const sessions = await trx
    .deleteFrom('capture_sessions')
    .where('request_id', '=', requestId)
    .where('workspace_id', '=', workspaceId)
    .returning('token_hash')
    .execute();
  await trx
    .deleteFrom('capture_handovers')
    .where('request_id', '=', requestId)
    .where('workspace_id', '=', workspaceId)
    .execute();
  return sessions.length;
}

export const deleteSessionsOfWorkspace = createRowDeleter('capture_sessions', 'token_hash');

export const deleteHandoversOfWorkspace = createRowDeleter('capture_handovers', 'chain_id');
