import { OPERATOR } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { MAIL_LOCALE } from './mailed-links.ts';
import type { IdentityRepository, UserRow } from './repository.ts';

const DAY_MS = 24 * 3_600_000;

/** Whoever fails at the second factor has the password already. */
export type SignInWarning = 'wrong_passwords' | 'wrong_second_factors';

const WARNED_AT = {
  wrong_passwords: 'password_warning_at',
  wrong_second_factors: 'second_factor_warning_at',
} as const;

export type SignInWarnings = ReturnType<typeof createSignInWarnings>;

/** Tells the owner of an account, and the audit log, of unusually many failed sign-ins; once a day of each kind. */
export function createSignInWarnings(deps: {
  database: Database;
  repository: IdentityRepository;
  mails: MailOutbox;
  audit: Audit;
  clock: Clock;
}) {
  const { database, repository, mails, audit, clock } = deps;

  return {
    async warn({ id: userId, email }: Pick<UserRow, 'id' | 'email'>, reason: SignInWarning): Promise<void> {
      const now = clock();
      await database.write(async (trx) => {
        if (!(await repository.noteWarning(trx, userId, WARNED_AT[reason], now, now - DAY_MS))) return;
        const about = { workspaceId: null, recipient: email, locale: MAIL_LOCALE };
        await mails.enqueue(trx, { kind: 'sign_in_warning', content: { reason, at: now }, ...about }, now);
        const subject = { userId, email, ipAddress: null };
        const note = {
          action: 'user.sign_in_warning',
          subjectId: userId,
          subjectName: email,
          details: { reason },
        };
        await audit.recordForUser(trx, subject, note, OPERATOR);
      });
    },
  };
}
