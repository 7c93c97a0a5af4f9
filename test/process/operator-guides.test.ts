import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../helpers/http/free-port.ts';
import { PROJECT_ROOT, runCli } from '../helpers/process/child-process.ts';
import { type Block, commandsOf, tryBlocks } from '../helpers/process/printed-blocks.ts';
import { type Reader, useReaders, writeProgram } from '../helpers/process/reader.ts';
import { haveRequest, haveSubmission, haveWorkspace } from '../helpers/process/taken-for-granted.ts';

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');

const STAND_INS = 'caddy docker git haproxy install journalctl kubectl nginx systemctl useradd'.split(' ');

/** As packages and the installation leave them. */
const FOLDERS =
  'etc/caddy etc/haproxy etc/nginx/conf.d etc/systemd/system opt usr/local/bin var/lib/shutterpost'.split(
    ' ',
  );

/** Every block in its order. Programs and folders of machines that tests do not have are stood in for. */
const BLOCKS: Record<string, Block[]> = {
  'README.md': [
    { begins: 'npm start', notRun: 'server-first-start.test.ts starts it so' },
    { begins: 'export KEY=shp_test_…' },
    { begins: 'export ID=req_…' },
    { begins: 'curl -s http://localhost:3000/v1/photo-requests/$ID' },
    { begins: 'npm run -s shutterpost -- workspace list', before: haveWorkspace },
  ],
  'SECURITY.md': [{ begins: 'npm run -s shutterpost -- backup' }],
  'bench/README.md': [
    '',
    ' -- api',
    ' -- capture',
    ' -- evidence',
    ' -- pages',
    ' -- webhooks',
    ' -- scale',
    ' -- peers',
  ].map((part) => ({ begins: `npm run bench${part}`, notRun: 'takes up to an hour, and is a measurement' })),
  'docs/guides/operating.md': [
    { begins: 'curl -fsSL https://deb.nodesource.com/', notRun: 'installs Node from the network' },
    { begins: 'umask 022\nuseradd' },
    { begins: 'systemctl daemon-reload' },
    { begins: 'caddy validate', before: (reader) => haveFile(reader, 'etc/caddy/Caddyfile') },
    { begins: 'umask 022\ngit clone' },
    { begins: 'docker build', before: (reader) => stand(reader, 'shutterpost') },
    { begins: 'kubectl apply', before: (reader) => stand(reader, 'deploy/kubernetes') },
    { begins: 'shutterpost workspace list' },
    { begins: 'shutterpost doctor' },
    { begins: 'install -m 644 deploy/nginx.conf', before: (reader) => stand(reader, '../..') },
    { begins: 'journalctl' },
    { begins: 'export WORKSPACE=ws_…\nshutterpost workspace set-limits', before: haveWorkspace },
  ],
  'docs/guides/commands.md': [
    { begins: 'npm run -s shutterpost' },
    { begins: 'npm run -s shutterpost -- key create --help' },
    { begins: 'npm run -s shutterpost -- workspace create' },
    { begins: 'export WORKSPACE=ws_…', before: haveWorkspace },
  ],
  'docs/guides/email.md': [{ begins: 'curl -X POST "$URL/v1/photo-requests"' }, { begins: 'SMTP_URL=' }],
  'docs/guides/backup.md': [
    { begins: 'npm run -s shutterpost -- backup --to', before: haveSubmission },
    { begins: 'npm run -s shutterpost -- backup --force' },
    { begins: 'install -d' },
    { begins: 'tar tf' },
    { begins: 'DATA_DIR=./restored npm run -s shutterpost -- restore', starts: true },
    { begins: 'umask 077\ndocker compose stop' },
    { begins: 'docker compose create' },
    { begins: 'npm run -s shutterpost -- photos verify' },
    { begins: 'npm run -s shutterpost -- photos verify --limit' },
    { begins: 'npm run -s shutterpost -- counts verify' },
    { begins: 'npm run -s shutterpost -- doctor' },
    { begins: 'npm run -s shutterpost -- request erase', before: haveRequest },
    { begins: 'npm run -s shutterpost -- workspace erase', before: haveWorkspaceToErase },
  ],
  'docs/guides/observability.md': [
    { begins: 'npm start | grep', starts: true, before: haveOwnFolder },
    { begins: 'METRICS_PORT=9464 npm start', starts: true, before: haveFreePort },
    { begins: 'curl -s http://localhost:9464/metrics' },
    { begins: 'export METRICS_TOKEN=', starts: true, before: haveToken },
    { begins: 'curl -s -H "Authorization: Bearer $METRICS_TOKEN"' },
    { begins: 'OTEL_EXPORTER_OTLP_ENDPOINT=', starts: true },
  ],
  'docs/guides/upgrading.md': [
    { begins: 'umask 022\nexport VERSION=' },
    { begins: 'ln -sfn' },
    { begins: 'systemctl stop', before: haveInstalledFolder },
    { begins: 'umask 022\ngit fetch' },
  ],
};

