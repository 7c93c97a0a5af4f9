import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET_KEY } from '../helpers/app/test-platform.ts';
import { runProcess } from '../helpers/process/child-process.ts';
import { copyProject, type ProjectCopy } from '../helpers/process/project-copy.ts';

/** Settings by which npm reaches its registry on this machine. */
const NPM_SETTINGS =
  /^(npm_config_(?!local_prefix)|https?_proxy$|no_proxy$|node_extra_ca_certs$|ssl_cert_file$)/i;

describe('preparing the project', () => {
  let copy: ProjectCopy;
  beforeEach(() => {
    copy = copyProject();
  });
  afterEach(() => copy.remove());

  const commandsOf = () => copy.npmCalls().map((call) => call.args[0]);

  it('should install by itself with no node_modules, development packages too, and run the command', async () => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => NPM_SETTINGS.test(name)));
    const command = () =>
      runProcess(
        'npm',
        ['run', '-s', 'shutterpost', '--', 'workspace', 'list', '--json'],
        {
          ...(env as Record<string, string>),
          NODE_ENV: 'production',
          SECRET_KEY,
          DATA_DIR: copy.path('data'),
        },
        { cwd: copy.folder },
      );
    const first = await command();
    expect(first).toMatchObject({ code: 0, stdout: '{"data":[]}\n' });
    expect(first.stderr).toContain('Installing packages');
    expect(existsSync(copy.path('node_modules', 'vitest', 'package.json'))).toBe(true);

    expect(await command()).toMatchObject({ code: 0, stdout: '{"data":[]}\n', stderr: '' });
  });

  it('should print the folder of the Node to use, and nothing else, on standard output', async () => {
    const { code, stdout, stderr } = await copy.prepare();
    expect(code).toBe(0);
    expect(stdout).toBe(`${dirname(process.execPath)}\n`);
    expect(stderr).toBe('Installing packages\nBuilding the pages\nBuilding the web application\n');
  });

  it('should install what the lockfile says, in the project’s folder', async () => {
    await copy.prepare();
    expect(copy.npmCalls()).toEqual([
      { args: ['ci', '--include=dev', '--no-fund', '--no-audit'], cwd: copy.folder },
    ]);
  });

  it('should do nothing the second time', async () => {
    await copy.prepare();
    const second = await copy.prepare();
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(commandsOf()).toEqual(['ci']);
  });

  it.each(['package.json', 'package-lock.json'])('should install again when %s has changed', async (file) => {
    await copy.prepare();
    appendFileSync(copy.path(file), '\n');
    await copy.prepare();
    await copy.prepare();
    expect(commandsOf()).toEqual(['ci', 'ci']);
  });

  it('should install again when node_modules is gone', async () => {
    await copy.prepare();
    rmSync(copy.path('node_modules'), { recursive: true });
    await copy.prepare();
    expect(commandsOf()).toEqual(['ci', 'ci']);
  });

  it('should install again when the stamp is of another state', async () => {
    await copy.prepare();
    const stamp = readdirSync(copy.path('node_modules')).find((name) => name.includes('prepared')) ?? '';
    writeFileSync(copy.path('node_modules', stamp), 'something else');
    await copy.prepare();
    expect(commandsOf()).toEqual(['ci', 'ci']);
  });

  it('should go by package.json when the lockfile does not match it, and remember that', async () => {
    const npm = { fails: ['ci'], writesLockfile: true };
    const { code, stderr } = await copy.prepare({ npm });
    expect(code).toBe(0);
    expect(stderr).toContain('The lockfile does not match package.json');
    await copy.prepare({ npm });
    expect(commandsOf()).toEqual(['ci', 'install']);
  });

  it('should install without a lockfile', async () => {
    rmSync(copy.path('package-lock.json'));
    expect((await copy.prepare({ npm: { fails: ['ci'], writesLockfile: true } })).code).toBe(0);
    expect(commandsOf()).toEqual(['ci', 'install']);
  });

  it('should end with 1 when nothing can be installed, and try again the next time', async () => {
    const failed = await copy.prepare({ npm: { fails: ['ci', 'install'] } });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('Installing the packages failed');
    expect((await copy.prepare()).code).toBe(0);
    expect(commandsOf()).toEqual(['ci', 'install', 'ci']);
  });

  const PAGES = 'Building the pages\n';
  const WEB_APP = 'Building the web application\n';

  it.each([
    ['web/capture/main.tsx', [PAGES]],
    ['web/dashboard/main.tsx', [WEB_APP]],
    ['docs/guides/verify-webhooks/verify.py', [WEB_APP]],
    ['web/capture/locales/de.json', [PAGES, WEB_APP]],
    ['src/pages/icons.ts', [PAGES, WEB_APP]],
  ])('should build once, and again what %s belongs to when it has changed', async (file, built) => {
    await copy.prepare();
    await copy.prepare();
    expect(copy.builds()).toBe(2);
    appendFileSync(copy.path(file), '\n');
    const { stderr } = await copy.prepare();
    expect(stderr).toBe(built.join(''));
    await copy.prepare();
    expect(copy.builds()).toBe(2 + built.length);
  });

  it('should build the pages when the built ones are gone, and say so when that fails', async () => {
    await copy.prepare();
    rmSync(copy.path('web', 'dist'), { recursive: true });
    const failed = await copy.prepare({ npm: { buildFails: true } });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('Building the pages failed');
    expect((await copy.prepare()).code).toBe(0);
    expect(copy.builds()).toBe(4);
  });

  it('should fetch a current Node once when this one is too old, and use it', async () => {
    const first = await copy.prepare({ nodeVersion: '20.11.1' });
    expect(first.code).toBe(0);
    expect(first.stdout).toMatch(/\/a clone\/\.toolchain\/node_modules\/node-\w+-\w+\/bin\n$/);
    expect(first.stderr).toContain('is too old');
    const [fetch, install] = copy.npmCalls();
    expect(fetch).toEqual({
      args: expect.arrayContaining([
        'install',
        '--ignore-scripts',
        expect.stringMatching(/^node-\w+-\w+@26\./),
      ]),
      cwd: copy.path('.toolchain'),
    });
    expect(install).toMatchObject({ args: expect.arrayContaining(['ci']), cwd: copy.folder });

    const second = await copy.prepare({ nodeVersion: '20.11.1' });
    expect(second).toMatchObject({ code: 0, stdout: first.stdout, stderr: '' });
    expect(copy.npmCalls()).toHaveLength(2);
  });

  it('should fetch Node again when the one it fetched is of another version', async () => {
    const { stdout } = await copy.prepare({ nodeVersion: '20.11.1' });
    expect(stdout).toContain(copy.path('.toolchain'));
    writeFileSync(`${dirname(stdout.trim())}/package.json`, '{"version":"24.0.0"}');
    await copy.prepare({ nodeVersion: '20.11.1' });
    expect(commandsOf()).toEqual(['install', 'ci', 'install']);
  });

  it('should install and build once when several start at once, and let none go on before', async () => {
    const npm = { takesMs: 300 };
    const all = await Promise.all([1, 2, 3, 4].map(() => copy.prepare({ npm })));
    expect(all.map(({ code, stdout }) => [code, stdout])).toEqual(
      all.map(() => [0, `${dirname(process.execPath)}\n`]),
    );
    expect(commandsOf()).toEqual(['ci']);
    expect(copy.builds()).toBe(2);
    expect(all.filter(({ stderr }) => stderr.includes('Waiting for another start'))).toHaveLength(3);
    expect(existsSync(copy.path('.preparing'))).toBe(false);
  });

  it('should let the next one try, one at a time, when the first fails', async () => {
    const npm = { takesMs: 200, fails: ['ci', 'install'] };
    const all = await Promise.all([1, 2].map(() => copy.prepare({ npm })));
    expect(all.map(({ code }) => code)).toEqual([1, 1]);
    expect(commandsOf()).toEqual(['ci', 'install', 'ci', 'install']);
  });

  it('should not wait for one that was killed, nor for one of hours ago', async () => {
    mkdirSync(copy.path('.preparing'));
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const left = [`${ended}-0a0b0c0d-${hostname()}`, '1-0a0b0c0d-another-machine'];
    for (const name of left) writeFileSync(copy.path('.preparing', name), '');
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(copy.path('.preparing', left[1] ?? ''), longAgo, longAgo);
    const { code, stderr } = await copy.prepare();
    expect([code, stderr.includes('Waiting')]).toEqual([0, false]);
    expect(existsSync(copy.path('.preparing'))).toBe(false);
  });

  it('should say what to do when no current Node can be fetched', async () => {
    const failed = await copy.prepare({ nodeVersion: '20.11.1', npm: { fails: ['install'] } });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(/Install Node 24 or newer yourself/);
  });

  it('should need no other Node when this one is new enough', async () => {
    const { stdout } = await copy.prepare({ nodeVersion: '24.0.0' });
    expect(stdout).toBe(`${dirname(process.execPath)}\n`);
    expect(existsSync(copy.path('.toolchain'))).toBe(false);
  });

  it('should become the command, with the prepared Node first on the PATH and the command’s own exit code', async () => {
    await copy.prepare();
    const run = (...command: string[]) =>
      runProcess('sh', ['scripts/run', ...command], {}, { cwd: copy.folder });
    const { stdout } = await run('sh', '-c', 'command -v node; echo $$');
    expect(stdout.split('\n')[0]).toBe(process.execPath);
    expect((await run('sh', '-c', 'exit 7')).code).toBe(7);
  });

  it('should not run the command when preparing fails', async () => {
    writeFileSync(copy.path('scripts', 'prepare.mjs'), 'process.exit(1);\n');
    const { code, stdout } = await runProcess('sh', ['scripts/run', 'echo', 'ran'], {}, { cwd: copy.folder });
    expect([code, stdout]).toEqual([1, '']);
  });

  it('should hold every npm script to the prepared Node and to signals', () => {
    const { scripts } = JSON.parse(readFileSync(copy.path('package.json'), 'utf8'));
    for (const script of Object.values<string>(scripts))
      expect(script).toMatch(/^exec sh scripts\/run node /);
  });
});
