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
import { describe, expect, it } from 'vitest';
import { useForEach } from '../helpers/hooks.ts';
import { runProcess } from '../helpers/process/child-process.ts';
import { copyProject } from '../helpers/process/project-copy.ts';

describe('preparing the project', () => {
  const copy = useForEach(copyProject, 'remove');

  const commandsOf = () => copy.npmCalls().map((call) => call.args[0]);

  it('should install what the lockfile says, build, print the folder of the Node to use, and do nothing the second time', async () => {
    const folder = `${dirname(process.execPath)}\n`;
    expect(await copy.prepare()).toMatchObject({
      code: 0,
      stdout: folder,
      stderr:
        'Installing packages\nBuilding the pages\nBuilding the web application\nBuilding the documentation\nLinking the server\n',
    });
    expect(await copy.prepare()).toMatchObject({ code: 0, stdout: folder, stderr: '' });
    expect(copy.npmCalls()).toEqual([
      { args: ['ci', '--include=dev', '--no-fund', '--no-audit'], cwd: copy.folder },
    ]);
    expect(copy.builds()).toBe(3);
  });

  it('should install again when what it was told by has changed, or what it installed is gone', async () => {
    await copy.prepare();
    const stamp = readdirSync(copy.path('node_modules')).find((name) => name.includes('prepared')) ?? '';
    const changes = {
      'another package.json': () => appendFileSync(copy.path('package.json'), '\n'),
      'another lockfile': () => appendFileSync(copy.path('package-lock.json'), '\n'),
      'no packages': () => rmSync(copy.path('node_modules'), { recursive: true }),
      'the stamp of another state': () => writeFileSync(copy.path('node_modules', stamp), 'something else'),
    };
    for (const [change, make] of Object.entries(changes)) {
      const before = commandsOf();
      make();
      await copy.prepare();
      expect(commandsOf(), change).toEqual([...before, 'ci']);
    }
    await copy.prepare();
    expect(commandsOf()).toHaveLength(5);
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
  const DOCS = 'Building the documentation\n';

  it('should build again what a changed file belongs to, once', async () => {
    const belongsTo = {
      'web/capture/main.tsx': [PAGES],
      'web/dashboard/main.tsx': [WEB_APP],
      'docs/guides/verify-webhooks/verify.py': [WEB_APP, DOCS],
      'docs/guides/quick-start.md': [DOCS],
      'web/capture/locales/de.json': [PAGES, WEB_APP],
      'src/pages/icons.ts': [PAGES, WEB_APP],
    };
    await copy.prepare();
    for (const [file, built] of Object.entries(belongsTo)) {
      appendFileSync(copy.path(file), '\n');
      expect((await copy.prepare()).stderr, file).toBe(built.join(''));
    }
    expect((await copy.prepare()).stderr).toBe('');
    expect(copy.builds()).toBe(3 + Object.values(belongsTo).flat().length);
  });

  it('should build the pages when the built ones are gone, and say so when that fails', async () => {
    await copy.prepare();
    rmSync(copy.path('web', 'dist'), { recursive: true });
    const failed = await copy.prepare({ npm: { buildFails: true } });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('Building the pages failed');
    expect((await copy.prepare()).code).toBe(0);
    expect(copy.builds()).toBe(6);
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
    // Longer than the last of them takes to start.
    const npm = { takesMs: 3_000 };
    const all = await Promise.all([1, 2, 3, 4].map(() => copy.prepare({ npm })));
    expect(all.map(({ code, stdout }) => [code, stdout])).toEqual(
      all.map(() => [0, `${dirname(process.execPath)}\n`]),
    );
    expect(commandsOf()).toEqual(['ci']);
    expect(copy.builds()).toBe(3);
    expect(all.filter(({ stderr }) => stderr.includes('Installing packages'))).toHaveLength(1);
    // Of two that come at the same time both may have to wait, and one that comes late does not wait at all.
    expect(all.some(({ stderr }) => stderr.includes('Waiting for another start'))).toBe(true);
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
