import { type Audit, recordIn } from '../audit/service.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Role } from '../shared/roles.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { requireRoomForFree } from './free-workspaces.ts';
import type { Person } from './member.ts';
import type { MemberRepository, MemberRow } from './member-repository.ts';
import type { IdentityRepository } from './repository.ts';

/** The member who acts. */
export interface ActingMember extends Person {
  workspaceId: string;
  workspaceName: string;
}

/** What other features keep of a member. */
export interface MemberDuties {
  /** They are no member any more, or none yet: nothing of theirs stays. */
  endAll(trx: Queries, workspaceId: string, userId: string): Promise<void>;
  /** They may only look from now on. */
  roleChanged(trx: Queries, workspaceId: string, userId: string, role: Role): Promise<void>;
}

export type Members = ReturnType<typeof createMembers>;

/** Who belongs to a workspace. Only owners touch owners, and there is always one. */
export function createMembers(deps: {
  database: Database;
  repository: IdentityRepository;
  members: MemberRepository;
  workspaces: WorkspaceRepository;
  audit: Audit;
  duties: MemberDuties;
}) {
  const { database, repository, members, workspaces, audit, duties } = deps;

  /** What both were is read under the lock: of two owners who demote each other at once, one stays. */
  async function lockBoth(trx: Queries, actor: ActingMember, userId: string) {
    const workspace = await workspaces.lock(trx, actor.workspaceId);
    const acting = await members.find(trx, actor.workspaceId, actor.userId);
    const target = await members.find(trx, actor.workspaceId, userId);
    if (workspace === undefined || acting === undefined || target === undefined) throw notFound('The member');
    return { workspace, acting, target };
  }

  async function keepAnOwner(trx: Queries, workspaceId: string, target: MemberRow): Promise<void> {
    if (target.role !== 'owner' || (await members.countOwners(trx, workspaceId)) > 1) return;
    throw new ServiceError(
      'insufficient_permission',
      'A workspace needs an owner. Make someone else an owner first.',
    );
  }

  async function end(trx: Queries, actor: ActingMember, target: MemberRow, action: string): Promise<void> {
    await keepAnOwner(trx, actor.workspaceId, target);
    await members.delete(trx, actor.workspaceId, target.user_id);
    await duties.endAll(trx, actor.workspaceId, target.user_id);
    // No one keeps a way back in that they created before.
    await members.deleteInvitations(trx, actor.workspaceId, { by: target.user_id });
    await members.deleteInvitations(trx, actor.workspaceId, { email: target.email });
    const subject = { id: target.user_id, name: target.email };
    await audit.record(trx, recordIn(actor, action, subject, { role: target.role }));
  }

  return {
    list: members.list,

    async find(workspaceId: string, userId: string): Promise<MemberRow> {
      const member = isId('user', userId)
        ? await members.find(database.reader, workspaceId, userId)
        : undefined;
      if (member === undefined) throw notFound('The member');
      return member;
    },

    changeRole(actor: ActingMember, userId: string, role: Role): Promise<MemberRow> {
      return database.write(async (trx) => {
        const { workspace, acting, target } = await lockBoth(trx, actor, userId);
        requireRightOver(acting.role, target.role, role);
        if (target.role === role) return target;
        if (role === 'owner') {
          await repository.lockUser(trx, userId);
          const whoOwns = `${target.email} already owns`;
          await requireRoomForFree(repository, trx, { userId, plan: workspace.plan, whoOwns });
        }
        await keepAnOwner(trx, actor.workspaceId, target);
        await members.setRole(trx, actor.workspaceId, userId, role);
        await duties.roleChanged(trx, actor.workspaceId, userId, role);
        // No one keeps a right in the form of open invitations.
        if (!mayInvite(role)) await members.deleteInvitations(trx, actor.workspaceId, { by: userId });
        else if (role !== 'owner') {
          await members.deleteInvitations(trx, actor.workspaceId, { by: userId, role: 'owner' });
        }
        const subject = { id: userId, name: target.email };
        const details = { before: target.role, role };
        await audit.record(trx, recordIn(actor, 'member.role_changed', subject, details));
        return { ...target, role };
      });
    },

    async remove(actor: ActingMember, userId: string): Promise<void> {
      await database.write(async (trx) => {
        const { acting, target } = await lockBoth(trx, actor, userId);
        requireRightOver(acting.role, target.role);
        await end(trx, actor, target, 'member.removed');
      });
    },

    /** Needs no one's leave; only the last owner has to find another one first. */
    async leave(actor: ActingMember): Promise<void> {
      await database.write(async (trx) => {
        const { acting } = await lockBoth(trx, actor, actor.userId);
        await end(trx, actor, acting, 'member.left');
      });
    },
  };
}

export function mayInvite(role: Role): boolean {
  return role === 'admin' || role === 'owner';
}

/** Over someone with one of these roles, or to give one of them. */
export function requireRightOver(acting: Role, ...roles: Role[]): void {
  if (!mayInvite(acting)) {
    throw new ServiceError('insufficient_permission', 'Only admins and owners of the workspace can do this.');
  }
  if (roles.includes('owner') && acting !== 'owner') {
    throw new ServiceError('insufficient_permission', 'Only owners can manage owners.');
  }
}
