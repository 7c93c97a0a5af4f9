// Runs on any Node >= 18 and prints the folder of a Node that can run the project.
// Everything it says to a person goes to standard error.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCurrent, SOURCES_FILE } from '../src/linked.js';
import { lockFolder } from './folder-lock.mjs';

const OLDEST_NODE = 24;
const TOOLCHAIN_NODE = '26.10.0';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const nodePath = ensureNode();
ensurePackages(nodePath);
ensureWebBuilds(nodePath);
ensureLinkedServer(nodePath);
process.stdout.write(`${dirname(nodePath)}\n`);

function ensureNode() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath;

  const os = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${os}-${process.arch}`;
  const folder = join(root, '.toolchain');
  const installed = join(folder, 'node_modules', name);
  const binary = join(installed, 'bin', os === 'win' ? 'node.exe' : 'node');
  const isThere = () => existsSync(binary) && readVersion(installed) === TOOLCHAIN_NODE;
  if (isThere() || isDoneByOthers(isThere)) return binary;

  say(
    `Node ${process.version} is too old for Shutterpost; fetching Node ${TOOLCHAIN_NODE} into .toolchain/ (once)`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const result = npm(process.execPath, folder, [
    'install',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    `${name}@${TOOLCHAIN_NODE}`,
  ]);
  if (result !== 0 || !existsSync(binary)) {
    fail(
      `Could not fetch ${name}@${TOOLCHAIN_NODE}. Install Node ${OLDEST_NODE} or newer yourself and try again.`,
    );
  }
  return binary;
}

function ensurePackages(node) {
  const stampFile = join(root, 'node_modules', '.shutterpost-prepared');
  const stamp = () =>
    createHash('sha256')
      .update(readFileSync(join(root, 'package.json')))
      .update(readIfPresent(join(root, 'package-lock.json')))
      .digest('hex');
  const isCurrent = () => readIfPresent(stampFile) === stamp();
  if (isCurrent() || isDoneByOthers(isCurrent)) return;

  say('Installing packages');
  // Packages are linked too.
  rmSync(join(root, SOURCES_FILE), { force: true });
  // NODE_ENV=production would leave out what a later npm test needs, and the stamp could not tell.
  if (npm(node, root, ['ci', '--include=dev'], 'silent') !== 0) {
    say(
      'The lockfile does not match package.json; installing from package.json and writing the lockfile again',
    );
    if (npm(node, root, ['install', '--include=dev']) !== 0)
      fail('Installing the packages failed; npm said why above.');
  }
  writeFileSync(stampFile, stamp());
}

/** Two that install at once would break each other's packages. Whoever had to wait may find nothing left to do. */
function isDoneByOthers(isDone) {
  lockFolder(join(root, '.preparing'), () => say('Waiting for another start that prepares the project'));
  return isDone();
}

/** Pages are built when anything that goes into them has changed since. */
function ensureWebBuilds(node) {
  const shared = [
    join('web', 'compressed-copies.ts'),
    join('src', 'capture', 'pages'),
    join('src', 'pages'),
    join('src', 'shared'),
  ];
  // The customer's pages come first: their build empties the folder that holds all.
  ensureWebBuild(node, {
    what: 'the pages',
    config: 'web',
    out: join('web', 'dist'),
    sources: [
      join('web', 'capture'),
      join('web', 'verify'),
      join('packages', 'capture-element', 'src'),
      join('web', 'vite.config.ts'),
      join('web', 'lazy-parts.ts'),
      ...shared,
    ],
  });
  ensureWebBuild(node, {
    what: 'the web application',
    config: join('web', 'dashboard'),
    out: join('web', 'dist', 'app'),
    sources: [
      join('web', 'dashboard'),
      join('web', 'capture', 'locales'),
      join('docs', 'guides', 'verify-webhooks'),
      join('src', 'workspaces', 'plans.ts'),
      join('src', 'webhooks', 'outbox', 'event-types.ts'),
      ...shared,
    ],
  });
  ensureWebBuild(node, {
    what: 'the documentation',
    config: join('web', 'docs'),
    out: join('web', 'dist', 'docs'),
    sources: [
      join('web', 'docs'),
      join('web', 'compressed-copies.ts'),
      join('web', 'capture', 'styles', 'base.css'),
      join('docs', 'contents.json'),
      join('docs', 'guides'),
      join('docs', 'images'),
    ],
  });
}

/** A start that finds it missing or old runs the sources, which only takes longer. */
function ensureLinkedServer(node) {
  if (isCurrent() || isDoneByOthers(isCurrent)) return;
  say('Linking the server');
  const linking = spawnSync(node, [join(root, 'scripts', 'link-server.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (linking.status !== 0) fail('Linking the server failed; the linker said why above.');
}

function ensureWebBuild(node, { what, config, out, sources }) {
  const stampFile = join(root, out, '.built-from');
  const stamp = hashOf(sources);
  const isCurrent = () => readIfPresent(stampFile) === stamp;
  if (isCurrent() || isDoneByOthers(isCurrent)) return;

  say(`Building ${what}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(node, [vite, 'build', '--logLevel', 'warn', join(root, config)], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (result.status !== 0) fail(`Building ${what} failed; Vite said why above.`);
  writeFileSync(stampFile, stamp);
}

function hashOf(sources) {
  const hash = createHash('sha256').update(readIfPresent(join(root, 'package-lock.json')));
  for (const file of sources.flatMap((source) => filesIn(join(root, source))).sort()) {
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Runs this very npm under the given Node, so that it resolves packages for the Node that will use them. */
function npm(node, cwd, args, loglevel = 'error') {
  const execPath = process.env.npm_execpath;
  const quiet = [...args, '--no-fund', '--no-audit', `--loglevel=${loglevel}`];
  const [command, commandArgs] = execPath ? [node, [execPath, ...quiet]] : ['npm', quiet];
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  // npm's own settings of the outer call (its prefix above all) must not reach the inner one.
  for (const name of Object.keys(env))
    if (/^npm_(config_local_prefix|package_|lifecycle_)/.test(name)) delete env[name];
  return spawnSync(command, commandArgs, { cwd, env, stdio: ['ignore', 2, 2] }).status;
}

function readVersion(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

function readIfPresent(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}
