import type { Generated, Selectable } from 'kysely';
import type { Environment, Flag } from './owner.ts';
import type { PhoneChannel, PhoneMessageStatus } from './phone-tables.ts';

export type PhotoRequestType = 'one_time' | 'permanent';
export type PhotoRequestStatus = 'pending' | 'in_progress' | 'submitted' | 'expired' | 'canceled';
export type EmailStatus = 'queued' | 'sent' | 'failed';

export interface PhotoRequestTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  type: PhotoRequestType;
  status: PhotoRequestStatus;
  instructions: string;
  /** JSON list of slots. */
  photo_slots: string;
  token: string;
  unique_code: string;
  /** Kept after the link is deleted: the submission still says where it came from. */
  permanent_link_id: string | null;
  external_id: string | null;
  /** JSON map of strings. */
  metadata: string;
  locale: string;
  recipient_email: string | null;
  email_status: EmailStatus | null;
  expires_at: number;
  first_viewed_at: number | null;
  submitted_at: number | null;
  /**
   * When the customer submitted it, if it has to be approved or had to be. Until then its status stays `in_progress`: to no
   * one but the customer it is submitted.
   */
  held_at: number | null;
  created_at: number;
  /** How many photos were deleted unsent when the request was canceled or expired. */
  unsent_photos: Generated<number>;
  /** Where the photos should be taken: JSON, `lat`, `lng`, `radius_m`. */
  expected_location: Generated<string | null>;
  /** The photos that were deleted because of a warning, to be taken again: JSON list; null: none. */
  refusals: Generated<string | null>;
  /** What the team decided, round by round: JSON list, oldest first; null: nothing yet. */
  reviews: Generated<string | null>;
  /** Whether a submission waits for a decision of the team. It is told of all the same. */
  requires_review: Generated<Flag>;
  /** The last round in which the customer opened the link; 0: none. */
  viewed_round: Generated<number>;
  /** What the customer is asked beside the photos: JSON list; null: nothing. */
  questions: Generated<string | null>;
  /** JSON map from the question's id; null: nothing was answered. */
  answers: Generated<string | null>;
  /** The template that it was created from. Kept after that is deleted. */
  template_id: Generated<string | null>;
  /** What the business wrote, in other languages: JSON map from the language; null: in none. */
  translations: Generated<string | null>;
  /** What follows from a warning beyond what the workspace says: JSON; null: nothing. */
  evidence_policy: Generated<string | null>;
  /** When the customer is reminded, and was: JSON; null: never. */
  reminders: Generated<string | null>;
  /** The customer's phone number, E.164. */
  recipient_phone: Generated<string | null>;
  phone_channel: Generated<PhoneChannel | null>;
  /** null: no message was to be sent to the phone. */
  sms_status: Generated<PhoneMessageStatus | null>;
  /** Where the customer goes afterwards: JSON, `return_url`, `cancel_url`; null: nowhere. */
  return_urls: Generated<string | null>;
}

export type ReminderKind = 'not_opened' | 'not_submitted' | 'before_expiry';

/** When to look next whether the customer of a request has to be reminded: one row for each request. */
export interface DueReminderTable {
  workspace_id: string;
  environment: Environment;
  request_id: string;
  kind: ReminderKind;
  due_at: number;
}

/** An expired request that can be reopened with the photos its customer had not sent. */
export interface KeptPhotosTable {
  workspace_id: string;
  environment: Environment;
  request_id: string;
  delete_at: number;
}

/** What customers answered, for the search. */
export interface AnswerTextTable {
  workspace_id: string;
  environment: Environment;
  request_id: string;
  text: string;
}

/** A submission that the team has yet to decide about. */
export interface PendingReviewTable {
  workspace_id: string;
  environment: Environment;
  request_id: string;
}

export type PhotoRequestRow = Selectable<PhotoRequestTable>;
export type DueReminder = Selectable<DueReminderTable>;
