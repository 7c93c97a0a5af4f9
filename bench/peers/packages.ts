import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { UsageError } from '../options.ts';
import { PROJECT_ROOT } from '../server-process.ts';

/** Exactly these, never packages of the project itself. */
export const PEERS = { 'parse-server': '9.10.0', '@tus/server': '2.4.5', '@tus/file-store': '2.1.1' };

const NAME = 'shutterpost-bench-peers';

/** The given folder, which is kept for the next run, or one that is gone when the benchmark ends; with the peers in it. */
export function installPeers(given: string): string {
  const folder = given === '' ? temporaryFolder() : resolve(given);
  const packageFile = join(folder, 'package.json');
  if (isWithin(PROJECT_ROOT, folder)) throw new UsageError('--folder must be outside the project');
  if (existsSync(packageFile) && jsonIn(packageFile).name !== NAME)
    throw new UsageError(`--folder: ${packageFile} is of something else`);
  if (isInstalled(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(packageFile, JSON.stringify({ name: NAME, private: true, dependencies: PEERS }));
  const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), `${NAME}-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function isInstalled(folder: string): boolean {
  return Object.entries(PEERS).every(([name, version]) => {
    const file = join(folder, 'node_modules', name, 'package.json');
    return existsSync(file) && jsonIn(file).version === version;
  });
}

function isWithin(parent: string, folder: string): boolean {
  return `${folder}/`.startsWith(`${parent}/`);
}

function jsonIn(file: string): { name?: string; version?: string } {
  return JSON.parse(readFileSync(file, 'utf8'));
}
