import type { PhotoRequestRow } from '../../platform/db/tables.ts';
import type { CheckName } from './finding.ts';

/**
 * So often a photo of one slot is refused. The next one is accepted and held for review: an honest customer whose phone
 * always trips a check must not be locked out.
 */
export const MAX_REFUSALS = 3;

/** A photo that was deleted because of a warning, to be taken again. */
export interface Refusal {
  slot: number;
  /** The name that the customer's device gave it: whoever sends it once more hears the same again. */
  clientId: string;
  checks: CheckName[];
  at: number;
}

/** Oldest first. There are at most a few for each slot. */
export function refusalsOf({ refusals }: Pick<PhotoRequestRow, 'refusals'>): Refusal[] {
  return refusals === null ? [] : JSON.parse(refusals);
}

export function wasRefused(request: Pick<PhotoRequestRow, 'refusals'>, clientId: string): boolean {
  return refusalsOf(request).some((refusal) => refusal.clientId === clientId);
}

export function countRefusals(refusals: Refusal[], slot: number): number {
  return refusals.filter((refusal) => refusal.slot === slot).length;
}
