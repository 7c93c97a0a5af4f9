import type { Generated, Selectable } from 'kysely';
import type { Environment, Flag } from './owner.ts';

/** What a member wrote about a request, for the team alone. */
export interface RequestNoteTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  request_id: string;
  author_id: string;
  /** The author's address when it was written: it stays when they leave, as in the audit log. */
  author: string;
  text: string;
  /** JSON list of the users who are mentioned. */
  mentions: string;
  /** JSON list of everyone who was ever told that it mentions them; null: those in `mentions`. */
  told: string | null;
  created_at: number;
  edited_at: number | null;
}

/** Who takes care of a request. */
export interface AssignmentTable {
  request_id: string;
  workspace_id: string;
  environment: Environment;
  user_id: string;
}

export type HappeningKind =
  | 'submitted'
  | 'review'
  | 'mentioned'
  | 'assigned'
  | 'endpoint_failing'
  | 'archive_failing'
  | 'quota';

/** Something that members may want to hear of; the worker finds out who. */
export interface NotificationEventTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  kind: HappeningKind;
  /** null: it is about no request. */
  request_id: string | null;
  note_id: string | null;
  /** JSON: what is told of this kind. */
  content: string;
  attempt_count: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  leased_by: Generated<string | null>;
  created_at: number;
}

/** What one member is told of, in the application or in the next digest. */
export interface NotificationTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  user_id: string;
  kind: HappeningKind;
  request_id: string | null;
  note_id: string | null;
  content: string;
  /** 0: it waits for the digest alone. */
  is_shown: Flag;
  /** When it belongs into a digest; null: into none, or it was in one. */
  digest_at: number | null;
  read_at: number | null;
  created_at: number;
}

/** What a member chose in a workspace; without a row everything is as usual. */
export interface NotificationPreferenceTable {
  workspace_id: string;
  user_id: string;
  /** JSON map from the topic; those that are missing are as usual. */
  choices: string;
}

export type RequestNoteRow = Selectable<RequestNoteTable>;
export type NotificationEventRow = Selectable<NotificationEventTable>;
export type NotificationRow = Selectable<NotificationTable>;
