import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { Photo } from '../../../../../src/photos/schema.ts';
import type { ChangeReason } from '../../../../../src/shared/change-reasons.ts';
import { DEFAULT_LIFETIME_HOURS } from '../../../../../src/shared/request-lifetime.ts';
import { type Decision, isSentBack, openSlots } from './review-state.ts';

/** A slot that can be asked for again, with what was sent for it. */
export interface AskableSlot {
  slot_index: number;
  label: string;
  photos: Photo[];
}

export interface AskedDraft {
  isAsked: boolean;
  reason: ChangeReason | '';
  message: string;
}

export interface AskedAnswerDraft {
  isAsked: boolean;
  message: string;
}

export interface ChangesDraft {
  /** By slot index. */
  slots: Record<number, AskedDraft>;
  /** By id. */
  questions: Record<string, AskedAnswerDraft>;
  message: string;
  hours: string;
  sendEmail: boolean;
  sendSms: boolean;
}

type Asked = Pick<PhotoRequest, 'photo_slots' | 'items' | 'questions' | 'review' | 'status'> &
  Partial<Pick<PhotoRequest, 'sms_status'>>;

/** Every slot, also one that stayed empty; without slots, every photo. */
export function askableSlots({ photo_slots, items }: Pick<Asked, 'photo_slots' | 'items'>): AskableSlot[] {
  const photosOf = (index: number) => items.filter(({ slot_index }) => slot_index === index);
  if (photo_slots.length > 0)
    return photo_slots.map(({ instructions }, index) => ({
      slot_index: index,
      label: instructions,
      photos: photosOf(index),
    }));
  return [...new Set(items.map(({ slot_index }) => slot_index))].map((index) => ({
    slot_index: index,
    label: `Photo ${index + 1}`,
    photos: photosOf(index),
  }));
}

const REASON_OF_HINT: Record<NonNullable<Photo['metadata']['quality_hint']>, ChangeReason> = {
  blurred: 'blurred',
  dark: 'too_dark',
  overexposed: 'glare',
};

/** What is asked for already, or else the slot that someone looks at; the phone may know what is wrong with it. */
export function changesDraft(request: Asked, lookedAt?: number): ChangesDraft {
  const open = openSlots(request);
  const openQuestions = isSentBack(request) ? (request.review?.questions ?? []) : [];
  const isOpen = open.length + openQuestions.length > 0;
  const slots = askableSlots(request);
  const isOnlyChoice = slots.length === 1 && request.questions.length === 0;
  const chosen = isOnlyChoice ? slots[0]?.slot_index : lookedAt;
  const drafts = slots.map(({ slot_index, photos }): [number, AskedDraft] => {
    const asked = open.find((slot) => slot.slot_index === slot_index);
    if (asked !== undefined)
      return [slot_index, { isAsked: true, reason: asked.reason, message: asked.message ?? '' }];
    const hint = photos.find(({ metadata }) => metadata.quality_hint !== undefined)?.metadata.quality_hint;
    const isAsked = !isOpen && slot_index === chosen;
    return [slot_index, { isAsked, reason: hint === undefined ? '' : REASON_OF_HINT[hint], message: '' }];
  });
  const questions = request.questions.map(({ id }): [string, AskedAnswerDraft] => {
    const asked = openQuestions.find(({ question_id }) => question_id === id);
    return [id, { isAsked: asked !== undefined, message: asked?.message ?? '' }];
  });
  return {
    slots: Object.fromEntries(drafts),
    questions: Object.fromEntries(questions),
    message: isOpen ? (request.review?.message ?? '') : '',
    hours: String(DEFAULT_LIFETIME_HOURS),
    sendEmail: true,
    // By default as the customer was written to so far.
    sendSms: request.sms_status != null && request.sms_status !== 'failed',
  };
}

/** What has to be filled in first, by the names of the fields: `slots`, `slots.2.reason`, `slots.2.message`. */
export function changesProblems({ slots, questions }: ChangesDraft): Record<string, string> {
  const asked = Object.entries(slots).filter(([, { isAsked }]) => isAsked);
  const answers = Object.values(questions);
  if (asked.length === 0 && !answers.some(({ isAsked }) => isAsked))
    return {
      slots: answers.length === 0 ? 'Choose at least one photo.' : 'Choose at least one photo or question.',
    };
  const problems: Record<string, string> = {};
  for (const [index, { reason, message }] of asked) {
    if (reason === '') problems[`slots.${index}.reason`] = 'Choose a reason.';
    if (reason === 'other' && message.trim() === '')
      problems[`slots.${index}.message`] = 'Say what is wrong, so that your customer knows.';
  }
  return problems;
}

/** `canMail`: there is someone to email, and a way to. */
export function changesBody(
  draft: ChangesDraft,
  { canMail, canPhone = false }: { canMail: boolean; canPhone?: boolean },
): Decision {
  const message = draft.message.trim();
  const slots = Object.entries(draft.slots)
    .filter(([, { isAsked }]) => isAsked)
    .map(([index, asked]) => ({
      slot_index: Number(index),
      reason: asked.reason === '' ? ('other' as const) : asked.reason,
      ...(asked.message.trim() !== '' && { message: asked.message.trim() }),
    }));
  const questions = Object.entries(draft.questions)
    .filter(([, { isAsked }]) => isAsked)
    .map(([question_id, { message: why }]) => ({
      question_id,
      ...(why.trim() !== '' && { message: why.trim() }),
    }));
  return {
    decision: 'request_changes',
    slots,
    ...(questions.length > 0 && { questions }),
    ...(message !== '' && { message }),
    expires_in_hours: Number(draft.hours),
    send_email: canMail && draft.sendEmail,
    ...(canPhone && { send_sms: draft.sendSms }),
  };
}
