import type { PhotoLinks } from '../photos/links.ts';
import { roundsOf } from '../photos/rounds.ts';
import { type ShownPhoto, toWirePhoto } from '../photos/wire.ts';
import { type Clock, toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { answersOf, questionsOf, toWireAnswers } from '../questions/answers.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { returnUrlsOf } from '../templates/return-urls.ts';
import { translationsOf } from '../templates/translations.ts';
import { type PlannedReminder, plannedReminders, remindersOf } from './reminders.ts';
import { reviewOf } from './review.ts';
import type { PhotoRequest } from './schema.ts';
import { statusAt } from './status.ts';

/** A request as the API shows it. `shownRounds`: for whom may see more than what was submitted. */
export type ToWireRequest = (
  row: PhotoRequestRow,
  photos?: ShownPhoto[],
  options?: { shownRounds?: number },
) => PhotoRequest;

export function createToWireRequest(deps: {
  links: PhotoLinks;
  urls: CustomerUrls;
  clock: Clock;
}): ToWireRequest {
  const { links, urls, clock } = deps;

  /** Photos are shown once they are submitted; until then they are the customer's own. */
  return (row, photos = [], options = {}) => {
    const rounds = roundsOf(row);
    const { shownRounds = rounds.submitted } = options;
    const now = clock();
    const questions = questionsOf(row);
    const reminders = remindersOf(row);
    const returnUrls = returnUrlsOf(row);
    const toPhoto = (photo: ShownPhoto) => toWirePhoto(photo, rounds, links);
    return {
      id: row.id,
      type: row.type,
      unique_code: row.unique_code,
      status: statusAt(row, now),
      instructions: row.instructions,
      photo_slots: rounds.slots,
      request_url: urls.requestUrl(row.token),
      code_entry_url: urls.codeEntryUrl,
      expires_at: toWireTime(row.expires_at),
      created_at: toWireTime(row.created_at),
      first_viewed_at: toWireTimeOrNull(row.first_viewed_at),
      submitted_at: toWireTimeOrNull(row.submitted_at),
      held_at: toWireTimeOrNull(row.held_at),
      permanent_link_id: row.permanent_link_id,
      external_id: row.external_id,
      metadata: JSON.parse(row.metadata),
      locale: row.locale,
      recipient_email: row.recipient_email,
      email_status: row.email_status,
      recipient_phone: row.recipient_phone,
      phone_channel: row.phone_channel,
      sms_status: row.sms_status,
      time_zone: reminders.time_zone,
      reminders: plannedReminders(row, reminders, now).map(toWireReminder),
      reminder_count: reminders.sent.length,
      reminded_at: toWireTimeOrNull(reminders.sent.at(-1)?.at ?? null),
      expected_location: row.expected_location === null ? null : JSON.parse(row.expected_location),
      round: rounds.current,
      questions,
      answers: shownRounds === 0 ? [] : toWireAnswers(questions, answersOf(row)),
      template_id: row.template_id,
      translations: translationsOf(row) as PhotoRequest['translations'],
      evidence_policy: row.evidence_policy === null ? null : JSON.parse(row.evidence_policy),
      return_url: returnUrls.return_url,
      cancel_url: returnUrls.cancel_url,
      requires_review: row.requires_review === 1,
      review: reviewOf(row, rounds),
      items: rounds.standing(photos, shownRounds).map(toPhoto),
      superseded_items: rounds.superseded(photos, shownRounds).map(toPhoto),
    };
  };
}

const toWireReminder = ({ when, hours, due }: PlannedReminder) => ({
  when,
  hours,
  due_at: toWireTimeOrNull(due),
});
