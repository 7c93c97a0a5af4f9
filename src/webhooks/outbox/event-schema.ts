import { z } from 'zod';
import { reviewSchema } from '../../photos/review-schema.ts';
import { photoSchema } from '../../photos/schema.ts';
import { openEnum, wireTime } from '../../platform/http/fields.ts';
import { answerSchema } from '../../questions/schema.ts';
import { TYPES } from '../../shared/request-states.ts';
import type { EventType, TEST_EVENT } from './event-types.ts';

const requestFields = {
  id: z.string().meta({ description: 'The photo request.', examples: ['req_01kw3hd5bm00vq8n9m2c5t7x4r6z'] }),
  type: openEnum(TYPES).meta({
    description: '`permanent` if the customer came through a permanent link.',
  }),
  instructions: z.string().meta({ description: 'Text shown to the customer.' }),
};

const originFields = {
  permanent_link_id: z.string().nullable().meta({
    description: 'The permanent link that the customer came through. null for a one-time request.',
  }),
  external_id: z.string().nullable().meta({ description: 'Your own identifier, as you set it.' }),
  metadata: z
    .record(z.string(), z.string())
    .meta({ description: 'Your own key-value pairs, as you set them.' }),
};

/** Spec 6.1, and beside it what design part 5 adds. */
export const submissionDataSchema = z
  .strictObject({
    ...requestFields,
    answers: z
      .array(answerSchema)
      .meta({ description: 'What the customer answered. Empty without questions.' }),
    photos: z.array(photoSchema).meta({
      description:
        'The photos that stand, in the order of the slots. Their `sealed_url` is null: photos are sealed right after the submission, and events don’t wait for that.',
    }),
    submitted_at: wireTime.meta({ description: 'When the customer submitted the photos.' }),
    round: z.int().min(1).meta({
      description: '1, and one more for each time that you asked the customer for changes.',
    }),
    ...originFields,
  })
  .meta({ id: 'SubmissionEventData' });

export const changeDataSchema = z
  .strictObject({
    ...requestFields,
    unique_code: z.string().meta({ description: 'Short code for manual entry.' }),
    request_url: z.url().meta({ description: 'Link to share with the customer.' }),
    created_at: wireTime,
    expires_at: wireTime,
    first_viewed_at: wireTime.nullable().meta({
      description: 'When the customer opened the page for the first time.',
    }),
    submitted_at: wireTime.nullable().meta({ description: 'When the customer submitted the photos.' }),
    review: reviewSchema.nullable().meta({
      description:
        'What your team decided about the latest submission. null if no one has to and no one did.',
    }),
    reminder_count: z.int().min(0).meta({ description: 'How many reminders were sent.' }),
    reminded_at: wireTime.nullable().meta({ description: 'When the last one was sent.' }),
    ...originFields,
  })
  .meta({ id: 'ChangeEventData' });

export type SubmissionData = z.infer<typeof submissionDataSchema>;
export type ChangeData = z.infer<typeof changeDataSchema>;

type AnyEvent = EventType | typeof TEST_EVENT;

function eventSchema<Type extends AnyEvent, Data extends z.ZodType>(
  type: Type,
  data: Data,
  description: string,
) {
  return z
    .strictObject({
      event: z
        .literal(type)
        .meta({ description: 'What happened. The same is in the `X-Webhook-Event` header.' }),
      timestamp: wireTime.meta({ description: 'When it happened.' }),
      environment: z.enum(['live', 'test']),
      data,
    })
    .meta({ id: schemaNameOf(type), description });
}

/** Such as `PhotoRequestSubmittedEvent`. */
function schemaNameOf(type: string): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

const submission = <Type extends AnyEvent>(type: Type, description: string) =>
  eventSchema(type, submissionDataSchema, description);
const change = <Type extends AnyEvent>(type: Type, description: string) =>
  eventSchema(type, changeDataSchema, description);

/** The whole body of every event, by its type; the OpenAPI document is written from them. */
export const EVENT_SCHEMAS = {
  'photo_request.submitted': submission(
    'photo_request.submitted',
    'A customer submitted photos, through a one-time request or a permanent link.',
  ),
  'photo_submission.created': submission(
    'photo_submission.created',
    'A customer submitted photos through a permanent link. `photo_request.submitted` tells of the same submission.',
  ),
  'photo_request.created': change('photo_request.created', 'A request was created.'),
  'photo_request.first_viewed': change(
    'photo_request.first_viewed',
    'The customer’s page was opened for the first time.',
  ),
  'photo_request.viewed': change(
    'photo_request.viewed',
    'The customer opened the page: the first time, and once more in each round after you asked for changes.',
  ),
  'photo_request.reminded': change('photo_request.reminded', 'The customer was sent a reminder by email.'),
  'photo_request.approved': change('photo_request.approved', 'Your team approved a submission.'),
  'photo_request.changes_requested': change(
    'photo_request.changes_requested',
    'Your team asked for some photos or answers again. `data.review` says which.',
  ),
  'photo_request.rejected': change('photo_request.rejected', 'Your team rejected a submission.'),
  'photo_request.canceled': change('photo_request.canceled', 'A request was canceled.'),
  'photo_request.expired': change(
    'photo_request.expired',
    'A request expired without photos, or without those that were asked for again.',
  ),
  'photo_request.deleted': change(
    'photo_request.deleted',
    'A request and its photos were deleted. If it was deleted in the web application or by retention, `instructions`, `external_id` and `metadata` are empty. Identify it by its `id`.',
  ),
  'webhook.test': submission(
    'webhook.test',
    'You sent a test event. It needs no subscription, and its links lead to a sample photo.',
  ),
} satisfies { [Type in AnyEvent]: z.ZodType<{ event: Type }> };

export type EventBody = z.infer<(typeof EVENT_SCHEMAS)[AnyEvent]>;
