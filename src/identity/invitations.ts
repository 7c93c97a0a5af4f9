import { type Audit, recordIn } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { IdentityTokenRow } from '../platform/db/tables.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Role } from '../shared/roles.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { requireRoomForFree } from './free-workspaces.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Person } from './member.ts';
import type { MemberRepository } from './member-repository.ts';
import { type ActingMember, type MemberDuties, requireRightOver } from './members.ts';
import type { PendingSignUps } from './pending-sign-ups.ts';
import type { IdentityRepository, UserRow } from './repository.ts';
import { normalEmail } from './sign-in.ts';
import { type IdentityTokens, linkExpired } from './tokens.ts';

const MAX_OPEN = 200;

export type Invitations = ReturnType<typeof createInvitations>;

export function createInvitations(deps: {
  database: Database;
  repository: IdentityRepository;
  pending: PendingSignUps;
  members: MemberRepository;
  workspaces: WorkspaceRepository;
  tokens: IdentityTokens;
  links: MailedLinks;
  audit: Audit;
  duties: MemberDuties;
  clock: Clock;
  publicUrl: string;
  mailConfigured: boolean;
}) {
  const { database, repository, members, workspaces, tokens, links, audit, duties, clock, publicUrl } = deps;

  /** What someone began and never confirmed is no account that one could sign in to. */
  const isOnlyPending = async (account: UserRow) =>
    deps.mailConfigured && deps.pending.isPending(database.reader, account);

  /**
   * The address must be the one that the account had when the invitation was created: without emails anyone can give
   * their account any address.
   */
  async function requireInvited(
    trx: Queries,
    row: IdentityTokenRow,
    user: { userId: string; email: string },
  ) {
    if (row.email !== user.email) {
      throw new ServiceError(
        'insufficient_permission',
        'This invitation is for another address. Sign in with the account it was sent to.',
      );
    }
    const account = await repository.lockUser(trx, user.userId);
    const changedAt = account?.email_changed_at ?? null;
    if (deps.mailConfigured || changedAt === null || changedAt < row.created_at) return;
    throw new ServiceError(
      'insufficient_permission',
      'You changed your email address after this invitation was sent. Ask for a new one.',
    );
  }

  return {
    /** A new invitation to the same address takes the place of the one before. */
    invite(actor: ActingMember, invitation: { email: string; role: Role }) {
      const email = normalEmail(invitation.email);
      const { role } = invitation;
      return database.write(async (trx) => {
        await workspaces.lock(trx, actor.workspaceId);
        const acting = await members.find(trx, actor.workspaceId, actor.userId);
        if (acting === undefined) throw notFound('The workspace');
        requireRightOver(acting.role, role);
        if ((await members.findByEmail(trx, actor.workspaceId, email)) !== undefined) {
          throw validationError({ email: ['Already a member of this workspace.'] });
        }
        await members.deleteInvitations(trx, actor.workspaceId, { email });
        if ((await members.countInvitations(trx, actor.workspaceId)) >= MAX_OPEN) {
          throw new ServiceError(
            'quota_exceeded',
            `A workspace can have at most ${MAX_OPEN} pending invitations. Revoke one first.`,
          );
        }
        const { id, token, expiresAt } = await links.invite(trx, {
          email,
          role,
          workspaceId: actor.workspaceId,
          workspaceName: actor.workspaceName,
          inviter: actor,
        });
        await audit.record(trx, recordIn(actor, 'invitation.created', { id, name: email }, { role }));
        // A link that only its address gets proves the address; without email someone has to pass it on.
        const url = deps.mailConfigured ? null : `${publicUrl}/app/invitation/${token}`;
        return { id, email, role, expiresAt, createdAt: clock(), url };
      });
    },

    list: (workspaceId: string) => members.listInvitations(workspaceId, clock()),

    async revoke(actor: ActingMember, id: string): Promise<void> {
      await database.write(async (trx) => {
        const acting = await members.find(trx, actor.workspaceId, actor.userId);
        const revoked = await members.deleteInvitation(trx, actor.workspaceId, id);
        if (acting === undefined || revoked === undefined) throw notFound('The invitation');
        requireRightOver(acting.role, revoked.role ?? 'viewer');
        await audit.record(trx, recordIn(actor, 'invitation.revoked', { id, name: revoked.email }));
      });
    },

    /** For whoever has the link, signed in or not. */
    async describe(token: string) {
      const row = await tokens.look('invitation', token);
      const { workspaceId, role } = targetOf(row);
      const [workspace, inviter, account] = await Promise.all([
        workspaces.find(workspaceId),
        row.user_id === null ? undefined : repository.findUser(row.user_id),
        repository.findUserByEmail(row.email),
      ]);
      if (workspace === undefined) throw linkExpired();
      return {
        workspaceName: workspace.name,
        email: row.email,
        role,
        invitedBy: inviter?.name ?? inviter?.email ?? null,
        hasAccount: account !== undefined && !(await isOnlyPending(account)),
        expiresAt: row.expires_at,
      };
    },

    /** Only whoever it was sent to. Of two at once one joins, and the other finds the link used. */
    async accept(user: Person, token: string) {
      return database.write(async (trx) => {
        const row = await tokens.take(trx, 'invitation', token);
        const { workspaceId, role } = targetOf(row);
        const workspace = role === 'owner' ? await workspaces.lock(trx, workspaceId) : undefined;
        await requireInvited(trx, row, user);
        if (workspace !== undefined) {
          const { plan } = workspace;
          await requireRoomForFree(repository, trx, {
            userId: user.userId,
            plan,
            whoOwns: 'You already own',
          });
        }
        const member = { userId: user.userId, role, now: clock() };
        const isNew = await repository.insertMember(trx, workspaceId, member);
        if (deps.mailConfigured) await repository.markVerified(trx, user.userId, clock());
        if (!isNew) return { workspaceId };
        // What was told to them in the very moment in which they left before is not theirs any more.
        await duties.endAll(trx, workspaceId, user.userId);
        await audit.record(trx, {
          by: user,
          workspaceId,
          action: 'member.joined',
          subjectId: user.userId,
          subjectName: user.email,
          details: { role },
        });
        return { workspaceId };
      });
    },
  };
}

function targetOf({ workspace_id, role }: IdentityTokenRow): { workspaceId: string; role: Role } {
  if (workspace_id === null || role === null) throw linkExpired();
  return { workspaceId: workspace_id, role };
}
