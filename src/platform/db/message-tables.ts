import type { Selectable } from 'kysely';
import type { Environment, Flag } from './owner.ts';

export interface EventTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  type: string;
  subject_id: string;
  /** The very bytes that are signed and sent. */
  body: string;
  created_at: number;
  /** The request id of the call it came from; null when the service acted by itself. */
  call_id: string | null;
}

export type ServedEnvironments = Environment | 'both';
/** `manual`: by someone; `gone`: the receiver responded with 410; `failing`: nothing got through for days. */
export type DisabledReason = 'manual' | 'gone' | 'failing';

export interface WebhookEndpointTable {
  id: string;
  workspace_id: string;
  name: string;
  url: string;
  /** JSON list of event types. */
  events: string;
  serves: ServedEnvironments;
  is_active: Flag;
  /** null while it is active. */
  disabled_reason: DisabledReason | null;
  /** Sealed, as is the next one, which exists between the two steps of a rotation. */
  secret: string;
  next_secret: string | null;
  /** Attempts that failed since the last success. */
  failures: number;
  /** Of the first of them. */
  failing_since: number | null;
  /** How often in a row the breaker opened. */
  breaker_level: number;
  /** Nothing is sent before. */
  paused_until: number | null;
  last_success_at: number | null;
  created_at: number;
  updated_at: number;
  /** It is gone for everyone; its deliveries are deleted bit by bit, then the row. */
  deleted_at: number | null;
}

/** `due`: it will be tried; `held`: its endpoint is disabled; the others are ends, from which it can be sent again. */
export type DeliveryStatus = 'due' | 'held' | 'delivered' | 'failed' | 'blocked';

export interface DeliveryTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: DeliveryStatus;
  /** Attempts begun, ever. It is the number of the running attempt and fences off whoever comes late with an older one. */
  attempt_count: number;
  /** Attempts of the schedule that are used up. */
  schedule_step: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  is_leased: Flag;
  /** The node that has leased it; says nothing once the lease is over. */
  leased_by: string | null;
  created_at: number;
  finished_at: number | null;
}

/** `delivered`, or why not. */
export type AttemptOutcome = 'delivered' | 'answered_badly' | 'timed_out' | 'unreachable' | 'blocked';

export interface DeliveryAttemptTable {
  delivery_id: string;
  number: number;
  workspace_id: string;
  endpoint_id: string;
  outcome: AttemptOutcome;
  /** What went wrong, in words. */
  error: string | null;
  status_code: number | null;
  /** The IP address that was connected to. */
  address: string | null;
  /** How the response's body begins. */
  answer: string | null;
  started_at: number;
  duration_ms: number;
}

export type MailStatus = 'queued' | 'sent' | 'failed';

/** A workspace's own words for one email to customers in one language. */
export interface MailTextTable {
  workspace_id: string;
  kind: string;
  lang: string;
  /** Here and below null: the original words. */
  subject: string | null;
  greeting: string | null;
  text: string | null;
  button: string | null;
  updated_at: number;
}

export interface MailTable {
  id: string;
  /** null: of a person, not of a workspace. */
  workspace_id: string | null;
  kind: string;
  recipient: string;
  locale: string;
  /** JSON: what the email of this kind tells. */
  content: string;
  /** The photo request whose `email_status` follows this email. */
  request_id: string | null;
  /** The request id of the call it came from. */
  call_id: string | null;
  status: MailStatus;
  attempt_count: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  /** The node that has leased it; null while it waits. */
  leased_by: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  created_at: number;
  finished_at: number | null;
}

/** A customer who wants no more email of a workspace. */
export interface EmailOptOutTable {
  workspace_id: string;
  /** Of the address in small letters, with the workspace's id. */
  address_hash: string;
  created_at: number;
}

/** What the way back to the business's own site is signed with; both sealed, the next one during a rotation. */
export interface ReturnSecretTable {
  workspace_id: string;
  environment: Environment;
  secret: string;
  next_secret: string | null;
  created_at: number;
}

export type WebhookEndpointRow = Selectable<WebhookEndpointTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type DeliveryAttemptRow = Selectable<DeliveryAttemptTable>;
export type EventRow = Selectable<EventTable>;
export type MailRow = Selectable<MailTable>;
export type MailTextRow = Selectable<MailTextTable>;
export type ReturnSecretRow = Selectable<ReturnSecretTable>;
