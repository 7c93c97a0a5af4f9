import { z } from 'zod';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { text, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { EMAIL_CHOICES, TOPICS } from './choices.ts';

const KINDS = ['submitted', 'review', 'mentioned', 'assigned', 'endpoint_failing', 'quota'] as const;

export const notificationSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(KINDS),
  at: wireTime,
  is_read: z.boolean(),
  by: z.string().nullable().meta({ description: 'The member who did it.' }),
  request: z
    .strictObject({
      id: z.string(),
      unique_code: z.string(),
      held_at_link: z
        .string()
        .nullable()
        .meta({ description: 'The permanent link where the submission waits for approval.' }),
    })
    .nullable(),
  endpoint: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  percent: z.int().nullable().meta({ description: 'How much of the quota is used.' }),
});

export type WireNotification = z.infer<typeof notificationSchema>;

export const notificationsQuery = z.object({ limit: limitField, cursor: cursorField });

export const notificationListResponse = z.strictObject({
  data: z.array(notificationSchema),
  meta: pageMetaSchema,
});

export const unreadResponse = enveloped(
  z.strictObject({ unread: z.int().meta({ description: 'Counted up to 100.' }) }),
);

export const readAllBody = z.object({
  up_to: text(1, 40).meta({ description: 'The newest one that was seen.' }),
});

const choiceSchema = z.strictObject({ app: z.boolean(), email: z.enum(EMAIL_CHOICES) });

/** Topics that do not concern the reader's role are missing. */
export const choicesResponse = enveloped(z.partialRecord(z.enum(TOPICS), choiceSchema));

export const choicesBody = z.partialRecord(z.enum(TOPICS), choiceSchema);
