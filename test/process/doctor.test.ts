import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NamedFinding } from '../../src/doctor/finding.ts';
import { photoKey } from '../../src/photos/keys.ts';
import { createClockWatch } from '../../src/platform/db/clock-watch.ts';
import { openStorage } from '../../src/platform/storage/open-storage.ts';
import { insertRows } from '../helpers/database/stored-rows.ts';
import { createMigratedDatabase, useTestDatabase } from '../helpers/database/test-database.ts';
import { startSmtpServer } from '../helpers/email/smtp-server.ts';
import { useFolderForAll } from '../helpers/hooks.ts';
import { freePort } from '../helpers/http/free-port.ts';
import { createDataFolder, type DataFolder } from '../helpers/process/backed-up-folder.ts';
import { operatorOf, operatorWithProcesses } from '../helpers/process/operator.ts';

describe('the doctor', () => {
  const folder = useFolderForAll();

  async function examine(env: Record<string, string>, operator = operatorOf(env)) {
    const { code, stdout, stderr } = await operator.run('doctor', '--json');
    const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: NamedFinding[] };
    const of = (name: string) => checks.find((check) => check.name === name);
    const statuses = Object.fromEntries(checks.map(({ name, status }) => [name, status]));
    return { code, stderr, healthy, statuses, of, text: stdout };
  }

  describe('at an embedded installation', () => {
    let data: DataFolder;
    beforeAll(async () => {
      data = await createDataFolder();
      await data.addPhoto();
    });
    afterAll(() => data.drop());

    it('should find it well, and name what could be better', async () => {
      // No one answers there, whatever else runs on this machine.
      const port = String(await freePort());
      const { code, healthy, statuses } = await examine({ DATA_DIR: data.dataDir, PORT: port });
      expect([code, healthy]).toEqual([0, true]);
      expect(statuses).toMatchObject({
        'Node.js': 'ok',
        configuration: 'ok',
        'web pages': 'ok',
        'data folder': 'ok',
        database: 'ok',
        schema: 'ok',
        partitions: 'ok',
        integrity: 'ok',
        storage: 'ok',
        Redis: 'skipped',
        'mail server': 'warning',
        'public address': 'warning',
        'secret key': 'ok',
        'photo files': 'ok',
        quarantine: 'ok',
        webhooks: 'ok',
        archives: 'ok',
        'archives that stopped': 'ok',
        'files missing in archives': 'ok',
      });
    });

    it('should be helped by a command that finds wrong numbers and counts them again', async () => {
      const operator = operatorOf({ DATA_DIR: data.dataDir });
      const verify = (...more: string[]) => operator.run('counts', 'verify', ...more);
      expect(await verify()).toMatchObject({ code: 0, stdout: 'All counts are correct\n' });
      const file = new DatabaseSync(join(data.dataDir, 'shutterpost.db'));
      file.exec('delete from counts; delete from count_changes');
      file.close();
      const found = await verify();
      expect(found.code).toBe(1);
      expect(found.stdout).toMatch(/^Workspaces with wrong counts: 1\n {2}ws_\w+ {2}live {2}.*photos \+1\n/);
      expect(found.stdout).toContain('--repair');
      expect(await verify('--repair')).toMatchObject({ code: 0 });
      expect(await verify()).toMatchObject({ code: 0, stdout: 'All counts are correct\n' });
    });

    it('should show it to a person with what to do', async () => {
      const { code, stdout } = await operatorWithProcesses({ DATA_DIR: data.dataDir }).run('doctor');
      expect(code).toBe(0);
      expect(stdout).toMatch(/^✓ Node\.js: /m);
      expect(stdout).toMatch(/^! mail server: .*\n {2}→ Set SMTP_URL/m);
      expect(stdout).toMatch(/\n0 broken, \d+ to check, \d+ OK\n$/);
    });

    it('should find a clock that is far ahead of the last housekeeping', async () => {
      const { database } = data;
      const clock = async () => (await examine({ DATA_DIR: data.dataDir })).of('clock');
      const watch = createClockWatch({
        database,
        clock: () => Date.now() - 400 * 86_400_000,
        monotonic: () => 0,
        log: { error() {}, info() {} },
      });
      await watch.look();
      expect(await clock()).toMatchObject({
        status: 'warning',
        message: '400 days ahead of the last housekeeping',
      });
      await database.write((trx) => trx.deleteFrom('sweeps').execute());
      expect(await clock()).toMatchObject({ status: 'ok' });
    });

    it('should find photos without files, a wrong key and a backlog', async () => {
      const id = await data.addPhoto();
      await data.storage.delete(photoKey(id));
      const job = { photo_id: id, workspace_id: 'ws_1', environment: 'live', request_id: 'req_1' } as const;
      const tried = { attempt_count: 5, next_attempt_at: 1, created_at: 1, given_up_at: 2 };
      await insertRows(data.database, 'seal_jobs', { ...job, ...tried, leased_by: null, error: 'no key' });
      const aside = { storage_key: 'quarantine/photos/photo_01ab.jpg', due_at: Date.now() + 1_000_000 };
      const owned = { workspace_id: 'ws_1', environment: 'live', request_id: 'req_1' } as const;
      await insertRows(data.database, 'due_reminders', { ...owned, kind: 'not_opened', due_at: 1 });
      await insertRows(data.database, 'notification_events', {
        ...owned,
        id: 'ntf_1',
        kind: 'submitted',
        note_id: null,
        content: '{}',
        attempt_count: 0,
        next_attempt_at: 1,
        created_at: 1,
      });
      await insertRows(data.database, 'archives', {
        ...{ id: 'arc_1', workspace_id: 'ws_1', environment: 'live', kind: 's3', secret: '', username: '' },
        ...{
          url: 'https://s3.example.com',
          region: '',
          bucket: 'claims',
          prefix: '',
          pattern: '',
          photos: 'both',
        },
        ...{
          with_report: 0,
          with_request: 0,
          only_approved: 0,
          created_at: 1,
          updated_at: 1,
          leased_by: null,
        },
        ...{
          is_waiting: 1,
          attempt_count: 8,
          next_attempt_at: 1,
          failures: 8,
          error: 'The archive is full.',
        },
      });
      await insertRows(data.database, 'purges', [{ storage_key: 'photos/x.jpg', due_at: 1 }, aside]);
      await insertRows(data.database, 'users', {
        id: 'user_1',
        email: 'a@example.com',
        password_hash: '',
        two_factor_secret: 'v1.c2VhbGVkIHdpdGggYW5vdGhlciBrZXkgdGhhbiB0aGlz',
        created_at: 1,
      });
      const { code, statuses, of } = await examine({ DATA_DIR: data.dataDir });
      expect(code).toBe(1);
      expect(statuses).toMatchObject({
        'photo files': 'failure',
        'secret key': 'failure',
        'deleted files': 'warning',
        reminders: 'warning',
        notifications: 'warning',
        archives: 'warning',
        'archives that stopped': 'warning',
        quarantine: 'warning',
        'photos without a seal': 'warning',
      });
      expect(of('photo files')?.remedy).toContain('photos verify');
      expect(of('quarantine')?.message).toContain('photo_01ab');
    });
  });

  it.each([
    ['drop table counts', 'failure', 'table counts is missing'],
    [
      "update schema_migrations set hash = 'x' where version = 5",
      'failure',
      'its migration “0005-operation” differs from the one in this release',
    ],
    ['drop index events_by_age', 'warning', 'index events_by_age is missing'],
  ])('should tell of a schema that was changed (%s)', async (statement, status, text) => {
    const data = await createDataFolder();
    const file = new DatabaseSync(join(data.dataDir, 'shutterpost.db'));
    file.exec(statement);
    file.close();
    const { of } = await examine({ DATA_DIR: data.dataDir });
    expect(of('schema')).toMatchObject({ status, message: expect.stringContaining(text) });
    await data.drop();
  });

  it('should say that nothing is there yet, and create nothing', async () => {
    const empty = join(folder, 'empty');
    const { code, statuses } = await examine({ DATA_DIR: empty });
    expect(code).toBe(0);
    expect(statuses).toMatchObject({ 'data folder': 'warning', database: 'skipped', storage: 'skipped' });
  });

  it('should find a damaged database', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'shutterpost.db'), 'this is no database, '.repeat(1_000));
    const { code, statuses, of } = await examine({ DATA_DIR: broken });
    expect(code).toBe(1);
    expect(statuses).toMatchObject({ database: 'failure', schema: 'skipped', storage: 'ok' });
    expect(of('database')?.remedy).toContain('restore a backup');
  });

  it('should name every wrong setting, without its value', async () => {
    const wrong = { PORT: 'p', DATABASE_URL: 'mysql://user:hunter2@db/x' };
    const { code, of, text } = await examine(wrong);
    expect(code).toBe(1);
    expect(of('configuration')?.message).toMatch(/PORT: must be[\s\S]*DATABASE_URL: must be/);
    expect(text).not.toContain('hunter2');
  });

  describe('when things are down', () => {
    let silent: Server;
    let port: number;
    beforeAll(async () => {
      // Takes connections and never says a word.
      silent = createServer(() => {});
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      port = (silent.address() as { port: number }).port;
    });
    afterAll(() => silent.close());

    it('should find each of them, end by itself, and keep secrets', async () => {
      const env = {
        DATA_DIR: folder,
        DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${port}/x`,
        STORAGE_URL: `s3://key:hunter2@bucket?endpoint=http://127.0.0.1:1&region=local`,
        REDIS_URL: 'redis://:hunter2@127.0.0.1:1',
        SMTP_URL: `smtp://user:hunter2@127.0.0.1:${port}`,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SECRET_KEY: 'hunter2 and some more characters, enough',
      };
      // A process ends only when nothing keeps it waiting any more.
      const { code, statuses, text } = await examine(env, operatorWithProcesses(env));
      expect(code).toBe(1);
      expect(statuses).toMatchObject({
        database: 'failure',
        schema: 'skipped',
        storage: 'failure',
        Redis: 'failure',
        'mail server': 'failure',
        'public address': 'warning',
        'data folder': 'ok',
        webhooks: 'skipped',
      });
      expect(text).not.toContain('hunter2');
    });
  });

  describe('with PostgreSQL and a mail server', () => {
    const testDatabase = useTestDatabase(() => createMigratedDatabase('postgres'));

    it('should find them well', async () => {
      const smtp = await startSmtpServer();
      try {
        const { statuses, of } = await examine({ ...testDatabase.env, SMTP_URL: smtp.url });
        expect(statuses).toMatchObject({ schema: 'ok', clock: 'ok', 'mail server': 'ok' });
        // On a busy machine it responds slowly, which is a warning.
        expect(of('database')?.status).toMatch(/^(ok|warning)$/);
        // No node has worked on it yet.
        expect(of('partitions')).toMatchObject({
          status: 'warning',
          message: expect.stringContaining('no partitions for next week'),
        });
        expect(of('database')?.message).toMatch(/^PostgreSQL \d+.* of \d+ connections, responds in/);
        expect(of('Redis')?.status).toBe('warning');
      } finally {
        await smtp.stop();
      }
    });
  });

  it('should leave no probe in the storage', async () => {
    const dataDir = join(folder, 'probed');
    mkdirSync(dataDir);
    await examine({ DATA_DIR: dataDir });
    const storage = await openStorage({ storageUrl: undefined, dataDir });
    expect(await Array.fromAsync(storage.list(''))).toEqual([]);
  });
});
