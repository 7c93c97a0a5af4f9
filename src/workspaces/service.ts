import type { Actor, AuditActor, MemberActor, Operator } from '../audit/actor.ts';
import { changesBetween } from '../audit/changes.ts';
import type { Audit, AuditNote, AuditRecord } from '../audit/service.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { type ErrorDetails, notFound, validationError } from '../platform/errors.ts';
import { networkList } from '../platform/ip-address.ts';
import type { PlanId } from './plans.ts';
import type { WorkspaceChanges, WorkspaceRepository } from './repository.ts';
import {
  faultsOfNetworks,
  requireRightTo,
  settingsColumns,
  settingsOf,
  type WorkspaceSettings,
} from './settings.ts';

const MAX_RATE = 1_000_000_000;

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;

export function createWorkspaceService(deps: {
  database: Database;
  repository: WorkspaceRepository;
  audit: Audit;
  clock: Clock;
}) {
  const { database, repository, audit, clock } = deps;

  /** Locks the workspace, changes it and records who did. */
  function change(
    by: Actor,
    workspaceId: string,
    verb: string,
    work: (current: WorkspaceRow) => { columns: WorkspaceChanges; details?: AuditNote['details'] },
  ): Promise<WorkspaceRow> {
    return database.write(async (trx) => {
      const current = await repository.lock(trx, workspaceId);
      if (current === undefined) throw notFound('The workspace');
      const { columns, details = {} } = work(current);
      if (Object.keys(columns).length === 0) return current;
      const changed = await repository.update(trx, workspaceId, columns);
      if (changed === undefined) throw notFound('The workspace');
      await audit.record(trx, workspaceRecord(by, verb, current, details));
      return changed;
    });
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

  /** What the workspace decides about itself. Nothing sent, nothing changed. */
  function changeSettings(
    by: MemberActor | Operator,
    workspaceId: string,
    settings: WorkspaceSettings,
    { mayLockOut = false }: { mayLockOut?: boolean | undefined } = {},
  ): Promise<WorkspaceRow> {
    return change(by, workspaceId, 'settings_changed', (current) => {
      requireRightTo(settings, by, current, clock());
      const columns = settingsColumns(settings);
      // Whoever sets a list that leaves out their own address has to mean it.
      if (!mayLockOut) refuseLockOut(by, settings.ip_allow_list);
      requireHours({ ...current, ...columns });
      const isChanged = Object.entries(columns).some(
        ([name, value]) => current[name as keyof WorkspaceRow] !== value,
      );
      if (!isChanged) return { columns: {} };
      return {
        columns,
        details: changesBetween(settingsOf(current), settingsOf({ ...current, ...columns })),
      };
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
    setPlan(by: Actor, workspaceId: string, plan: PlanId): Promise<WorkspaceRow> {
      return change(by, workspaceId, 'plan_changed', (current) =>
        current.plan === plan
          ? { columns: {} }
          : {
              columns: { plan, plan_started_at: clock() },
              details: changesBetween({ plan: current.plan }, { plan }),
            },
      );
    },

    setLimits(
      by: Actor,
      workspaceId: string,
      { perMinute, perHour }: { perMinute: number; perHour: number },
    ): Promise<WorkspaceRow> {
      const details: ErrorDetails = {};
      if (!isRate(perMinute)) details.per_minute = [`Must be an integer from 1 to ${MAX_RATE}.`];
      if (!isRate(perHour)) details.per_hour = [`Must be an integer from 1 to ${MAX_RATE}.`];
      if (Object.keys(details).length > 0) throw validationError(details);
      return change(by, workspaceId, 'limits_changed', (current) => ({
        columns: { rate_per_minute: perMinute, rate_per_hour: perHour },
        details: changesBetween(
          { per_minute: current.rate_per_minute, per_hour: current.rate_per_hour },
          { per_minute: perMinute, per_hour: perHour },
        ),
      }));
    },

    suspend: (by: Actor, workspaceId: string) =>
      change(by, workspaceId, 'suspended', () => ({ columns: { suspended_at: clock() } })),

    resume: (by: Actor, workspaceId: string) =>
      change(by, workspaceId, 'resumed', () => ({ columns: { suspended_at: null } })),

    /** An empty list lifts the restriction. */
    setIpAllowList(by: Operator, workspaceId: string, networks: string[]): Promise<WorkspaceRow> {
      const faults = faultsOfNetworks(networks);
      if (faults.length > 0) throw validationError({ networks: faults });
      return changeSettings(by, workspaceId, { ip_allow_list: networks });
    },

    changeSettings,
  };
}

/** Known only with what stays as it is. */
function requireHours(row: Pick<WorkspaceRow, 'reminder_from_hour' | 'reminder_until_hour'>): void {
  if (row.reminder_from_hour < row.reminder_until_hour) return;
  throw validationError({
    reminder_until_hour: ['Must be later than the hour from which on they are sent.'],
  });
}

function isRate(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= MAX_RATE;
}

function refuseLockOut({ ipAddress: address }: AuditActor, networks: string[] = []): void {
  if (address === null || networks.length === 0 || networkList(networks).includes(address)) return;
  throw validationError({ ip_allow_list: [`Must include your own address, ${address}.`] });
}

/** What the audit log keeps of something that was done with the workspace itself. */
export function workspaceRecord(
  by: Actor,
  verb: string,
  { id, name }: Pick<WorkspaceRow, 'id' | 'name'>,
  details: AuditNote['details'] = {},
): AuditRecord {
  return { by, workspaceId: id, action: `workspace.${verb}`, subjectId: id, subjectName: name, details };
}
