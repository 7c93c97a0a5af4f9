import type { Generated, Selectable } from 'kysely';
import type { Role } from '../../shared/roles.ts';
import type { Flag } from './owner.ts';

export interface UserTable {
  id: string;
  email: string;
  password_hash: string;
  name: Generated<string | null>;
  email_verified_at: Generated<number | null>;
  /** Sealed; a secret without `two_factor_since` has been offered but not proven yet. */
  two_factor_secret: Generated<string | null>;
  two_factor_since: Generated<number | null>;
  /** The time step of the last code that was taken: no code works twice. */
  two_factor_last_step: Generated<number | null>;
  /** When its owner was last told of many wrong passwords, and of many wrong codes. */
  password_warning_at: Generated<number | null>;
  second_factor_warning_at: Generated<number | null>;
  /** null: the address is the one that the account began with. */
  email_changed_at: Generated<number | null>;
  /** How many emails about what happened they got since then, in all workspaces. */
  notified_since: Generated<number>;
  notified_count: Generated<number>;
  created_at: number;
}

export interface MemberTable {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: number;
}

export interface WebSessionTable {
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  /** What the list of sessions calls it. */
  id: string;
  user_id: string;
  /** 1: the password was right, the second factor is still to come. */
  awaits_second_factor: Flag;
  ip_address: string;
  user_agent: string;
  /** When the password was last given in this session. */
  confirmed_at: number | null;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  /** The known device that it was opened on. */
  device_hash: Generated<string | null>;
}

/** A browser that signed in to the account before. */
export interface KnownDeviceTable {
  user_id: string;
  /** SHA-256 of the cookie's value, hexadecimal. */
  token_hash: string;
  last_used_at: number;
}

export interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
}

export type IdentityTokenKind = 'verify_email' | 'reset_password' | 'invitation' | 'set_up';

/** Links that are emailed or printed, each good for one use. */
export interface IdentityTokenTable {
  token_hash: string;
  kind: IdentityTokenKind;
  id: string;
  email: string;
  user_id: string | null;
  workspace_id: string | null;
  role: Role | null;
  created_at: number;
  expires_at: number;
}

export interface AuditEntryTable {
  id: string;
  workspace_id: string;
  user_id: string | null;
  /** Who, in words: an email address, or `operator`. */
  actor: string;
  /** Such as `api_key.created`. */
  action: string;
  subject_id: string | null;
  subject_name: string | null;
  /** JSON map. */
  details: string;
  ip_address: string | null;
  created_at: number;
}

export type WebSessionRow = Selectable<WebSessionTable>;
export type IdentityTokenRow = Selectable<IdentityTokenTable>;
export type AuditEntryRow = Selectable<AuditEntryTable>;
