import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  FileChangedError,
  RangeNotSatisfiableError,
  type Storage,
  type StoredFile,
  type TemporaryFile,
} from '../../../src/platform/storage/storage.ts';
import { useForAll } from '../../helpers/hooks.ts';
import { itTakesManyAtOnce } from './many-at-once.ts';

const MINUTE = 60_000;
const HOSTILE_KEYS = [
  ...['', '/', 'photos', 'photos/', '/photos/a', 'photos//a', '../a', 'photos/..', 'photos/../../etc/passwd'],
  ...['photos/./a', 'photos/.hidden', '.incoming/a', 'photos/a..b', 'photos/A', 'photos/a b', 'photos/a\0b'],
  ...[
    'photos/a\n',
    'photos\\a/b',
    'photos/%2e%2e/a',
    'photos/é',
    'photos/=ab/a',
    `photos/${'a'.repeat(201)}`,
  ],
  `photos${'/aaaaaaaa'.repeat(80)}`,
];

export function temporaryFile(storage: Storage, content: Uint8Array): TemporaryFile {
  const path = join(storage.temporaryFolder, randomUUID());
  writeFileSync(path, content);
  return { path, bytes: content.length, sha256Hex: createHash('sha256').update(content).digest('hex') };
}

export async function contentOf(storage: Storage, key: string): Promise<Buffer | undefined> {
  const opened = await storage.open(key);
  return opened === undefined ? undefined : buffer(opened.stream);
}

export async function listed(storage: Storage, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const file of storage.list(prefix)) files.push(file);
  return files;
}

export async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  return (await listed(storage, prefix)).map(({ key }) => key).sort();
}

