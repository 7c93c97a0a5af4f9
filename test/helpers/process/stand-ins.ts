// Programs of machines that tests do not have. They do nothing, but refuse whatever names something that is not there.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { PROJECT_ROOT } from './child-process.ts';

const MACHINE = process.env.MACHINE ?? '';
const read = (...path: string[]) => readFileSync(join(PROJECT_ROOT, ...path), 'utf8');

const STAND_INS: Record<string, (args: string[]) => void> = {
  useradd() {},

  /** Only the users and groups of the real machine are left out. */
  install(args) {
    const own = args.filter((arg, index) => !/^-[og]$/.test(arg) && !/^-[og]$/.test(args[index - 1] ?? ''));
    run('/usr/bin/install', own);
  },

  /** A clone has what the guides use of it, built already. */
  git(args) {
    if (args[0] !== 'clone') return;
    const clone = args.at(-1) ?? '';
    mkdirSync(clone, { recursive: true });
    for (const part of ['deploy', 'compose.yaml', 'Dockerfile'])
      cpSync(join(PROJECT_ROOT, part), join(clone, part), { recursive: true });
    symlinkSync(join(PROJECT_ROOT, 'src'), join(clone, 'src'));
    writeFileSync(join(clone, 'deploy/build.sh'), ':\n');
  },

  /** Starting a unit that does one thing does it. */
  systemctl([action = '', ...args]) {
    for (const unit of withoutOptions(args)) {
      const [name = '', kind = 'service'] = unit.split('.');
      const file = [join(MACHINE, 'etc/systemd/system'), join(PROJECT_ROOT, 'deploy')]
        .map((folder) => join(folder, `${name}.${kind}`))
        .find((path) => existsSync(path));
      demand(file !== undefined || ['caddy', 'nginx', 'haproxy'].includes(name), `There is no unit ${unit}`);
      const text = file === undefined ? '' : readFileSync(file, 'utf8');
      const [, command = ':'] = /^ExecStart=(.*)$/m.exec(text) ?? [];
      if (action === 'start' && text.includes('Type=oneshot'))
        run('sh', ['-ec', command.replaceAll('%%', '%')]);
    }
  },

  /** One line with everything that the guides look for. */
  journalctl() {
    process.stdout.write('{"level":"error","request_id":"req_01m7ekrxf100989fdsyyh8b69s8j"}\n');
  },

  caddy: needsFile,
  haproxy: needsFile,
  nginx: () => needsFile([join(MACHINE, 'etc/nginx/conf.d/shutterpost.conf')]),

  docker([action = '', ...args]) {
    const compose = parse(read('compose.yaml'), { merge: true });
    if (action === 'compose') {
      const [subcommand, ...rest] = args;
      const [service = '', program = '', ...more] = withoutOptions(rest);
      const isInside = subcommand === 'exec';
      for (const name of isInside ? [service] : [service, program, ...more])
        demand(name === '' || name in compose.services, `There is no service ${name}`);
      if (isInside) runInside(rest.slice(rest.indexOf(program)));
    }
    for (const [index, value] of args.entries()) {
      const volume = /^shutterpost_([^:]+):/.exec(value)?.[1];
      if (args[index - 1] === '-v') demand(volume !== undefined && volume in compose.volumes, value);
      if (args[index - 1] === '--build-arg')
        demand(read('Dockerfile').includes(`ARG ${value.split('=')[0]}`), value);
    }
  },

  kubectl(args) {
    const folder = 'deploy/kubernetes';
    const manifests = readdirSync(join(PROJECT_ROOT, folder)).flatMap((file) =>
      parseAllDocuments(read(folder, file)).map((document) => document.toJS()),
    );
    const known = manifests.map(({ kind, metadata }) => `${kind}/${metadata?.name}`.toLowerCase());
    for (const [index, value] of args.entries()) {
      if (args[index - 1] === '-n') demand(known.includes(`namespace/${value}`), value);
      if (value.startsWith('deployment/')) demand(known.includes(value), value);
      if (args[index - 1] === '-k')
        for (const file of parse(readFileSync(join(value, 'kustomization.yaml'), 'utf8')).resources)
          demand(existsSync(join(value, file)), `There is no ${file}`);
    }
    if (args.includes('exec')) runInside(args.slice(args.indexOf('--') + 1));
  },
};

function withoutOptions(args: string[]): string[] {
  return args.filter((arg) => !arg.startsWith('-'));
}

/** Ours is run; those of the databases are not on this machine. */
function runInside([program = '', ...args]: string[]): void {
  if (program === 'shutterpost') run(program, args);
}

function needsFile(args: string[]): void {
  const file = args.at(-1) ?? '';
  demand(existsSync(file), `There is no ${file}`);
}

function run(program: string, args: string[]): void {
  const { status } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function demand(isMet: boolean, otherwise: string): void {
  if (isMet) return;
  process.stderr.write(`${otherwise}\n`);
  process.exit(1);
}

const [name = '', ...args] = process.argv.slice(2);
STAND_INS[name]?.(args);
