import type { LinkAlerts } from '../permanent-links/alerts.ts';
import { linkBusy, type QuotaShares } from '../permanent-links/visit-limits.ts';
import type { Owner } from '../platform/db/tables.ts';
import type { RateLimiter, Throttle } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';

/** Someone at a permanent link. */
interface Visit {
  owner: Owner;
  linkId: string;
  address: string;
}

/** Is told how many photos may take quota, null: it is to be held. Tells whether they have. */
export type Submit = (admitted: number | null) => Promise<boolean>;

interface Counter {
  throttle: Throttle;
  key: string;
  limit: number;
}

/**
 * What all permanent links together may take of their workspace's quota in a day (0078); beyond it submissions are held for
 * approval. Photos count when they are submitted, as they do for the quota: visits that were opened or filled before get no
 * further than others, and drafts cost nothing. Of one network only so many are held, since a link that holds too many takes no
 * new visitors.
 */
export function createLinkQuota({ rateLimiter, alerts }: { rateLimiter: RateLimiter; alerts: LinkAlerts }) {
  /** First of the network: whoever has used up the share of theirs takes nothing of what is everyone's. */
  function countersOf({ owner, linkId, address }: Visit, shares: QuotaShares): Counter[] {
    const { workspaceId } = owner;
    const ofNetwork = `${shares.isOfLink ? linkId : workspaceId} ${networkOf(address)}`;
    return [
      { throttle: 'linkQuotaOfNetwork', key: ofNetwork, limit: shares.ofNetwork },
      { throttle: 'linkQuota', key: workspaceId, limit: shares.ofAll },
    ];
  }

  const heldKey = ({ linkId, address }: Visit) => `${linkId} ${networkOf(address)}`;

  async function giveBack(counters: Counter[], photos: number): Promise<void> {
    for (const { throttle, key } of counters) await rateLimiter.giveBack(throttle, key, photos);
  }

  /** Counts the photos against each limit, or against none. */
  async function take(counters: Counter[], photos: number): Promise<boolean> {
    for (const [index, { throttle, key, limit }] of counters.entries()) {
      if ((await rateLimiter.take(throttle, key, limit, photos)).allowed) continue;
      await giveBack(counters.slice(0, index + 1), photos);
      return false;
    }
    return true;
  }

  /** Lets it be held; throws where that are too many. */
  async function hold(visit: Visit, work: Submit): Promise<void> {
    const key = heldKey(visit);
    const { allowed, retryAfterSeconds } = await rateLimiter.take('linkHeld', key);
    let isHeld = false;
    try {
      if (!allowed) throw linkBusy(retryAfterSeconds);
      isHeld = !(await work(null));
    } finally {
      if (!isHeld) await rateLimiter.giveBack('linkHeld', key);
    }
  }

  return {
    /** Throws when what another visitor submits could neither take quota nor be held. */
    async requireRoom(visit: Visit, shares: QuotaShares | null): Promise<void> {
      if (shares === null || (await rateLimiter.peek('linkHeld', heldKey(visit))).remaining > 0) return;
      for (const { throttle, key, limit } of countersOf(visit, shares)) {
        const { remaining, retryAfterSeconds } = await rateLimiter.peek(throttle, key, limit);
        if (remaining === 0) throw linkBusy(retryAfterSeconds);
      }
    },

    async spend(visit: Visit & { photos: number }, shares: QuotaShares | null, work: Submit): Promise<void> {
      if (shares === null) {
        await work(Number.POSITIVE_INFINITY);
        return;
      }
      const { owner, linkId, photos } = visit;
      const counters = photos === 0 ? [] : countersOf(visit, shares);
      const hasRoom = await take(counters, photos);
      if (hasRoom) {
        let hasSpent = false;
        try {
          hasSpent = await work(photos);
        } finally {
          if (!hasSpent) await giveBack(counters, photos);
        }
      } else await hold(visit, work);
      const { count } = await rateLimiter.peek('linkQuota', owner.workspaceId);
      if (!hasRoom || count >= shares.unusual)
        await alerts.raise({ owner, linkId }, 'unusual_rate', rateLimiter);
    },
  };
}
