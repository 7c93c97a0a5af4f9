import type { z } from 'zod';
import type { createPhotoRequestBody } from '../../../../../src/photo-requests/schema.ts';
import { LIFETIMES } from '../parts/lifetimes.ts';
import { type DraftPair, metadataToSend } from '../parts/metadata.ts';
import { type DraftQuestion, questionsToSend } from '../parts/questions/draft-questions.ts';
import { NO_REMINDERS, type RemindersDraft, rulesOf } from '../parts/reminders.ts';
import { type DraftSlot, slotsToSend } from '../parts/slots.ts';

export type NewRequestBody = z.input<typeof createPhotoRequestBody>;

/** With one of the team's own. */
export const LIFETIME_CHOICES = [...LIFETIMES, { value: 'own', label: 'Other' }] as const;

export type Lifetime = (typeof LIFETIME_CHOICES)[number]['value'];

export interface RequestDraft extends Record<string, unknown> {
  instructions: string;
  photo_slots: DraftSlot[];
  questions: DraftQuestion[];
  lifetime: Lifetime;
  ownNumber: number | '';
  ownUnit: 'hours' | 'days';
  recipient_email: string;
  send_email: boolean;
  reminders: RemindersDraft;
  /** Of the customer; empty: that of the workspace. */
  time_zone: string;
  requires_review: boolean;
  locale: string;
  external_id: string;
  metadata: DraftPair[];
}

export const EMPTY_DRAFT: RequestDraft = {
  instructions: '',
  photo_slots: [],
  questions: [],
  lifetime: '168',
  ownNumber: 14,
  ownUnit: 'days',
  recipient_email: '',
  send_email: true,
  reminders: NO_REMINDERS,
  time_zone: '',
  requires_review: false,
  locale: 'en',
  external_id: '',
  metadata: [],
};

export function hoursOf({ lifetime, ownNumber, ownUnit }: RequestDraft): number {
  if (lifetime !== 'own') return Number(lifetime);
  return Number(ownNumber) * (ownUnit === 'days' ? 24 : 1);
}

/** Only what was filled in. Plans without email refuse its fields as such, so they are left out there. */
export function bodyOf(
  draft: RequestDraft,
  options: { withEmail: boolean; canSend: boolean },
): NewRequestBody {
  const recipient = draft.recipient_email.trim();
  const reference = draft.external_id.trim();
  const metadata = metadataToSend(draft.metadata);
  return {
    instructions: draft.instructions.trim(),
    expires_in_hours: hoursOf(draft),
    locale: draft.locale,
    ...(draft.photo_slots.length > 0 && { photo_slots: slotsToSend(draft.photo_slots) }),
    ...(draft.questions.length > 0 && { questions: questionsToSend(draft.questions) }),
    ...(draft.requires_review && { requires_review: true }),
    ...(reference !== '' && { external_id: reference }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(options.withEmail &&
      recipient !== '' && { recipient_email: recipient, send_email: draft.send_email && options.canSend }),
    ...(options.withEmail && options.canSend && recipient !== '' && remindersToSend(draft)),
  };
}

function remindersToSend(draft: RequestDraft): Pick<NewRequestBody, 'reminders' | 'time_zone'> {
  const reminders = rulesOf(draft.reminders);
  if (reminders.length === 0) return {};
  return { reminders, ...(draft.time_zone !== '' && { time_zone: draft.time_zone }) };
}
