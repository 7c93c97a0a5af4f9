import type { Audit } from '../audit/service.ts';
import type { MemberRepository } from '../identity/member-repository.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import {
  type Assignee,
  assign,
  endAssignment,
  findAssigneeId,
} from '../photo-requests/assignment-repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { lockShown } from '../photo-requests/request-record.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import { validationError } from '../platform/errors.ts';
import { hasRole } from '../shared/roles.ts';
import { authorOf, type KeyNames, type TeamActor, teamRecord } from './team-actor.ts';

export type Assignments = ReturnType<typeof createAssignments>;

/** Who of the team takes care of a request. */
export function createAssignments(deps: {
  database: Database;
  clock: Clock;
  repository: PhotoRequestRepository;
  members: Pick<MemberRepository, 'hold'>;
  keys: KeyNames;
  notifications: NotificationOutbox;
  audit: Audit;
}) {
  const { database, clock, repository, members, keys, notifications, audit } = deps;

  async function findAssignable(trx: Queries, { workspaceId }: Owner, userId: string): Promise<Assignee> {
    // Or their leaving, at the same moment, would miss this.
    const found = await members.hold(trx, workspaceId, userId);
    if (found === undefined)
      throw validationError({ user_id: ['This person is not a member of the workspace.'] });
    if (!hasRole(found.role, 'member'))
      throw validationError({ user_id: ['Viewers can only look, so nothing can be assigned to them.'] });
    return { user_id: found.user_id, email: found.email, name: found.name };
  }

  return {
    /** `userId` null: to no one. */
    assign(by: TeamActor, requestId: string, userId: string | null): Promise<Assignee | null> {
      return database.write(async (trx) => {
        const request = await lockShown(trx, repository, by, requestId);
        const assignee = userId === null ? null : await findAssignable(trx, by, userId);
        const before = await findAssigneeId(trx, by, requestId);
        if (before === (assignee?.user_id ?? undefined)) return assignee;
        if (assignee === null) await endAssignment(trx, by, requestId);
        else await assign(trx, by, requestId, assignee.user_id);
        const author = await authorOf(trx, keys, by);
        if (assignee !== null && assignee.user_id !== author.id) {
          const content = { by: author.name, by_id: author.id, user_ids: [assignee.user_id] };
          await notifications.record(trx, by, { kind: 'assigned', content, requestId }, clock());
        }
        const details = { assignee: assignee?.email ?? null };
        const verb = assignee === null ? 'unassigned' : 'assigned';
        await audit.record(trx, teamRecord(by, verb, request, assignee === null ? {} : details));
        announceActivity(database, trx, by);
        return assignee;
      });
    },
  };
}
