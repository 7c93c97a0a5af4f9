import type { Queries } from '../platform/db/database.ts';
import { deleteRowsOfWorkspace } from '../platform/db/rows-of-workspace.ts';

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

/** One batch; how many went. */
export function deleteSessionsOfWorkspace(trx: Queries, workspaceId: string, limit: number): Promise<number> {
  return deleteRowsOfWorkspace(trx, 'capture_sessions', { key: 'token_hash', workspaceId, limit });
}

export function deleteHandoversOfWorkspace(
  trx: Queries,
  workspaceId: string,
  limit: number,
): Promise<number> {
  return deleteRowsOfWorkspace(trx, 'capture_handovers', { key: 'chain_id', workspaceId, limit });
}
