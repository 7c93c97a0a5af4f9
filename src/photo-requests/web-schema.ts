import { z } from 'zod';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { photoRequestFilters } from './query-schema.ts';
import { photoRequestSchema, teamFields } from './schema.ts';
import { timelineEntrySchema } from './timeline.ts';

export const searchPhotoRequestsQuery = photoRequestFilters.extend({
  assignee: z.enum(['me']).optional().meta({ description: 'Only those that are assigned to you.' }),
});

/** What the team sees of a request: as the API shows it, and how far the customer is. */
const shownRequestSchema = photoRequestSchema.extend(teamFields);

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
