import type { Database, Queries } from '../platform/db/database.ts';
import { isAmong } from '../platform/db/planner-hints.ts';
import { createRowDeleter } from '../platform/db/rows-of-workspace.ts';
import { type Owner, ownerColumns } from '../platform/db/tables.ts';

/** The member who takes care of a request. */
export interface Assignee {
  user_id: string;
  email: string;
  name: string | null;
}

/** Of each of these requests that has one. */
export async function assigneesOf(
  { lists, engine }: Pick<Database, 'lists' | 'engine'>,
  owner: Owner,
  requestIds: string[],
): Promise<Map<string, Assignee>> {
  if (requestIds.length === 0) return new Map();
  const rows = await lists
    .selectFrom('assignments as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .innerJoin('members as m', (join) =>
      join.onRef('m.user_id', '=', 'a.user_id').onRef('m.workspace_id', '=', 'a.workspace_id'),
    )
    .select(['a.request_id', 'a.user_id', 'u.email', 'u.name'])
    .where('a.workspace_id', '=', owner.workspaceId)
    .where('a.environment', '=', owner.environment)
    .where(isAmong(engine, 'a.request_id', requestIds))
    .execute();
  return new Map(rows.map(({ request_id, ...assignee }) => [request_id, assignee]));
}

export async function findAssigneeId(
  trx: Queries,
  owner: Owner,
  requestId: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('assignments')
    .select('user_id')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .executeTakeFirst();
  return row?.user_id;
}

export async function assign(trx: Queries, owner: Owner, requestId: string, userId: string): Promise<void> {
  await trx
    .insertInto('assignments')
    .values({ ...ownerColumns(owner), request_id: requestId, user_id: userId })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ user_id: userId }))
    .execute();
}

export async function endAssignment(trx: Queries, owner: Owner, requestId: string): Promise<void> {
  await trx
    .deleteFrom('assignments')
    .where((eb) => eb.and({ ...ownerColumns(owner), request_id: requestId }))
    .execute();
}

/** Of someone who left the workspace, or may only look from now on. */
export async function endAssignmentsOfMember(
  trx: Queries,
  workspaceId: string,
  userId: string,
): Promise<void> {
  await trx
    .deleteFrom('assignments')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export const deleteAssignmentsOfWorkspace = createRowDeleter('assignments', 'request_id');
