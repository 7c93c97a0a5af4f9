import type { z } from 'zod';
import type { createPhotoRequestBody, PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { MAX_LIFETIME_HOURS } from '../../../../../src/shared/request-lifetime.ts';
import type { Template } from '../../../../../src/templates/schema.ts';
import {
  type ContentDraft,
  contentChanges,
  draftContent,
  EMPTY_CONTENT,
  newContent,
} from '../parts/content/content-draft.ts';
import { draftLifetime, hoursOf, type LifetimeDraft } from '../parts/lifetime.ts';
import { ANYWHERE, draftPlace, type PlaceDraft, placeToSend } from '../parts/place.ts';
import { draftOf, NO_REMINDERS, type RemindersDraft, rulesOf, sameRules } from '../parts/reminders.ts';

export type NewRequestBody = z.input<typeof createPhotoRequestBody>;

export interface RequestDraft extends ContentDraft, LifetimeDraft, Record<string, unknown> {
  recipient_email: string;
  send_email: boolean;
  recipient_phone: string;
  phone_channel: 'sms' | 'whatsapp';
  send_sms: boolean;
  reminders: RemindersDraft;
  /** Of the customer; empty: that of the workspace. */
  time_zone: string;
  locale: string;
  external_id: string;
  expected_location: PlaceDraft;
}

export const EMPTY_DRAFT: RequestDraft = {
  ...EMPTY_CONTENT,
  ...draftLifetime(null),
  recipient_email: '',
  send_email: true,
  recipient_phone: '',
  phone_channel: 'sms',
  send_sms: true,
  reminders: NO_REMINDERS,
  time_zone: '',
  locale: 'en',
  external_id: '',
  expected_location: ANYWHERE,
};

/** What the template says, and nothing about the customer. */
export function draftFromTemplate(template: Template): RequestDraft {
  return {
    ...EMPTY_DRAFT,
    ...draftContent(template),
    ...draftLifetime(template.expires_in_hours),
    reminders: draftOf(template.reminders),
    locale: template.locale ?? 'en',
    expected_location: draftPlace(template.expected_location),
  };
}

const HOUR_MS = 3_600_000;

/** What the request asked for, for someone else: recipient and reference belong to the one that was. */
export function draftFromRequest(request: PhotoRequest): RequestDraft {
  const open = Date.parse(request.expires_at) - Date.parse(request.created_at);
  const hours = Math.round(open / HOUR_MS);
  return {
    ...EMPTY_DRAFT,
    // The reference that visitors of a permanent link enter is none of a request's questions.
    ...draftContent({
      ...request,
      questions: request.questions.filter(({ type }) => type !== 'identifier'),
      // They often name the order that the request was about.
      return_url: null,
      cancel_url: null,
    }),
    // One that was extended may have been open for longer than a new one can be.
    ...draftLifetime(hours >= 1 && hours <= MAX_LIFETIME_HOURS ? hours : null),
    locale: request.locale,
    expected_location: draftPlace(request.expected_location),
  };
}

interface SendOptions {
  withEmail: boolean;
  canSend: boolean;
  /** By the channel of the draft. */
  canPhone?: boolean;
  /** The one that was chosen, and the form as it was filled from it. */
  template?: { id: string; draft: RequestDraft } | null;
}

/** Only what was filled in, or what differs from the template. Plans without email refuse its fields as such. */
export function bodyOf(draft: RequestDraft, options: SendOptions): NewRequestBody {
  const { withEmail, canSend, canPhone = false, template } = options;
  const recipient = draft.recipient_email.trim();
  const phone = draft.recipient_phone.trim();
  const isPhoned = withEmail && canPhone && phone !== '' && draft.send_sms;
  const reference = draft.external_id.trim();
  return {
    ...(template == null ? ownBody(draft) : changedBody(draft, template)),
    ...(reference !== '' && { external_id: reference }),
    ...(withEmail &&
      recipient !== '' && { recipient_email: recipient, send_email: draft.send_email && canSend }),
    ...(phone !== '' && { recipient_phone: phone, phone_channel: draft.phone_channel }),
    ...(isPhoned && { send_sms: true }),
    ...(withEmail && ((canSend && recipient !== '') || isPhoned) && remindersToSend(draft, template?.draft)),
  };
}

function ownBody(draft: RequestDraft): NewRequestBody {
  return {
    ...newContent(draft),
    ...placeToSend(draft.expected_location),
    expires_in_hours: hoursOf(draft),
    locale: draft.locale,
  };
}

function changedBody(
  draft: RequestDraft,
  { id, draft: before }: NonNullable<SendOptions['template']>,
): NewRequestBody {
  return {
    template_id: id,
    ...contentChanges(draft, before),
    ...placeToSend(draft.expected_location, before.expected_location),
    ...(hoursOf(draft) !== hoursOf(before) && { expires_in_hours: hoursOf(draft) }),
    ...(draft.locale !== before.locale && { locale: draft.locale }),
  };
}

/** What differs from the template, or from none at all. */
function remindersToSend(
  draft: RequestDraft,
  before = EMPTY_DRAFT,
): Pick<NewRequestBody, 'reminders' | 'time_zone'> {
  const reminders = rulesOf(draft.reminders);
  return {
    ...(!sameRules(draft.reminders, before.reminders) && { reminders }),
    ...(reminders.length > 0 && draft.time_zone !== '' && { time_zone: draft.time_zone }),
  };
}
