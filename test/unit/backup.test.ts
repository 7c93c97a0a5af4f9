import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyInStep } from '../../src/backup/backup.ts';
import { restore } from '../../src/backup/restore.ts';
import { encodeHeader } from '../../src/backup/tar-header.ts';
import { keysOf, photoKey } from '../../src/photos/keys.ts';
import { useForEach } from '../helpers/hooks.ts';
import { contentOf, createDataFolder, readParts } from '../helpers/process/backed-up-folder.ts';
import { runProcess } from '../helpers/process/child-process.ts';

describe('a backup', () => {
  const folder = useForEach(createDataFolder, 'drop');
  let photoIds: string[];
  beforeEach(async () => {
    photoIds = [await folder.addPhoto(), await folder.addPhoto(), await folder.addPhoto()];
    await folder.storage.putBytes('logos/0123456789abcdef.png', Buffer.from('a logo'), 'image/png');
  });

  const restoreTo = (name: string, from = 'a.tar') =>
    restore({ dataDir: folder.path(name), from: folder.path(from), onProgress: () => {} });
  const leftovers = () => readdirSync(folder.root).filter((name) => name !== 'data' && name !== 'a.tar');
  const removeRow = (id: string | undefined) =>
    folder.database.write((trx) =>
      trx
        .deleteFrom('photos')
        .where('id', '=', id ?? '')
        .execute(),
    );

  it('should bring everything back as it was', async () => {
    const report = await folder.backUp('a.tar');
    expect(report).toMatchObject({ photos: 3, workspaces: 1, photo_requests: 1, files: 7 });
    expect(report).toMatchObject({ photos_missing: 0, photos_damaged: 0, has_secret_key: true });
    expect(await restoreTo('b')).toMatchObject({ photos: 3, backup_version: '1.2.3' });

    const stored = contentOf(folder.path('data/photos'));
    expect(contentOf(folder.path('b/photos'))).toEqual(stored);
    expect(Object.keys(stored)).toHaveLength(4);
    expect(readFileSync(folder.path('b/secret-key'), 'utf8')).toBe('the key of this folder\n');
    const restored = new DatabaseSync(folder.path('b/shutterpost.db'));
    expect(restored.prepare('select id from photos order by id').all()).toEqual(
      photoIds.map((id) => ({ id })),
    );
    restored.close();
    expect(readdirSync(folder.path('b')).sort()).toEqual(['photos', 'secret-key', 'shutterpost.db']);
  });

  it('should be for its owner’s eyes, whatever the umask, and leave nothing else behind', async () => {
    await folder.backUp('a.tar');
    expect(statSync(folder.path('a.tar')).mode & 0o777).toBe(0o600);
    await restoreTo('b');
    for (const name of ['b/secret-key', 'b/shutterpost.db', `b/photos/logos/=ef/0123456789abcdef.png`]) {
      expect([name, statSync(folder.path(name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    expect(leftovers()).toEqual(['b']);
  });

  it('should be a file that every tar reads', async () => {
    await folder.backUp('a.tar');
    const { code, stdout, stderr } = await runProcess('tar', ['tf', folder.path('a.tar')]);
    expect([code, stderr]).toEqual([0, '']);
    const names = stdout.trim().split('\n');
    expect(names[0]).toBe('shutterpost-backup.json');
    expect(names.slice(-4)).toEqual(['shutterpost.db', 'secret-key', 'manifest.jsonl', 'manifest.sha256']);
    expect(names).toContain(`files/${photoKey(photoIds[0] ?? '')}`);
  });

  it('should write sizes that octal digits cannot say', () => {
    const header = encodeHeader({ name: 'shutterpost.db', bytes: 12 * 1024 ** 3 }, 0);
    expect(header.readBigUInt64BE(128)).toBe(12n * 1024n ** 3n);
    expect(header[124]).toBe(0x80);
  });

  it('should not replace a file unless told to', async () => {
    writeFileSync(folder.path('a.tar'), 'the only copy');
    await expect(folder.backUp('a.tar')).rejects.toThrow('--force');
    expect(readFileSync(folder.path('a.tar'), 'utf8')).toBe('the only copy');
    await folder.backUp('a.tar', { force: true });
    expect(readParts(readFileSync(folder.path('a.tar')))).toHaveLength(9);
    expect(leftovers()).toEqual([]);
  });

  it('should hold the files of photos that come while it is created', async () => {
    const late: string[] = [];
    const report = await folder.backUp('a.tar', {
      onProgress: async ({ files }) => {
        if (files % 2 === 0 && late.length < 20) late.push(await folder.addPhoto());
      },
    });
    expect(late.length).toBeGreaterThan(0);
    expect(report).toMatchObject({ photos: 3 + late.length, photos_missing: 0 });
    const names = readParts(readFileSync(folder.path('a.tar'))).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(late.map((id) => `files/${photoKey(id)}`)));
  });

  it('should not fail for photos that are deleted while it is created', async () => {
    let isFirst = true;
    const report = await folder.backUp('a.tar', {
      onProgress: async () => {
        if (!isFirst) return;
        isFirst = false;
        for (const id of photoIds.slice(0, 2)) {
          await removeRow(id);
          for (const key of keysOf(id)) await folder.storage.delete(key);
        }
      },
    });
    expect(report).toMatchObject({ photos: 1, photos_missing: 0, photos_damaged: 0 });
    expect(await restoreTo('b')).toMatchObject({ photos: 1 });
  });

  it('should copy the database once more when a photo goes between it and its file', async () => {
    const live = new DatabaseSync(folder.sqliteFile);
    const looks: number[] = [];
    const copied = await copyInStep(live, folder.path('copy.db'), {
      addAll: async () => {},
      async addLate(copy) {
        const rows = copy.prepare('select id from photos order by id').all();
        looks.push(rows.length);
        const next = String(rows[0]?.id);
        if (looks.length <= 2) await removeRow(next);
        return looks.length <= 2 ? [next] : [];
      },
      countDamaged: () => 0,
    });
    live.close();
    expect(looks).toEqual([3, 2, 1]);
    expect(copied).toMatchObject({ photos: 1, photos_missing: 0 });
  });

  it('should count the photos that were missing or damaged before, and go on', async () => {
    const [missing = '', damaged = ''] = photoIds;
    await folder.storage.delete(photoKey(missing));
    writeFileSync(folder.storage.localPath(photoKey(damaged)) ?? '', 'no photo');
    const report = await folder.backUp('a.tar');
    expect(report).toMatchObject({ photos: 3, photos_missing: 1, photos_damaged: 1 });
    expect(await restoreTo('b')).toMatchObject({ photos_missing: 1, photos_damaged: 1 });
  });

  it('should say so when there is nothing to back up, and create nothing', async () => {
    const nowhere = { dataDir: folder.path('c'), sqliteFile: folder.path('c/shutterpost.db') };
    await expect(folder.backUp('a.tar', nowhere)).rejects.toThrow('There is no database');
    expect([leftovers(), existsSync(folder.path('a.tar'))]).toEqual([[], false]);
  });

  it('should leave nothing when it cannot be written', async () => {
    await expect(folder.backUp('nowhere/a.tar')).rejects.toThrow(/The backup failed: ENOENT/);
    await expect(folder.backUp('data/secret-key/a.tar')).rejects.toThrow(/The backup failed: ENOTDIR/);
    expect(leftovers()).toEqual([]);
  });
});
