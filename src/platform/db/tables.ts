import type { Generated, Selectable } from 'kysely';
import type { ArchiveCopyTable, ArchiveTable } from './archive-tables.ts';
import type { CaptureHandoverTable, CaptureSessionTable, UsedTicketTable } from './capture-tables.ts';
import type {
  AuditEntryTable,
  IdentityTokenTable,
  KnownDeviceTable,
  MemberTable,
  RecoveryCodeTable,
  UserTable,
  WebSessionTable,
} from './identity-tables.ts';
import type { LinkVisitTable, PermanentLinkSlugTable, PermanentLinkTable } from './link-tables.ts';
import type {
  DeliveryAttemptTable,
  DeliveryTable,
  EmailOptOutTable,
  EventTable,
  MailTable,
  MailTextTable,
  ReturnSecretTable,
  WebhookEndpointTable,
} from './message-tables.ts';
import type { Environment, Flag } from './owner.ts';
import type {
  PhoneKeywordTable,
  PhoneMessageTable,
  PhoneOptOutTable,
  PhoneRecipientTable,
  PhoneSenderTable,
} from './phone-tables.ts';
import type {
  PhotoTable,
  RequestWarningTable,
  SealJobTable,
  SigningCertificateTable,
  SimilarityKeyTable,
} from './photo-tables.ts';
import type {
  AnswerTextTable,
  DueReminderTable,
  KeptPhotosTable,
  PendingReviewTable,
  PhotoRequestTable,
} from './request-tables.ts';
import type {
  AssignmentTable,
  NotificationEventTable,
  NotificationPreferenceTable,
  NotificationTable,
  RequestNoteTable,
} from './team-tables.ts';
import type { SlotImageTable, TemplateTable } from './template-tables.ts';

export type * from './archive-tables.ts';
export type * from './capture-tables.ts';
export type * from './identity-tables.ts';
export type * from './link-tables.ts';
export type * from './message-tables.ts';
export * from './owner.ts';
export type * from './phone-tables.ts';
export type * from './photo-tables.ts';
export type * from './request-tables.ts';
export type * from './team-tables.ts';
export type * from './template-tables.ts';

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
  link_visits: LinkVisitTable;
  idempotency_keys: IdempotencyKeyTable;
  capture_sessions: CaptureSessionTable;
  capture_handovers: CaptureHandoverTable;
  used_tickets: UsedTicketTable;
  photos: PhotoTable;
  similarity_keys: SimilarityKeyTable;
  request_warnings: RequestWarningTable;
  pending_reviews: PendingReviewTable;
  answer_texts: AnswerTextTable;
  templates: TemplateTable;
  slot_images: SlotImageTable;
  request_notes: RequestNoteTable;
  assignments: AssignmentTable;
  notification_events: NotificationEventTable;
  notifications: NotificationTable;
  notification_preferences: NotificationPreferenceTable;
  due_reminders: DueReminderTable;
  kept_photos: KeptPhotosTable;
  seal_jobs: SealJobTable;
  signing_certificates: SigningCertificateTable;
  purges: PurgeTable;
  events: EventTable;
  webhook_endpoints: WebhookEndpointTable;
  deliveries: DeliveryTable;
  delivery_attempts: DeliveryAttemptTable;
  mails: MailTable;
  mail_texts: MailTextTable;
  archives: ArchiveTable;
  archive_copies: ArchiveCopyTable;
  email_opt_outs: EmailOptOutTable;
  phone_messages: PhoneMessageTable;
  phone_senders: PhoneSenderTable;
  phone_recipients: PhoneRecipientTable;
  phone_opt_outs: PhoneOptOutTable;
  phone_keywords: PhoneKeywordTable;
  return_secrets: ReturnSecretTable;
  web_sessions: WebSessionTable;
  known_devices: KnownDeviceTable;
  recovery_codes: RecoveryCodeTable;
  identity_tokens: IdentityTokenTable;
  audit_entries: AuditEntryTable;
  nodes: NodeTable;
  sweeps: SweepTable;
  retired_slugs: RetiredSlugTable;
  erased_workspaces: ErasedWorkspaceTable;
  counts: CountTable;
  /** Written by triggers, and added up into the counts soon. */
  count_changes: CountTable;
}

/** A process that sends messages and sweeps, on PostgreSQL. */
interface NodeTable {
  id: string;
  /** Goes up while the process is alive. */
  beat: number;
  started_at: number;
}

/** Who does a periodic task at the moment, over all nodes; and the time of the last round (0141). */
interface SweepTable {
  name: string;
  /** Goes up each time someone takes it: whoever holds an older one has lost it. */
  turn: number;
  node: string;
  started_at: number;
  leased_until: number;
  /** No one needs to do it before. */
  next_at: number;
}

/** Slugs of erased workspaces, as hashes: no one takes them again, and no one reads a name from them. */
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
  /** `#rrggbb`, null for the product's own color. */
  brand_color: Generated<string | null>;
  /** Where the logo lies in the storage. */
  logo_key: Generated<string | null>;
  /** IANA name, for the web application and reports. */
  time_zone: Generated<string>;
  /** Submitted requests are erased after so many days; null: kept. */
  retention_days: Generated<number | null>;
  /** JSON: what follows from a warning of which check, and the challenge, as far as it is not the default; null: nothing is. */
  evidence_policy: Generated<string | null>;
  /** Customers are reminded from this hour on, up to that one, by their clock. */
  reminder_from_hour: Generated<number>;
  reminder_until_hour: Generated<number>;
  /** Whether on Saturdays and Sundays too. */
  reminder_weekends: Generated<Flag>;
  /** For one request; 0: none at all. */
  max_reminders: Generated<number>;
  /** Sites that customers may be sent back to, and that may frame their pages: JSON list; null: none. */
  allowed_origins: Generated<string | null>;
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

interface IdempotencyKeyTable {
  workspace_id: string;
  environment: Environment;
  operation: string;
  key: string;
  fingerprint: string;
  /** null only inside the transaction that makes the response. */
  answer: string | null;
  created_at: number;
}

/** Objects in the storage that nothing refers to any more. */
interface PurgeTable {
  storage_key: string;
  due_at: number;
}

/** How many of what a workspace has, created or received in one quarter of an hour or, with period 0, ever. */
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

export type WorkspaceRow = Selectable<WorkspaceTable>;
export type ApiKeyRow = Selectable<ApiKeyTable>;
