import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { ServiceError } from '../platform/errors.ts';
import { strangerAt } from './hashing-gate.ts';
import type { Person } from './member.ts';
import { decoyPasswordHash, verifyPassword } from './password.ts';
import type { IdentityRepository, UserRow } from './repository.ts';
import type { Device, LiveSession, Sessions } from './sessions.ts';
import type { SignInWarnings } from './sign-in-warnings.ts';
import type { IdentityTokens } from './tokens.ts';
import type { TwoFactor } from './two-factor.ts';

export interface SignedIn {
  /** For the cookie. */
  token: string;
  needsSecondFactor: boolean;
}

/** What is known of an attempt before its password is checked. */
export interface SignInAttempt {
  /** From a browser that signed in to the account before. */
  isKnownDevice: boolean;
  /** Strangers have failed so often that the owner should hear of it. */
  isUnderAttack: boolean;
}

export function createSignIn(deps: {
  database: Database;
  repository: IdentityRepository;
  sessions: Sessions;
  twoFactor: TwoFactor;
  tokens: IdentityTokens;
  warnings: SignInWarnings;
  audit: Audit;
  clock: Clock;
  passwordCost: number;
  mailConfigured: boolean;
}) {
  const { database, repository, sessions, twoFactor, tokens, warnings, audit, clock, mailConfigured } = deps;
  const decoyHash = decoyPasswordHash(deps.passwordCost);

  /** Whoever signed up by email must have followed its link first; everyone else was let in by someone. */
  async function mayEnter(user: UserRow): Promise<boolean> {
    if (!mailConfigured || user.email_verified_at !== null) return true;
    return repository.isMemberAnywhere(user.id);
  }

  const actorOf = (user: UserRow, device: Device): Person => ({
    userId: user.id,
    email: user.email,
    ipAddress: device.ipAddress,
  });

  return {
    /** One refusal, after the same time, whatever was wrong. `previous` is the browser's session so far, which ends. */
    async begin(
      { email, password }: { email: string; password: string },
      device: Device,
      previous: string,
      attempt: SignInAttempt,
    ): Promise<SignedIn> {
      const user = await repository.findUserByEmail(normalEmail(email));
      const isKnown = attempt.isKnownDevice && user !== undefined;
      const requester = isKnown ? { key: user.id, isKnown } : strangerAt(device.ipAddress);
      const [isRight] = await Promise.all([
        verifyPassword(password, user?.password_hash ?? decoyHash, requester),
        // Beside the hashing, which takes longer: the time does not tell that there is an account.
        attempt.isUnderAttack && user !== undefined ? warnings.warn(user, 'wrong_passwords') : undefined,
      ]);
      if (user === undefined || !isRight || !(await mayEnter(user))) throw signInFailed();
      return database.write(async (trx) => {
        const current = await repository.lockUser(trx, user.id);
        // The password may have been changed while this one was checked.
        if (current === undefined || current.password_hash !== user.password_hash) throw signInFailed();
        const needsSecondFactor = current.two_factor_since !== null;
        await sessions.end(trx, previous);
        const token = await sessions.open(trx, user.id, device, {
          awaitsSecondFactor: needsSecondFactor,
          confirmedAt: needsSecondFactor ? null : clock(),
        });
        if (!needsSecondFactor) {
          await audit.recordForUser(trx, actorOf(user, device), { action: 'user.signed_in' });
        }
        return { token, needsSecondFactor };
      });
    },

    /** The session that only waits for its second factor. */
    async pending(token: string): Promise<LiveSession> {
      const session = await sessions.find(token);
      if (session === undefined || !session.awaitsSecondFactor) {
        throw new ServiceError('unauthorized', 'Sign in with your password first.');
      }
      return session;
    },

    finish(session: LiveSession, code: string, device: Device): Promise<string> {
      return database.write(async (trx) => {
        const user = await repository.lockUser(trx, session.userId);
        const kind = user === undefined ? undefined : await twoFactor.take(trx, user, code);
        if (user === undefined || kind === undefined) throw codeRefused();
        const token = await sessions.renew(trx, session, device, clock());
        await audit.recordForUser(trx, actorOf(user, device), {
          action: 'user.signed_in',
          details: { second_factor: kind },
        });
        return token;
      });
    },

    /** Someone who has the password fails at the second factor again and again. */
    warnOfSecondFactors: ({ userId, email }: LiveSession) =>
      warnings.warn({ id: userId, email }, 'wrong_second_factors'),

    /** Before something that a borrowed browser must not be enough for. */
    async confirm(session: { sessionId: string; userId: string }, password: string): Promise<void> {
      const user = await repository.findUser(session.userId);
      const requester = { key: session.userId, isKnown: true };
      if (!(await verifyPassword(password, user?.password_hash ?? decoyHash, requester)))
        throw wrongPassword();
      await database.write((trx) => sessions.confirm(trx, session.sessionId));
    },

    async signOut(token: string): Promise<void> {
      await database.write((trx) => sessions.end(trx, token));
    },

    async signOutEverywhere(actor: Person): Promise<void> {
      await database.write(async (trx) => {
        await repository.lockUser(trx, actor.userId);
        await sessions.endAll(trx, actor.userId);
        await tokens.deleteAddressChanges(trx, actor.userId, actor.email);
        await audit.recordForUser(trx, actor, { action: 'user.signed_out_everywhere' });
      });
    },

    async revoke(actor: Person, sessionId: string): Promise<void> {
      await database.write(async (trx) => {
        await repository.lockUser(trx, actor.userId);
        await sessions.revoke(trx, actor.userId, sessionId);
        await audit.recordForUser(trx, actor, { action: 'user.session_ended', subjectId: sessionId });
      });
    },
  };
}

export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function wrongPassword(): ServiceError {
  return new ServiceError('sign_in_failed', 'Incorrect password.');
}

function signInFailed(): ServiceError {
  return new ServiceError('sign_in_failed', 'Incorrect email or password.');
}

function codeRefused(): ServiceError {
  return new ServiceError('sign_in_failed', 'Incorrect code, or already used. Wait for the next one.');
}
