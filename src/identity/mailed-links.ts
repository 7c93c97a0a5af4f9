import type { MailKind } from '../email/mail-kinds.ts';
import type { MailOutbox, NewMail } from '../email/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Role } from '../shared/roles.ts';
import type { IdentityTokens } from './tokens.ts';

/** The web application speaks English. */
export const MAIL_LOCALE = 'en';

export interface Recipient {
  userId: string;
  email: string;
}

export type MailedLinks = ReturnType<typeof createMailedLinks>;

/** Links that go out by email. Until it is sent, the email has its link sealed: a copy of the database opens none. */
export function createMailedLinks(deps: {
  tokens: IdentityTokens;
  mails: MailOutbox;
  secrets: Secrets;
  clock: Clock;
}) {
  const { tokens, mails, secrets, clock } = deps;
  const seal = (email: string, token: string) => secrets.seal('mailed-links', email, token);
  const send = <Kind extends MailKind>(
    trx: Queries,
    mail: Pick<NewMail<Kind>, 'kind' | 'recipient' | 'content'>,
    workspaceId: string | null = null,
  ) => mails.enqueue(trx, { ...mail, workspaceId, locale: MAIL_LOCALE }, clock());

  return {
    /** `workspaceId` is of a sign-up: whoever follows the link chooses the password and becomes its owner. */
    async verifyEmail(trx: Queries, { userId, email }: Recipient, workspaceId?: string): Promise<void> {
      await tokens.deleteOf(trx, userId, ['verify_email']);
      const { token, expiresAt } = await tokens.issue(trx, {
        kind: 'verify_email',
        email,
        userId,
        ...(workspaceId === undefined ? {} : { workspaceId, role: 'owner' }),
      });
      const because = workspaceId === undefined ? 'new_address' : 'signed_up';
      const content = { sealed_token: seal(email, token), expires_at: expiresAt, because } as const;
      await send(trx, { kind: 'verify_email', recipient: email, content });
    },

    /** To the address before: whoever else has the password must not take the account away in silence. */
    async tellOfNewEmail(
      trx: Queries,
      emails: { before: string; next: string },
      stage: 'asked' | 'done',
    ): Promise<void> {
      const content = { stage, new_email: emails.next };
      await send(trx, { kind: 'email_changed', recipient: emails.before, content });
    },

    /**
     * To no one when there is no such account, and at the same cost: the time tells nothing. Earlier links stay good:
     * otherwise a stranger could end them by asking again and again.
     */
    async resetPassword(
      trx: Queries,
      email: string,
      userId: string | undefined,
      because: 'asked' | 'signed_up_again',
    ): Promise<void> {
      const { token, expiresAt } = await tokens.issue(trx, {
        kind: 'reset_password',
        email,
        ...(userId === undefined ? {} : { userId }),
      });
      if (userId === undefined) return;
      const content = { sealed_token: seal(email, token), expires_at: expiresAt, because };
      await send(trx, { kind: 'reset_password', recipient: email, content });
    },

    /** Returns what the link carries, for the inviter to pass on by other means. */
    async invite(
      trx: Queries,
      invitation: {
        email: string;
        role: Role;
        workspaceId: string;
        workspaceName: string;
        inviter: { userId: string; email: string };
      },
    ) {
      const { email, role, workspaceId, workspaceName, inviter } = invitation;
      const issued = await tokens.issue(trx, {
        kind: 'invitation',
        email,
        userId: inviter.userId,
        workspaceId,
        role,
      });
      const content = {
        sealed_token: seal(email, issued.token),
        expires_at: issued.expiresAt,
        workspace_name: workspaceName,
        inviter: inviter.email,
        role,
      };
      await send(trx, { kind: 'invitation', recipient: email, content }, workspaceId);
      return issued;
    },
  };
}
