import { z } from 'zod';
import { CHECKS, type CheckName } from './finding.ts';

/** What follows from a warning, the mildest first. */
export const CONSEQUENCES = ['inform', 'hold', 'refuse'] as const;
export type Consequence = (typeof CONSEQUENCES)[number];

/** When a customer is asked to do something with the camera that the server has chosen. */
export const CHALLENGE_MODES = ['off', 'on_warning', 'always'] as const;
export type ChallengeMode = (typeof CHALLENGE_MODES)[number];

const consequence = z.enum(CONSEQUENCES);
const challengeMode = z.enum(CHALLENGE_MODES);

const byCheck = <Value>(valueFor: (check: CheckName) => Value) =>
  Object.fromEntries(CHECKS.map((check) => [check, valueFor(check)])) as Record<CheckName, Value>;

/** What a workspace wants to follow from warnings. Every check is named. */
export const policySchema = z.strictObject({
  checks: z.strictObject(byCheck(() => consequence)).meta({
    description:
      'What follows from a warning of each check. `inform`: nothing but the finding. `hold`: the submission waits for review. `refuse`: the customer is asked to take the photo again.',
  }),
  challenge: challengeMode.meta({
    description: 'When customers are asked to move the camera in a certain way.',
  }),
});

export type EvidencePolicy = z.infer<typeof policySchema>;

/** What is absent stays. */
export const changePolicyBody = z
  .object({
    checks: z.strictObject(byCheck(() => consequence.optional())).optional(),
    challenge: challengeMode.optional(),
  })
  .meta({ id: 'EvidencePolicy' });

export type PolicyChanges = z.infer<typeof changePolicyBody>;

export const DEFAULT_POLICY: EvidencePolicy = { checks: byCheck(() => 'inform' as const), challenge: 'off' };

/** As it is stored: only what is not the default. A later release may have written what this one does not know. */
interface StoredPolicy {
  checks?: Record<string, string>;
  challenge?: string;
}

export function readPolicy(stored: string | null): EvidencePolicy {
  if (stored === null) return DEFAULT_POLICY;
  const { checks = {}, challenge }: StoredPolicy = JSON.parse(stored);
  const known = <Value extends string>(values: readonly Value[], value: string | undefined, other: Value) =>
    values.find((each) => each === value) ?? other;
  return {
    checks: byCheck((check) => known(CONSEQUENCES, checks[check], DEFAULT_POLICY.checks[check])),
    challenge: known(CHALLENGE_MODES, challenge, DEFAULT_POLICY.challenge),
  };
}

/** With what a request demands beyond it: of the two the stricter counts. */
export function strictest(policy: EvidencePolicy, demanded: string | null): EvidencePolicy {
  if (demanded === null) return policy;
  const { checks = {}, challenge }: PolicyChanges = JSON.parse(demanded);
  return {
    checks: byCheck((check) => later(CONSEQUENCES, policy.checks[check], checks[check])),
    challenge: later(CHALLENGE_MODES, policy.challenge, challenge),
  };
}

function later<Value>(order: readonly Value[], one: Value, other: Value | undefined): Value {
  return other !== undefined && order.indexOf(other) > order.indexOf(one) ? other : one;
}

export function storePolicy({ checks, challenge }: EvidencePolicy): string | null {
  const strict = CHECKS.filter((check) => checks[check] !== DEFAULT_POLICY.checks[check]);
  const stored: StoredPolicy = {
    ...(strict.length > 0 && { checks: Object.fromEntries(strict.map((check) => [check, checks[check]])) }),
    ...(challenge !== DEFAULT_POLICY.challenge && { challenge }),
  };
  return Object.keys(stored).length === 0 ? null : JSON.stringify(stored);
}

export function changedPolicy(policy: EvidencePolicy, changes: PolicyChanges): EvidencePolicy {
  return {
    checks: byCheck((check) => changes.checks?.[check] ?? policy.checks[check]),
    challenge: changes.challenge ?? policy.challenge,
  };
}
