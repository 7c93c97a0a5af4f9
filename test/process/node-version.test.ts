import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useFolderForAll } from '../helpers/hooks.ts';
import { PROJECT_ROOT, runProcess } from '../helpers/process/child-process.ts';

const read = (...path: string[]) => readFileSync(join(PROJECT_ROOT, ...path), 'utf8');

describe('with a Node that is too old', () => {
  const folder = useFolderForAll();
  let env: Record<string, string>;
  /** A `node` that says it is an older one, and an `npm` that must not be called. */
  beforeAll(() => {
    const disguise = join(folder, 'disguise.mjs');
    const versions = "{ ...process.versions, node: '20.19.2' }";
    writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} });\n`);
    const program = (name: string, text: string) => {
      writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(folder, name), 0o755);
    };
    program('node', `exec "${process.execPath}" --import "${disguise}" "$@"`);
    program('npm', 'echo npm was called >&2; exit 1');
    env = { PATH: folder + delimiter + process.env.PATH, DATA_DIR: join(folder, 'data') };
  });

  const [, unitStaysDown] =
    /^RestartPreventExitStatus=(\d+)$/m.exec(read('deploy/shutterpost.service')) ?? [];
  const oldest = /^>=(\d+)$/.exec(JSON.parse(read('package.json')).engines.node)?.[1];

  it.each([
    ['the server', ['node', 'src/main.js']],
    ['an operator command', ['node', 'src/cli/main.js', 'doctor']],
    ['deploy/build.sh', ['sh', 'deploy/build.sh']],
  ])(
    'should say which one is needed and how to get it, with a code that systemd does not start again: %s',
    async (_what, [command = '', ...args]) => {
      const { code, stdout, stderr } = await runProcess(command, args, env);
      expect(stderr).toMatch(`Shutterpost needs Node ${oldest} or newer`);
      expect(stderr).toMatch(/is Node 20\.19\.2\.\n.*https:\/\/nodejs\.org/);
      expect(stderr).not.toMatch(/npm was called|\n\s+at /);
      expect([stdout, String(code)]).toEqual(['', unitStaysDown]);
    },
  );

  it.each(['src/main.js', 'src/cli/main.js'])(
    'should be found before %s needs anything that only a newer one has',
    (file) => {
      const statically = [...read(file).matchAll(/^import\b.*$/gm)].map(([line]) => line);
      expect(statically).toEqual([expect.stringMatching(/^import '\.\.?\/node-version\.js';$/)]);
      expect(read('src/node-version.js')).not.toMatch(/^import\b/m);
    },
  );

  it('should be said by deploy/build.sh, too, when there is none at all', async () => {
    const { code, stderr } = await runProcess('/bin/sh', ['deploy/build.sh'], { PATH: join(folder, 'data') });
    expect([code, stderr]).toEqual([1, expect.stringContaining('https://nodejs.org')]);
  });
});
