import { type PlanId, planOf } from '../../../../src/workspaces/plans.ts';
import type { Environment } from '../../api/types.ts';

export interface KeyLimit {
  /** What the plan allows, in words. */
  text: string;
  /** Why there can be no further key; null when there can. */
  full: string | null;
}

/** Spec 8: the number of keys depends on the plan. */
export function keyLimitOf(
  planId: PlanId,
  environment: Environment,
  counts: Record<Environment, number>,
): KeyLimit {
  const plan = planOf(planId);
  const { total, perEnvironment } = plan.apiKeys;
  const used = counts.live + counts.test;
  if (!plan.apiEnabled)
    return {
      text: `The ${plan.name} plan has no API access: calls with a key are refused with 403.`,
      full: `The ${plan.name} plan has no API access.`,
    };
  if (perEnvironment !== null)
    return {
      text: `The ${plan.name} plan allows ${perEnvironment} live and ${perEnvironment} test key.`,
      full:
        counts[environment] < perEnvironment
          ? null
          : `The ${plan.name} plan allows ${perEnvironment} ${environment} key. Regenerate it, or delete it first.`,
    };
  if (total === null) return { text: `The ${plan.name} plan allows any number of keys.`, full: null };
  return {
    text: `The ${plan.name} plan allows ${total} keys, live and test together; ${used} of them are used.`,
    full: used < total ? null : `All ${total} keys of the ${plan.name} plan are used. Delete one first.`,
  };
}
