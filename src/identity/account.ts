import type { Audit } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { notFound, ServiceError, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import type { AddFirstOwner } from './first-owner.ts';
import { requireRoomForFree } from './free-workspaces.ts';
import type { MailedLinks } from './mailed-links.ts';
import type { Person } from './member.ts';
import type { PendingSignUps } from './pending-sign-ups.ts';
import type { IdentityRepository, UserRow } from './repository.ts';
import { normalEmail } from './sign-in.ts';
import type { IdentityTokens } from './tokens.ts';

/** More than anyone needs, and few enough to bound what one person can use up. */
const MAX_WORKSPACES = 20;

export type Account = ReturnType<typeof createAccount>;

/** What people do with their own account, but for its password. */
export function createAccount(deps: {
  database: Database;
  repository: IdentityRepository;
  pending: PendingSignUps;
  tokens: IdentityTokens;
  links: MailedLinks;
  workspaces: Pick<WorkspaceService, 'insert'>;
  addFirstOwner: AddFirstOwner;
  audit: Audit;
  ids: Ids;
  clock: Clock;
  mailConfigured: boolean;
}) {
  const { database, repository, pending, tokens, links, workspaces, addFirstOwner, audit, ids, clock } = deps;

  async function find(userId: string): Promise<UserRow> {
    const user = await repository.findUser(userId);
    if (user === undefined) throw notFound('The account');
    return user;
  }

  type Emails = { before: string; next: string };

  /** Where emails are sent, the new address has to prove itself first, and who else has it stays unknown. */
  async function askForEmail(trx: Queries, actor: Person, emails: Emails): Promise<void> {
    const { before, next } = emails;
    const existing = await repository.findUserByEmail(next, trx);
    if (existing === undefined || (await pending.isPending(trx, existing)))
      await links.verifyEmail(trx, { userId: actor.userId, email: next });
    else await tokens.deleteAddressChanges(trx, actor.userId, before);
    await links.tellOfNewEmail(trx, emails, 'asked');
    await audit.recordForUser(trx, actor, {
      action: 'user.email_change_asked',
      details: { before, email: next },
    });
  }

  async function changeEmail(trx: Queries, actor: Person, emails: Emails): Promise<void> {
    const { before, next } = emails;
    if (!(await repository.changeEmail(trx, actor.userId, next, { verifiedAt: null, now: clock() }))) {
      throw validationError({ email: ['This address can’t be used.'] });
    }
    await tokens.deleteOf(trx, actor.userId, ['verify_email', 'reset_password']);
    await links.tellOfNewEmail(trx, emails, 'done');
    await audit.recordForUser(trx, actor, {
      action: 'user.email_changed',
      details: { before, email: next },
    });
  }

  return {
    /** For the operator. */
    async findByEmail(email: string): Promise<UserRow> {
      const user = await repository.findUserByEmail(normalEmail(email));
      if (user === undefined) throw notFound('The account');
      return user;
    },

    async view(userId: string) {
      const [user, memberships, recoveryCodes] = await Promise.all([
        find(userId),
        repository.workspacesOf(userId),
        repository.countRecoveryCodes(userId),
      ]);
      return { user, memberships, recoveryCodes };
    },

    /** Tells whether the new address waits to be verified. */
    async change(actor: Person, changes: { name?: string | null; email?: string }) {
      return database.write(async (trx) => {
        const user = await repository.lockUser(trx, actor.userId);
        if (user === undefined) throw notFound('The account');
        if (changes.name !== undefined) {
          const name = changes.name?.trim() || null;
          await repository.updateUser(trx, user.id, { name });
          await audit.recordForUser(trx, actor, { action: 'user.renamed', details: { name } });
        }
        const next = changes.email === undefined ? user.email : normalEmail(changes.email);
        if (next === user.email) return { awaitsVerification: false };
        const changeOrAsk = deps.mailConfigured ? askForEmail : changeEmail;
        await changeOrAsk(trx, actor, { before: user.email, next });
        return { awaitsVerification: deps.mailConfigured };
      });
    },

    async sendVerification(userId: string): Promise<void> {
      const user = await find(userId);
      if (user.email_verified_at !== null) return;
      await database.write((trx) => links.verifyEmail(trx, { userId, email: user.email }));
    },

    /** A further workspace, as small as every new one. */
    async createWorkspace(actor: Person, name: string): Promise<{ id: string; name: string }> {
      const workspaceId = ids.next('workspace');
      return database.write(async (trx) => {
        await repository.lockUser(trx, actor.userId);
        const own = await repository.plansOwned(trx, actor.userId);
        if (own.length >= MAX_WORKSPACES) {
          throw new ServiceError('quota_exceeded', `You can own at most ${MAX_WORKSPACES} workspaces.`);
        }
        const plan = 'developer_free';
        await requireRoomForFree(repository, trx, { userId: actor.userId, plan, whoOwns: 'You already own' });
        const row = await workspaces.insert(trx, { workspaceId, name, plan });
        await addFirstOwner(trx, actor, row, actor.userId);
        return { id: row.id, name: row.name };
      });
    },
  };
}
