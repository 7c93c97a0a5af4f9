import { z } from 'zod';
import { openEnum, wireTime } from '../platform/http/fields.ts';
import { CHANGE_REASONS } from '../shared/change-reasons.ts';
import { VERDICTS } from './rounds.ts';

export const REVIEW_STATES = ['pending', ...VERDICTS] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What the team decided, as API and events tell it. */
export const reviewSchema = z
  .strictObject({
    state: openEnum(REVIEW_STATES),
    round: z.int().min(1).meta({ description: 'The round that it is about.' }),
    decided_at: wireTime.nullable(),
    decided_by: z
      .string()
      .nullable()
      .meta({ description: 'Email address of the member. null if it was decided by API.' }),
    message: z.string().nullable().meta({ description: 'What was said about all of it.' }),
    slots: z
      .array(
        z.strictObject({
          slot_index: z.int().min(0),
          reason: openEnum(CHANGE_REASONS),
          message: z.string().nullable(),
        }),
      )
      .meta({ description: 'The slots whose photos have to be taken again.' }),
    questions: z
      .array(z.strictObject({ question_id: z.string(), message: z.string().nullable() }))
      .meta({ description: 'The questions that have to be answered again.' }),
  })
  .meta({ id: 'Review' });

export type Review = z.infer<typeof reviewSchema>;
