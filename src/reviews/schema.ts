import { z } from 'zod';
import { REVIEW_STATES } from '../photos/review-schema.ts';
import { enveloped } from '../platform/http/envelope.ts';
import { integer, list, text } from '../platform/http/fields.ts';
import { CHANGE_REASONS } from '../shared/change-reasons.ts';
import { MAX_QUESTIONS } from '../shared/questions.ts';
import { DEFAULT_LIFETIME_HOURS, MAX_LIFETIME_HOURS } from '../shared/request-lifetime.ts';
import { MAX_PHOTOS_PER_REQUEST } from '../workspaces/plans.ts';

const message = text(1, 2_000);

const askedSlot = z
  .object({
    slot_index: integer(0, MAX_PHOTOS_PER_REQUEST - 1).meta({
      description:
        'The slot whose photos have to be taken again. Without slots: the number of the photo, from 0 on.',
    }),
    reason: z.enum(CHANGE_REASONS).nullish().meta({
      description:
        'Shown to the customer in their own language. Default: `other`, which shows only your message.',
    }),
    message: text(1, 500).nullish().meta({ description: 'What is wrong, in your own words.' }),
  })
  .refine((slot) => (slot.reason ?? 'other') !== 'other' || typeof slot.message === 'string', {
    path: ['message'],
    error: 'This field is required when there is no other reason.',
  })
  .meta({ id: 'AskedSlot' });

const askedQuestion = z
  .object({
    question_id: z.string().max(40),
    message: text(1, 500).nullish().meta({ description: 'What is wrong with the answer.' }),
  })
  .meta({ id: 'AskedQuestion' });

/** What to do with a submission. */
export const reviewBody = z
  .object({
    decision: z.enum(['approve', 'request_changes', 'reject']),
    message: message.nullish().meta({
      description:
        'About all of it. Shown to the customer if you request changes, otherwise only to your team and integrations.',
    }),
    slots: list(askedSlot, MAX_PHOTOS_PER_REQUEST).nullish().meta({
      description: 'If you request changes: the photos to take again. The others stay.',
    }),
    questions: list(askedQuestion, MAX_QUESTIONS).nullish().meta({
      description: 'If you request changes: the questions to answer again. The other answers stay.',
    }),
    expires_in_hours: integer(1, MAX_LIFETIME_HOURS)
      .nullish()
      .meta({
        description: `If you request changes: how long the link stays open. Default: ${DEFAULT_LIFETIME_HOURS}, or as long as it is open anyway.`,
      }),
    send_email: z.boolean().nullish().meta({
      description:
        'If you request changes: whether the customer gets an email. Default: true if the request has a `recipient_email`.',
    }),
    send_sms: z.boolean().nullish().meta({
      description:
        'If you request changes: whether the customer gets a message on the phone. Default: true if one was sent before.',
    }),
    expected_state: z
      .enum([...REVIEW_STATES, 'none'])
      .nullish()
      .meta({
        description:
          'The state you decide on. If someone else has decided meanwhile, your decision is refused with `review_conflict`. Without it, only what no one has decided yet can be decided; with it, a decision can be changed.',
      }),
  })
  .refine((body) => body.decision !== 'request_changes' || asksForAnything(body), {
    path: ['slots'],
    error: 'Name at least one photo to take again, or a question to answer again.',
  })
  .refine((body) => body.decision === 'request_changes' || !asksForAnything(body), {
    path: ['slots'],
    error: 'Must be empty unless you request changes.',
  })
  .meta({
    id: 'ReviewDecision',
    examples: [
      {
        decision: 'request_changes',
        message: 'Almost done. We need one photo again.',
        slots: [{ slot_index: 1, reason: 'blurred', message: null }],
      },
    ],
  });

interface Wishes {
  slots?: unknown[] | null | undefined;
  questions?: unknown[] | null | undefined;
}

function asksForAnything(body: Wishes): boolean {
  return (body.slots ?? []).length + (body.questions ?? []).length > 0;
}

export const reviewCountResponse = enveloped(
  z.strictObject({ pending: z.int().meta({ description: 'Counted up to 1,000.' }) }),
);

export type ReviewInput = z.infer<typeof reviewBody>;
