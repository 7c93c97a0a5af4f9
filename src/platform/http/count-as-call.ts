import { type CallLimits, type RateLimiter, rateLimited } from './rate-limit.ts';

/** What members create uses up the workspace's calls as what its keys create: each may send an email to a stranger. */
export async function countAsCall(
  rateLimiter: RateLimiter,
  { workspaceId, callLimits }: { workspaceId: string; callLimits: CallLimits },
): Promise<void> {
  const state = await rateLimiter.takeCall(workspaceId, callLimits);
  if (!state.allowed) throw rateLimited(state);
}
