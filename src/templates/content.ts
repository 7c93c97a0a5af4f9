import { z } from 'zod';
import { expectedLocationInput, expectedLocationSchema } from '../photos/evidence/expected-location.ts';
import { changePolicyBody } from '../photos/evidence/policy.ts';
import { acceptSlots, type PhotoSlot, photoSlotSchema, photoSlotsInput } from '../photos/photo-slots.ts';
import { integer, metadata, text } from '../platform/http/fields.ts';
import { acceptQuestions, questionSchema, questionsInput } from '../questions/schema.ts';
import { LANGUAGES } from '../shared/languages.ts';
import type { Question } from '../shared/questions.ts';
import { DEFAULT_LIFETIME_HOURS, MAX_LIFETIME_HOURS } from '../shared/request-lifetime.ts';
import type { Plan } from '../workspaces/plans.ts';
import { reminderRuleSchema, remindersInput } from './reminder-rules.ts';
import { returnUrlFields, returnUrlsColumn } from './return-urls.ts';
import {
  acceptTranslations,
  type Translation,
  type Translations,
  translationsColumn,
  translationsField,
  withoutTranslationsOf,
} from './translations.ts';

const LANGUAGE_CODES = LANGUAGES.map(({ code }) => code);
const LOCALE = new RegExp(`^(${LANGUAGE_CODES.join('|')})(-[A-Za-z]{2})?$`);

export const instructionsField = text(1, 2_000).meta({ description: 'Text shown to the customer.' });

/** What requests, permanent links and templates say alike; `null` means that it is absent. */
export const commonFields = {
  photo_slots: photoSlotsInput.nullish().meta({ description: 'Specific photos to request, one per slot.' }),
  questions: questionsInput.nullish().meta({ description: 'Questions for the customer, beside the photos.' }),
  translations: translationsField.nullish(),
  requires_review: z.boolean().nullish().meta({
    description:
      'Whether your team decides about each submission: `review.state` is `pending` until then. Default: false.',
  }),
  evidence_policy: changePolicyBody.nullish().meta({
    description:
      'What follows from warnings, beyond the workspace’s own rules. Where both say something, the stricter one counts.',
  }),
  ...returnUrlFields,
  metadata: metadata
    .nullish()
    .meta({ description: 'Up to 20 key-value pairs of strings, returned unchanged.' }),
};

/** What a template can say of a photo request besides. */
export const requestFields = {
  ...commonFields,
  expires_in_hours: integer(1, MAX_LIFETIME_HOURS)
    .nullish()
    .meta({
      description: `How long the request stays open; sets \`expires_at\`. Default: ${DEFAULT_LIFETIME_HOURS}.`,
    }),
  expected_location: expectedLocationInput.nullish().meta({
    description: 'Where the photos should be taken. A photo from elsewhere gets a warning.',
  }),
  reminders: remindersInput.nullish().meta({
    description:
      'When to remind the customer. Needs a `recipient_email`, or a `recipient_phone` with `send_sms`.',
  }),
  locale: z
    .string()
    .regex(LOCALE, {
      error: `Must be one of ${LANGUAGE_CODES.join(', ')}, optionally with a region, such as pt-BR.`,
    })
    .nullish()
    .meta({ description: 'Language of the customer’s page. Default: en.' }),
};

export const templateIdField = text(1, 60).nullish().meta({
  description:
    'A template that fills in what you leave out. Later changes of the template do not change what was created from it.',
});

const contentInput = z.object({ instructions: instructionsField, ...requestFields });
export type ContentInput = z.infer<typeof contentInput>;

/** What a call that creates something may leave to a template. */
export type SentContent = { [Field in keyof ContentInput]?: ContentInput[Field] | null | undefined };

/** As the API shows it: what is null is left open. */
export const contentSchema = {
  instructions: z.string(),
  photo_slots: z.array(photoSlotSchema),
  questions: z.array(questionSchema),
  translations: translationsField,
  requires_review: z.boolean(),
  evidence_policy: changePolicyBody.nullable(),
  return_url: z.string().nullable(),
  cancel_url: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  expires_in_hours: z.int().min(1).nullable(),
  expected_location: expectedLocationSchema.nullable(),
  reminders: z.array(reminderRuleSchema),
  locale: z.string().nullable(),
};

export type Content = z.infer<z.ZodObject<typeof contentSchema>>;

export type CommonInput = Partial<Pick<ContentInput, keyof typeof commonFields>>;

export interface Accepted {
  slots: PhotoSlot[];
  questions: Question[];
  translations: Translations;
}

/** Fills in the defaults, and refuses what the plan does not allow or what could never be. */
export function acceptCommon(
  input: CommonInput,
  { plan, allowsIdentifier }: { plan: Plan | null; allowsIdentifier: boolean },
): Accepted {
  const slots = acceptSlots(input.photo_slots, plan);
  const questions = acceptQuestions(input.questions, { allowsIdentifier });
  return { slots, questions, translations: acceptTranslations(input.translations, { slots, questions }) };
}

/** The columns that requests and links have in common. */
export function commonColumns({ slots, questions, translations }: Accepted, input: CommonInput) {
  return {
    photo_slots: JSON.stringify(slots),
    questions: questions.length === 0 ? null : JSON.stringify(questions),
    translations: translationsColumn(translations),
    requires_review: input.requires_review === true ? 1 : 0,
    evidence_policy: input.evidence_policy == null ? null : JSON.stringify(input.evidence_policy),
    return_urls: returnUrlsColumn(input),
    metadata: JSON.stringify(input.metadata ?? {}),
  } as const;
}

export function acceptContent(input: ContentInput, plan: Plan | null): Content {
  // Whether a template with an identifier is used in a link is not known yet.
  const { slots, questions, translations } = acceptCommon(input, { plan, allowsIdentifier: true });
  return {
    instructions: input.instructions,
    photo_slots: slots,
    questions,
    translations: translations as Content['translations'],
    requires_review: input.requires_review === true,
    evidence_policy: input.evidence_policy ?? null,
    return_url: input.return_url ?? null,
    cancel_url: input.cancel_url ?? null,
    metadata: input.metadata ?? {},
    expires_in_hours: input.expires_in_hours ?? null,
    expected_location: input.expected_location ?? null,
    reminders: input.reminders ?? [],
    locale: input.locale ?? null,
  };
}

const TRANSLATED = ['instructions', 'photo_slots', 'questions'] as const satisfies (keyof Translation)[];

/** What was sent, and from the template what was not. */
export function filledIn<Input extends SentContent>(input: Input, content: Content): Input {
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));
  return overlaid(content, sent) as unknown as Input;
}

/** What is absent stays; null goes back to the default. */
export function changed<Fields extends SentContent>(before: Fields, input: Fields): Fields {
  const sent = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return overlaid(before, sent) as Fields;
}

/** A translation of what was sent instead would say something else, so it goes unless it was sent as well. */
function overlaid(base: SentContent, sent: SentContent): SentContent {
  const replaced = TRANSLATED.filter((field) => field in sent);
  const translations = withoutTranslationsOf((base.translations ?? {}) as Translations, replaced);
  return { ...base, translations: translations as ContentInput['translations'], ...sent };
}
