import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of src/ that owns each table: nothing else writes it, and whoever reads it has a reason below. */
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

/** The files that read tables of others: which, and why they do not ask those. */
const READS_MORE: Record<string, readonly [tables: string, why: string]> = {
  'src/api-keys/caller-repository.ts': ['workspaces', 'one round trip for each call'],
  'src/backup/backup-repository.ts': [
    'photo_requests photos slot_images workspaces',
    'files of SQLite that no feature has open',
  ],
  'src/capture/repository.ts': [
    'permanent_link_slugs permanent_links photo_requests workspaces',
    'one round trip for each page and upload',
  ],
  'src/identity/repository.ts': ['workspaces', 'memberships joined with what they are in'],
  'src/identity/session-repository.ts': ['workspaces', 'one round trip for each call'],
  'src/notifications/recipient-repository.ts': ['members users', 'joined with what each member chose'],
  'src/notifications/repository.ts': ['photo_requests', 'a list, joined with the codes it shows'],
  'src/permanent-links/visit-repository.ts': ['photos', 'counted by the statement that writes the visit'],
  'src/photo-requests/assignment-repository.ts': [
    'members users',
    'assignees of a list, who are still members',
  ],
  'src/photo-requests/mailed-request-repository.ts': ['workspaces', 'one round trip for each message'],
  'src/photo-requests/progress-repository.ts': ['workspaces', 'a condition of an update'],
  'src/photo-requests/reminder-repository.ts': ['workspaces', 'joined with all that is due'],
  'src/photo-requests/repository.ts': [
    'photos workspaces',
    'counted by an update; one look into an index for each',
  ],
  'src/stats/count-repository.ts': ['kept_photos photo_requests photos workspaces', 'counted, not read'],
  'src/workspaces/repository.ts': ['members', 'a condition of a deletion'],
};

/** What asks the engine itself, or a database of its own, and no table of the service. */
const ABOUT_ENGINES: Record<string, string> = {
  'src/backup/database-copy.ts': 'opens a file of SQLite, and copies it',
  'src/backup/file-index.ts': 'an index that is deleted with the backup',
  'src/backup/restore.ts': 'whether a file is a sound database',
  'src/doctor/database-checks.ts': 'version, connections, clock',
  'src/doctor/quick-check-entry.ts': 'whether a file is a sound database',
};

const HOLDS_SQL = /repository\.ts$|-conditions\.ts$/;
/** How a table is named to the helpers of platform/db that write it, and to the write that several features share. */
const NAMED = /(?:\bprecompiledInsert(?:<[^(]*>)?\(\s*\w+,\s*|\bcreateRowDeleter\(|\btable: )'(\w+)/g;
const STATEMENTS = [
  /\.(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(/,
  /sql(?:<[^`]*>)?`[\s(]*(?:select|insert|replace|update|delete|merge|truncate|with|lock)\b/,
  NAMED,
  /\.(?:prepare|exec|query)\(\s*['"`]/,
  /\bDatabaseSync\b[\s\S]*\.(?:prepare|exec)\(/,
];
const READS = [
  /\.(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join\w*)\(\s*\[?\s*'(\w+)/g,
  /\b(?:from|join|using)\s+"?(\w+)/g,
  /\b(?:from|using)\s+\w+(?:\s+\w+)*,\s+(\w+)/g,
  /\b(?:countUpTo|createLastOfRequests)\(\s*(?:\w+|\{[^}]*\}),\s*'(\w+)/g,
];
const WRITES = [
  /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g,
  /\b(?:(?:insert|replace|merge)(?: or \w+)? into|update|delete from|truncate(?: table)?) (\w+)/g,
  NAMED,
];

/** Sentences about SQL that stands where no one looks for it, or takes what another feature owns. */
export function findMisplacedSql(root: string): string[] {
  const files = globSync('src/**/*.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
    const isSql = STATEMENTS.some((pattern) => text.search(pattern) !== -1);
    if (file.startsWith('src/platform/db/') || !isSql) return [];
    if (!HOLDS_SQL.test(file) && !(file in ABOUT_ENGINES))
      return [`${file} holds SQL, which belongs in a file named …repository.ts`];
    const written = foreignTables(file, text, WRITES);
    const read = foreignTables(file, text, READS).filter((table) => !written.includes(table));
    const mayWrite = WRITES_MORE[file] ?? [];
    const mayRead = READS_MORE[file]?.[0].split(' ') ?? [];
    const say = (does: string) => (table: string) =>
      `${file} ${does} ${table}, which is ${OWNERS[table]}/'s: ask that feature`;
    return [
      ...written.filter((table) => !mayWrite.includes(table)).map(say('writes')),
      ...read.filter((table) => !mayRead.includes(table)).map(say('reads')),
      ...mayRead
        .filter((table) => !read.includes(table))
        .map((table) => `${file} no longer reads ${table}: take that off the list in scripts/check-sql.ts`),
    ];
  });
}

function foreignTables(file: string, text: string, patterns: RegExp[]): string[] {
  const folder = file.split('/')[1];
  const named = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, table = '']) => table));
  return [...new Set(named)].filter((table) => table in OWNERS && OWNERS[table] !== folder);
}

if (import.meta.main) {
  const misplaced = findMisplacedSql(join(import.meta.dirname, '..'));
  for (const sentence of misplaced) process.stdout.write(`${sentence}\n`);
  process.exitCode = misplaced.length === 0 ? 0 : 1;
}
