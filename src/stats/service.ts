import type { Caller } from '../api-keys/caller.ts';
import { totalDrafts } from '../permanent-links/drafts.ts';
import type { PermanentLinkRepository } from '../permanent-links/repository.ts';
import type { LinkVisitRepository } from '../permanent-links/visit-repository.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import type { DeliveryLog } from '../webhooks/delivery/delivery-log.ts';
import { usageOf } from '../workspaces/quota.ts';
import type { Counts } from './count-repository.ts';
import type { Stats } from './schema.ts';

export type StatsService = ReturnType<typeof createStatsService>;

/** Whoever asks: the API's caller, or a member in the web application. */
type Asker = Pick<Caller, 'workspaceId' | 'environment' | 'plan' | 'usage'>;

export function createStatsService(deps: {
  counts: Counts;
  permanentLinks: PermanentLinkRepository;
  linkVisits: LinkVisitRepository;
  deliveries: DeliveryLog;
  clock: Clock;
}) {
  function planAndUsage({ plan, usage: columns }: Asker): Pick<Stats, 'plan' | 'usage'> {
    const usage = usageOf(columns, deps.clock());
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
    };
  }

  return {
    planAndUsage,

    async of(asker: Asker): Promise<Stats> {
      const now = deps.clock();
      const drafts = totalDrafts(await deps.linkVisits.totals(asker));
      return {
        ...planAndUsage(asker),
        photo_requests: await deps.counts.byStatus(asker, now),
        permanent_links: {
          ...(await deps.permanentLinks.countUsable(asker, now)),
          draft_count: drafts.count,
          draft_bytes: drafts.bytes,
        },
        webhooks: await deps.deliveries.countLastDay(asker, now),
      };
    },
  };
}
