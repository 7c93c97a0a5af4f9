import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PROJECT_ROOT, runProcess } from './child-process.ts';
import { filledIn } from './example.ts';
import type { ServerProcess } from './server-process.ts';

/** Answers tell the ids that later commands need. Ids of calls are named otherwise. */
const ANSWERED_ID = /"id":\s*"(([a-z]+)_[0-9a-z]{20,})"/g;

/** Someone who goes through a guide in one terminal, beside the service. */
export interface Reader {
  folder: string;
  /** Those of the service, which its commands need too. */
  settings: Record<string, string>;
  /** What takes the place of what is printed: addresses, and ids cut off by an ellipsis. */
  values: Record<string, string>;
  /** The variables of the terminal. */
  variables: Record<string, string>;
  /** A call of the API for what the guide takes for granted. */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Runs a block as it is printed. The codes of errors in its answers. */
  run(block: string): Promise<string[]>;
}

export function readerOf(
  server: ServerProcess,
  folder: string,
  { key, settings, receiverUrl }: { key: string; settings: Record<string, string>; receiverUrl: string },
): Reader {
  mkdirSync(folder, { recursive: true });
  const programs = join(folder, 'programs');
  writePrograms(programs);
  const values: Record<string, string> = {
    'http://localhost:3000': server.url,
    'https://photos.example.com': server.url,
    'https://example.com/webhooks': receiverUrl,
    'shp_test_…': key,
  };
  const variables: Record<string, string> = { KEY: key, URL: server.url, BASE_URL: server.url };
  return {
    folder,
    settings,
    values,
    variables,
    async call(method, path, body) {
      const answer = await server.call(method, `/v1${path}`, body === undefined ? { key } : { key, body });
      expect([path, answer.body.error]).toEqual([path, undefined]);
      return answer.body.data;
    },
    async run(block) {
      const command = filledIn(block, values);
      expect(command, 'something is left that the test does not fill in').not.toContain('…');
      const { code, stdout, stderr } = await runProcess(
        'sh',
        ['-ec', command],
        { ...settings, ...variables, PATH: `${programs}:${process.env.PATH}` },
        { cwd: folder },
      );
      expect(code, `${command}\n${stdout}${stderr}`).toBe(0);
      for (const [, name = '', value = ''] of command.matchAll(/^export (\w+)=(.*)$/gm))
        variables[name] = value;
      for (const [, id = '', prefix = ''] of [...stdout.matchAll(ANSWERED_ID)].toReversed())
        values[`${prefix}_…`] = id;
      return [...stdout.matchAll(/"error":\s*\{\s*"code":\s*"(\w+)"/g)].map(([, error = '']) => error);
    },
  };
}

/** `shutterpost` as it is in an installation, and the same by npm, which would look at the whole project first. */
function writePrograms(folder: string): void {
  const cli = `exec '${process.execPath}' '${join(PROJECT_ROOT, 'src/cli/main.js')}' "$@"`;
  const npm = `[ "$1 $2 $3 $4" = 'run -s shutterpost --' ] || exit 127\nshift 4`;
  mkdirSync(folder);
  for (const [name, script] of Object.entries({ shutterpost: cli, npm: `${npm}\n${cli}` })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
}
