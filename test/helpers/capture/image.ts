import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment, PROJECT_ROOT } from '../process/child-process.ts';

/** What the Dockerfile's last stage says, as far as it can be done without Docker. */
export interface Image {
  /** Where its WORKDIR is laid out, read-only. */
  folder: string;
  /** The only folder that may be written to. */
  data: string;
  /** Writable too, as /tmp is; nothing needs it. */
  temporary: string;
  env: Record<string, string>;
  /** Node's arguments that make it the image's user, when the tests are run by root. */
  asUser: string[];
  command: string[];
  healthCheck: string[];
  remove(): void;
}

const USER_ID = 1000;

export function readDockerfile(): string {
  return readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
}

/** The instructions of the stage that becomes the image, as pairs of name and rest. */
export function lastStage(dockerfile: string): [name: string, rest: string][] {
  const lines = dockerfile.split('\n').filter((line) => /^[A-Z]+ /.test(line));
  const start = lines.findLastIndex((line) => line.startsWith('FROM '));
  return lines.slice(start).map((line) => {
    const [name = '', ...rest] = line.split(' ');
    return [name, rest.join(' ').trim()];
  });
}

export function layOutImage(): Image {
  const home = mkdtempSync(join(tmpdir(), 'shutterpost-image-'));
  chmodSync(home, 0o755);
  const folder = join(home, 'app');
  const data = join(home, 'data');
  const temporary = join(home, 'tmp');
  for (const created of [folder, data, temporary]) mkdirSync(created);
  if (isRoot()) for (const own of [data, temporary]) chownSync(own, USER_ID, USER_ID);
  const stage = lastStage(readDockerfile());
  const all = (name: string) => stage.filter(([given]) => given === name).map(([, rest]) => rest);
  for (const copy of all('COPY')) copyInto(folder, copy.replace(/--chmod=\d+ /, ''));
  const env = Object.fromEntries(
    all('ENV')
      .flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]))
      .map(([name, value]) => [name, value.replace(all('WORKDIR')[0] ?? '', folder)]),
  );
  for (const run of all('RUN')) runIn(folder, run, env);
  makeReadOnly(folder);
  const program = (text: string) => JSON.parse(text.slice(text.indexOf('['))).slice(1) as string[];
  return {
    folder,
    data,
    temporary,
    env,
    asUser: asUser(),
    command: program(all('CMD')[0] ?? ''),
    healthCheck: program(all('HEALTHCHECK')[0] ?? ''),
    remove() {
      makeWritable(folder);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What the image's user does with Node; the rest is done by other means here. */
function runIn(folder: string, run: string, env: Record<string, string>): void {
  const [program, ...args] = run.split(' ');
  if (program !== 'node') return;
  execFileSync(process.execPath, args, { cwd: folder, env: cleanEnvironment(env), stdio: 'inherit' });
}

/** Of Node, which begins as root: so it finds the cache of compiled code that was filled as such. */
function asUser(): string[] {
  const become = `process.setgid(${USER_ID});process.setuid(${USER_ID})`;
  return isRoot() ? ['--import', `data:text/javascript,${become}`] : [];
}

function copyInto(folder: string, copy: string): void {
  const from = /^--from=(\w+) /.exec(copy)?.[1];
  const parts = copy.replace(/^--from=\w+ /, '').split(' ');
  const target = parts.pop() ?? '';
  if (from === 'packages') {
    copyProductionPackages(join(folder, target));
    return;
  }
  // What has its place outside of the folder is no part of the service.
  if (target.startsWith('/')) return;
  for (const source of parts) {
    const path = from === undefined ? source : target;
    const to = target.endsWith('/') ? join(folder, target, path) : join(folder, target);
    // As Docker does: by their times the sources are known to be those that were linked.
    cpSync(join(PROJECT_ROOT, path), to, { recursive: true, preserveTimestamps: true });
  }
}

/** As `npm ci --omit=dev` would leave it. Copies: the image's user may not be let into the project's own folder. */
function copyProductionPackages(target: string): void {
  const lockfile = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8'));
  for (const [path, entry] of Object.entries<{ dev?: boolean; optional?: boolean }>(lockfile.packages)) {
    const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1];
    if (name === undefined || entry.dev === true) continue;
    // Those for other platforms are not there.
    if (entry.optional === true && !existsSync(join(PROJECT_ROOT, path))) continue;
    cpSync(join(PROJECT_ROOT, path), join(target, name), { recursive: true });
  }
}

function makeReadOnly(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  }
  chmodSync(folder, 0o555);
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