/** What every storage promises. Each test has keys of its own, so that all can share one storage. */
export function describeStorage(name: string, open: () => Promise<Storage>): void {
  describe(name, () => {
    const folder = () => `t${randomBytes(8).toString('hex')}`;
    const text = (content: string) => new TextEncoder().encode(content);
    const storage = useForAll(() => open(), 'close');

    itTakesManyAtOnce(() => storage);

    it('should take over a file and give it back byte for byte', async () => {
      const key = `${folder()}/photo_01ab.jpg`;
      const content = randomBytes(3_000_000);
      const file = temporaryFile(storage, content);
      await storage.put(key, file);
      expect((await contentOf(storage, key))?.equals(content)).toBe(true);
      expect(await storage.size(key)).toBe(content.length);
      expect(existsSync(file.path)).toBe(false);
    });

    it('should keep bytes', async () => {
      const key = `${folder()}/photo_01ab.thumb.jpg`;
      const before = readdirSync(storage.temporaryFolder);
      await storage.putBytes(key, text('a thumbnail'), 'image/jpeg');
      expect(String(await contentOf(storage, key))).toBe('a thumbnail');
      await storage.putBytes(key, text('another'), 'image/jpeg');
      expect(String(await contentOf(storage, key))).toBe('another');
      expect(readdirSync(storage.temporaryFolder)).toEqual(before);
    });

    it('should keep files that arrive at once apart', async () => {
      const start = folder();
      const contents = Array.from({ length: 60 }, () => randomBytes(10_000));
      await Promise.all(
        contents.map((each, i) => storage.put(`${start}/p${i}`, temporaryFile(storage, each))),
      );
      for (const [i, content] of contents.entries()) {
        expect((await contentOf(storage, `${start}/p${i}`))?.equals(content)).toBe(true);
      }
    });

    it('should refuse a file that is longer or shorter than what was received', async () => {
      const key = `${folder()}/photo.jpg`;
      for (const difference of [-1, 1]) {
        const file = temporaryFile(storage, text('a photo'));
        const wrong = { ...file, bytes: file.bytes + difference };
        await expect(storage.put(key, wrong)).rejects.toBeInstanceOf(FileChangedError);
        expect(existsSync(file.path)).toBe(false);
      }
      expect(await storage.size(key)).toBeUndefined();
    });

    it('should not touch a file outside of its temporary folder', async () => {
      const file = temporaryFile(storage, text('a photo'));
      const elsewhere = join(dirname(storage.temporaryFolder), `${randomUUID()}.txt`);
      writeFileSync(elsewhere, 'a photo');
      await expect(storage.put(`${folder()}/a`, { ...file, path: elsewhere })).rejects.toThrow(
        'temporary folder',
      );
      expect(existsSync(elsewhere)).toBe(true);
      await storage.put(`${folder()}/a`, file);
    });

    it('should give a part of a file and say how long the whole is', async () => {
      const key = `${folder()}/photo.jpg`;
      await storage.putBytes(key, text('0123456789'), 'image/jpeg');
      const part = async (start: number, end: number) => {
        const opened = await storage.open(key, { start, end });
        return { text: String(await buffer(opened?.stream as Readable)), bytes: opened?.bytes };
      };
      expect(await part(0, 1)).toEqual({ text: '01', bytes: 10 });
      expect(await part(3, 5)).toEqual({ text: '345', bytes: 10 });
      expect(await part(8, 1000)).toEqual({ text: '89', bytes: 10 });
      await expect(storage.open(key, { start: 10, end: 11 })).rejects.toBeInstanceOf(
        RangeNotSatisfiableError,
      );
      await expect(storage.open(key, { start: 5, end: 4 })).rejects.toBeInstanceOf(RangeNotSatisfiableError);
    });

    it('should say that a file is absent', async () => {
      const key = `${folder()}/deep/photo.jpg`;
      expect(await storage.open(key)).toBeUndefined();
      expect(await storage.open(key, { start: 0, end: 1 })).toBeUndefined();
      expect(await storage.size(key)).toBeUndefined();
      expect(await storage.move(key, `${folder()}/b`)).toBe(false);
      expect(await storage.move(key, key)).toBe(false);
      await storage.delete(key);
    });

    it('should delete one file and no other', async () => {
      const start = folder();
      for (const name of ['a-ab', 'b-ab'])
        await storage.putBytes(`${start}/${name}`, text(name), 'text/plain');
      await storage.delete(`${start}/a-ab`);
      expect(await keysOf(storage, start)).toEqual([`${start}/b-ab`]);
      expect(await contentOf(storage, `${start}/a-ab`)).toBeUndefined();
    });

    it('should list what begins like this, and nothing else', async () => {
      const start = folder();
      const names = [
        'photos/a',
        'photos/ab',
        'photos/cd/ab',
        'photos/b.jpg',
        'photos/b.thumb.jpg',
        'logos/a',
      ];
      const keys = names.map((each) => `${start}/${each}`).sort();
      const before = Date.now();
      for (const key of keys) await storage.putBytes(key, text(key), 'text/plain');
      const onItsWay = temporaryFile(storage, text('on its way'));

      const files = await listed(storage, `${start}/`);
      expect(files.map(({ key }) => key).sort()).toEqual(keys);
      for (const { key, bytes, modifiedAt } of files) {
        expect(bytes).toBe(key.length);
        expect(Math.abs(modifiedAt - before)).toBeLessThan(MINUTE);
      }
      expect(await keysOf(storage, `${start}/photos/a`)).toEqual(
        keys.filter((key) => key.includes('photos/a')),
      );
      expect(await keysOf(storage, `${start}/photos/cd/`)).toEqual([`${start}/photos/cd/ab`]);
      expect(await keysOf(storage, `${start}/nothing`)).toEqual([]);
      expect((await keysOf(storage, '')).filter((key) => key.startsWith(start))).toEqual(keys);
      await storage.put(`${start}/photos/late`, onItsWay);
    });

    it('should keep a file beside a folder of the same name', async () => {
      const start = folder();
      const keys = [`${start}/photos/ab`, `${start}/photos/ab/ab`];
      for (const key of keys) await storage.putBytes(key, text(key), 'text/plain');
      for (const key of keys) expect(String(await contentOf(storage, key))).toBe(key);
      expect(await keysOf(storage, `${start}/photos/ab`)).toEqual(keys);
    });

    it('should move a file, over one that is there and onto itself', async () => {
      const start = folder();
      const [from, to] = [`${start}/photos/a`, `${start}/quarantine/a`];
      await storage.putBytes(to, text('older'), 'image/jpeg');
      await storage.putBytes(from, text('newer'), 'image/jpeg');
      expect(await storage.move(from, to)).toBe(true);
      expect(await keysOf(storage, start)).toEqual([to]);
      expect(await storage.move(to, to)).toBe(true);
      expect(String(await contentOf(storage, to))).toBe('newer');
    });

    it.each(HOSTILE_KEYS)('should refuse the key %j', async (key) => {
      const refused = 'Not a storage key';
      const file = temporaryFile(storage, text('a photo'));
      await expect(storage.put(key, file)).rejects.toThrow(refused);
      await expect(storage.putBytes(key, text('a'), 'text/plain')).rejects.toThrow(refused);
      await expect(storage.open(key)).rejects.toThrow(refused);
      await expect(storage.size(key)).rejects.toThrow(refused);
      await expect(storage.delete(key)).rejects.toThrow(refused);
      await expect(storage.sizes([key])).rejects.toThrow(refused);
      await expect(storage.move(key, 'photos/a')).rejects.toThrow(refused);
      await expect(storage.move('photos/a', key)).rejects.toThrow(refused);
    });

    it('should refuse to list outside of the storage', async () => {
      for (const prefix of ['/', '../', 'photos/../..', '.incoming', 'A', 'a\0']) {
        await expect(listed(storage, prefix)).rejects.toThrow('beginning of a storage key');
      }
    });

    it('should go on after many readers have left early', async () => {
      const key = `${folder()}/photo.jpg`;
      await storage.putBytes(key, randomBytes(1_000_000), 'image/jpeg');
      for (let reader = 0; reader < 60; reader++) {
        const opened = await storage.open(key);
        opened?.stream.on('error', () => {}).destroy();
      }
      expect((await contentOf(storage, key))?.length).toBe(1_000_000);
    });

    it('should remove temporary files that were abandoned, and only those', async () => {
      const abandoned = temporaryFile(storage, text('abandoned'));
      const onItsWay = temporaryFile(storage, text('on its way'));
      const oldFolder = join(storage.temporaryFolder, 'folder');
      mkdirSync(oldFolder, { recursive: true });
      const hourAgo = new Date(Date.now() - 60 * MINUTE);
      for (const path of [abandoned.path, oldFolder]) utimesSync(path, hourAgo, hourAgo);

      expect(await storage.clearAbandonedTemporaries(61 * MINUTE)).toBe(0);
      expect(await storage.clearAbandonedTemporaries(59 * MINUTE)).toBe(1);
      expect(existsSync(abandoned.path)).toBe(false);
      expect(existsSync(onItsWay.path)).toBe(true);
    });

    it('should answer a ping and leave nothing behind', async () => {
      const before = readdirSync(storage.temporaryFolder);
      await storage.ping();
      expect(readdirSync(storage.temporaryFolder)).toEqual(before);
    });
  });
}
