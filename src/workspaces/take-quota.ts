import { toWireTime } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Environment, Owner } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { type Plan, planOf } from './plans.ts';
import { type UsageColumns, usageOf } from './quota.ts';
import type { WorkspaceRepository } from './repository.ts';

export type QuotaTaker = ReturnType<typeof createQuotaTaker>;

/** Refuses to create what could not receive a single photo. Test objects never count, so they are never refused. */
export function requireQuota(
  workspace: { environment: Environment; plan: Plan; usage: UsageColumns },
  now: number,
): void {
  const { environment, plan, usage } = workspace;
  if (environment === 'test' || plan.photos.limit === null) return;
  const { remaining, limit, period } = usageOf(usage, now);
  if (remaining !== 0) return;
  const reason =
    period === null
      ? `The ${plan.name} plan includes ${limit} photos in total, and all of them have been used. Upgrade the plan.`
      : `All ${limit} photos in the ${plan.name} plan for this billing period have been used. ` +
        `The next period starts at ${toWireTime(period.end)}. Wait until then or upgrade the plan.`;
  throw new ServiceError('quota_exceeded', reason);
}

/** From these shares on whoever looks after a workspace should know. */
const TOLD_PERCENTS = [100, 80];

/** A share of the quota was reached by what was just submitted. */
export interface QuotaReached {
  percent: number;
  limit: number;
  resetsAt: number | null;
}

export type OnQuotaReached = (
  trx: Queries,
  owner: Owner,
  reached: QuotaReached,
  now: number,
) => Promise<void>;

export function createQuotaTaker(
  workspaces: WorkspaceRepository,
  onReached: OnQuotaReached = async () => {},
) {
  return {
    /** Counts submitted photos; refuses those that would go over the quota. Test photos never count. */
    async take(trx: Queries, owner: Owner, photos: number, now: number): Promise<void> {
      const { workspaceId, environment } = owner;
      if (environment === 'test') return;
      const workspace = await workspaces.lock(trx, workspaceId);
      if (workspace === undefined) throw new Error('A photo request without its workspace');
      const { used, limit, remaining, period } = usageOf(workspace, now);
      if (remaining !== null && photos > remaining) {
        throw new ServiceError(
          'quota_exceeded',
          `The workspace can receive ${remaining} more photos on its ${planOf(workspace.plan).name} plan, and this submission has ${photos}.`,
        );
      }
      await workspaces.update(
        trx,
        workspaceId,
        period === null
          ? { lifetime_photos: used + photos }
          : { period_photos: used + photos, period_started_at: period.start },
      );
      const percent = limit === null ? undefined : reachedPercent(used, used + photos, limit);
      if (limit !== null && percent !== undefined)
        await onReached(trx, owner, { percent, limit, resetsAt: period?.end ?? null }, now);
    },
  };
}

/** The highest share that these photos passed; each is passed once, as the count never falls within a period. */
function reachedPercent(before: number, after: number, limit: number): number | undefined {
  return TOLD_PERCENTS.find((percent) => {
    const share = (limit * percent) / 100;
    return before < share && after >= share;
  });
}
