import type { Actor } from '../audit/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type ErrorDetails, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import { countCharacters, isEmailAddress } from '../platform/text.ts';
import type { PlanId } from '../workspaces/plans.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import type { AddFirstOwner } from './first-owner.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { passwordProblem } from './password-rules.ts';
import type { IdentityRepository } from './repository.ts';

export interface NewWorkspace {
  name: string;
  email: string;
  password: string;
  plan: PlanId;
}

/** A workspace that only has to be written. */
export interface PreparedWorkspace {
  workspaceId: string;
  userId: string;
  insert(trx: Queries, by: Actor): Promise<WorkspaceRow>;
}

const MAX_NAME_LENGTH = 100;

export type OwnedWorkspaces = ReturnType<typeof createOwnedWorkspaces>;

/** Workspaces that begin with an owner, as the operator and a first start create them. */
export function createOwnedWorkspaces(deps: {
  database: Database;
  repository: IdentityRepository;
  workspaces: Pick<WorkspaceService, 'insert'>;
  addFirstOwner: AddFirstOwner;
  ids: Ids;
  clock: Clock;
  passwordCost: number;
}) {
  const { database, repository, workspaces, addFirstOwner, ids, clock, passwordCost } = deps;

  /**
   * Everything but the writing, since hashing a password must not happen inside a transaction. Someone who already has
   * an account becomes owner of one more workspace.
   */
  async function prepare(input: NewWorkspace): Promise<PreparedWorkspace> {
    const email = input.email.trim().toLowerCase();
    const existing = isEmailAddress(email) ? await repository.findUserByEmail(email) : undefined;
    checkNewWorkspace(input, { hasAccount: existing !== undefined });
    if (existing !== undefined && !(await verifyPassword(input.password, existing.password_hash))) {
      throw emailTaken();
    }
    const passwordHash = existing === undefined ? await hashPassword(input.password, passwordCost) : '';
    const now = clock();
    const workspaceId = ids.next('workspace', now);
    const userId = existing?.id ?? ids.next('user', now);

    const insertAll = async (trx: Queries, by: Actor) => {
      if (existing === undefined) {
        const user = { id: userId, email, password_hash: passwordHash, created_at: now };
        if (!(await repository.insertUser(trx, user))) throw emailTaken();
      }
      const row = await workspaces.insert(trx, { workspaceId, name: input.name, plan: input.plan });
      await addFirstOwner(trx, by, row, userId);
      return row;
    };
    return { workspaceId, userId, insert: insertAll };
  }

  return {
    prepare,

    async create(by: Actor, input: NewWorkspace): Promise<{ workspaceId: string; userId: string }> {
      const { workspaceId, userId, insert } = await prepare(input);
      await database.write((trx) => insert(trx, by));
      return { workspaceId, userId };
    },
  };
}

/** Whoever has an account gives the password that they have; a new one has to follow the rules. */
function checkNewWorkspace(input: NewWorkspace, { hasAccount }: { hasAccount: boolean }): void {
  const details: ErrorDetails = {};
  const name = input.name.trim();
  if (name === '' || countCharacters(name) > MAX_NAME_LENGTH) {
    details.name = [`Must have 1 to ${MAX_NAME_LENGTH} characters.`];
  }
  if (!isEmailAddress(input.email.trim())) details.email = ['Must be an email address.'];
  const problem = hasAccount ? null : passwordProblem(input.password, input.email.trim());
  if (problem !== null) details.password = [problem];
  if (Object.keys(details).length > 0) throw validationError(details);
}

function emailTaken() {
  return validationError({
    email: ['This address already has an account with another password.'],
  });
}
