import type { Generated, Insertable, Selectable, Updateable } from 'kysely';
import type { Environment, Flag } from './owner.ts';

/** Why the owners of a workspace should look at a link. */
export type LinkAlertReason = 'address_limit' | 'drafts_full' | 'wrong_codes' | 'unusual_rate';

export interface PermanentLinkTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  name: string;
  slug: string;
  unique_code: string;
  instructions: string;
  photo_slots: string;
  is_active: Flag;
  expires_at: number | null;
  max_submissions: number | null;
  submission_count: Generated<number>;
  /** Submissions from one address within 24 hours; null: the ordinary limits. */
  daily_limit_per_address: Generated<number | null>;
  /** Encrypted; null: whoever has the address may send. */
  access_code: Generated<string | null>;
  /** Whether submissions wait until a member approves them. */
  requires_approval: Generated<Flag>;
  /** Whether the team has to decide about each submission; see the request's column. */
  requires_review: Generated<Flag>;
  /** As in a photo request. */
  questions: Generated<string | null>;
  template_id: Generated<string | null>;
  translations: Generated<string | null>;
  evidence_policy: Generated<string | null>;
  return_urls: Generated<string | null>;
  /** What was noticed last, and when; null: nothing. */
  alert_reason: Generated<LinkAlertReason | null>;
  alerted_at: Generated<number | null>;
  /** When the owners were last sent an email about it. */
  alert_mailed_at: Generated<number | null>;
  metadata: string;
  created_at: number;
  updated_at: number;
}

/** A visit to a permanent link that has photos and is not submitted, or is held for approval: what the caps count. */
export interface LinkVisitTable {
  request_id: string;
  workspace_id: string;
  environment: Environment;
  permanent_link_id: string;
  photo_count: number;
  bytes: number;
  /** When a photo last came or went. */
  active_at: number;
  /** As in its request. */
  held_at: number | null;
}

/**
 * Every slug a link ever had. A row outlives its link: a printed address must never lead to another business.
 */
export interface PermanentLinkSlugTable {
  slug: string;
  workspace_id: string;
  /** null: its link was deleted, and only the same workspace may take it again. */
  permanent_link_id: string | null;
}

export type PermanentLinkRow = Selectable<PermanentLinkTable>;
export type NewPermanentLinkRow = Insertable<PermanentLinkTable>;
export type PermanentLinkChanges = Updateable<PermanentLinkTable>;
