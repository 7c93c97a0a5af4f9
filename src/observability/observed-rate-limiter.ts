import type { RateLimiter, RateState } from '../platform/http/rate-limit.ts';

/** Tells of every refusal: `calls` of a workspace, or the throttle that held. */
export function observedRateLimiter(limiter: RateLimiter, refused: (kind: string) => void): RateLimiter {
  const look = (kind: string, state: RateState) => {
    if (!state.allowed) refused(kind);
    return state;
  };
  return {
    ...limiter,
    takeCall(workspaceId, limits) {
      const state = limiter.takeCall(workspaceId, limits);
      return state instanceof Promise ? state.then((known) => look('calls', known)) : look('calls', state);
    },
    take: async (throttle, ...rest) => look(labelOf(throttle), await limiter.take(throttle, ...rest)),
  };
}

/** `wrongCodes` becomes `wrong_codes`, as labels are written. */
function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
