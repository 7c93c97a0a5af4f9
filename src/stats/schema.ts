import { z } from 'zod';
import { enveloped } from '../platform/http/envelope.ts';
import { openEnum, wireTime } from '../platform/http/fields.ts';
import { PLAN_IDS } from '../workspaces/plans.ts';

const limit = z.int().min(0).nullable().meta({ description: 'null: unlimited.' });

export const statsSchema = z
  .strictObject({
    plan: z.strictObject({
      id: openEnum(PLAN_IDS),
      name: z.string(),
      email_enabled: z.boolean(),
      api_enabled: z.boolean(),
      photos_limit: limit,
      photos_per_request: z.int().min(0),
      permanent_links_limit: limit,
      api_keys_limit: limit,
    }),
    usage: z.strictObject({
      photos_used: z.int().min(0),
      photos_limit: limit,
      photos_remaining: limit,
      is_lifetime_quota: z
        .boolean()
        .meta({ description: 'Whether the quota is a lifetime total rather than monthly.' }),
      billing_period_start: wireTime.nullable(),
      billing_period_end: wireTime.nullable(),
    }),
    photo_requests: z.strictObject({
      pending: z.int().min(0),
      in_progress: z.int().min(0),
      submitted: z.int().min(0),
      expired: z.int().min(0),
      canceled: z.int().min(0),
    }),
    permanent_links: z.strictObject({
      total: z.int().min(0),
      active: z.int().min(0).meta({ description: 'Those a customer can use right now.' }),
      draft_count: z
        .int()
        .min(0)
        .meta({ description: 'Visits to all of them with photos that haven’t been submitted yet.' }),
      draft_bytes: z.int().min(0).meta({ description: 'Storage used by their photos, in bytes.' }),
    }),
    webhooks: z
      .strictObject({ delivered: z.int().min(0), failed: z.int().min(0), pending: z.int().min(0) })
      .meta({ description: 'Deliveries in the last 24 hours, by outcome.' }),
  })
  .meta({ id: 'Stats' });

export const statsResponse = enveloped(statsSchema);

export type Stats = z.infer<typeof statsSchema>;
