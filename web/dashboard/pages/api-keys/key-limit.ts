import { type PlanId, planOf } from '../../../../src/workspaces/plans.ts';
import type { Environment } from '../../api/types.ts';

export interface KeyLimit {
  /** What the plan allows, in words. */
  text: string;
  /** Why there can be no further key of an environment; null when there can. */
  full: Record<Environment, string | null>;
  /** Why there can be no further key at all. */
  allFull: string | null;
}

/** Spec 8: the number of keys depends on the plan. */
export function keyLimitOf(planId: PlanId, counts: Record<Environment, number>): KeyLimit {
  const plan = planOf(planId);
  const { total, perEnvironment } = plan.apiKeys;
  if (!plan.apiEnabled) {
    return {
      text: `The ${plan.name} plan has no API access. Calls with a key return 403.`,
      ...bothFull(`The ${plan.name} plan has no API access.`),
    };
  }
  if (perEnvironment !== null) {
    const fullOf = (environment: Environment) =>
      counts[environment] < perEnvironment
        ? null
        : `Your plan allows ${perEnvironment} ${environment} key. Regenerate it, or delete it first.`;
    const full = { live: fullOf('live'), test: fullOf('test') };
    const text = `The ${plan.name} plan allows ${perEnvironment} live and ${perEnvironment} test key.`;
    const isFull = full.live !== null && full.test !== null;
    return { text, full, allFull: isFull ? `${text} Regenerate a key, or delete one first.` : null };
  }
  if (total === null) return { text: `The ${plan.name} plan allows any number of keys.`, ...bothFull(null) };
  const used = counts.live + counts.test;
  return {
    text: `The ${plan.name} plan allows ${total} keys, live and test together. ${used} in use.`,
    ...bothFull(used < total ? null : `You’re using all ${total} keys in your plan. Delete one first.`),
  };
}

function bothFull(reason: string | null): Pick<KeyLimit, 'full' | 'allFull'> {
  return { full: { live: reason, test: reason }, allFull: reason };
}
