import type { MessageLimits } from '../phone/allowance.ts';
import type { Plan } from './plans.ts';
import { billingPeriod } from './quota.ts';

/** How many phone messages a workspace may send now. */
export function messageLimitsOf(plan: Plan, planStartedAt: number, now: number): MessageLimits {
  const { perDay, perMonth } = plan.phoneMessages;
  return { plan: plan.name, perDay, perPeriod: perMonth, period: billingPeriod(planStartedAt, now) };
}

export function allowsPhoneMessages({ phoneMessages }: Plan): boolean {
  return phoneMessages.perDay !== 0;
}
