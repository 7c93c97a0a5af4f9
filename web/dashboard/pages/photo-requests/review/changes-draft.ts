import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import type { Photo } from '../../../../../src/photos/schema.ts';
import type { ChangeReason } from '../../../../../src/shared/change-reasons.ts';
import { type Decision, openSlots } from './review-state.ts';

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

export interface ChangesDraft {
  /** By slot index. */
  slots: Record<number, AskedDraft>;
  message: string;
  hours: string;
  sendEmail: boolean;
}

type Asked = Pick<PhotoRequest, 'photo_slots' | 'items' | 'review' | 'status'>;

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
  const slots = askableSlots(request);
  const chosen = slots.length === 1 ? slots[0]?.slot_index : lookedAt;
  const drafts = slots.map(({ slot_index, photos }): [number, AskedDraft] => {
    const asked = open.find((slot) => slot.slot_index === slot_index);
    if (asked !== undefined)
      return [slot_index, { isAsked: true, reason: asked.reason, message: asked.message ?? '' }];
    const hint = photos.find(({ metadata }) => metadata.quality_hint !== undefined)?.metadata.quality_hint;
    const isAsked = open.length === 0 && slot_index === chosen;
    return [slot_index, { isAsked, reason: hint === undefined ? '' : REASON_OF_HINT[hint], message: '' }];
  });
  return {
    slots: Object.fromEntries(drafts),
    message: open.length > 0 ? (request.review?.message ?? '') : '',
    hours: '168',
    sendEmail: true,
  };
}

/** What has to be filled in first, by the names of the fields: `slots`, `slots.2.reason`, `slots.2.message`. */
export function changesProblems({ slots }: ChangesDraft): Record<string, string> {
  const asked = Object.entries(slots).filter(([, { isAsked }]) => isAsked);
  if (asked.length === 0) return { slots: 'Choose at least one photo.' };
  const problems: Record<string, string> = {};
  for (const [index, { reason, message }] of asked) {
    if (reason === '') problems[`slots.${index}.reason`] = 'Choose a reason.';
    if (reason === 'other' && message.trim() === '')
      problems[`slots.${index}.message`] = 'Say what is wrong, so that your customer knows.';
  }
  return problems;
}

/** `canMail`: there is someone to email, and a way to. */
export function changesBody(draft: ChangesDraft, { canMail }: { canMail: boolean }): Decision {
  const message = draft.message.trim();
  const slots = Object.entries(draft.slots)
    .filter(([, { isAsked }]) => isAsked)
    .map(([index, asked]) => ({
      slot_index: Number(index),
      reason: asked.reason === '' ? ('other' as const) : asked.reason,
      ...(asked.message.trim() !== '' && { message: asked.message.trim() }),
    }));
  return {
    decision: 'request_changes',
    slots,
    ...(message !== '' && { message }),
    expires_in_hours: Number(draft.hours),
    send_email: canMail && draft.sendEmail,
  };
}
