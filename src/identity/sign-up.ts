import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { guestAt, type Requester } from './hashing-gate.ts';
import type { MailedLinks } from './mailed-links.ts';
import { decoyPasswordHash, hashPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import type { PendingSignUps } from './pending-sign-ups.ts';
import type { IdentityRepository } from './repository.ts';
import type { Device, Sessions } from './sessions.ts';
import { normalEmail } from './sign-in.ts';
import type { SignUpMode } from './sign-up-mode.ts';
import { type IdentityTokens, linkExpired } from './tokens.ts';

export interface NewAccount {
  email: string;
  /** Needed unless the address is verified by email, where the link asks for it. */
  password?: string | undefined;
  name?: string | undefined;
  workspaceName?: string | undefined;
  invitation?: string | undefined;
}

interface PreparedUser {
  id: string;
  email: string;
  name: string | null;
  password_hash: string;
  created_at: number;
}

const DEFAULT_WORKSPACE = 'My workspace';

export function createSignUp(deps: {
  database: Database;
  repository: IdentityRepository;
  pending: PendingSignUps;
  sessions: Sessions;
  tokens: IdentityTokens;
  links: MailedLinks;
  workspaces: WorkspaceService;
  audit: Audit;
  ids: Ids;
  clock: Clock;
  passwordCost: number;
  signUp: SignUpMode;
  mailConfigured: boolean;
}) {
  const { database, repository, pending, sessions, tokens, links, workspaces, audit, ids, clock } = deps;

  function prepare(input: NewAccount, passwordHash: string): PreparedUser {
    const now = clock();
    return {
      id: ids.next('user', now),
      email: normalEmail(input.email),
      name: input.name?.trim() || null,
      password_hash: passwordHash,
      created_at: now,
    };
  }

  async function prepareWithPassword(input: NewAccount, requester: Requester): Promise<PreparedUser> {
    const { password } = input;
    if (password === undefined) throw validationError({ password: ['This field is required.'] });
    checkNewPassword(password, normalEmail(input.email));
    return prepare(input, await hashPassword(password, deps.passwordCost, requester));
  }

  const signIn = async (trx: Queries, user: PreparedUser, device: Device, previous: string) => {
    await sessions.end(trx, previous);
    return sessions.open(trx, user.id, device, { awaitsSecondFactor: false, confirmedAt: clock() });
  };

  async function insertWorkspace(trx: Queries, input: NewAccount): Promise<string> {
    const workspaceId = ids.next('workspace');
    const name = input.workspaceName?.trim() || DEFAULT_WORKSPACE;
    await workspaces.insert(trx, { workspaceId, name, plan: 'developer_free' });
    return workspaceId;
  }

  /** The invitation came by email, as the link of the sign-up did: a stranger who signed the address up is in no one's way. */
  async function takeOver(trx: Queries, user: PreparedUser): Promise<PreparedUser> {
    const existing = await repository.lockUserByEmail(trx, user.email);
    if (existing === undefined || !deps.mailConfigured || !(await pending.isPending(trx, existing))) {
      throw validationError({ email: ['You already have an account. Sign in to accept the invitation.'] });
    }
    const { password_hash, name } = user;
    await pending.deleteWorkspaces(trx, existing.id);
    await tokens.deleteOf(trx, existing.id, ['verify_email', 'reset_password']);
    await repository.updateUser(trx, existing.id, { password_hash, name });
    // Someone may have given their account this address while no emails proved it.
    await sessions.endAll(trx, existing.id);
    return { ...user, id: existing.id };
  }

  /** Whoever has the link knows whom it is for; nothing is given away. */
  async function withInvitation(input: NewAccount, invitation: string, device: Device, previous: string) {
    const invited = await tokens.look('invitation', invitation);
    if (invited.email !== normalEmail(input.email)) {
      throw validationError({ email: ['This invitation is for another address.'] });
    }
    const prepared = await prepareWithPassword(input, guestAt(device.ipAddress));
    return database.write(async (trx) => {
      const { workspace_id: workspaceId, role } = await tokens.take(trx, 'invitation', invitation);
      if (workspaceId === null || role === null) throw linkExpired();
      const user = (await repository.insertUser(trx, prepared)) ? prepared : await takeOver(trx, prepared);
      await repository.insertMember(trx, workspaceId, { userId: user.id, role, now: clock() });
      await audit.record(trx, {
        by: { userId: user.id, email: user.email, ipAddress: device.ipAddress },
        workspaceId,
        action: 'member.joined',
        subjectId: user.id,
        subjectName: user.email,
        details: { role },
      });
      // The link came by email, and by nothing else.
      if (deps.mailConfigured) await repository.markVerified(trx, user.id, clock());
      return signIn(trx, user, device, previous);
    });
  }

  /**
   * The response is the same whether the address has an account or not: the email tells its owner which. There is no
   * password before the email is read: whoever else signs up with the address has no part in the account.
   */
  async function byMail(input: NewAccount): Promise<null> {
    const user = prepare(input, decoyPasswordHash(deps.passwordCost));
    return database.write(async (trx) => {
      let userId = user.id;
      if (!(await repository.insertUser(trx, user))) {
        const existing = await repository.lockUserByEmail(trx, user.email);
        if (existing === undefined) return null;
        if (!(await pending.isPending(trx, existing))) {
          await links.resetPassword(trx, user.email, existing.id, 'signed_up_again');
          return null;
        }
        userId = existing.id;
        await pending.deleteWorkspaces(trx, userId);
        await repository.updateUser(trx, userId, { name: user.name });
      }
      const workspaceId = await insertWorkspace(trx, input);
      await links.verifyEmail(trx, { userId, email: user.email }, workspaceId);
      return null;
    });
  }

  return {
    /** The token of the new session; null when the address has to be verified by email first. */
    async signUp(input: NewAccount, device: Device, previous: string): Promise<string | null> {
      if (deps.signUp === 'closed') throw signUpRefused('Sign-up is closed on this server.');
      if (input.invitation !== undefined) return withInvitation(input, input.invitation, device, previous);
      // Without emails nothing would prove the address, and the response would tell whether it is taken.
      if (deps.signUp === 'invite' || !deps.mailConfigured) {
        throw signUpRefused(
          'You need an invitation to sign up. Ask a workspace owner or your administrator.',
        );
      }
      return byMail(input);
    },
  };
}

function signUpRefused(message: string): ServiceError {
  return new ServiceError('insufficient_permission', message);
}
