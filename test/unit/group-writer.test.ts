import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGroupWriter, type GroupWriter } from '../../src/platform/db/group-writer.ts';
import { useFolderForEach } from '../helpers/hooks.ts';

describe('createGroupWriter', () => {
  let connection: DatabaseSync;
  /** What the writer asked of its connection, beside the jobs' own statements. */
  let ran: string[];
  let failOn: string | undefined;
  let writer: GroupWriter<DatabaseSync>;

  const folder = useFolderForEach();
  beforeEach(() => {
    connection = new DatabaseSync(join(folder, 'test.db'));
    connection.exec('pragma journal_mode = wal; pragma busy_timeout = 0');
    connection.exec('create table entries (name text primary key) strict');
    ran = [];
    failOn = undefined;
    writer = createGroupWriter<DatabaseSync>({
      transaction: connection,
      run(sql) {
        ran.push(sql);
        if (sql === failOn) throw new Error(`The disk failed at ${sql}`);
        connection.exec(sql);
      },
      inTransaction: () => connection.isTransaction,
      isBusy: (error) => error instanceof Error && 'errcode' in error && error.errcode === 5,
    });
  });
  afterEach(async () => {
    await writer.close();
    connection.close();
  });

  const add = (name: string) => async (db: DatabaseSync) => {
    db.prepare('insert into entries (name) values (?)').run(name);
    return name;
  };
  const stored = () => {
    const observer = new DatabaseSync(join(folder, 'test.db'), { readOnly: true });
    const names = observer.prepare('select name from entries order by rowid').all();
    observer.close();
    return names.map((row) => row.name);
  };
  const commits = () => ran.filter((sql) => sql === 'commit').length;
  const names = (count: number) => Array.from({ length: count }, (_, index) => `entry ${index}`);

  it('should give each job its own result', async () => {
    expect(await Promise.all(names(5).map((name) => writer.write(add(name))))).toEqual(names(5));
  });

  it('should run jobs in the order they came', async () => {
    await Promise.all(names(300).map((name) => writer.write(add(name))));
    expect(stored()).toEqual(names(300));
  });

  it('should make jobs that came together durable by one commit', async () => {
    await Promise.all(names(50).map((name) => writer.write(add(name))));
    expect(commits()).toBe(1);
  });

  it('should take what arrives while a group runs into the next group', async () => {
    const late: Promise<unknown>[] = [];
    await writer.write(async (db) => {
      late.push(...names(10).map((name) => writer.write(add(name))));
      return add('first')(db);
    });
    expect(stored()).toEqual(['first']);
    await Promise.all(late);
    expect(commits()).toBe(2);
    expect(stored()).toHaveLength(11);
  });

  it('should split a crowd into groups, so that no commit keeps the event loop for long', async () => {
    await Promise.all(names(1_000).map((name) => writer.write(add(name))));
    expect(stored()).toHaveLength(1_000);
    expect(commits()).toBeGreaterThan(1);
    expect(commits()).toBeLessThan(20);
  });

  it('should never let two jobs run at once', async () => {
    let running = 0;
    let most = 0;
    await Promise.all(
      names(20).map(() =>
        writer.write(async () => {
          running += 1;
          most = Math.max(most, running);
          await nextIteration();
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
  });

  it('should undo a failing job alone', async () => {
    const error = new Error('Not this one');
    const results = await Promise.allSettled(
      names(9).map((name, index) =>
        writer.write(async (db) => {
          await add(name)(db);
          if (index % 3 === 1) throw error;
        }),
      ),
    );
    expect(commits()).toBe(1);
    expect(stored()).toEqual(names(9).filter((_, index) => index % 3 !== 1));
    expect(results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))).toEqual([
      error,
      error,
      error,
    ]);
  });

  it('should undo a job whose statement the database refuses, and keep its neighbors', async () => {
    const results = await Promise.allSettled(['a', 'b', 'b', 'c'].map((name) => writer.write(add(name))));
    expect(results.map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(stored()).toEqual(['a', 'b', 'c']);
  });

  it('should resolve no job before the commit', async () => {
    const seen = await Promise.all(
      names(10).map(async (name) => {
        await writer.write(add(name));
        return stored().includes(name);
      }),
    );
    expect(seen).toEqual(names(10).map(() => true));
  });

  it('should reject every job of a group whose commit fails, store none, and go on afterwards', async () => {
    failOn = 'commit';
    const results = await Promise.allSettled(names(4).map((name) => writer.write(add(name))));
    expect(results.map((result) => result.status)).toEqual(names(4).map(() => 'rejected'));
    expect(stored()).toEqual([]);

    failOn = undefined;
    await writer.write(add('afterwards'));
    expect(stored()).toEqual(['afterwards']);
  });

  it('should reject every job when the whole transaction was lost in one of them, and go on afterwards', async () => {
    const results = await Promise.allSettled([
      writer.write(add('before')),
      writer.write(async (db) => {
        db.exec('rollback');
        throw new Error('database or disk is full');
      }),
      writer.write(add('after')),
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(stored()).toEqual([]);
    await writer.write(add('afterwards'));
    expect(stored()).toEqual(['afterwards']);
  });

  it('should wait for another process’s lock while the event loop goes on', async () => {
    const other = new DatabaseSync(join(folder, 'test.db'));
    other.exec('begin immediate');
    let finished = false;
    const writing = writer.write(add('waiting')).then(() => {
      finished = true;
    });
    let ticks = 0;
    const ticking = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        ticks += 1;
        if (ticks < 20) return;
        clearInterval(timer);
        resolve();
      }, 2);
    });
    await ticking;
    expect(finished).toBe(false);
    expect(ran.filter((sql) => sql === 'begin immediate').length).toBeGreaterThan(1);

    other.exec('commit');
    other.close();
    await writing;
    expect(stored()).toEqual(['waiting']);
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'should take up a write that comes %i steps after the last one ended',
    async (steps) => {
      await writer.write(add('first'));
      for (let step = 0; step < steps; step++) await undefined;
      expect(await writer.write(add('second'))).toBe('second');
    },
  );

  it('should reject those who wait behind a lock that never came free, and go on afterwards', async () => {
    failOn = 'begin immediate';
    const results = await Promise.allSettled(names(200).map((name) => writer.write(add(name))));
    expect(results.every((result) => result.status === 'rejected')).toBe(true);
    failOn = undefined;
    expect(await writer.write(add('later'))).toBe('later');
    expect(stored()).toEqual(['later']);
  });

  it('should finish everything that waits before it is closed', async () => {
    const writes = names(300).map((name) => writer.write(add(name)));
    await writer.close();
    expect(stored()).toHaveLength(300);
    await Promise.all(writes);
  });
});
