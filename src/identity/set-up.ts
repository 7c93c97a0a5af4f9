import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { OwnedWorkspaces } from './owned-workspaces.ts';
import { checkNewPassword } from './password-rules.ts';
import type { Device, Sessions } from './sessions.ts';
import { normalEmail } from './sign-in.ts';
import { type IdentityTokens, linkExpired } from './tokens.ts';

/** The link that a first start in production prints: whoever opens it owns the installation's first workspace. */
export function createSetUp(deps: {
  database: Database;
  tokens: IdentityTokens;
  sessions: Sessions;
  ownedWorkspaces: OwnedWorkspaces;
  workspaceRepository: WorkspaceRepository;
  clock: Clock;
  publicUrl: string;
}) {
  const { database, tokens, sessions, ownedWorkspaces, workspaceRepository, clock, publicUrl } = deps;

  return {
    /** Undefined when there is a workspace already. */
    async issueLink(): Promise<string | undefined> {
      if (await workspaceRepository.existsAny()) return undefined;
      const { token } = await database.write((trx) => tokens.issue(trx, { kind: 'set_up', email: '' }));
      return `${publicUrl}/app/set-up/${token}`;
    },

    async complete(
      input: { token: string; email: string; password: string; workspaceName: string },
      device: Device,
    ): Promise<string> {
      const email = normalEmail(input.email);
      await tokens.look('set_up', input.token);
      checkNewPassword(input.password, email);
      const prepared = await ownedWorkspaces.prepare({
        name: input.workspaceName,
        email,
        password: input.password,
        plan: 'enterprise',
      });
      const { userId } = prepared;
      return database.write(async (trx) => {
        await tokens.take(trx, 'set_up', input.token);
        // Several nodes may have printed a link each; the first one used is the only one.
        if (!(await workspaceRepository.claimFirstStart(trx, clock()))) throw linkExpired();
        await tokens.deleteAll(trx, 'set_up');
        await prepared.insert(trx, { userId, email, ipAddress: device.ipAddress });
        return sessions.open(trx, userId, device, { awaitsSecondFactor: false, confirmedAt: clock() });
      });
    },
  };
}
