import { z } from 'zod';
import { listPhotoRequestsQuery, photoRequestSchema } from '../photo-requests/schema.ts';
import { timelineEntrySchema } from '../photo-requests/timeline.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { integer, text } from '../platform/http/fields.ts';

/** With `search`, a page may hold fewer matches than asked for, or none, and there are more: the cursor says so. */
export const searchPhotoRequestsQuery = listPhotoRequestsQuery.extend({ search: text(1, 200).optional() });

export const photoRequestDetailSchema = z.strictObject({
  request: photoRequestSchema,
  timeline: z.array(timelineEntrySchema),
});

export const photoRequestDetailAnswer = enveloped(photoRequestDetailSchema);

export type PhotoRequestDetail = z.infer<typeof photoRequestDetailSchema>;

export const extendBody = z.object({ hours: integer(1, 2_160) });
