import type { PhotoRequestRow } from '../../platform/db/tables.ts';
import type { EvidencePolicy } from './policy.ts';
import { refusalsOf } from './refusal.ts';

/** Whether the photo of a slot is to be taken with a challenge. */
export function isChallenged(
  { challenge }: EvidencePolicy,
  request: Pick<PhotoRequestRow, 'refusals'> | undefined,
  slot: number,
): boolean {
  if (challenge === 'always') return true;
  const wasRefused = request !== undefined && refusalsOf(request).some((refusal) => refusal.slot === slot);
  return challenge === 'on_warning' && wasRefused;
}
