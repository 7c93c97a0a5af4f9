import type { WorkspaceRow } from '../platform/db/tables.ts';
import { planOf } from './plans.ts';

export type UsageColumns = Pick<
  WorkspaceRow,
  'plan' | 'plan_started_at' | 'lifetime_photos' | 'period_photos' | 'period_started_at'
>;

export interface Usage {
  used: number;
  /** null: unlimited. */
  limit: number | null;
  remaining: number | null;
  /** null: the quota is a lifetime total. */
  period: BillingPeriod | null;
}

export interface BillingPeriod {
  start: number;
  end: number;
}

export function usageOf(workspace: UsageColumns, now: number): Usage {
  const { limit, period: kind } = planOf(workspace.plan).photos;
  const period = kind === 'month' ? billingPeriod(workspace.plan_started_at, now) : null;
  const used = usedIn(workspace, period);
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used), period };
}

function usedIn(workspace: UsageColumns, period: BillingPeriod | null): number {
  if (period === null) return workspace.lifetime_photos;
  // The counter belongs to the period it was last raised in; a later period starts from nothing by itself.
  return workspace.period_started_at === period.start ? workspace.period_photos : 0;
}

/** Months count from the day the plan began: a plan begun on the 31st renews on the last day of a shorter month. */
export function billingPeriod(planStartedAt: number, now: number): BillingPeriod {
  const started = new Date(planStartedAt);
  const current = new Date(now);
  let months =
    (current.getUTCFullYear() - started.getUTCFullYear()) * 12 +
    current.getUTCMonth() -
    started.getUTCMonth();
  if (addMonths(planStartedAt, months) > now) months -= 1;
  months = Math.max(0, months);
  return { start: addMonths(planStartedAt, months), end: addMonths(planStartedAt, months + 1) };
}

function addMonths(milliseconds: number, months: number): number {
  const date = new Date(milliseconds);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
