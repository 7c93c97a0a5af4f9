import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { useFolderForAll } from '../hooks.ts';
import { freePort } from '../http/free-port.ts';
import { useWebhookInbox } from '../http/webhook-inbox.ts';
import { PROJECT_ROOT, runProcess, startProcess } from './child-process.ts';
import { filledIn } from './example.ts';
import { overHttp, type ServerProcess, untilAnswers, useServer } from './server-process.ts';

/** Responses tell the ids that later commands need. Ids of calls are named otherwise. */
const ANSWERED_ID = /"id":\s*"(([a-z]+)_[0-9a-z]{20,})"/g;

/** Someone who goes through a guide in one terminal, beside the service. */
export interface Reader {
  /** Where the terminal stands. */
  folder: string;
  /** What stands before the programs of the machine. */
  programs: string;
  /** Those of the service, which its commands need too. */
  settings: Record<string, string>;
  /** What takes the place of what is printed: addresses, and ids cut off by an ellipsis. */
  values: Record<string, string>;
  /** The variables of the terminal. */
  variables: Record<string, string>;
  /** A call of the API for what the guide takes for granted. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Runs a block as it is printed. The codes of errors in its responses. */
  run(block: string): Promise<string[]>;
  /** Runs a block that starts the service, on a port of its own, until the next one or the end of the test. */
  start(block: string): Promise<void>;
}

/** People who read a guide beside a service of their own, each in a folder with the guide's name. */
export function useReaders(): { folder: string; readerOf(name: string): Reader } {
  const folder = useFolderForAll();
  const settings = { DATA_DIR: join(folder, 'data'), WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true' };
  const server = useServer(() => settings);
  const inbox = useWebhookInbox();
  let key: string;
  beforeAll(async () => {
    await server.untilPrinted('Documentation: ');
    key = /shp_test_\w{32}/.exec(server.stdout())?.[0] ?? '';
  });
  return {
    folder,
    readerOf: (name) =>
      readerOf(server, join(folder, name), { key, settings: { ...settings }, receiverUrl: inbox.url }),
  };
}

function readerOf(
  server: ServerProcess,
  folder: string,
  { key, settings, receiverUrl }: { key: string; settings: Record<string, string>; receiverUrl: string },
): Reader {
  mkdirSync(folder, { recursive: true });
  const programs = join(folder, 'programs');
  writePrograms(programs);
  const values: Record<string, string> = {
    'http://localhost:3000': server.url,
    'http://127.0.0.1:3000': server.url,
    'https://photos.example.com': server.url,
    'https://example.com/webhooks': receiverUrl,
    'shp_test_…': key,
  };
  const variables: Record<string, string> = { KEY: key, URL: server.url, BASE_URL: server.url };
  const fill = (block: string) => {
    const command = filledIn(block, values);
    expect(command, 'something is left that the test does not fill in').not.toContain('…');
    return command;
  };
  const environment = () => ({ ...settings, ...variables, PATH: `${programs}:${process.env.PATH}` });
  const remember = (command: string) => {
    for (const [, name = '', value = ''] of command.matchAll(/^export (\w+)=(.*)$/gm))
      variables[name] = value;
  };
  let stop = async () => {};
  onTestFinished(() => stop());
  return {
    folder,
    programs,
    settings,
    values,
    variables,
    async call(method, path, body) {
      const response = await server.call(method, `/v1${path}`, body === undefined ? { key } : { key, body });
      expect([path, response.body.error]).toEqual([path, undefined]);
      return response.body.data;
    },
    async run(block) {
      const command = fill(block);
      const place = { cwd: this.folder };
      const { code, stdout, stderr } = await runProcess('sh', ['-ec', command], environment(), place);
      expect(code, `${command}\n${stdout}${stderr}`).toBe(0);
      remember(command);
      for (const [, id = '', prefix = ''] of [...stdout.matchAll(ANSWERED_ID)].toReversed())
        values[`${prefix}_…`] = id;
      return [...stdout.matchAll(/"error":\s*\{\s*"code":\s*"(\w+)"/g)].map(([, error = '']) => error);
    },
    async start(block) {
      await stop();
      const port = await freePort();
      const command = fill(block);
      const env = { ...environment(), PORT: String(port) };
      const running = startProcess('sh', ['-ec', command], env, { cwd: this.folder, detached: true });
      stop = async () => {
        // The service as well as the shell around it.
        process.kill(-running.pid, 'SIGKILL');
        await running.ended;
      };
      const started = overHttp(running, port);
      await untilAnswers(started);
      values['http://localhost:3000'] = started.url;
      remember(command);
    },
  };
}

/** `shutterpost` as it is in an installation, and npm without a look at the whole project first. */
function writePrograms(folder: string): void {
  const inProject = (file: string) => `exec '${process.execPath}' '${join(PROJECT_ROOT, file)}'`;
  const cli = `${inProject('src/cli/main.js')} "$@"`;
  const npm = `case "$*" in
  start) ${inProject('src/main.js')} ;;
  'run -s shutterpost'*) shift 3; [ "$1" != -- ] || shift; ${cli} ;;
  *) exit 127 ;;
esac`;
  mkdirSync(folder);
  writeProgram(folder, 'shutterpost', cli);
  writeProgram(folder, 'npm', npm);
}

/** A program of the terminal, in shell. */
export function writeProgram(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
}
