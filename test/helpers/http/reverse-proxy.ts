import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { PROJECT_ROOT, type RunningProcess, startProcess } from '../process/child-process.ts';
import { freePort } from './free-port.ts';
import { makeTestCertificates } from './self-signed-certificate.ts';

export const PROXIES = ['nginx', 'haproxy'] as const;
export type ProxyName = (typeof PROXIES)[number];

export interface ReverseProxy {
  url: string;
  /** The same without https. */
  plainUrl: string;
  /** What its clients must trust, as a text and as a file. */
  authority: string;
  authorityFile: string;
  /** All that it noted anywhere. */
  logs(): string;
  stop(): Promise<void>;
}

/** The ports are chosen first: the service must know its public address before the proxy can lead to it. */
export interface ProxyPorts {
  secure: number;
  plain: number;
}

export async function chooseProxyPorts(): Promise<ProxyPorts> {
  return { secure: await freePort(), plain: await freePort() };
}

/** The real program with the file that ships, but for ports, certificate, logs and user. */
export async function startReverseProxy(
  name: ProxyName,
  target: number,
  ports: ProxyPorts,
): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `shutterpost-${name}-`));
  const { authority, valid } = makeTestCertificates();
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  writeFileSync(certificate, name === 'haproxy' ? valid.certificate + valid.key : valid.certificate);
  writeFileSync(key, valid.key);
  const authorityFile = join(folder, 'authority.pem');
  writeFileSync(authorityFile, authority);
  const place = { folder, certificate, key, target, ports };
  const running = name === 'nginx' ? startNginx(place) : startHaproxy(place);
  return {
    url: `https://localhost:${ports.secure}`,
    plainUrl: `http://127.0.0.1:${ports.plain}`,
    authority,
    authorityFile,
    logs: () =>
      [running.stdout(), running.stderr()]
        .concat(
          readdirSync(folder)
            .filter((file) => file.endsWith('.log'))
            .map((file) => readFileSync(join(folder, file), 'utf8')),
        )
        .join('\n'),
    async stop() {
      running.kill('SIGKILL');
      await running.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Place {
  folder: string;
  certificate: string;
  key: string;
  target: number;
  ports: ProxyPorts;
}

function startNginx({ folder, certificate, key, target, ports }: Place): RunningProcess {
  const site = adapted('deploy/nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${ports.secure} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['server_name photos.example.com;', 'server_name localhost;'],
    ['/etc/letsencrypt/live/photos.example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/photos.example.com/privkey.pem', key],
    ['/var/log/nginx', folder],
    ['127.0.0.1:3000', `127.0.0.1:${target}`],
  ]);
  // One process, which cannot leave another one behind.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/main.log;
    events {}
    http { ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
    ${site} }`;
  const file = join(folder, 'main.conf');
  writeFileSync(file, main);
  return startProcess(programPath('nginx'), ['-c', file, '-e', join(folder, 'main.log')]);
}

function startHaproxy({ folder, certificate, target, ports }: Place): RunningProcess {
  const file = join(folder, 'haproxy.cfg');
  const config = adapted('deploy/haproxy.cfg', [
    ['log /dev/log local0', 'log stdout format raw local0'],
    ['user haproxy\n', '\n'],
    ['group haproxy\n', '\n'],
    ['chroot /var/lib/haproxy\n', '\n'],
    ['bind :80\n', `bind 127.0.0.1:${ports.plain}\n`],
    ['bind :443 ', `bind 127.0.0.1:${ports.secure} `],
    ['/etc/haproxy/certs/photos.example.com.pem', certificate],
    // No one waits for the restart of a service that a test has stopped.
    ['retries 10\n', 'retries 0\n'],
    ['127.0.0.1:3000', `127.0.0.1:${target}`],
  ]);
  writeFileSync(file, config);
  return startProcess(programPath('haproxy'), ['-db', '-f', file]);
}

function adapted(path: string, replacements: [string, string][]): string {
  let text = readFileSync(join(PROJECT_ROOT, path), 'utf8');
  for (const [before, after] of replacements) {
    if (!text.includes(before)) throw new Error(`${path} has no ${before} any more`);
    text = text.replaceAll(before, after);
  }
  return text;
}

/** Debian puts them where only root looks. */
function programPath(name: string): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`There is no ${name} on this machine; npm test says how to install it`);
  return found;
}
