import type { z } from 'zod';
import type { PhotoRequest } from '../../../../src/photo-requests/schema.ts';
import type { createTemplateBody, Template, updateTemplateBody } from '../../../../src/templates/schema.ts';
import { draftFromRequest } from '../photo-requests/create/new-request.ts';
import {
  type ContentDraft,
  contentChanges,
  draftContent,
  EMPTY_CONTENT,
  newContent,
} from '../photo-requests/parts/content/content-draft.ts';
import { draftLifetime, hoursOf, type LifetimeDraft } from '../photo-requests/parts/lifetime.ts';
import { ANYWHERE, draftPlace, type PlaceDraft, placeToSend } from '../photo-requests/parts/place.ts';
import {
  draftOf as draftReminders,
  NO_REMINDERS,
  type RemindersDraft,
  rulesOf,
  sameRules,
} from '../photo-requests/parts/reminders.ts';

export type NewTemplateBody = z.input<typeof createTemplateBody>;
export type TemplateChanges = z.input<typeof updateTemplateBody>;

export interface TemplateDraft extends ContentDraft, LifetimeDraft, Record<string, unknown> {
  name: string;
  reminders: RemindersDraft;
  locale: string;
  expected_location: PlaceDraft;
}

export const EMPTY_TEMPLATE: TemplateDraft = {
  ...EMPTY_CONTENT,
  ...draftLifetime(null),
  name: '',
  reminders: NO_REMINDERS,
  locale: 'en',
  expected_location: ANYWHERE,
};

/** What was left open is shown as the default that counts then. */
export function draftOf(template: Template): TemplateDraft {
  return {
    ...draftContent(template),
    ...draftLifetime(template.expires_in_hours),
    name: template.name,
    reminders: draftReminders(template.reminders),
    locale: template.locale ?? 'en',
    expected_location: draftPlace(template.expected_location),
  };
}

/** What the request asked for, with all of its questions, for others to be asked. */
export function draftOfRequest(request: PhotoRequest): TemplateDraft {
  const { lifetime, ownNumber, ownUnit, locale, expected_location } = draftFromRequest(request);
  const settings = { lifetime, ownNumber, ownUnit, locale, expected_location };
  const reminders = draftReminders(request.reminders);
  const content = draftContent({ ...request, return_url: null, cancel_url: null });
  return { ...content, ...settings, reminders, name: '' };
}

export function newTemplateBody(draft: TemplateDraft): NewTemplateBody {
  const reminders = rulesOf(draft.reminders);
  return {
    name: draft.name.trim(),
    ...newContent(draft),
    ...placeToSend(draft.expected_location),
    expires_in_hours: hoursOf(draft),
    ...(reminders.length > 0 && { reminders }),
    locale: draft.locale,
  };
}

/** Only what differs: two people who edit different fields at once keep both changes. */
export function templateChanges(draft: TemplateDraft, before: TemplateDraft): TemplateChanges {
  return {
    ...(draft.name.trim() !== before.name.trim() && { name: draft.name.trim() }),
    ...contentChanges(draft, before),
    ...placeToSend(draft.expected_location, before.expected_location),
    ...(hoursOf(draft) !== hoursOf(before) && { expires_in_hours: hoursOf(draft) }),
    ...(!sameRules(draft.reminders, before.reminders) && { reminders: rulesOf(draft.reminders) }),
    ...(draft.locale !== before.locale && { locale: draft.locale }),
  };
}
