import type { LinkAlerts } from '../permanent-links/alerts.ts';
import type { QuotaShares } from '../permanent-links/visit-limits.ts';
import type { Owner } from '../platform/db/tables.ts';
import type { RateLimiter, Throttle } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';

/** Photos that someone is submitting through a permanent link. */
interface Spending {
  owner: Owner;
  linkId: string;
  address: string;
  photos: number;
  /** null: there is no quota that could be used up. */
  shares: QuotaShares | null;
}

interface Counter {
  throttle: Throttle;
  key: string;
  limit: number;
}

/**
 * What all permanent links together may take of their workspace's quota in a day (0078); beyond it submissions are held for
 * approval. Photos count when they are submitted, as they do for the quota: visits that were opened or filled before get no
 * further than others, and drafts cost nothing.
 */
export function createLinkQuota({ rateLimiter, alerts }: { rateLimiter: RateLimiter; alerts: LinkAlerts }) {
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

  return {
    /** `work` is told how many photos may take quota, and tells whether they have. */
    async spend(
      { owner, linkId, address, photos, shares }: Spending,
      work: (admitted: number) => Promise<boolean>,
    ): Promise<void> {
      if (shares === null) {
        await work(Number.POSITIVE_INFINITY);
        return;
      }
      const { workspaceId } = owner;
      const ofAll: Counter = { throttle: 'linkQuota', key: workspaceId, limit: shares.ofAll };
      // First: whoever has used up the share of their network takes nothing of what is everyone's.
      const ofNetwork: Counter = {
        throttle: 'linkQuotaOfNetwork',
        key: `${workspaceId} ${networkOf(address)}`,
        limit: shares.ofNetwork,
      };
      const counters = photos === 0 ? [] : [ofNetwork, ofAll];
      const hasRoom = await take(counters, photos);
      let hasSpent = false;
      try {
        hasSpent = await work(hasRoom ? photos : 0);
      } finally {
        if (hasRoom && !hasSpent) await giveBack(counters, photos);
      }
      const { count } = await rateLimiter.peek(ofAll.throttle, ofAll.key);
      if (!hasRoom || count >= shares.unusual)
        await alerts.raise({ owner, linkId }, 'unusual_rate', rateLimiter);
    },
  };
}
