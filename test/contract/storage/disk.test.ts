import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { keyOfPath, pathOfKey } from '../../../src/platform/storage/disk-layout.ts';
import { openStorage } from '../../../src/platform/storage/open-storage.ts';
import { StorageUnavailableError } from '../../../src/platform/storage/storage.ts';
import { useFolderForAll, useFolderForEach, useForEach } from '../../helpers/hooks.ts';
import { runProcess } from '../../helpers/process/child-process.ts';
import { contentOf, describeStorage, keysOf, listed, temporaryFile } from './storage-suite.ts';

const text = (content: string) => new TextEncoder().encode(content);

const suiteFolder = useFolderForAll();
describeStorage('storage on disk', () => openStorage({ storageUrl: undefined, dataDir: suiteFolder }));

describe('storage on disk, in particular', () => {
  const dataDir = useFolderForEach();
  const storage = useForEach(() => openStorage({ storageUrl: undefined, dataDir }));
  let root: string;
  beforeEach(() => {
    root = dirname(storage.temporaryFolder);
  });

  const expectUnavailable = (work: Promise<unknown>) =>
    expect(work).rejects.toBeInstanceOf(StorageUnavailableError);

  it('should keep its files under the data folder, for no one else to read', async () => {
    await storage.putBytes('photos/photo_01ab.jpg', text('a photo'), 'image/jpeg');
    const path = join(dataDir, 'photos', pathOfKey('photos/photo_01ab.jpg'));
    expect(readFileSync(path, 'utf8')).toBe('a photo');
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, 'photos')).mode & 0o077).toBe(0);
  });

  it('should use another folder when it is told to, and find its files again', async () => {
    const folder = join(dataDir, 'a mount', 'photos');
    const storageUrl = `file://${folder.replaceAll(' ', '%20')}`;
    const elsewhere = await openStorage({ storageUrl, dataDir });
    await elsewhere.putBytes('photos/a', text('a photo'), 'image/jpeg');
    expect(elsewhere.temporaryFolder.startsWith(folder)).toBe(true);
    expect(await keysOf(storage, '')).toEqual([]);
    const again = await openStorage({ storageUrl, dataDir });
    expect(String(await contentOf(again, 'photos/a'))).toBe('a photo');
  });

  it('should have no presigned addresses', async () => {
    const options = { expiresInSeconds: 60, downloadName: 'a.jpg', contentType: 'image/jpeg' };
    expect(await storage.presign('photos/a', options)).toBeUndefined();
  });

  it('should not load the AWS SDK', async () => {
    const script = `
      import { createRequire } from 'node:module';
      import { openStorage } from './src/platform/storage/open-storage.ts';
      await (await openStorage({ storageUrl: undefined, dataDir: process.env.FOLDER })).ping();
      const loaded = Object.keys(createRequire(process.cwd() + '/x').cache);
      process.stdout.write(String(loaded.some((file) => file.includes('aws-sdk'))));`;
    const args = ['--input-type=module', '--eval', script];
    expect(await runProcess(process.execPath, args, { FOLDER: dataDir })).toMatchObject({ stdout: 'false' });
  });

  it('should find the key again from the path of any file, and never let two keys meet', () => {
    // Few letters, so that keys are often the beginning of one another.
    const segment = fc.stringMatching(/^[ab]([ab_-]|\.[ab]){0,3}$/);
    const key = fc
      .tuple(fc.constantFrom('a', 'ab'), fc.array(segment, { minLength: 1, maxLength: 4 }))
      .map(([first, rest]) => [first, ...rest].join('/'));
    fc.assert(
      fc.property(key, fc.option(key), fc.array(segment, { maxLength: 2 }), (one, another, more) => {
        const other = another ?? [one, ...more].join('/');
        expect(keyOfPath(pathOfKey(one))).toBe(one);
        // Neither may the file of one key be a folder on the way to the other.
        if (one !== other) expect(`${pathOfKey(other)}/`.startsWith(`${pathOfKey(one)}/`)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('should give a single byte', async () => {
    await storage.putBytes('photos/a', text('0123'), 'image/jpeg');
    const opened = await storage.open('photos/a', { start: 0, end: 0 });
    expect(String(await buffer(opened?.stream as Readable))).toBe('0');
  });

  it('should spread files over folders', async () => {
    for (const name of ['photo_00aa.jpg', 'photo_01aa.jpg', 'photo_00ab.jpg', 'photo_00ab.thumb.jpg']) {
      await storage.putBytes(`photos/${name}`, text(name), 'image/jpeg');
    }
    expect(readdirSync(join(root, 'photos')).sort()).toEqual(['=aa', '=ab']);
    expect(readdirSync(join(root, 'photos', '=ab')).sort()).toEqual([
      'photo_00ab.jpg',
      'photo_00ab.thumb.jpg',
    ]);
  });

  it('should pass over files that are not its own', async () => {
    await storage.putBytes('photos/a', text('a photo'), 'image/jpeg');
    mkdirSync(join(root, 'lost+found'));
    for (const path of ['README', 'photos/stray.jpg', 'photos/=xx/stray.jpg', 'lost+found/a']) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), 'foreign');
    }
    expect(await keysOf(storage, '')).toEqual(['photos/a']);
  });

  it('should follow no link out of the storage', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'shutterpost-storage-'));
    writeFileSync(join(outside, 'secret-ab'), 'secret');
    mkdirSync(join(root, 'photos'));
    symlinkSync(outside, join(root, 'photos', '=ab'));
    mkdirSync(join(root, 'photos', '=cd'));
    symlinkSync(join(outside, 'secret-ab'), join(root, 'photos', '=cd', 'secret-cd'));
    try {
      for (const key of ['photos/secret-ab', 'photos/secret-cd']) {
        await expectUnavailable(storage.open(key));
        await expectUnavailable(storage.size(key));
        await expectUnavailable(storage.move(key, 'quarantine/a'));
      }
      await expectUnavailable(storage.delete('photos/secret-ab'));
      await expectUnavailable(storage.putBytes('photos/new-ab', text('a photo'), 'image/jpeg'));
      await expectUnavailable(storage.put('photos/new-ab', temporaryFile(storage, text('a photo'))));
      await storage.putBytes('photos/secret-cd', text('a photo'), 'image/jpeg');
      expect(readFileSync(join(outside, 'secret-ab'), 'utf8')).toBe('secret');
      expect(existsSync(join(outside, 'new-ab'))).toBe(false);
      expect(await keysOf(storage, '')).toEqual(['photos/secret-cd']);
    } finally {
      rmSync(outside, { recursive: true, force: true });
    }
  });

  it('should create folders again that someone tidied up', async () => {
    await storage.putBytes('photos/a', text('a photo'), 'image/jpeg');
    rmSync(join(root, 'photos'), { recursive: true });
    await storage.put('photos/a', temporaryFile(storage, text('another')));
    expect(String(await contentOf(storage, 'photos/a'))).toBe('another');
  });

  it('should not call a file absent when the whole disk is', async () => {
    await storage.putBytes('photos/a', text('a photo'), 'image/jpeg');
    renameSync(root, `${root}-unmounted`);
    mkdirSync(root);
    await expectUnavailable(storage.open('photos/a'));
    await expectUnavailable(storage.size('photos/a'));
    await expectUnavailable(storage.delete('photos/a'));
    await expectUnavailable(storage.move('photos/a', 'quarantine/a'));
    await expectUnavailable(listed(storage, 'photos/'));
    await expectUnavailable(storage.putBytes('photos/b', text('b'), 'image/jpeg'));
    await expectUnavailable(storage.ping());
    rmSync(root, { recursive: true });
    renameSync(`${root}-unmounted`, root);
    expect(String(await contentOf(storage, 'photos/a'))).toBe('a photo');
  });

  it('should say so when its folder cannot be created', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expectUnavailable(openStorage({ storageUrl: undefined, dataDir: file }));
  });
});
