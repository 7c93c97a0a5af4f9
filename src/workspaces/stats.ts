import { z } from 'zod';
import type { Caller } from '../api-keys/caller.ts';
import type { PermanentLinkRepository } from '../permanent-links/repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { wireTime } from '../platform/http/fields.ts';
import { PLAN_IDS } from './plans.ts';
import { usageOf } from './quota.ts';

const limit = z.int().nullable().meta({ description: 'null: unlimited.' });

export const statsSchema = z
  .strictObject({
    plan: z.strictObject({
      id: z.enum(PLAN_IDS),
      name: z.string(),
      email_enabled: z.boolean(),
      api_enabled: z.boolean(),
      photos_limit: limit,
      photos_per_request: z.int(),
      permanent_links_limit: limit,
      api_keys_limit: limit,
    }),
    usage: z.strictObject({
      photos_used: z.int(),
      photos_limit: limit,
      photos_remaining: limit,
      is_lifetime_quota: z.boolean().meta({ description: 'Whether the quota is a total, not monthly.' }),
      billing_period_start: wireTime.nullable(),
      billing_period_end: wireTime.nullable(),
    }),
    photo_requests: z.strictObject({
      pending: z.int(),
      in_progress: z.int(),
      submitted: z.int(),
      expired: z.int(),
      canceled: z.int(),
    }),
    permanent_links: z.strictObject({
      total: z.int(),
      active: z.int().meta({ description: 'Those a customer could use at this moment.' }),
    }),
    webhooks: z
      .strictObject({ delivered: z.int(), failed: z.int(), pending: z.int() })
      .meta({ description: 'Deliveries of the last 24 hours by outcome.' }),
  })
  .meta({ id: 'Stats' });

export const statsAnswer = enveloped(statsSchema);

export type Stats = z.infer<typeof statsSchema>;
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
