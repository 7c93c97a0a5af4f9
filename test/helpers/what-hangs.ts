import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeEach, inject } from 'vitest';

/**
 * A test that hangs may not do so again for weeks. What it waited for at that moment is printed beside its failure: the
 * threads of this process, what the event loop waits for, and what PostgreSQL does.
 */
beforeEach(({ onTestFailed }) => {
  onTestFailed(async ({ task }) => {
    const hangs = task.result?.errors?.some(({ message }) => message.startsWith('Test timed out'));
    if (hangs !== true) return;
    const found = await Promise.allSettled([threads(), statements()]);
    const parts = found.map((part) => (part.status === 'fulfilled' ? part.value : String(part.reason)));
    const text = [task.name, process.getActiveResourcesInfo().sort().join(' '), ...parts].join('\n\n');
    process.stderr.write(`${text}\n`);
  });
});

/** With the number of the system call that each is in, and where in the system it waits. */
async function threads(): Promise<string> {
  const tasks = '/proc/self/task';
  const read = (id: string, name: string) =>
    readFile(`${tasks}/${id}/${name}`, 'utf8').then(
      (text) => text.trim(),
      () => '?',
    );
  const lines = (await readdir(tasks)).map(async (id) => {
    const [name, call, place] = await Promise.all(['comm', 'syscall', 'wchan'].map((file) => read(id, file)));
    return `${id} ${name}: ${call}, ${place}`;
  });
  return (await Promise.all(lines)).join('\n');
}

async function statements(): Promise<string> {
  const client = new pg.Client({ connectionString: inject('postgresUrl'), connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select datname, pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
         now() - state_change as since, left(query, 300) as query
       from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows.map((row) => JSON.stringify(row)).join('\n');
  } finally {
    await client.end();
  }
}
