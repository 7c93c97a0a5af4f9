import type { DisabledReason, Environment, HappeningKind, LinkAlertReason } from '../platform/db/tables.ts';
import type { MailTexts } from '../shared/mail-texts.ts';
import type { Role } from '../shared/roles.ts';

/** So many deliveries are counted while they are recorded: a number in an email must not hold that up. */
export const MAX_HELD_COUNTED = 10_000;

/** Every email there is, and what is kept of it until it is sent. */
export interface MailContent {
  /** To the customer: the link, the code, what to photograph and until when. All of it is read when it is sent. */
  photo_request: Record<string, never>;
  /** To the customer: which photos to take again, and why. All of it is read when it is sent. */
  changes_requested: Record<string, never>;
  /** To a member who changes the words of an email to customers (`mail`): what that would look like. */
  mail_trial: MailTexts & { mail: string };
  /** To the customer: the same again, as a reminder. All of it is read when it is sent. */
  reminder: Record<string, never>;
  /** To those who look after a workspace: we disabled a webhook endpoint. */
  webhook_disabled: {
    /** Missing in emails of an earlier release, which went to owners. */
    user_id?: string;
    endpoint_id: string;
    endpoint_name: string;
    url: string;
    reason: Exclude<DisabledReason, 'manual'>;
    failing_since: number | null;
    /** More than MAX_HELD_COUNTED: there may be any number of them. */
    held: number;
  };
  /** To a member: what just happened. What it is about is read when it is sent. */
  notification: {
    user_id: string;
    /** The choice because of which it is sent. */
    topic: string;
    happening: Exclude<HappeningKind, 'endpoint_failing'>;
    environment: Environment;
    request_id: string | null;
    note_id: string | null;
    /** The member who did it. */
    by: string | null;
    quota: { percent: number; limit: number; resets_at: number | null } | null;
    /** Missing in emails of an earlier release. */
    archive?: { name: string; reason: string; is_given_up: boolean } | null;
  };
  /** To a member: what happened since the last one. */
  notification_digest: { user_id: string; items: DigestItem[]; total: number };
  /** To the owners of a workspace: a permanent link is used in an unusual way. */
  link_alert: { link_id: string; link_name: string; reason: LinkAlertReason };
  /** To someone who signed up or changed their address. */
  verify_email: MailedLink & { because?: 'signed_up' | 'new_address' };
  /** To someone who forgot their password, or signed up a second time. */
  reset_password: MailedLink & { because: 'asked' | 'signed_up_again' };
  /** To the address that an account has, or had until now: no one loses an account unawares. */
  email_changed: { stage: 'asked' | 'done'; new_email: string };
  /** To the owner of an account that strangers try to sign in to. */
  sign_in_warning: { reason: 'wrong_passwords' | 'wrong_second_factors'; at: number };
  /** To someone who is asked into a workspace. */
  invitation: MailedLink & { workspace_name: string; inviter: string; role: Role };
}

export interface DigestItem {
  happening: HappeningKind;
  environment: Environment;
  request_id: string | null;
  by?: string;
  endpoint?: { id: string; name: string };
  archive?: { name: string; is_given_up: boolean };
  percent?: number;
}

/** Sealed for its recipient (`mailed-links`). */
interface MailedLink {
  sealed_token: string;
  expires_at: number;
}

export type MailKind = keyof MailContent;
