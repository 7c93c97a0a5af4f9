import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type ErrorDetails, notFound, validationError } from '../platform/errors.ts';
import type { PlanId } from './plans.ts';
import type { WorkspaceRepository } from './repository.ts';
import { faultsOfNetworks, networksColumn, settingsColumns, type WorkspaceSettings } from './settings.ts';

const MAX_RATE = 1_000_000_000;

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

export function createWorkspaceService(deps: {
  database: Database;
  repository: WorkspaceRepository;
  clock: Clock;
}) {
  const { database, repository, clock } = deps;

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

  return {
    async find(workspaceId: string): Promise<WorkspaceRow> {
      const row = await repository.find(workspaceId);
      if (row === undefined) throw notFound('The workspace');
      return row;
    },

    listAll: () => repository.listAll(),

    insert,

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

function isRate(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_RATE;
}
