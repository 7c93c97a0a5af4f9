import type { Generated, Selectable } from 'kysely';

export type PhoneChannel = 'sms' | 'whatsapp';
export type PhoneMessageStatus = 'queued' | 'sent' | 'delivered' | 'failed';
export type PhoneMessageKind = 'photo_request' | 'changes_requested' | 'reminder';

export interface PhoneMessageTable {
  id: string;
  workspace_id: string;
  /** The photo request whose `sms_status` follows this message. */
  request_id: string;
  kind: PhoneMessageKind;
  channel: PhoneChannel;
  /** E.164. */
  recipient: string;
  locale: string;
  /** The request id of the call it came from. */
  call_id: string | null;
  status: PhoneMessageStatus;
  attempt_count: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  /** The node that has leased it; null while it waits. */
  leased_by: Generated<string | null>;
  /** Why the last attempt failed, or why it was not delivered. */
  error: string | null;
  created_at: number;
  /** When it was sent, delivered or given up. */
  finished_at: number | null;
}

/** How many messages a workspace has sent, and when it could send the next one if it sent them evenly. */
export interface PhoneSenderTable {
  workspace_id: string;
  /** Days since 1970. */
  day: number;
  day_count: number;
  period_started_at: number;
  period_count: number;
  next_send_at: number;
}

/** How many messages of a workspace one number got in the hour since the first of them. */
export interface PhoneRecipientTable {
  workspace_id: string;
  number_hash: string;
  window_started_at: number;
  message_count: number;
}

/** A number that wants no more messages from this installation. */
export interface PhoneOptOutTable {
  number_hash: string;
  created_at: number;
}

/** A STOP or START that was obeyed: a copy of it must not be obeyed again. */
export interface PhoneKeywordTable {
  message_hash: string;
  created_at: number;
}

export type PhoneMessageRow = Selectable<PhoneMessageTable>;
export type PhoneSenderRow = Selectable<PhoneSenderTable>;
