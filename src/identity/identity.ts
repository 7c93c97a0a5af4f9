import type { Audit } from '../audit/service.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { createAccount } from './account.ts';
import { createEmailVerification } from './email-verification.ts';
import { createAddFirstOwner } from './first-owner.ts';
import { createInvitations } from './invitations.ts';
import { createKnownDevices } from './known-devices.ts';
import { createMailedLinks } from './mailed-links.ts';
import { createMemberRepository } from './member-repository.ts';
import { createMembers, type MemberDuties } from './members.ts';
import { createOwnedWorkspaces } from './owned-workspaces.ts';
import { createPasswordChanges } from './password-changes.ts';
import { createPendingSignUps } from './pending-sign-ups.ts';
import type { IdentityRepository } from './repository.ts';
import { createSessions } from './sessions.ts';
import { createSetUp } from './set-up.ts';
import { createSignIn } from './sign-in.ts';
import { createSignInWarnings } from './sign-in-warnings.ts';
import { createSignUp } from './sign-up.ts';
import type { SignUpMode } from './sign-up-mode.ts';
import { createTokenRepository } from './token-repository.ts';
import { createIdentityTokens } from './tokens.ts';
import { createTwoFactor } from './two-factor.ts';

export type Identity = ReturnType<typeof createIdentity>;

/** People: their accounts, sessions and workspaces. */
export function createIdentity(platform: {
  database: Database;
  ids: Ids;
  clock: Clock;
  random: Random;
  repository: IdentityRepository;
  workspaces: WorkspaceService;
  workspaceRepository: WorkspaceRepository;
  mails: MailOutbox;
  secrets: Secrets;
  audit: Audit;
  publicUrl: string;
  passwordCost: number;
  signUp: SignUpMode;
  mailConfigured: boolean;
  duties: MemberDuties;
}) {
  const knownDevices = createKnownDevices(platform);
  const sessions = createSessions({ ...platform, knownDevices });
  const tokenRepository = createTokenRepository(platform.database);
  const tokens = createIdentityTokens({ ...platform, tokenRepository });
  const links = createMailedLinks({ ...platform, tokens });
  const members = createMemberRepository(platform.database);
  const twoFactor = createTwoFactor(platform);
  const pending = createPendingSignUps({ ...platform, tokenRepository });
  const warnings = createSignInWarnings(platform);
  const addFirstOwner = createAddFirstOwner(platform);
  const ownedWorkspaces = createOwnedWorkspaces({ ...platform, addFirstOwner });
  const parts = {
    ...platform,
    addFirstOwner,
    ownedWorkspaces,
    knownDevices,
    sessions,
    tokens,
    links,
    twoFactor,
    pending,
    warnings,
  };
  const ofWorkspaces = { ...parts, members, workspaces: platform.workspaceRepository };

  return {
    knownDevices,
    sessions,
    twoFactor,
    ownedWorkspaces,
    signIn: createSignIn(parts),
    signUp: createSignUp(parts),
    account: createAccount(parts),
    emailVerification: createEmailVerification(parts),
    passwords: createPasswordChanges(parts),
    members: createMembers(ofWorkspaces),
    invitations: createInvitations(ofWorkspaces),
    setUp: createSetUp(parts),

    /** One batch of what time has ended; true when there may be more. */
    async deleteOld(batch?: number): Promise<boolean> {
      const more = [
        await pending.deleteOld(batch),
        await sessions.deleteOld(batch),
        await knownDevices.deleteOld(batch),
      ];
      return more.includes(true);
    },
  };
}
