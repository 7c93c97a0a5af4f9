import type { PhotoRow } from '../../platform/db/tables.ts';
import type { CheckName, Finding } from './finding.ts';
import type { Consequence, EvidencePolicy } from './policy.ts';
import { countRefusals, MAX_REFUSALS, type Refusal } from './refusal.ts';

/** What the checks say of each photo, by its id. */
export type Evidence = Map<string, Finding[]>;

export interface RefusedPhoto {
  photo: PhotoRow;
  /** Why. */
  checks: CheckName[];
  /** Its number among those of its slot, from 1 on. */
  attempt: number;
}

/** What becomes of photos that are about to be submitted together. */
export interface Consequences {
  /** As it is to be stored. */
  evidence: Evidence;
  /** To be taken again, before anything is submitted. */
  refused: RefusedPhoto[];
  /** Whether the submission waits for review. */
  isHeld: boolean;
}

export function consequencesOf(
  photos: PhotoRow[],
  found: Evidence,
  { policy, refusals }: { policy: EvidencePolicy; refusals: Refusal[] },
): Consequences {
  const evidence: Evidence = new Map(found);
  const refused: RefusedPhoto[] = [];
  let isHeld = false;
  for (const photo of photos) {
    const findings = found.get(photo.id) ?? [];
    const before = countRefusals(refusals, photo.slot_index);
    const checks: CheckName[] =
      before === 0 && needsChallenge(findings, policy)
        ? ['challenge']
        : warningsWith('refuse', findings, policy);
    if (checks.length > 0 && before < MAX_REFUSALS) refused.push({ photo, checks, attempt: before + 1 });
    else if (checks.length > 0) {
      isHeld = true;
      evidence.set(
        photo.id,
        findings.map((finding) =>
          checks.includes(finding.check) ? acceptedAfter(finding, before) : finding,
        ),
      );
    }
    if (warningsWith('hold', findings, policy).length > 0) isHeld = true;
  }
  return { evidence, refused, isHeld };
}

/** What another check warned of is to be taken once more, with a challenge this time. */
function needsChallenge(findings: Finding[], { challenge }: EvidencePolicy): boolean {
  return challenge === 'on_warning' && findings.some(({ result }) => result === 'warn');
}

function warningsWith(wanted: Consequence, findings: Finding[], { checks }: EvidencePolicy): CheckName[] {
  return findings
    .filter(({ check, result }) => result === 'warn' && checks[check] === wanted)
    .map(({ check }) => check);
}

function acceptedAfter({ message, figures, ...finding }: Finding, refusals: number): Finding {
  return {
    ...finding,
    message: `${message} The customer was asked ${refusals} times to take it again, so this photo was accepted for review.`,
    figures: { ...figures, refusals },
  };
}
