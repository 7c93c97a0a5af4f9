import type { reviewCountResponse } from '../../../src/reviews/schema.ts';
import { useWorkspaceQuery } from './queries.ts';
import type { DataOf } from './types.ts';

/** Events tell of every change; one of them may get lost. */
const REFRESH_MS = 60_000;

/** How many submissions wait for a decision; undefined until it is known. */
export function useReviewCount(): number | undefined {
  return useWorkspaceQuery<DataOf<typeof reviewCountResponse>>('reviews', undefined, {
    refetchInterval: REFRESH_MS,
  }).data?.pending;
}
