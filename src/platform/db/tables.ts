import type { Generated, Insertable, Selectable, Updateable } from 'kysely';

/**
 * The schema, the same on both engines. Times are milliseconds, flags are 0 or 1, lists and maps are JSON text:
 * these are the types that SQLite and PostgreSQL agree on.
 */
export interface Tables {
  installation: InstallationTable;
  workspaces: WorkspaceTable;
  users: UserTable;
  members: MemberTable;
  api_keys: ApiKeyTable;
  photo_requests: PhotoRequestTable;
  permanent_links: PermanentLinkTable;
  permanent_link_slugs: PermanentLinkSlugTable;
  idempotency_keys: IdempotencyKeyTable;
  capture_sessions: CaptureSessionTable;
  used_tickets: UsedTicketTable;
  photos: PhotoTable;
  purges: PurgeTable;
  events: EventTable;
  webhook_endpoints: WebhookEndpointTable;
  deliveries: DeliveryTable;
  delivery_attempts: DeliveryAttemptTable;
  mails: MailTable;
  web_sessions: WebSessionTable;
  recovery_codes: RecoveryCodeTable;
  identity_tokens: IdentityTokenTable;
  audit_entries: AuditEntryTable;
  sweeps: SweepTable;
  retired_slugs: RetiredSlugTable;
  erased_workspaces: ErasedWorkspaceTable;
  counts: CountTable;
  /** Written by triggers, and added up into the counts soon. */
  count_changes: CountTable;
}

export type Environment = 'live' | 'test';
export type Flag = 0 | 1;

/** Who owns a thing. Every look-up of an owned thing starts with this. */
export interface Owner {
  workspaceId: string;
  environment: Environment;
}

/** For `eb.and(ownerColumns(owner))`. */
export function ownerColumns(owner: Owner): { workspace_id: string; environment: Environment } {
  return { workspace_id: owner.workspaceId, environment: owner.environment };
}

/** Who does a periodic task at the moment, over all nodes. */
interface SweepTable {
  name: string;
  /** Goes up each time somebody takes it: whoever holds an older one has lost it. */
  turn: number;
  node: string;
  started_at: number;
  leased_until: number;
  /** Nobody needs to do it before. */
  next_at: number;
}

/** Slugs of erased workspaces, as hashes: nobody takes them again, and nobody reads a name from them. */
interface RetiredSlugTable {
  /** SHA-256, hexadecimal. */
  slug_hash: string;
}

/** That a workspace was erased, and when; not whose it was. */
interface ErasedWorkspaceTable {
  /** SHA-256 of its id, hexadecimal. */
  id_hash: string;
  /** JSON map: how many of what. */
  counts: string;
  erased_at: number;
}

interface InstallationTable {
  id: number;
  created_at: number;
}

interface WorkspaceTable {
  id: string;
  name: string;
  plan: string;
  plan_started_at: number;
  suspended_at: number | null;
  /** JSON list of IP networks, null for no restriction. */
  ip_allow_list: string | null;
  /** null: the ordinary limit. */
  rate_per_minute: number | null;
  rate_per_hour: number | null;
  /** Photos submitted under a plan with a lifetime quota; never lowered. */
  lifetime_photos: Generated<number>;
  /** Photos submitted in the billing period that began at `period_started_at`; an older period counts as none. */
  period_photos: Generated<number>;
  period_started_at: number | null;
  /** `#rrggbb`, null for the product's own colour. */
  brand_color: Generated<string | null>;
  /** Where the logo lies in the storage. */
  logo_key: Generated<string | null>;
  /** IANA name, for the web application and reports. */
  time_zone: Generated<string>;
  /** Submitted requests are erased after so many days; null: kept. */
  retention_days: Generated<number | null>;
  created_at: number;
}

interface UserTable {
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
  created_at: number;
}

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

interface MemberTable {
  workspace_id: string;
  user_id: string;
  role: Role;
  created_at: number;
}

interface ApiKeyTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  name: string;
  /** SHA-256 of the key, hexadecimal; the key itself is stored nowhere. */
  hash: string;
  last_four: string;
  /** JSON list. */
  scopes: string;
  is_active: Flag;
  last_used_at: number | null;
  created_at: number;
}

export type PhotoRequestType = 'one_time' | 'permanent';
export type PhotoRequestStatus = 'pending' | 'in_progress' | 'submitted' | 'expired' | 'canceled';
export type EmailStatus = 'queued' | 'sent' | 'failed';

interface PhotoRequestTable {
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
  created_at: number;
}

interface PermanentLinkTable {
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
  metadata: string;
  created_at: number;
  updated_at: number;
}

/**
 * Every slug a link ever had. A row outlives its link: a printed address must never lead to another business.
 */
interface PermanentLinkSlugTable {
  slug: string;
  workspace_id: string;
  /** null: its link was deleted, and only the same workspace may take it again. */
  permanent_link_id: string | null;
}

interface IdempotencyKeyTable {
  workspace_id: string;
  environment: Environment;
  operation: string;
  key: string;
  fingerprint: string;
  /** null only inside the transaction that makes the answer. */
  answer: string | null;
  created_at: number;
}

