import { type RateLimiter, rateLimited } from '../platform/http/rate-limit.ts';
import type { Member } from './access.ts';

/** What members make uses up the workspace's calls as what its keys make: each may send a mail to a stranger. */
export async function countAsCall(
  rateLimiter: RateLimiter,
  { workspaceId, callLimits }: Pick<Member, 'workspaceId' | 'callLimits'>,
): Promise<void> {
  const state = await rateLimiter.takeCall(workspaceId, callLimits);
  if (!state.allowed) throw rateLimited(state);
}
