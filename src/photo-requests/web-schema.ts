import { z } from 'zod';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { text } from '../platform/http/fields.ts';
import { listPhotoRequestsQuery, photoRequestSchema } from './schema.ts';
import { timelineEntrySchema } from './timeline.ts';

/** With `search`, a page may hold fewer matches than asked for, or none, and there are more: the cursor says so. */
export const searchPhotoRequestsQuery = listPhotoRequestsQuery.extend({
  search: text(1, 200).optional(),
  assignee: z.enum(['me']).optional().meta({ description: 'Only those that are assigned to you.' }),
});

/** Who takes care of a request. */
export const assigneeSchema = z.strictObject({
  user_id: z.string(),
  email: z.string(),
  name: z.string().nullable(),
});

/** What the team sees of a request: as the API shows it, and how far the customer is. */
const shownRequestSchema = photoRequestSchema.extend({
  unsent_photos: z.int().meta({
    description:
      'Photos the customer has taken but not sent, or had not sent when the request ended and they were deleted.',
  }),
  wanted_photos: z.int().nullable().meta({
    description: 'How many photos the customer is asked for in this round. null: as many as they like.',
  }),
  assignee: assigneeSchema.nullable(),
});

export type ShownPhotoRequest = z.infer<typeof shownRequestSchema>;

export const shownRequestListResponse = z.strictObject({
  data: z.array(shownRequestSchema),
  meta: pageMetaSchema,
});

export const photoRequestDetailSchema = z.strictObject({
  request: shownRequestSchema,
  timeline: z.array(timelineEntrySchema),
  is_unsubscribed: z.boolean().meta({ description: 'Whether the customer wants no more email from you.' }),
  is_opted_out: z.boolean().meta({ description: 'Whether the customer wants no messages on the phone.' }),
  keeps_photos: z
    .boolean()
    .meta({ description: 'Whether a request that has expired still has the photos that were not sent.' }),
});

export const photoRequestDetailResponse = enveloped(photoRequestDetailSchema);

export type PhotoRequestDetail = z.infer<typeof photoRequestDetailSchema>;
