import { z } from 'zod';
import { phoneNumber } from '../phone/number.ts';
import { expectedLocationSchema } from '../photos/evidence/expected-location.ts';
import { photoSlotSchema } from '../photos/photo-slots.ts';
import { reviewSchema } from '../photos/review-schema.ts';
import { photoSchema } from '../photos/schema.ts';
import { metaSchema, pageMetaSchema } from '../platform/http/envelope.ts';
import { emailAddress, integer, openEnum, text, wireTime } from '../platform/http/fields.ts';
import { answerSchema, questionSchema } from '../questions/schema.ts';
import { MAX_LIFETIME_HOURS } from '../shared/request-lifetime.ts';
import { STATUSES, TYPES } from '../shared/request-states.ts';
import { SAMPLE_CODE } from '../shared/short-code.ts';
import { contentSchema, instructionsField, requestFields, templateIdField } from '../templates/content.ts';
import { reminderSchema, timeZoneInput } from './reminders-schema.ts';

const CHANNELS = ['sms', 'whatsapp'] as const;

/** Spec 4.1. `null` in an optional field means that it is absent. */
export const createPhotoRequestBody = z
  .object({
    template_id: templateIdField,
    instructions: instructionsField.nullish().meta({
      description: 'Text shown to the customer. Required unless a template brings it.',
    }),
    ...requestFields,
    recipient_email: emailAddress
      .nullish()
      .meta({ description: 'The customer’s email address. Not allowed on the free plan.' }),
    send_email: z.boolean().nullish().meta({
      description:
        'Email the link to `recipient_email`, which is then required. Not allowed on the free plan.',
    }),
    recipient_phone: phoneNumber.nullish().meta({
      description: 'The customer’s phone number with its country code. Stored and returned as E.164.',
    }),
    send_sms: z.boolean().nullish().meta({
      description:
        'Send the link to `recipient_phone`, which is then required. Not allowed on the free plan.',
    }),
    phone_channel: z.enum(CHANNELS).nullish().meta({
      description: 'How messages reach the phone. Default: `sms`.',
    }),
    external_id: text(1, 200)
      .nullish()
      .meta({ description: 'Your own identifier. You can filter lists by it.' }),
    time_zone: timeZoneInput.nullish().meta({
      description: 'The customer’s time zone, for the hours of reminders. Default: that of your workspace.',
    }),
  })
  .refine((body) => typeof body.instructions === 'string' || typeof body.template_id === 'string', {
    path: ['instructions'],
    error: 'This field is required.',
  })
  .refine((body) => body.send_email !== true || typeof body.recipient_email === 'string', {
    path: ['recipient_email'],
    error: 'This field is required when send_email is true.',
  })
  .refine((body) => body.send_sms !== true || typeof body.recipient_phone === 'string', {
    path: ['recipient_phone'],
    error: 'This field is required when send_sms is true.',
  })
  .refine(
    (body) =>
      (body.reminders ?? []).length === 0 ||
      typeof body.recipient_email === 'string' ||
      (typeof body.recipient_phone === 'string' && body.send_sms === true),
    { path: ['recipient_email'], error: 'This field is required when there are reminders, or send_sms.' },
  )
  .meta({
    id: 'CreatePhotoRequest',
    description:
      '`instructions` or `template_id` is required, and `recipient_email` if there is `send_email` or any of the `reminders`.',
    examples: [
      {
        instructions: 'Please photograph the damage to your car.',
        expires_in_hours: 48,
        photo_slots: [
          { instructions: 'The whole car from the front', is_required: true },
          { instructions: 'The damage up close', is_required: true },
        ],
        external_id: 'claim-4711',
      },
    ],
  });

export type CreatePhotoRequest = z.infer<typeof createPhotoRequestBody>;

/** Who takes care of a request. */
export const assigneeSchema = z
  .strictObject({
    user_id: z.string().meta({ description: 'The `id` of the member.' }),
    email: z.string(),
    name: z.string().nullable(),
  })
  .meta({ id: 'Assignee' });

/** What the team sees of a request beside the rest. */
export const teamFields = {
  unsent_photos: z.int().min(0).meta({
    description:
      'Photos the customer has taken but not sent, or had not sent when the request ended and they were deleted. In the view of the team alone.',
  }),
  wanted_photos: z.int().min(0).nullable().meta({
    description:
      'How many photos the customer is asked for in this round. null: as many as they like. In the view of the team alone.',
  }),
  assignee: assigneeSchema.nullable().meta({
    description: 'Who of your team takes care of it. In the view of the team alone.',
  }),
};

/** The API shows them in the view of the team alone. */
const fieldsOfTeam = {
  ...z.object(teamFields).partial().shape,
  recipient_opted_out: z.boolean().optional().meta({
    description:
      'Whether the customer wants no messages on the phone. In the view of the team alone, and not in lists.',
  }),
  keeps_photos: z.boolean().optional().meta({
    description:
      'Whether a request that has expired still has the photos that were not sent. In the view of the team alone, and not in lists.',
  }),
};

