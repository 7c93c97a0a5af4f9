import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/**
 * The folders of src/, the lowest first: each uses only those before it. ARCHITECTURE.md draws them. `.` are the files in
 * src/ itself, which wire everything together. Where the folders inside a folder are named too, they have an order among
 * themselves, and the files beside them wire them together.
 */
export const ORDER = [
  'shared',
  'platform',
  'pages',
  'audit',
  'email',
  'phone',
  'workspaces',
  'identity',
  'notifications',
  'api-keys',
  'photos',
  'questions',
  'branding',
  'returns',
  'slot-images',
  'templates',
  'webhooks/client',
  'webhooks/outbox',
  'webhooks/endpoints',
  'webhooks/delivery',
  'webhooks',
  'photo-requests',
  'mail-texts',
  'notes',
  'content-credentials',
  'archive',
  'permanent-links',
  'held-submissions',
  'reviews',
  'capture',
  'sample-submissions',
  'stats',
  'overview',
  'reports',
  'trial-workspace',
  'workspace-erasure',
  'service-status',
  'api-reference',
  'documentation',
  'mcp',
  'config',
  'observability',
  'backup',
  'https',
  'web-app',
  'doctor',
  '.',
  'cli',
];

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^;'"]*?from\s*'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)|(?:^|\n)\s*import\s*'(\.[^']+)'/g;

/** Sentences about what breaks the order of the folders, or goes in a circle; types count as well. */
export function findBreaches(root: string): string[] {
  const imports = readImports(root);
  const breaches = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => breachOf(file, target) ?? []),
  );
  return [
    ...breaches,
    ...findCircles(imports).map((circle) => `These files import each other: ${circle.join(' -> ')}`),
  ];
}

function readImports(root: string): Map<string, string[]> {
  const files = globSync('src/**/*.{ts,js}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const known = new Set(files);
  return new Map(
    files.sort().map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const targets = [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) =>
        posix.normalize(`${dirname(file)}/${from ?? dynamic ?? bare}`),
      );
      return [file, [...new Set(targets)].filter((target) => known.has(target))];
    }),
  );
}

function breachOf(file: string, target: string): string | undefined {
  const [from, to] = [folderOf(file), folderOf(target)];
  if (from === to) return undefined;
  const [own, used] = [ORDER.indexOf(from), ORDER.indexOf(to)];
  if (own === -1 || used === -1)
    return `src/${own === -1 ? from : to} has no place in the order of the folders (scripts/check-order.ts)`;
  return used < own
    ? undefined
    : `${file} imports ${target}, but ${from === '.' ? 'src' : from}/ stands below ${to === '.' ? 'src' : to}/ and must not use it`;
}

function folderOf(file: string): string {
  const [, folder = '', inner = '', rest] = file.split('/');
  if (inner === '') return '.';
  const hasOrderInside = ORDER.some((place) => place.startsWith(`${folder}/`));
  return hasOrderInside && rest !== undefined ? `${folder}/${inner}` : folder;
}

/** One circle for each group of files that reach each other. */
function findCircles(imports: Map<string, string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push([...path.slice(start), file]);
    if (start !== -1 || done.has(file)) return;
    path.push(file);
    for (const target of imports.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of imports.keys()) visit(file);
  return circles;
}

if (import.meta.main) {
  const breaches = findBreaches(join(import.meta.dirname, '..'));
  for (const breach of new Set(breaches)) process.stdout.write(`${breach}\n`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
