const FIRST_MS = 1_000;
const MAX_MS = 30_000;

/** Doubles each time; the random half keeps many phones from knocking at the same moment. */
export function retryDelay(attempt: number, retryAfter: number | null, random: () => number): number {
  const full = Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempt, 10));
  return Math.max((retryAfter ?? 0) * 1_000, full / 2 + (full / 2) * random());
}
