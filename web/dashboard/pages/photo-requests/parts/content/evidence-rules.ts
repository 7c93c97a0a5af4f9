import type { CheckName } from '../../../../../../src/photos/evidence/finding.ts';
import type { ChallengeMode, Consequence } from '../../../../../../src/photos/evidence/policy.ts';
import { CHECK_NAMES } from '../../../../components/check-names.ts';
import type { EvidenceRules } from './content-draft.ts';

const CHECKS = Object.keys(CHECK_NAMES) as CheckName[];

/** `custom`: the API can set each check apart, and what it set is kept. */
export type Strictness = '' | Exclude<Consequence, 'inform'> | 'custom';

export function strictnessOf(rules: EvidenceRules): Strictness {
  const values = new Set(CHECKS.map((check) => rules?.checks?.[check] ?? 'inform'));
  const [first = 'inform'] = values;
  if (values.size > 1) return 'custom';
  return first === 'inform' ? '' : first;
}

export function withStrictness(rules: EvidenceRules, strictness: Strictness): EvidenceRules {
  if (strictness === 'custom') return rules;
  const { checks: _, ...rest } = rules ?? {};
  if (strictness === '') return normalized(rest);
  return { ...rest, checks: Object.fromEntries(CHECKS.map((check) => [check, strictness])) };
}

export function withChallenge(rules: EvidenceRules, challenge: ChallengeMode | ''): EvidenceRules {
  const { challenge: _, ...rest } = rules ?? {};
  return normalized(challenge === '' ? rest : { ...rest, challenge });
}

function normalized(rules: NonNullable<EvidenceRules>): EvidenceRules {
  return Object.keys(rules).length === 0 ? null : rules;
}
