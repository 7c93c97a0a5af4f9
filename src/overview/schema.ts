import { z } from 'zod';
import { enveloped } from '../platform/http/envelope.ts';
import { wireTime } from '../platform/http/fields.ts';
import { TYPES } from '../shared/request-states.ts';
import { statsSchema } from '../stats/schema.ts';

const dayCounts = z.strictObject({
  date: z.iso.date().meta({ description: 'In the workspace’s time zone.' }),
  requests: z.int().meta({ description: 'One-time requests created.' }),
  submissions: z.int().meta({ description: 'Submissions, including those through permanent links.' }),
  photos: z.int().meta({ description: 'Submitted photos, by the day each one arrived.' }),
});

const submissionSchema = z.strictObject({
  id: z.string(),
  type: z.enum(TYPES),
  unique_code: z.string(),
  instructions: z.string(),
  external_id: z.string().nullable(),
  permanent_link_id: z.string().nullable(),
  submitted_at: wireTime,
  photo_count: z.int(),
  thumbnail_urls: z.array(z.url()).meta({ description: 'Thumbnails of the first photos.' }),
});

const waitingSchema = z.strictObject({
  id: z.string(),
  unique_code: z.string(),
  status: z.enum(['pending', 'in_progress']),
  instructions: z.string(),
  external_id: z.string().nullable(),
  recipient_email: z.string().nullable(),
  created_at: wireTime,
  first_viewed_at: wireTime.nullable(),
  expires_at: wireTime,
  unsent_photos: z.int().meta({ description: 'Photos taken so far in this round.' }),
  wanted_photos: z.int().nullable().meta({
    description: 'Photos the customer is asked for in this round. null: as many as they like.',
  }),
});

export const overviewSchema = z.strictObject({
  time_zone: z.string(),
  plan: statsSchema.shape.plan,
  usage: statsSchema.shape.usage,
  drafts: z
    .strictObject({ count: z.int(), bytes: z.int() })
    .meta({ description: 'Visits to permanent links with photos that haven’t been submitted yet.' }),
  held: z
    .strictObject({ photo_requests: z.int(), permanent_links: z.int() })
    .meta({ description: 'Submissions that wait for review, counted up to 100 photo requests.' }),
  photo_requests: statsSchema.shape.photo_requests.meta({
    description: 'Created in the last 30 days, by status.',
  }),
  days: z.array(dayCounts).meta({ description: 'The last 30 days, oldest first.' }),
  newest_submissions: z.array(submissionSchema),
  has_own_requests: z
    .boolean()
    .meta({ description: 'Whether there are requests other than the sample from the first start.' }),
  waiting_requests: z.array(waitingSchema).meta({ description: 'The newest requests that are still open.' }),
});

export const overviewResponse = enveloped(overviewSchema);

/** How many there are in this environment, of how many the plan allows; null: of any number. */
const ofLimit = z.strictObject({ count: z.int(), limit: z.int().nullable() });

const planSchema = z.strictObject({
  ...statsSchema.shape,
  call_limits: z
    .strictObject({ per_minute: z.int(), per_hour: z.int() })
    .meta({ description: 'How many API calls the workspace is allowed.' }),
  templates: ofLimit,
  slot_images: ofLimit.meta({ description: 'Example pictures and guides for photos.' }),
});

export const planResponse = enveloped(planSchema);

export type WorkspacePlan = z.infer<typeof planSchema>;

export type Overview = z.infer<typeof overviewSchema>;
export type OverviewSubmission = z.infer<typeof submissionSchema>;
export type OverviewWaiting = z.infer<typeof waitingSchema>;
