import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { workspaceRecord } from '../workspaces/service.ts';
import type { IdentityRepository } from './repository.ts';

export type AddFirstOwner = ReturnType<typeof createAddFirstOwner>;

/** The owner that a workspace begins with: it is theirs from here on, and so its audit log begins with them. */
export function createAddFirstOwner(deps: {
  repository: Pick<IdentityRepository, 'insertMember'>;
  audit: Audit;
  clock: Clock;
}) {
  const { repository, audit, clock } = deps;
  return async (
    trx: Queries,
    by: Actor,
    workspace: Pick<WorkspaceRow, 'id' | 'name'>,
    userId: string,
  ): Promise<void> => {
    await repository.insertMember(trx, workspace.id, { userId, role: 'owner', now: clock() });
    await audit.record(trx, workspaceRecord(by, 'created', workspace));
  };
}
