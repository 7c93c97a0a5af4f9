import type { Caller } from '../api-keys/caller.ts';
import type { PermanentLinkRepository } from '../permanent-links/repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import { usageOf } from '../workspaces/quota.ts';
import type { Stats } from './schema.ts';

export type StatsService = ReturnType<typeof createStatsService>;

export function createStatsService(deps: {
  photoRequests: PhotoRequestRepository;
  permanentLinks: PermanentLinkRepository;
  clock: Clock;
}) {
  return {
    async of(caller: Caller): Promise<Stats> {
      const now = deps.clock();
      const { plan } = caller;
      const usage = usageOf(caller.usage, now);
      return {
        plan: {
          id: plan.id,
          name: plan.name,
          email_enabled: plan.emailEnabled,
          api_enabled: plan.apiEnabled,
          photos_limit: plan.photos.limit,
          photos_per_request: plan.photosPerRequest,
          permanent_links_limit: plan.permanentLinks,
          api_keys_limit: plan.apiKeys.total,
        },
        usage: {
          photos_used: usage.used,
          photos_limit: usage.limit,
          photos_remaining: usage.remaining,
          is_lifetime_quota: usage.period === null,
          billing_period_start: usage.period && toWireTime(usage.period.start),
          billing_period_end: usage.period && toWireTime(usage.period.end),
        },
        photo_requests: await deps.photoRequests.countByStatus(caller, now),
        permanent_links: await deps.permanentLinks.countUsable(caller, now),
        // Nothing is delivered yet, so there is nothing to count.
        webhooks: { delivered: 0, failed: 0, pending: 0 },
      };
    },
  };
}
