import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of src/ that owns each table: nothing else writes it. */
const OWNERS: Record<string, string> = {
  api_keys: 'api-keys',
  archive_copies: 'archive',
  archives: 'archive',
  audit_entries: 'audit',
  capture_handovers: 'capture',
  capture_sessions: 'capture',
  count_changes: 'stats',
  counts: 'stats',
  deliveries: 'webhooks',
  delivery_attempts: 'webhooks',
  erased_workspaces: 'workspace-erasure',
  events: 'webhooks',
  idempotency_keys: 'platform',
  identity_tokens: 'identity',
  installation: 'workspaces',
  known_devices: 'identity',
  link_visits: 'permanent-links',
  mail_texts: 'email',
  mails: 'email',
  members: 'identity',
  nodes: 'platform',
  permanent_link_slugs: 'permanent-links',
  permanent_links: 'permanent-links',
  photo_requests: 'photo-requests',
  photos: 'photos',
  purges: 'photos',
  recovery_codes: 'identity',
  request_warnings: 'photo-requests',
  pending_reviews: 'photo-requests',
  answer_texts: 'photo-requests',
  request_notes: 'photo-requests',
  assignments: 'photo-requests',
  notification_events: 'notifications',
  notification_preferences: 'notifications',
  notifications: 'notifications',
  due_reminders: 'photo-requests',
  kept_photos: 'photo-requests',
  email_opt_outs: 'email',
  phone_messages: 'phone',
  phone_senders: 'phone',
  phone_recipients: 'phone',
  phone_opt_outs: 'phone',
  phone_keywords: 'phone',
  return_secrets: 'returns',
  retired_slugs: 'permanent-links',
  seal_jobs: 'content-credentials',
  similarity_keys: 'photos',
  slot_images: 'slot-images',
  templates: 'templates',
  signing_certificates: 'content-credentials',
  sweeps: 'platform',
  used_tickets: 'capture',
  users: 'identity',
  web_sessions: 'identity',
  webhook_endpoints: 'webhooks',
  workspaces: 'workspaces',
};

/** A visit to a permanent link is a photo request and a row that its link's limits count: both change as one. */
const WRITES_MORE: Record<string, readonly string[]> = {
  'src/permanent-links/visit-repository.ts': ['photo_requests'],
};

/** The doctor's questions are about the engine itself: its version, its connections, its clock. */
const HOLDS_SQL = /repository\.ts$|-conditions\.ts$|^src\/platform\/db\/|^src\/doctor\/database-checks\.ts$/;
/** How a table is named to the helpers of platform/db that write it, and to the write that several features share. */
const NAMED = /(?:\bprecompiledInsert(?:<[^(]*>)?\(\s*\w+,\s*|\bcreateRowDeleter\(|\btable: )'(\w+)/g;
const STATEMENTS = [
  /\.(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(/,
  /sql(?:<[^`]*>)?`\s*(?:select|insert|replace|update|delete|merge|truncate|with|lock)\b/,
  NAMED,
];
const WRITES = [
  /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g,
  /\b(?:(?:insert|replace|merge)(?: or \w+)? into|update|delete from|truncate(?: table)?) (\w+)/g,
  NAMED,
];

/** Sentences about SQL that stands where no one looks for it, or writes what another feature owns. */
export function findMisplacedSql(root: string): string[] {
  const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
    const isSql = STATEMENTS.some((pattern) => text.search(pattern) !== -1);
    if (file.startsWith('src/platform/db/') || !isSql) return [];
    if (!HOLDS_SQL.test(file)) return [`${file} holds SQL, which belongs in a file named …repository.ts`];
    return foreignTables(file, text).map(
      (table) => `${file} writes ${table}, which is ${OWNERS[table]}/'s: ask that feature`,
    );
  });
}

function foreignTables(file: string, text: string): string[] {
  const folder = file.split('/')[1];
  const written = WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = '']) => table));
  const allowed = WRITES_MORE[file] ?? [];
  return [...new Set(written)].filter(
    (table) => table in OWNERS && OWNERS[table] !== folder && !allowed.includes(table),
  );
}

if (import.meta.main) {
  const misplaced = findMisplacedSql(join(import.meta.dirname, '..'));
  for (const sentence of misplaced) process.stdout.write(`${sentence}\n`);
  process.exitCode = misplaced.length === 0 ? 0 : 1;
}