/** Spec 2.2 and the fields beside it. All are always present. */
export const photoRequestSchema = z
  .strictObject({
    id: z.string(),
    type: openEnum(TYPES),
    unique_code: z.string().meta({ description: 'Short code for manual entry at `code_entry_url`.' }),
    status: openEnum(STATUSES),
    instructions: z.string(),
    photo_slots: z.array(photoSlotSchema),
    request_url: z.url().meta({ description: 'Link to share with the customer.' }),
    code_entry_url: z.url(),
    expires_at: wireTime,
    created_at: wireTime,
    first_viewed_at: wireTime.nullable(),
    submitted_at: wireTime.nullable(),
    held_at: wireTime.nullable().meta({
      description:
        'When the customer submitted the photos, if these wait for review by a member or had to. Until they are approved, `status` is `in_progress` and `items` is empty.',
    }),
    permanent_link_id: z.string().nullable(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    locale: z.string(),
    recipient_email: z.string().nullable(),
    email_status: openEnum(['queued', 'sent', 'failed']).nullable(),
    recipient_unsubscribed: z.boolean().optional().meta({
      description:
        'true if the customer wants no more email from you; absent otherwise, and in lists and events.',
    }),
    recipient_phone: z.string().nullable().meta({ description: 'E.164.' }),
    phone_channel: openEnum(CHANNELS).nullable(),
    sms_status: openEnum(['queued', 'sent', 'delivered', 'failed']).nullable().meta({
      description:
        'What became of the last message to the phone: `queued`, `sent`, `delivered` where the provider tells, or `failed`. null: none was to be sent.',
    }),
    time_zone: z.string().nullable().meta({
      description: 'The customer’s time zone. null: that of your workspace.',
    }),
    reminders: z.array(reminderSchema),
    reminder_count: z.int().min(0).meta({ description: 'How many reminders were sent.' }),
    reminded_at: wireTime.nullable().meta({ description: 'When the last one was sent.' }),
    expected_location: expectedLocationSchema.nullable(),
    round: z.int().min(1).meta({
      description:
        'How often the customer was asked for photos: 1, and one more for each time that changes were requested.',
    }),
    questions: z.array(questionSchema),
    answers: z.array(answerSchema).meta({ description: 'Empty until the photos are submitted.' }),
    template_id: z.string().nullable().meta({ description: 'The template that it was created from.' }),
    translations: contentSchema.translations,
    evidence_policy: contentSchema.evidence_policy,
    return_url: contentSchema.return_url,
    cancel_url: contentSchema.cancel_url,
    requires_review: z.boolean(),
    review: reviewSchema.nullable().meta({
      description: 'What the team decided about the latest submission. null if no one has to and no one did.',
    }),
    items: z.array(photoSchema).meta({ description: 'Empty until the photos are submitted.' }),
    superseded_items: z.array(photoSchema).meta({
      description: 'Photos of earlier rounds that were taken again. Those in `items` stand in their place.',
    }),
    ...fieldsOfTeam,
  })
  .meta({
    id: 'PhotoRequest',
    examples: [
      {
        id: 'req_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        type: 'one_time',
        unique_code: SAMPLE_CODE,
        status: 'pending',
        instructions: 'Please photograph the damage to your car.',
        photo_slots: [
          {
            instructions: 'The whole car from the front',
            is_required: true,
            hint: null,
            min_photos: 1,
            max_photos: 1,
            guide: null,
            guide_image_id: null,
            example_image_id: null,
          },
        ],
        request_url: 'https://photos.example.com/r/5t9x2m8c4v7b1n6q3w0e8r5y2k',
        code_entry_url: 'https://photos.example.com/code',
        expires_at: '2026-02-02T12:00:00Z',
        created_at: '2026-01-31T12:00:00Z',
        first_viewed_at: null,
        submitted_at: null,
        held_at: null,
        permanent_link_id: null,
        external_id: 'claim-4711',
        metadata: {},
        locale: 'en',
        recipient_email: null,
        email_status: null,
        recipient_phone: null,
        phone_channel: null,
        sms_status: null,
        time_zone: null,
        reminders: [],
        reminder_count: 0,
        reminded_at: null,
        expected_location: null,
        round: 1,
        questions: [],
        answers: [],
        template_id: null,
        translations: {},
        evidence_policy: null,
        return_url: null,
        cancel_url: null,
        requires_review: false,
        review: null,
        items: [],
        superseded_items: [],
      },
    ],
  });

export type PhotoRequest = z.infer<typeof photoRequestSchema>;

export const photoRequestResponse = z.strictObject({ data: photoRequestSchema, meta: metaSchema });
export const photoRequestListResponse = z.strictObject({
  data: z.array(photoRequestSchema),
  meta: pageMetaSchema,
});

export const extendBody = z
  .object({
    hours: integer(1, MAX_LIFETIME_HOURS).meta({
      description: 'Added to the time the request has left; counted from now if it has expired.',
    }),
  })
  .meta({ id: 'ExtendPhotoRequest', examples: [{ hours: 48 }] });

export const reopenBody = z
  .object({
    hours: integer(1, MAX_LIFETIME_HOURS).meta({
      description: 'How long the link works again, from now on.',
    }),
  })
  .meta({ id: 'ReopenPhotoRequest', examples: [{ hours: 48 }] });
