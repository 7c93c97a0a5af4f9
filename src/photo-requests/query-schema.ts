import { z } from 'zod';
import { text, time } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { STATUSES, TYPES } from '../shared/request-states.ts';

/** What lists of the API and of the web application can be filtered by. */
export const photoRequestFilters = z.object({
  limit: limitField,
  cursor: cursorField,
  status: z
    .enum(STATUSES)
    .optional()
    .meta({ description: 'Only those in this status.', examples: ['submitted'] }),
  type: z
    .enum(TYPES)
    .optional()
    .meta({ description: '`permanent`: submissions through permanent links.', examples: ['one_time'] }),
  permanent_link_id: text(1, 60)
    .optional()
    .meta({
      description: 'Only submissions through this permanent link.',
      examples: ['plink_01kw3hd5bm00vq8n9m2c5t7x4r6z'],
    }),
  external_id: text(1, 200)
    .optional()
    .meta({ description: 'Only those with this identifier of your own.', examples: ['claim-4711'] }),
  has_warnings: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description: 'Whether a check warned of one of its photos.',
      examples: ['true'],
    }),
  is_held: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description: 'Whether the customer has submitted it and it waits for review.',
      examples: ['true'],
    }),
  needs_review: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description:
        'Whether your team has yet to decide about it: `review.state` is `pending`, or it is held (`is_held`).',
      examples: ['true'],
    }),
  created_after: time
    .optional()
    .meta({ description: 'Created at this time or later.', examples: ['2026-01-31T12:00:00Z'] }),
  created_before: time
    .optional()
    .meta({ description: 'Created before this time.', examples: ['2026-02-28T12:00:00+01:00'] }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({
      description:
        'By time of creation. `asc`: oldest first. Default: `desc`. Not `asc` together with `search`.',
      examples: ['asc'],
    }),
  search: text(1, 200)
    .optional()
    .meta({
      description:
        'An id, a code, or any part of an external id, of the recipient’s email address or of an answer. A page may hold fewer matches than `limit`, or none, while `has_more` is true.',
      examples: ['4711'],
    }),
});

export const listPhotoRequestsQuery = photoRequestFilters.extend({
  assignee_id: text(1, 40)
    .optional()
    .meta({
      description: 'Only those that this member takes care of.',
      examples: ['user_01kw3hd5bm00vq8n9m2c5t7x4r6z'],
    }),
  view: z
    .enum(['team'])
    .optional()
    .meta({
      description:
        '`team`: as your team sees them in the web application. `items` then has also photos that wait for review, and there are `assignee`, `unsent_photos` and `wanted_photos`.',
      examples: ['team'],
    }),
});

export type PhotoRequestFilters = Omit<
  z.infer<typeof listPhotoRequestsQuery>,
  'limit' | 'cursor' | 'search' | 'view'
>;
