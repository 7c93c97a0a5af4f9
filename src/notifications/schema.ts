import { z } from 'zod';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { openEnum, text, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { SAMPLE_CODE } from '../shared/short-code.ts';
import { EMAIL_CHOICES, TOPICS, type Topic } from './choices.ts';

const KINDS = [
  'submitted',
  'review',
  'mentioned',
  'assigned',
  'endpoint_failing',
  'archive_failing',
  'quota',
] as const;

export const notificationSchema = z
  .strictObject({
    id: z.string(),
    kind: openEnum(KINDS),
    at: wireTime,
    is_read: z.boolean(),
    by: z.string().nullable().meta({ description: 'The member who did it, or the API key.' }),
    request: z
      .strictObject({
        id: z.string(),
        unique_code: z.string(),
        held_at_link: z
          .string()
          .nullable()
          .meta({ description: 'The permanent link where the submission waits for approval.' }),
      })
      .nullable()
      .meta({ description: 'The photo request that it is about.' }),
    endpoint: z
      .strictObject({ id: z.string(), name: z.string() })
      .nullable()
      .meta({ description: 'The webhook endpoint that it is about.' }),
    archive: z
      .strictObject({
        name: z.string(),
        is_given_up: z.boolean().meta({ description: 'Whether files are not tried any more.' }),
      })
      .nullable()
      .meta({ description: 'The archive that it is about.' }),
    percent: z.int().min(0).nullable().meta({ description: 'How much of the quota is used.' }),
  })
  .meta({
    id: 'Notification',
    examples: [
      {
        id: 'ntf_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        kind: 'submitted',
        at: '2026-01-31T12:00:00Z',
        is_read: false,
        by: null,
        request: {
          id: 'req_01kw3hd5bm00vq8n9m2c5t7x4r6z',
          unique_code: SAMPLE_CODE,
          held_at_link: null,
        },
        endpoint: null,
        archive: null,
        percent: null,
      },
    ],
  });

export type WireNotification = z.infer<typeof notificationSchema>;

export const notificationsQuery = z.object({ limit: limitField, cursor: cursorField });

export const notificationListResponse = z.strictObject({
  data: z.array(notificationSchema),
  meta: pageMetaSchema,
});

export const unreadResponse = enveloped(
  z
    .strictObject({ unread: z.int().min(0).meta({ description: 'Counted up to 100.' }) })
    .meta({ id: 'UnreadNotifications' }),
);

export const readAllBody = z
  .object({ up_to: text(1, 40).meta({ description: 'The newest one that was seen.' }) })
  .meta({ id: 'ReadNotifications', examples: [{ up_to: 'ntf_01kw3hd5bm00vq8n9m2c5t7x4r6z' }] });

const app = z.boolean().meta({ description: 'In the web application.' });
const choiceSchema = z
  .strictObject({ app, email: openEnum(EMAIL_CHOICES).meta({ description: 'By email.' }) })
  .meta({ id: 'NotificationChoice' });
const choiceInput = z.object({ app, email: z.enum(EMAIL_CHOICES) }).meta({ id: 'ChooseNotification' });

function ofEachTopic<T>(value: T): Record<Topic, T> {
  return Object.fromEntries(TOPICS.map((topic) => [topic, value])) as Record<Topic, T>;
}

/** Topics that do not concern the reader's role are missing. */
export const choicesResponse = enveloped(
  z
    .strictObject(ofEachTopic(choiceSchema.optional()))
    .meta({ id: 'NotificationChoices', examples: [{ mentioned: { app: true, email: 'now' } }] }),
);

export const choicesBody = z
  .object(ofEachTopic(choiceInput.optional()))
  .meta({ id: 'UpdateNotificationChoices', examples: [{ submitted: { app: true, email: 'digest' } }] });

export type ChoiceChanges = z.infer<typeof choicesBody>;