interface CaptureSessionTable {
  /** SHA-256 of the session's token, hexadecimal. */
  token_hash: string;
  workspace_id: string;
  environment: Environment;
  /** Of a visit to a permanent link: the id its request will have once the first photo is there. */
  request_id: string;
  permanent_link_id: string | null;
  /** When the first of the sessions was opened that this one continues, as after a reload. */
  began_at: number;
  opened_at: number;
}

interface UsedTicketTable {
  token_hash: string;
  slot_index: number;
  number: number;
  client_id: string;
}

export type PhotoHint = 'blurred' | 'dark' | 'overexposed';

interface PhotoTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  request_id: string;
  /** Without slots: the number of the photo. */
  slot_index: number;
  /** The id that the customer's device gave it. */
  client_id: string;
  /** The session that sent it: which device, so to say. */
  session_hash: string;
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  captured_at: number;
  latitude: number | null;
  longitude: number | null;
  /** Metres. */
  accuracy: number | null;
  /** What the device warned of before the customer kept it. */
  hint: PhotoHint | null;
  received_at: number;
  /** When it was decoded and its thumbnail made; null until then. Every submitted photo is. */
  checked_at: number | null;
}

/** Objects in the storage that nothing refers to any more. */
interface PurgeTable {
  storage_key: string;
  due_at: number;
}

interface EventTable {
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
/** `manual`: by somebody; `gone`: the receiver answered 410; `failing`: nothing got through for days. */
export type DisabledReason = 'manual' | 'gone' | 'failing';

interface WebhookEndpointTable {
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
  /** It is gone for everybody; its deliveries are removed bit by bit, then the row. */
  deleted_at: number | null;
}

/** `due`: it will be tried; `held`: its endpoint is switched off; the others are ends, from which it can be sent again. */
export type DeliveryStatus = 'due' | 'held' | 'delivered' | 'failed' | 'blocked';

interface DeliveryTable {
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
  created_at: number;
  finished_at: number | null;
}

/** `delivered`, or why not. */
export type AttemptOutcome = 'delivered' | 'answered_badly' | 'timed_out' | 'unreachable' | 'blocked';

interface DeliveryAttemptTable {
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
  /** How the answer's body begins. */
  answer: string | null;
  started_at: number;
  duration_ms: number;
}

export type MailStatus = 'queued' | 'sent' | 'failed';

interface MailTable {
  id: string;
  /** null: of a person, not of a workspace. */
  workspace_id: string | null;
  kind: string;
  recipient: string;
  locale: string;
  /** JSON: what the mail of this kind tells. */
  content: string;
  /** The photo request whose `email_status` follows this mail. */
  request_id: string | null;
  /** The request id of the call it came from. */
  call_id: string | null;
  status: MailStatus;
  attempt_count: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  /** Why the last attempt failed. */
  error: string | null;
  created_at: number;
  finished_at: number | null;
}

interface WebSessionTable {
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
}

interface RecoveryCodeTable {
  user_id: string;
  code_hash: string;
}

export type IdentityTokenKind = 'verify_email' | 'reset_password' | 'invitation' | 'set_up';

/** Links that are mailed or printed, each good for one use. */
interface IdentityTokenTable {
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

interface AuditEntryTable {
  id: string;
  workspace_id: string;
  user_id: string | null;
  /** Who, in words: an e-mail address, or `operator`. */
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

/** How many of what a workspace has, made or received in one quarter of an hour or, with period 0, ever. */
export interface CountTable {
  workspace_id: string;
  environment: Environment;
  /** Quarters of an hour since 1970. */
  period: number;
  /** One-time requests, whatever became of them. */
  made: number;
  pending: number;
  in_progress: number;
  submitted: number;
  expired: number;
  canceled: number;
  /** By the time of the submission; `submitted` goes by that of the request. */
  submissions: number;
  photos: number;
}

export type WebSessionRow = Selectable<WebSessionTable>;
export type IdentityTokenRow = Selectable<IdentityTokenTable>;
export type AuditEntryRow = Selectable<AuditEntryTable>;
export type WebhookEndpointRow = Selectable<WebhookEndpointTable>;
export type DeliveryRow = Selectable<DeliveryTable>;
export type DeliveryAttemptRow = Selectable<DeliveryAttemptTable>;
export type EventRow = Selectable<EventTable>;
export type MailRow = Selectable<MailTable>;
export type CaptureSessionRow = Selectable<CaptureSessionTable>;
export type PhotoRow = Selectable<PhotoTable>;
export type WorkspaceRow = Selectable<WorkspaceTable>;
export type ApiKeyRow = Selectable<ApiKeyTable>;
export type PhotoRequestRow = Selectable<PhotoRequestTable>;
export type PermanentLinkRow = Selectable<PermanentLinkTable>;
export type NewPermanentLinkRow = Insertable<PermanentLinkTable>;
export type PermanentLinkChanges = Updateable<PermanentLinkTable>;
