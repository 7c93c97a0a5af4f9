import type { Clock } from '../../platform/clock.ts';
import type { Limits } from './allocate-slots.ts';
import type { Claim } from './queue.ts';
import { type RunningAttempts, SEND_WITHIN_MS } from './running-attempts.ts';

/** Each holds the body of its event. */
const MAX_IN_HAND = 192;

interface InHand {
  claims: Claim[];
  /** How many may run at once on this node: other nodes may send to the same endpoint. */
  places: number;
}

export type ClaimsInHand = ReturnType<typeof createClaimsInHand>;

/**
 * Claims that wait for a place on this node. An endpoint that responds quickly has its next deliveries here, so that a place
 * that becomes free is taken at once, while the database is told of what has ended (0134).
 */
export function createClaimsInHand(deps: { running: RunningAttempts; limits: Limits; clock: Clock }) {
  const { running, limits, clock } = deps;
  const byEndpoint = new Map<string, InHand>();
  /** To be given back to the queue, in the next transaction. */
  const returned: Claim[] = [];
  let count = 0;

  function beginSome(endpointId: string, { claims, places }: InHand, maxRunning: number): void {
    while (running.countTo(endpointId) < places && running.count() < maxRunning) {
      const claim = claims[0];
      if (claim === undefined || running.countOf(claim.delivery.workspace_id) >= limits.perWorkspace) break;
      claims.shift();
      count -= 1;
      if (clock() - claim.claimedAt > SEND_WITHIN_MS) returned.push(claim);
      else running.begin(claim);
    }
    if (claims.length === 0) byEndpoint.delete(endpointId);
  }

  function giveBack(endpointId: string): void {
    const claims = byEndpoint.get(endpointId)?.claims ?? [];
    returned.push(...claims);
    count -= claims.length;
    byEndpoint.delete(endpointId);
  }

  return {
    returned,

    count: () => count,
    hasRoom: () => count < MAX_IN_HAND,

    countTo: (endpointId: string) => byEndpoint.get(endpointId)?.claims.length ?? 0,

    /** `places`: of the endpoints that were asked about. */
    add(claims: Claim[], places: Map<string, number>): void {
      for (const claim of claims) {
        const { id } = claim.endpoint;
        const inHand = byEndpoint.get(id) ?? { claims: [], places: 0 };
        inHand.claims.push(claim);
        byEndpoint.set(id, inHand);
      }
      count += claims.length;
      for (const [id, free] of places) {
        const inHand = byEndpoint.get(id);
        if (inHand !== undefined) inHand.places = free;
      }
    },

    /** Begins what there is a place for, first to whom nothing is being sent. `kept`: so many places are left to others. */
    begin(kept = 0): void {
      const maxRunning = limits.total - kept;
      const isNew = ([endpointId]: [string, InHand]) => running.countTo(endpointId) === 0;
      for (const [endpointId, inHand] of [...byEndpoint].filter(isNew))
        beginSome(endpointId, { ...inHand, places: Math.min(1, inHand.places) }, maxRunning);
      for (const [endpointId, inHand] of byEndpoint) beginSome(endpointId, inHand, maxRunning);
    },

    giveBack,

    giveBackAll(): void {
      for (const endpointId of byEndpoint.keys()) giveBack(endpointId);
    },
  };
}
