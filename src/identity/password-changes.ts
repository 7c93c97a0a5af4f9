import type { AuditActor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { notFound, validationError } from '../platform/errors.ts';
import { guestAt } from './hashing-gate.ts';
import type { KnownDevices } from './known-devices.ts';
import type { MailedLinks } from './mailed-links.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { checkNewPassword } from './password-rules.ts';
import type { IdentityRepository } from './repository.ts';
import type { Device, Sessions } from './sessions.ts';
import { normalEmail, wrongPassword } from './sign-in.ts';
import { type IdentityTokens, linkExpired } from './tokens.ts';

/** Whoever had the old password, or a session opened with it, is out. */
export function createPasswordChanges(deps: {
  database: Database;
  repository: IdentityRepository;
  sessions: Sessions;
  knownDevices: KnownDevices;
  tokens: IdentityTokens;
  links: MailedLinks;
  audit: Audit;
  clock: Clock;
  passwordCost: number;
  publicUrl: string;
}) {
  const { database, repository, sessions, knownDevices, tokens, links, audit, clock } = deps;
  const { passwordCost, publicUrl } = deps;

  return {
    /** The token of the one session that goes on. */
    async change(userId: string, given: { current: string; next: string }, device: Device): Promise<string> {
      const user = await repository.findUser(userId);
      if (user === undefined) throw notFound('The account');
      const requester = { key: userId, isKnown: true };
      if (!(await verifyPassword(given.current, user.password_hash, requester))) throw wrongPassword();
      checkNewPassword(given.next, user.email, 'new');
      if (given.next === given.current) {
        throw validationError({ new: ['Choose a password you haven’t just used.'] });
      }
      const passwordHash = await hashPassword(given.next, passwordCost, requester);
      return database.write(async (trx) => {
        const current = await repository.lockUser(trx, userId);
        if (current?.password_hash !== user.password_hash) throw wrongPassword();
        await repository.updateUser(trx, userId, { password_hash: passwordHash });
        await sessions.endAll(trx, userId);
        await tokens.deleteOf(trx, userId, ['reset_password']);
        await tokens.deleteAddressChanges(trx, userId, current.email);
        const actor = { userId, email: user.email, ipAddress: device.ipAddress };
        await audit.recordForUser(trx, actor, { action: 'user.password_changed' });
        return sessions.open(trx, userId, device, { awaitsSecondFactor: false, confirmedAt: clock() });
      });
    },

    /** Says nothing of whether there is such an account, not even by its time. */
    async requestReset(email: string): Promise<void> {
      const address = normalEmail(email);
      const user = await repository.findUserByEmail(address);
      await database.write((trx) => links.resetPassword(trx, address, user?.id, 'asked'));
    },

    /** For the operator to pass on where no email arrives. */
    async issueReset(by: AuditActor, email: string): Promise<{ url: string; expiresAt: number }> {
      const user = await repository.findUserByEmail(normalEmail(email));
      if (user === undefined) throw notFound('The account');
      const { token, expiresAt } = await database.write(async (trx) => {
        await tokens.deleteOf(trx, user.id, ['reset_password']);
        const subject = { userId: user.id, email: user.email, ipAddress: null };
        const note = {
          action: 'user.password_reset_issued',
          subjectId: user.id,
          subjectName: user.email,
        };
        await audit.recordForUser(trx, subject, note, by);
        return tokens.issue(trx, { kind: 'reset_password', email: user.email, userId: user.id });
      });
      return { url: `${publicUrl}/app/reset-password/${token}`, expiresAt };
    },

    /**
     * A second factor stays: the mailbox alone opens no account that has one. Where there is none, the browser becomes a
     * known device, so that its owner can sign in whatever strangers do meanwhile. Says whether it did.
     */
    async reset(token: string, password: string, device: Device): Promise<{ isKnownDevice: boolean }> {
      const { ipAddress, token: deviceToken } = device;
      const { email } = await tokens.look('reset_password', token);
      checkNewPassword(password, email);
      const passwordHash = await hashPassword(password, passwordCost, guestAt(ipAddress));
      return database.write(async (trx) => {
        const row = await tokens.take(trx, 'reset_password', token);
        const user = row.user_id === null ? undefined : await repository.lockUser(trx, row.user_id);
        if (user === undefined || user.email !== row.email) throw linkExpired();
        await repository.updateUser(trx, user.id, {
          password_hash: passwordHash,
          // The link went to the address, or the operator gave it to whom it belongs.
          email_verified_at: user.email_verified_at ?? clock(),
        });
        await sessions.endAll(trx, user.id);
        const isKnownDevice = deviceToken !== undefined && user.two_factor_since === null;
        if (isKnownDevice) await knownDevices.remember(trx, user.id, deviceToken);
        await tokens.deleteOf(trx, user.id, ['reset_password']);
        await tokens.deleteAddressChanges(trx, user.id, user.email);
        await audit.recordForUser(
          trx,
          { userId: user.id, email: user.email, ipAddress },
          { action: 'user.password_reset' },
        );
        return { isKnownDevice };
      });
    },
  };
}