/** Documents whose blocks other tests run. */
const ELSEWHERE = [
  'examples/claims-form/README.md',
  'examples/embedded-capture/README.md',
  ...['capture-element', 'go', 'php', 'python', 'typescript'].map((name) => `packages/${name}/README.md`),
];

const contents: { isTriedHere: boolean; pages: string[] }[] = JSON.parse(read('docs/contents.json'));

describe('the guides for operators', () => {
  const { readerOf } = useReaders();

  it.each(Object.keys(BLOCKS))('should print only commands that work: %s', async (document) => {
    const reader = readerOf(document.replaceAll(/\W/g, '-'));
    reader.variables.REPOSITORY = PROJECT_ROOT;
    reader.variables.MACHINE = machineOf(reader);
    for (const part of FOLDERS) mkdirSync(join(machineOf(reader), part), { recursive: true });
    const standIns = `exec '${process.execPath}' '${join(PROJECT_ROOT, 'test/helpers/process/stand-ins.ts')}'`;
    for (const name of STAND_INS) writeProgram(reader.programs, name, `${standIns} ${name} "$@"`);
    const onMachine = (block: string) =>
      block.replaceAll(/(?<![\w./-])\/(?=(?:opt|etc|var|usr\/local)\/)/g, `${machineOf(reader)}/`);
    await tryBlocks(read(document), BLOCKS[document] ?? [], reader, onMachine);
  });

  it('should leave out no document with commands', () => {
    const guides = contents.filter(({ isTriedHere }) => isTriedHere).flatMap(({ pages }) => pages);
    const tried = [...Object.keys(BLOCKS), ...ELSEWHERE, ...guides.map((guide) => `docs/guides/${guide}.md`)];
    const documents = globSync(['*.md', '{docs,bench,deploy,examples,packages}/**/*.md'], {
      cwd: PROJECT_ROOT,
      exclude: (path) => path.includes('node_modules'),
    });
    const withCommands = documents.filter((document) => commandsOf(read(document)).length > 0);
    expect(withCommands.filter((document) => !tried.includes(document))).toEqual([]);
  });
});

/** What takes the place of the root of the machine that the guide is about. */
function machineOf(reader: Reader): string {
  return join(reader.programs, '..', 'machine');
}

function stand(reader: Reader, path: string): void {
  reader.folder = join(reader.folder, path);
}

function haveFile(reader: Reader, path: string): void {
  writeFileSync(join(machineOf(reader), path), '');
}

/** Beside the service of the test, which has its own. */
function haveOwnFolder(reader: Reader): void {
  reader.settings.DATA_DIR = join(reader.folder, 'data');
}

async function haveFreePort(reader: Reader): Promise<void> {
  reader.values['9464'] = String(await freePort());
}

function haveToken(reader: Reader): void {
  reader.values['$(openssl rand -hex 24)'] = 'a token of at least 16 characters'.replaceAll(' ', '-');
}

function haveInstalledFolder(reader: Reader): void {
  reader.settings.DATA_DIR = join(machineOf(reader), 'var/lib/shutterpost');
}

async function haveWorkspaceToErase(reader: Reader): Promise<void> {
  const owner = ['--email', 'it@example.com', '--password', 'four kettles sing on Monday'];
  const words = ['workspace', 'create', '--name', 'Its name', '--plan', 'starter', ...owner, '--json'];
  const { stdout } = await runCli(words, reader.settings);
  reader.values['ws_…'] = JSON.parse(stdout).workspace_id;
}
