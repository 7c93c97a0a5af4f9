import { createHash, randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT, runProcess } from './child-process.ts';

/** Settings by which npm reaches its registry on this machine. */
const NPM_SETTINGS =
  /^(npm_config_(?!local_prefix)|https?_proxy$|no_proxy$|node_extra_ca_certs$|ssl_cert_file$)/i;
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

export interface InstalledPackages {
  /** Where they are, with a `node_modules`. */
  folder: string;
  /** For the names of tests that cannot be run without them; empty when they are there. */
  missing: string;
}

export function npmSettings(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => NPM_SETTINGS.test(name)),
  ) as Record<string, string>;
}

/**
 * Packages with a lockfile of their own, which are too heavy to be installed with the project. They are kept until the
 * lockfile changes.
 */
export async function installedPackages(source: string): Promise<InstalledPackages> {
  const from = join(PROJECT_ROOT, source);
  const lockfile = readFileSync(join(from, 'package-lock.json'));
  const name = `${source.replaceAll('/', '-')}-${createHash('sha256').update(lockfile).digest('hex').slice(0, 12)}`;
  const cache = join(PROJECT_ROOT, 'node_modules', '.cache', 'installed');
  const folder = join(cache, name);
  if (existsSync(folder)) return { folder, missing: '' };
  const making = join(cache, `${name}.${randomUUID()}`);
  mkdirSync(making, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(from, file), join(making, file));
  const npm = await runProcess(
    'npm',
    [
      'ci',
      '--ignore-scripts',
      '--prefer-offline',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=2000',
    ],
    npmSettings(),
    {
      cwd: making,
    },
  );
  if (npm.code === 0) keep(making, folder);
  else rmSync(making, { recursive: true, force: true });
  if (npm.code === 0) return { folder, missing: '' };
  if (UNREACHABLE.test(npm.stderr))
    return { folder, missing: ` (not run: the registry cannot be reached for the packages of ${source})` };
  throw new Error(`npm ci for ${source} failed:\n${npm.stderr}${npm.stdout}`);
}

/** Another file of tests may have been faster. */
function keep(making: string, folder: string): void {
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true, force: true });
  }
}
