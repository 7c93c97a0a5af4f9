import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { restore } from '../../src/backup/restore.ts';
import { BLOCK, encodeHeader } from '../../src/backup/tar-header.ts';
import { SCHEMA_VERSION } from '../../src/platform/db/migrate.ts';
import { useForAll } from '../helpers/hooks.ts';
import {
  contentOf,
  createDataFolder,
  forge,
  type Part,
  pack,
  readParts,
} from '../helpers/process/backed-up-folder.ts';

describe('restoring', () => {
  const folder = useForAll(createDataFolder, 'drop');
  let archive: Buffer;
  let parts: Part[];
  beforeAll(async () => {
    await folder.addPhoto();
    await folder.addPhoto();
    await folder.backUp('good.tar');
    archive = readFileSync(folder.path('good.tar'));
    parts = readParts(archive);
  });

  let attempts = 0;
  async function attempt(bytes: Buffer) {
    attempts += 1;
    const from = folder.path(`${attempts}.tar`);
    const dataDir = folder.path(`restored-${attempts}`);
    writeFileSync(from, bytes);
    return { dataDir, outcome: await restore({ dataDir, from, onProgress: () => {} }).catch(asMessage) };
  }
  const asMessage = (error: Error) => error.message;
  const replaced = (name: string, content: Buffer) =>
    parts.map((part) => (part.name === name ? { name, content } : part));

  /** An entry that our own writer would not make. */
  const raw = (name: string, change: (header: Buffer) => void = () => {}) => {
    const header = encodeHeader({ name, bytes: 0 }, 0);
    change(header);
    // A right checksum, so that it is not what gives it away.
    header.fill(0x20, 148, 156);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return header;
  };
  /** Everything else about it is right: it stands in the list of files. */
  const withFirst = (header: Buffer) => {
    const start = pack(parts.slice(0, 1)).subarray(0, -2 * BLOCK);
    const empty = { name: 'files/photos/x.jpg', content: Buffer.alloc(0) };
    const forged = forge([...parts.slice(0, 1), empty, ...parts.slice(1)]);
    return Buffer.concat([start, header, forged.subarray(start.length + BLOCK)]);
  };
  const evil = (name: string) =>
    forge([...parts.slice(0, 1), { name, content: Buffer.from('x') }, ...parts.slice(1)]);

  it('should accept what it refuses below when nothing is changed', async () => {
    for (const fine of [forge(parts), withFirst(raw('files/photos/x.jpg'))]) {
      const { dataDir } = await attempt(fine);
      expect(Object.keys(contentOf(dataDir))).toContain('shutterpost.db');
    }
  });

  it.each<[string, () => Buffer]>([
    ['nothing at all', () => Buffer.alloc(0)],
    ['some other file', () => Buffer.from('PK\u0003\u0004'.repeat(1_000))],
    ['a tar of something else', () => pack([{ name: 'readme.txt', content: Buffer.from('hello') }])],
    ['a name that leads out', () => evil('files/../../../etc/passwd')],
    ['a name from the root', () => evil('/etc/passwd')],
    ['a name that leads out by its key', () => evil('files/photos/../../x.jpg')],
    ['a hidden name', () => evil('files/photos/.x')],
    ['an unknown name', () => evil('shutterpost.db-wal')],
    ['a file that is there twice', () => forge([...parts.slice(0, 2), ...parts.slice(1)])],
    ['a second database', () => forge([...parts.slice(0, -2), ...parts.slice(-4, -3)])],
    ['a symbolic link', () => withFirst(raw('files/photos/x.jpg', (h) => h.write('2/etc/passwd', 156)))],
    ['a hard link', () => withFirst(raw('files/photos/x.jpg', (h) => h.write('1secret-key', 156)))],
    ['a folder', () => withFirst(raw('files/photos/x.jpg', (h) => h.write('5', 156)))],
    ['a device', () => withFirst(raw('files/photos/x.jpg', (h) => h.write('3', 156)))],
    [
      'a file of a terabyte',
      () => withFirst(encodeHeader({ name: 'files/photos/x.jpg', bytes: 2 ** 40 }, 0)),
    ],
    ['a huge head', () => forge(replaced('shutterpost-backup.json', Buffer.alloc(100_000, ' ')))],
    ['a huge secret key', () => forge(replaced('secret-key', Buffer.alloc(100_000, 'x')))],
    [
      'another form',
      () =>
        forge(
          replaced('shutterpost-backup.json', Buffer.from('{"format":2,"version":"9.0.0","created_at":""}')),
        ),
    ],
    ['no database', () => forge(parts.filter(({ name }) => name !== 'shutterpost.db'))],
    ['something that is no database', () => forge(replaced('shutterpost.db', Buffer.from('no database')))],
    ['no list of files', () => pack(parts.slice(0, -2))],
    ['no seal', () => pack(parts.slice(0, -1))],
    [
      'a changed photo',
      () => pack(parts.map((part, at) => (at === 1 ? { ...part, content: Buffer.from('other') } : part))),
    ],
    ['something behind its end', () => Buffer.concat([archive, Buffer.alloc(BLOCK)])],
  ])('should refuse %s, and leave nothing behind', async (_what, make) => {
    const { outcome, dataDir } = await attempt(make());
    expect(outcome).toMatch(/cannot be restored|made by Shutterpost 9/);
    expect(existsSync(dataDir)).toBe(false);
    expect(existsSync(folder.path('x.jpg'))).toBe(false);
  });

  it('should refuse one that was cut off anywhere', async () => {
    const cuts = [1, 511, 512, 600, archive.length / 2, archive.length - 1_536, archive.length - 1];
    for (const length of cuts) {
      const { outcome, dataDir } = await attempt(archive.subarray(0, Math.floor(length)));
      expect([length, outcome]).toEqual([length, expect.stringContaining('cannot be restored')]);
      expect(existsSync(dataDir)).toBe(false);
    }
  });

  it('should notice any bit that has flipped', async () => {
    // All over the archive, and close together where headers, list and padding are.
    const positions = Array.from(
      { length: 60 },
      (_, at) => Math.floor((at * archive.length) / 60) + (at % 7),
    );
    const dense = Array.from({ length: 16 }, (_, at) => archive.length - 1 - at * 197);
    for (const position of [...positions, ...dense]) {
      const flipped = Buffer.from(archive);
      flipped[position] = (flipped[position] ?? 0) ^ (1 << (position % 8));
      const { outcome, dataDir } = await attempt(flipped);
      expect([position, outcome]).toEqual([position, expect.any(String)]);
      expect(existsSync(dataDir)).toBe(false);
    }
  });

  it('should refuse a database of a newer or another release, and one with code in it', async () => {
    const changedDatabase = (sql: string) => {
      const file = folder.path(`changed-${attempts}.db`);
      writeFileSync(file, parts.find(({ name }) => name === 'shutterpost.db')?.content ?? '');
      const database = new DatabaseSync(file);
      database.exec(sql);
      database.close();
      return replaced('shutterpost.db', readFileSync(file));
    };
    const newer = SCHEMA_VERSION + 1;
    const sql = `insert into schema_migrations (version, name, applied_at) values (${newer}, 'later', 0)`;
    const { outcome } = await attempt(forge(changedDatabase(sql), { schemaVersion: newer }));
    expect(outcome).toContain(`only supports up to version ${SCHEMA_VERSION}`);
    const edited = await attempt(
      forge(changedDatabase("update schema_migrations set hash = 'another' where version = 5")),
    );
    expect(edited.outcome).toContain('its migration “0005-operation” differs from the one in this release');
    const trigger = 'create trigger t after insert on users begin delete from photos; end';
    const ours = 'drop trigger photos_added; create trigger photos_added after insert on photos';
    for (const code of [trigger, `${ours} begin delete from users; end`, 'create view v as select 1']) {
      const withCode = await attempt(forge(changedDatabase(code)));
      expect(withCode.outcome).toContain('was not created by Shutterpost');
      expect(existsSync(withCode.dataDir)).toBe(false);
    }
  });

  it('should only go into an empty folder, and leave what is there alone', async () => {
    const options = { from: folder.path('good.tar'), onProgress: () => {} };
    const before = contentOf(folder.dataDir);
    await expect(restore({ ...options, dataDir: folder.dataDir })).rejects.toThrow('is not empty');
    expect(contentOf(folder.dataDir)).toEqual(before);

    const mounted = folder.path('mounted');
    mkdirSync(folder.path('mounted/lost+found'), { recursive: true });
    await restore({ ...options, dataDir: mounted });
    expect(readdirSync(mounted)).toHaveLength(4);

    mkdirSync(folder.path('cut-off/.restoring'), { recursive: true });
    await expect(restore({ ...options, dataDir: folder.path('cut-off') })).rejects.toThrow('delete it');
  });

  it('should say so when there is no backup', async () => {
    const nothing = { dataDir: folder.path('d'), from: folder.path('none.tar'), onProgress: () => {} };
    await expect(restore(nothing)).rejects.toThrow(/cannot be read: ENOENT/);
    expect(existsSync(folder.path('d'))).toBe(false);
  });
});
