import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { watchLeftovers } from '../../scripts/leftovers.ts';
import { useFolderForEach } from '../helpers/hooks.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('what a test run leaves behind', () => {
  const checkout = useFolderForEach();
  beforeEach(() => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout });
    git('init', '--quiet');
    writeFileSync(join(checkout, '.gitignore'), 'data/\nnode_modules/\n');
    writeFileSync(join(checkout, 'tracked.txt'), 'as it was');
    git('add', '.');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'A');
  });

  it('should be nothing when only what was there before, packages and temporary files that are gone changed', async () => {
    writeFileSync(join(checkout, 'work in progress.txt'), '');
    const watch = watchLeftovers(checkout);
    mkdirSync(join(checkout, 'node_modules'));
    writeFileSync(join(checkout, 'node_modules', 'cache'), '');
    const file = join(watch.temporary, 'file');
    writeFileSync(file, '');
    rmSync(file);
    expect(await watch.finish()).toEqual([]);
    expect(existsSync(watch.temporary)).toBe(false);
  });

  it('should name new, ignored and changed files of the checkout', async () => {
    const watch = watchLeftovers(checkout);
    mkdirSync(join(checkout, 'v26-compiled'));
    writeFileSync(join(checkout, 'v26-compiled', 'code'), '');
    mkdirSync(join(checkout, 'data'));
    writeFileSync(join(checkout, 'data', 'secret-key'), '');
    writeFileSync(join(checkout, 'tracked.txt'), 'changed');
    expect(await watch.finish()).toEqual([
      'The test run changed the checkout: tracked.txt, v26-compiled/, data/',
    ]);
  });

  it('should name what was changed, new or ignored before and is changed further', async () => {
    const write = (name: string, content: string) => writeFileSync(join(checkout, name), content);
    write('tracked.txt', 'changed');
    mkdirSync(join(checkout, 'data', 'photos'), { recursive: true });
    write('data/photos/photo.jpg', '');
    for (const name of ['new.txt', 'other.txt']) write(name, '');
    const watch = watchLeftovers(checkout);
    write('tracked.txt', 'changed further');
    write('new.txt', 'changed');
    write('data/photos/photo.jpg', 'changed');
    expect(await watch.finish()).toEqual(['The test run changed the checkout: tracked.txt, new.txt, data/']);
  });

  it('should not be taken for nothing where Git does not tell', async () => {
    rmSync(join(checkout, '.git'), { recursive: true });
    const watch = watchLeftovers(checkout);
    expect(await watch.finish()).toEqual(['Git can’t tell what the test run changed in the checkout']);
  });

  it('should name and delete temporary files', async () => {
    const watch = watchLeftovers(checkout);
    writeFileSync(join(watch.temporary, 'photo.jpg'), '');
    expect(await watch.finish()).toEqual(['The test run left temporary files: photo.jpg']);
    expect(existsSync(watch.temporary)).toBe(false);
  });

  it.runIf(existsSync('/proc/self/environ'))('should name and end processes', async () => {
    const watch = watchLeftovers(checkout);
    const left = spawn('sleep', ['600'], { env: { ...process.env, TMPDIR: watch.temporary } });
    const ended = once(left, 'exit');
    // The system tells what it was given a moment after it began.
    await waitUntil(() =>
      expect(readFileSync(`/proc/${left.pid}/environ`, 'utf8')).toContain(watch.temporary),
    );
    expect(await watch.finish(0)).toEqual([`The test run left processes running: ${left.pid} (sleep 600)`]);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });
});
