import { isProbing } from '../endpoints/breaker.ts';

/** How many attempts may run at once. */
export interface Limits {
  /** On one node. */
  total: number;
  perWorkspace: number;
  /** On all nodes together. */
  perEndpoint: number;
  /** On one node, to endpoints that failed or were slow the last time, or were never reached: others must have room. */
  unhealthy: number;
}

export const LIMITS: Limits = { total: 64, perWorkspace: 16, perEndpoint: 4, unhealthy: 16 };

/** So many deliveries of an endpoint are claimed at once, those that run included, while it responds quickly. */
export const MAX_CLAIMED = 16;

/** An endpoint that something is due to. */
export interface Candidate {
  id: string;
  workspaceId: string;
  failures: number;
  isUnhealthy: boolean;
  /** Attempts to it that are running right now, on any node. */
  busy: number;
}

/** What runs on this node. */
export interface Running {
  total: number;
  unhealthy: number;
  perWorkspace: Map<string, number>;
}

export function maxToEndpoint(endpoint: Pick<Candidate, 'failures'>, limits: Limits): number {
  return isProbing(endpoint) ? 1 : limits.perEndpoint;
}

/**
 * How many deliveries each endpoint may start now. Workspaces take turns, place by place, so that however much one of
 * them has to send, the others wait for one round at most.
 */
export function allocateSlots(
  candidates: Candidate[],
  running: Running,
  limits: Limits,
): Map<string, number> {
  const shares = new Map<string, number>();
  const queues = [...Map.groupBy(candidates, ({ workspaceId }) => workspaceId)].map(
    ([workspaceId, endpoints]) => ({
      endpoints,
      left: limits.perWorkspace - (running.perWorkspace.get(workspaceId) ?? 0),
    }),
  );
  let left = limits.total - running.total;
  let unhealthyLeft = limits.unhealthy - running.unhealthy;

  const takesOne = (candidate: Candidate): boolean => {
    const share = shares.get(candidate.id) ?? 0;
    if (candidate.busy + share >= maxToEndpoint(candidate, limits)) return false;
    if (candidate.isUnhealthy && unhealthyLeft <= 0) return false;
    shares.set(candidate.id, share + 1);
    if (candidate.isUnhealthy) unhealthyLeft -= 1;
    return true;
  };

  for (let given = true; given; ) {
    given = false;
    for (const queue of queues) {
      if (left <= 0 || queue.left <= 0) continue;
      const taker = queue.endpoints.findIndex(takesOne);
      if (taker === -1) continue;
      // Within a workspace its endpoints take turns too.
      queue.endpoints.push(...queue.endpoints.splice(0, taker + 1));
      queue.left -= 1;
      left -= 1;
      given = true;
    }
  }
  return shares;
}
