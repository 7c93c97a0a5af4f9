import type { SchemaFacts } from './schema/schema-facts.ts';
import type { AuditEntryRow, PhotoRequestRow, Tables } from './tables.ts';

const KEPT = 'kept';
/** The steps that led to the schema. */
const BOOKKEEPING = ['schema_migrations'];

/** Of each column whether it is kept, because it says nothing about a person, or what stands in its place. */
type ErasedColumns<Row> = { readonly [Column in keyof Row]: typeof KEPT | { becomes: Row[Column] } };

/** What the last event about an erased request still tells: which one it was, and nothing that anyone wrote into it. */
export const ERASED_PHOTO_REQUEST: ErasedColumns<PhotoRequestRow> = {
  id: KEPT,
  workspace_id: KEPT,
  environment: KEPT,
  type: KEPT,
  status: KEPT,
  instructions: { becomes: '' },
  photo_slots: { becomes: '[]' },
  token: KEPT,
  unique_code: KEPT,
  permanent_link_id: KEPT,
  external_id: { becomes: null },
  metadata: { becomes: '{}' },
  locale: KEPT,
  recipient_email: { becomes: null },
  email_status: KEPT,
  expires_at: KEPT,
  first_viewed_at: KEPT,
  submitted_at: KEPT,
  held_at: KEPT,
  created_at: KEPT,
  unsent_photos: KEPT,
  expected_location: { becomes: null },
  refusals: { becomes: null },
  reviews: { becomes: null },
  requires_review: KEPT,
  viewed_round: KEPT,
  questions: { becomes: null },
  answers: { becomes: null },
  template_id: KEPT,
  translations: { becomes: null },
  evidence_policy: KEPT,
  reminders: { becomes: null },
  recipient_phone: { becomes: null },
  phone_channel: KEPT,
  sms_status: KEPT,
  return_urls: { becomes: null },
};

/** What the audit log still tells of an erased request. */
export const ERASED_AUDIT_ENTRY: ErasedColumns<AuditEntryRow> = {
  id: KEPT,
  workspace_id: KEPT,
  user_id: KEPT,
  actor: KEPT,
  action: KEPT,
  subject_id: KEPT,
  subject_name: { becomes: null },
  details: { becomes: '{}' },
  ip_address: { becomes: null },
  created_at: KEPT,
};

/**
 * What becomes of the rows of each table that tell of a request when that is erased. `deleted`: they go. `unrelated`: there
 * are none. A new table, or a new column of a table whose rows stay, has to be declared here.
 */
export const ERASED_WITH_REQUEST: {
  readonly [Table in keyof Tables]: 'deleted' | 'unrelated' | Readonly<Record<string, unknown>>;
} = {
  // The row goes; the last event tells what is left of it.
  photo_requests: ERASED_PHOTO_REQUEST,
  photos: 'deleted',
  similarity_keys: 'deleted',
  request_warnings: 'deleted',
  pending_reviews: 'deleted',
  answer_texts: 'deleted',
  request_notes: 'deleted',
  assignments: 'deleted',
  notification_events: 'deleted',
  notifications: 'deleted',
  due_reminders: 'deleted',
  kept_photos: 'deleted',
  seal_jobs: 'deleted',
  link_visits: 'deleted',
  capture_sessions: 'deleted',
  capture_handovers: 'deleted',
  used_tickets: 'deleted',
  events: 'deleted',
  deliveries: 'deleted',
  delivery_attempts: 'deleted',
  mails: 'deleted',
  mail_texts: 'unrelated',
  // What was copied is in the workspace's own hands.
  archive_copies: 'deleted',
  archives: 'unrelated',
  idempotency_keys: 'deleted',
  audit_entries: ERASED_AUDIT_ENTRY,
  // Of an address, not of a request: whoever was erased must not get email again.
  email_opt_outs: 'unrelated',
  phone_messages: 'deleted',
  phone_senders: 'unrelated',
  // Of a number, as a keyed hash, not of a request: so are the two below.
  phone_recipients: 'unrelated',
  phone_opt_outs: 'unrelated',
  phone_keywords: 'unrelated',
  installation: 'unrelated',
  workspaces: 'unrelated',
  users: 'unrelated',
  members: 'unrelated',
  api_keys: 'unrelated',
  notification_preferences: 'unrelated',
  permanent_links: 'unrelated',
  permanent_link_slugs: 'unrelated',
  templates: 'unrelated',
  slot_images: 'unrelated',
  purges: 'unrelated',
  signing_certificates: 'unrelated',
  webhook_endpoints: 'unrelated',
  return_secrets: 'unrelated',
  web_sessions: 'unrelated',
  known_devices: 'unrelated',
  recovery_codes: 'unrelated',
  identity_tokens: 'unrelated',
  nodes: 'unrelated',
  sweeps: 'unrelated',
  retired_slugs: 'unrelated',
  erased_workspaces: 'unrelated',
  counts: 'unrelated',
  count_changes: 'unrelated',
};

const TELLS_OF_REQUEST = ['request_id', 'subject_id'];

/** The columns of a schema, as `table.column`, for which nothing says what becomes of them. */
export function findUndeclaredColumns(schema: SchemaFacts): string[] {
  return Object.keys(schema).flatMap((fact) => {
    const [, table = '', column = ''] = /^column (\w+)\.(\w+)$/.exec(fact) ?? [];
    if (column === '' || BOOKKEEPING.includes(table)) return [];
    const declared = ERASED_WITH_REQUEST[table as keyof Tables];
    const isDeclared =
      typeof declared === 'object'
        ? column in declared
        : declared === 'deleted' || (declared === 'unrelated' && !TELLS_OF_REQUEST.includes(column));
    return isDeclared ? [] : [`${table}.${column}`];
  });
}

/** The columns that are not kept, with what stands in their place. */
export function blanksOf<Row extends object>(columns: ErasedColumns<Row>): Partial<Row> {
  const blanks = Object.entries<typeof KEPT | { becomes: unknown }>(columns).flatMap(([column, erased]) =>
    erased === KEPT ? [] : [[column, erased.becomes]],
  );
  return Object.fromEntries(blanks);
}
