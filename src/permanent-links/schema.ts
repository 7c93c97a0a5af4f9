import { z } from 'zod';
import { photoSlotSchema, photoSlotsInput } from '../photos/photo-slots.ts';
import type { LinkAlertReason } from '../platform/db/tables.ts';
import { metaSchema, pageMetaSchema } from '../platform/http/envelope.ts';
import { integer, metadata, openEnum, text, time, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { questionSchema, questionsInput } from '../questions/schema.ts';
import { commonFields, contentSchema, instructionsField, templateIdField } from '../templates/content.ts';
import { SLUG } from './slug.ts';

const LINK_ALERT_REASONS = [
  'address_limit',
  'drafts_full',
  'wrong_codes',
  'unusual_rate',
] as const satisfies LinkAlertReason[];

const MAX_SUBMISSIONS = 1_000_000_000;

const name = text(1, 100).meta({ description: 'A name for the link.' });
const slug = z
  .string()
  .regex(SLUG, {
    error: 'Must be 3 to 30 characters from a-z, 0-9 and -, starting and ending with a letter or digit.',
  })
  .meta({ description: 'The readable part of the link’s address. Must be unique on this server.' });
const instructions = instructionsField;
const expiresAt = time.meta({ description: 'When the link closes. null: never.' });
const maxSubmissions = integer(1, MAX_SUBMISSIONS).meta({
  description: 'Maximum number of submissions. null: no limit.',
});
const dailyLimit = integer(1, 100_000).meta({
  description:
    'Maximum number of submissions per IP address (IPv6: per /64 network) within 24 hours. null: the default limits.',
});
const accessCode = text(4, 32)
  .refine((code) => code.trim().length >= 4, { error: 'Must have at least 4 characters.' })
  .meta({
    description:
      'Visitors must enter this code before they can send photos. null: no code. Not case-sensitive. Never returned.',
  });
const requiresApproval = z.boolean().meta({
  description:
    'Whether submissions are held until a member approves them in the web application. A held submission uses no quota, sends no event and appears in no list.',
});
const requiresReview = z.boolean().meta({
  description: 'Whether your team decides about each submission, as in a photo request.',
});

/** `null` in an optional field means that it is absent. */
export const createPermanentLinkBody = z
  .object({
    name: name.nullish(),
    slug: slug.nullish(),
    instructions: instructions.nullish(),
    template_id: templateIdField,
    ...commonFields,
    is_active: z.boolean().nullish(),
    expires_at: expiresAt.nullish(),
    max_submissions: maxSubmissions.nullish(),
    daily_limit_per_address: dailyLimit.nullish(),
    access_code: accessCode.nullish(),
    requires_approval: requiresApproval.nullish(),
  })
  .refine((body) => [body.name, body.instructions, body.template_id].some((value) => value != null), {
    path: ['instructions'],
    error: 'This field is required if there is no name.',
  })
  .meta({
    id: 'CreatePermanentLink',
    description:
      '`name`, `instructions` or `template_id` is required. If name or instructions are missing, they are copied from one another.',
    examples: [{ name: 'Returns desk', instructions: 'Photograph the parcel and its label.' }],
  });

export type CreatePermanentLink = z.infer<typeof createPermanentLinkBody>;

/** Absent leaves a field as it is; `null` clears it where it can be null. */
export const updatePermanentLinkBody = z
  .object({
    name: name.optional(),
    slug: slug.optional(),
    instructions: instructions.optional(),
    photo_slots: photoSlotsInput.optional(),
    is_active: z.boolean().optional(),
    expires_at: expiresAt.nullable().optional(),
    max_submissions: maxSubmissions.nullable().optional(),
    daily_limit_per_address: dailyLimit.nullable().optional(),
    access_code: accessCode.nullable().optional(),
    requires_approval: requiresApproval.optional(),
    requires_review: requiresReview.optional(),
    questions: questionsInput.optional(),
    translations: commonFields.translations.optional(),
    evidence_policy: commonFields.evidence_policy,
    return_url: commonFields.return_url,
    cancel_url: commonFields.cancel_url,
    metadata: metadata.optional(),
  })
  .meta({ id: 'UpdatePermanentLink', examples: [{ is_active: false }] });

export type UpdatePermanentLink = z.infer<typeof updatePermanentLinkBody>;

export const permanentLinkSchema = z
  .strictObject({
    id: z.string(),
    type: z.literal('permanent'),
    name: z.string(),
    slug: z.string(),
    url: z.url(),
    request_url: z.url().meta({ description: 'The same address as `url`.' }),
    unique_code: z.string(),
    code_entry_url: z.url(),
    instructions: z.string(),
    photo_slots: z.array(photoSlotSchema),
    is_active: z.boolean(),
    expires_at: wireTime.nullable(),
    max_submissions: z.int().min(0).nullable(),
    submission_count: z.int().min(0),
    daily_limit_per_address: z.int().min(0).nullable(),
    has_access_code: z.boolean().meta({ description: 'Whether visitors must enter an access code.' }),
    requires_approval: z.boolean(),
    requires_review: z.boolean(),
    questions: z.array(questionSchema),
    template_id: z.string().nullable(),
    translations: contentSchema.translations,
    evidence_policy: contentSchema.evidence_policy,
    return_url: contentSchema.return_url,
    cancel_url: contentSchema.cancel_url,
    held_count: z.int().min(0).meta({ description: 'Submissions awaiting approval.' }),
    last_alert: z
      .strictObject({
        reason: openEnum(LINK_ALERT_REASONS),
        at: wireTime,
      })
      .nullable()
      .meta({ description: 'The most recent unusual use of the link.' }),
    draft_count: z.int().min(0).meta({ description: 'Visits with photos that haven’t been submitted yet.' }),
    draft_bytes: z.int().min(0).meta({ description: 'Storage used by their photos, in bytes.' }),
    metadata: z.record(z.string(), z.string()),
    created_at: wireTime,
    updated_at: wireTime,
  })
  .meta({
    id: 'PermanentLink',
    examples: [
      {
        id: 'plink_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        type: 'permanent',
        name: 'Returns desk',
        slug: 'returns-desk',
        url: 'https://photos.example.com/p/returns-desk',
        request_url: 'https://photos.example.com/p/returns-desk',
        unique_code: '4NTB7KQ9',
        code_entry_url: 'https://photos.example.com/code',
        instructions: 'Photograph the parcel and its label.',
        photo_slots: [],
        is_active: true,
        expires_at: null,
        max_submissions: null,
        submission_count: 0,
        daily_limit_per_address: null,
        has_access_code: false,
        requires_approval: false,
        requires_review: false,
        questions: [],
        template_id: null,
        translations: {},
        evidence_policy: null,
        return_url: null,
        cancel_url: null,
        held_count: 0,
        last_alert: null,
        draft_count: 0,
        draft_bytes: 0,
        metadata: {},
        created_at: '2026-01-31T12:00:00Z',
        updated_at: '2026-01-31T12:00:00Z',
      },
    ],
  });

export type PermanentLink = z.infer<typeof permanentLinkSchema>;

export const permanentLinkResponse = z.strictObject({ data: permanentLinkSchema, meta: metaSchema });
export const permanentLinkListResponse = z.strictObject({
  data: z.array(permanentLinkSchema),
  meta: pageMetaSchema,
});

export const listPermanentLinksQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  created_after: time
    .optional()
    .meta({ description: 'Created at this time or later.', examples: ['2026-01-31T12:00:00Z'] }),
  created_before: time
    .optional()
    .meta({ description: 'Created before this time.', examples: ['2026-02-28T12:00:00+01:00'] }),
});

export type PermanentLinkFilters = Omit<z.infer<typeof listPermanentLinksQuery>, 'limit' | 'cursor'>;

export const accessCodeResponse = z.strictObject({
  data: z.strictObject({ access_code: z.string().nullable() }).meta({ id: 'AccessCode' }),
  meta: metaSchema,
});
