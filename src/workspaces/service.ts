import { hashPassword, verifyPassword } from '../identity/password.ts';
import { passwordProblem } from '../identity/password-rules.ts';
import type { IdentityRepository } from '../identity/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type ErrorDetails, notFound, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import { countCharacters, isEmailAddress } from '../platform/text.ts';
import type { PlanId } from './plans.ts';
import type { WorkspaceRepository } from './repository.ts';
import { faultsOfNetworks, networksColumn, settingsColumns, type WorkspaceSettings } from './settings.ts';

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
  insert(trx: Queries): Promise<WorkspaceRow>;
}

const MAX_NAME_LENGTH = 100;
const MAX_RATE = 1_000_000_000;

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

export function createWorkspaceService(deps: {
  database: Database;
  repository: WorkspaceRepository;
  identity: IdentityRepository;
  ids: Ids;
  clock: Clock;
  passwordCost: number;
}) {
  const { database, repository, identity, ids, clock, passwordCost } = deps;

  async function change(
    workspaceId: string,
    changes: Parameters<WorkspaceRepository['update']>[2],
  ): Promise<WorkspaceRow> {
    const row = await database.write((trx) => repository.update(trx, workspaceId, changes));
    if (row === undefined) throw notFound('The workspace');
    return row;
  }

  /** Without any member yet. */
  function insert(
    trx: Queries,
    { workspaceId, name, plan }: { workspaceId: string; name: string; plan: PlanId },
  ): Promise<WorkspaceRow> {
    const now = clock();
    return repository.insert(trx, {
      id: workspaceId,
      name: name.trim(),
      plan,
      plan_started_at: now,
      suspended_at: null,
      ip_allow_list: null,
      rate_per_minute: null,
      rate_per_hour: null,
      period_started_at: null,
      created_at: now,
    });
  }

  /**
   * Everything but the writing, since hashing a password must not happen inside a transaction. Somebody who already has
   * an account becomes owner of one more workspace.
   */
  async function prepare(input: NewWorkspace): Promise<PreparedWorkspace> {
    const email = input.email.trim().toLowerCase();
    const existing = isEmailAddress(email) ? await identity.findUserByEmail(email) : undefined;
    checkNewWorkspace(input, { hasAccount: existing !== undefined });
    if (existing !== undefined && !(await verifyPassword(input.password, existing.password_hash))) {
      throw emailTaken();
    }
    const passwordHash = existing === undefined ? await hashPassword(input.password, passwordCost) : '';
    const now = clock();
    const workspaceId = ids.next('workspace', now);
    const userId = existing?.id ?? ids.next('user', now);

    const insertAll = async (trx: Queries) => {
      if (existing === undefined) {
        const user = { id: userId, email, password_hash: passwordHash, created_at: now };
        if (!(await identity.insertUser(trx, user))) throw emailTaken();
      }
      const row = await insert(trx, { workspaceId, name: input.name, plan: input.plan });
      await identity.insertMember(trx, workspaceId, { userId, role: 'owner', now });
      return row;
    };
    return { workspaceId, userId, insert: insertAll };
  }

  return {
    async find(workspaceId: string): Promise<WorkspaceRow> {
      const row = await repository.find(workspaceId);
      if (row === undefined) throw notFound('The workspace');
      return row;
    },

    listAll: () => repository.listAll(),

    prepare,
    insert,

    async create(input: NewWorkspace): Promise<{ workspaceId: string; userId: string }> {
      const { workspaceId, userId, insert } = await prepare(input);
      await database.write(insert);
      return { workspaceId, userId };
    },

    /** A new plan starts a new billing period; naming the plan it already has changes nothing. */
    async setPlan(workspaceId: string, plan: PlanId): Promise<WorkspaceRow> {
      const changed = await database.write(async (trx) => {
        const current = await repository.lock(trx, workspaceId);
        if (current === undefined || current.plan === plan) return current;
        return repository.update(trx, workspaceId, { plan, plan_started_at: clock() });
      });
      if (changed === undefined) throw notFound('The workspace');
      return changed;
    },

    setLimits(workspaceId: string, limits: { perMinute: number; perHour: number }): Promise<WorkspaceRow> {
      const details: ErrorDetails = {};
      if (!isRate(limits.perMinute)) details.per_minute = [`Must be an integer from 1 to ${MAX_RATE}.`];
      if (!isRate(limits.perHour)) details.per_hour = [`Must be an integer from 1 to ${MAX_RATE}.`];
      if (Object.keys(details).length > 0) throw validationError(details);
      return change(workspaceId, { rate_per_minute: limits.perMinute, rate_per_hour: limits.perHour });
    },

    suspend: (workspaceId: string) => change(workspaceId, { suspended_at: clock() }),
    resume: (workspaceId: string) => change(workspaceId, { suspended_at: null }),

    /** An empty list lifts the restriction. */
    setIpAllowList(workspaceId: string, networks: string[]): Promise<WorkspaceRow> {
      const faults = faultsOfNetworks(networks);
      if (faults.length > 0) throw validationError({ networks: faults });
      return change(workspaceId, { ip_allow_list: networksColumn(networks) });
    },

    /** The transaction is the caller's, so that whatever is noted about it commits with it. */
    async changeSettings(
      trx: Queries,
      workspaceId: string,
      settings: WorkspaceSettings,
    ): Promise<WorkspaceRow> {
      const columns = settingsColumns(settings);
      const row =
        Object.keys(columns).length === 0
          ? await repository.lock(trx, workspaceId)
          : await repository.update(trx, workspaceId, columns);
      if (row === undefined) throw notFound('The workspace');
      return row;
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
  if (!isEmailAddress(input.email.trim())) details.email = ['Must be an e-mail address.'];
  const problem = hasAccount ? null : passwordProblem(input.password, input.email.trim());
  if (problem !== null) details.password = [problem];
  if (Object.keys(details).length > 0) throw validationError(details);
}

function emailTaken() {
  return validationError({
    email: ['Somebody with this address already has an account with another password.'],
  });
}

function isRate(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_RATE;
}
