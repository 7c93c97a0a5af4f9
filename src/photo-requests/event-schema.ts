import { z } from 'zod';
import { pageMetaSchema } from '../platform/http/envelope.ts';
import { openEnum, text, time, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { changeDataSchema, submissionDataSchema } from '../webhooks/outbox/event-schema.ts';
import { EVENT_TYPES } from '../webhooks/outbox/event-types.ts';

export const eventSchema = z
  .strictObject({
    id: z.string().meta({ description: 'The same as `X-Webhook-ID` of its webhook.' }),
    event: openEnum(EVENT_TYPES).meta({ description: 'What happened.' }),
    timestamp: wireTime.meta({ description: 'When it happened.' }),
    environment: z.enum(['live', 'test']),
    data: z.union([submissionDataSchema, changeDataSchema]),
  })
  .meta({
    id: 'Event',
    description:
      'The body that its webhook has or would have had, and its id. Links to photos are fresh ones. What an earlier release stored can lack fields that came later.',
    examples: [
      {
        id: 'evt_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        event: 'photo_request.expired',
        timestamp: '2026-01-31T12:00:00Z',
        environment: 'live',
        data: {
          id: 'req_01kvhgx9zm00z8yqevy7pe4412tm',
          type: 'one_time',
          instructions: 'Please photograph the damage.',
          unique_code: 'K4P23T4Y',
          request_url: 'https://photos.example.net/r/hnbnzhzjm2p9jdagkhtawgm8r7',
          created_at: '2026-01-24T12:00:00Z',
          expires_at: '2026-01-31T12:00:00Z',
          first_viewed_at: null,
          submitted_at: null,
          review: null,
          reminder_count: 0,
          reminded_at: null,
          permanent_link_id: null,
          external_id: 'claim-4711',
          metadata: { branch: 'Berlin' },
        },
      },
    ],
  });

export type WireEvent = z.infer<typeof eventSchema>;

export const eventListResponse = z.strictObject({ data: z.array(eventSchema), meta: pageMetaSchema });

export const listEventsQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  event: z
    .enum(EVENT_TYPES)
    .optional()
    .meta({ description: 'Only events of this type.', examples: ['photo_request.submitted'] }),
  photo_request_id: text(1, 60)
    .optional()
    .meta({
      description: 'Only what happened to this photo request.',
      examples: ['req_01kvhgx9zm00z8yqevy7pe4412tm'],
    }),
  created_after: time
    .optional()
    .meta({ description: 'Happened at this time or later.', examples: ['2026-01-31T12:00:00Z'] }),
  created_before: time
    .optional()
    .meta({ description: 'Happened before this time.', examples: ['2026-02-01T00:00:00Z'] }),
  after: text(1, 60)
    .optional()
    .meta({
      description:
        'Only what happened after the event with this id: the last one that you have handled. It need not be there anymore.',
      examples: ['evt_01kw3hd5bm00vq8n9m2c5t7x4r6z'],
    }),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .meta({
      description:
        '`asc`: oldest first, 30 seconds after the event, so that nothing can come in before what you have read. Default: `desc`.',
      examples: ['asc'],
    }),
});

export const streamEventsQuery = z.object({
  events: text(1, 1_000)
    .optional()
    .meta({
      description: 'Only events of these types, with commas in between. Default: all.',
      examples: ['photo_request.submitted,photo_request.expired'],
    }),
});

export const streamEventsHeaders = z.object({
  'last-event-id': text(1, 60)
    .optional()
    .meta({
      description: 'The last `id` that you received, to continue from there.',
      examples: ['evt_01kw3hd5bm00vq8n9m2c5t7x4r6z'],
    }),
});
