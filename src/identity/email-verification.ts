import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { IdentityTokenRow } from '../platform/db/tables.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { AddFirstOwner } from './first-owner.ts';
import { guestAt } from './hashing-gate.ts';
import type { MailedLinks } from './mailed-links.ts';
import { hashPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import type { PendingSignUps } from './pending-sign-ups.ts';
import type { IdentityRepository, UserRow } from './repository.ts';
import type { Device, Sessions } from './sessions.ts';
import { type IdentityTokens, linkExpired } from './tokens.ts';

export interface Verified {
  email: string;
  /** The link is of a sign-up, and still waits for a password. */
  passwordRequired: boolean;
  /** Of the session that a sign-up ends with. */
  token: string | null;
}

/** Follows the link of an email: of a sign-up, of a new address, or of the one that the account has. */
export function createEmailVerification(deps: {
  database: Database;
  repository: IdentityRepository;
  pending: PendingSignUps;
  sessions: Sessions;
  tokens: IdentityTokens;
  links: MailedLinks;
  workspaceRepository: Pick<WorkspaceRepository, 'find'>;
  addFirstOwner: AddFirstOwner;
  audit: Audit;
  clock: Clock;
  passwordCost: number;
}) {
  const { database, repository, pending, sessions, tokens, links, addFirstOwner, audit, clock } = deps;

  async function take(trx: Queries, token: string): Promise<{ row: IdentityTokenRow; user: UserRow }> {
    const row = await tokens.take(trx, 'verify_email', token);
    const user = row.user_id === null ? undefined : await repository.lockUser(trx, row.user_id);
    if (user === undefined) throw linkExpired();
    return { row, user };
  }

  async function verifyAddress(token: string, ipAddress: string): Promise<void> {
    await database.write(async (trx) => {
      const { row, user } = await take(trx, token);
      const isNew = row.email !== user.email;
      const now = clock();
      await pending.deleteOther(trx, row.email, user.id);
      const verifiedAt = isNew ? now : (user.email_verified_at ?? now);
      if (!(await repository.changeEmail(trx, user.id, row.email, { verifiedAt, now }))) throw linkExpired();
      if (!isNew) return;
      await tokens.deleteOf(trx, user.id, ['reset_password']);
      await links.tellOfNewEmail(trx, { before: user.email, next: row.email }, 'done');
      await audit.recordForUser(
        trx,
        { userId: user.id, email: row.email, ipAddress },
        { action: 'user.email_changed', details: { before: user.email, email: row.email } },
      );
    });
  }

  /** Whoever reads the email chooses the password: no one else can have chosen it before. */
  async function finishSignUp(
    signUp: { token: string; email: string; password: string; workspaceId: string },
    device: Device,
    previous: string,
  ): Promise<string> {
    const { token, email, password, workspaceId } = signUp;
    checkNewPassword(password, email);
    const passwordHash = await hashPassword(password, deps.passwordCost, guestAt(device.ipAddress));
    return database.write(async (trx) => {
      const { user } = await take(trx, token);
      // Someone who came in another way meanwhile keeps what they have, a second factor above all.
      if (user.email !== email || !(await pending.isPending(trx, user))) throw linkExpired();
      const workspace = await deps.workspaceRepository.find(workspaceId, trx);
      if (workspace === undefined) throw linkExpired();
      const now = clock();
      await repository.updateUser(trx, user.id, { password_hash: passwordHash, email_verified_at: now });
      await tokens.deleteOf(trx, user.id, ['reset_password']);
      const by = { userId: user.id, email, ipAddress: device.ipAddress };
      await addFirstOwner(trx, by, workspace, user.id);
      await sessions.end(trx, previous);
      await sessions.endAll(trx, user.id);
      return sessions.open(trx, user.id, device, { awaitsSecondFactor: false, confirmedAt: now });
    });
  }

  return {
    async follow(
      given: { token: string; password?: string | undefined },
      device: Device,
      previous: string,
    ): Promise<Verified> {
      const { token, password } = given;
      const { email, workspace_id: workspaceId } = await tokens.look('verify_email', token);
      if (workspaceId === null) {
        await verifyAddress(token, device.ipAddress);
        return { email, passwordRequired: false, token: null };
      }
      if (password === undefined) return { email, passwordRequired: true, token: null };
      const signUp = { token, email, password, workspaceId };
      return { email, passwordRequired: false, token: await finishSignUp(signUp, device, previous) };
    },
  };
}
