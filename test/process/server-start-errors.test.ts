import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestDatabase, useTestDatabaseForEach } from '../helpers/database/test-database.ts';
import { useFolderForEach } from '../helpers/hooks.ts';
import { openPremises, operatorWithProcesses } from '../helpers/process/operator.ts';
import {
  launchServer,
  PROGRAM_WITH_LONG_LIMITS,
  type ServerProcess,
  untilAnswers,
} from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

const STACK = /^\s+at /m;

describe('a start that cannot succeed', () => {
  const folder = useFolderForEach();

  const endOf = async (env: Record<string, string>) =>
    (await launchServer({ DATA_DIR: folder, ...env })).ended;

  it.each([
    ['PORT', 'is already in use'],
    ['METRICS_PORT', 'cannot listen on localhost'],
  ])(
    'should name the port that another program uses (%s), and end with 1 before it took a call',
    async (name, told) => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve));
      const { port } = other.address() as { port: number };
      const { code, stdout, stderr } = await endOf({ LOG_LEVEL: 'info', [name]: String(port) });
      other.close();
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^.*${name}: .*${told}`, 'm'));
      expect(stderr).toContain(String(port));
      expect(stderr).not.toMatch(STACK);
      expect(stdout).not.toContain('Server listening');
    },
  );

  it('should list every fault of the configuration at once, and never a value', async () => {
    const { code, stderr } = await endOf({
      PORT: 'eighty',
      PUBLIC_URL: 'photos',
      DATABASE_URL: 'mysql://user:hunter2@db/shutterpost',
      REDIS_URL: 'http://:hunter2@cache',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: 'everybody',
      SHUTTERPOST_PORT: '80',
      SHUTTERPOST_TOKEN: 'hunter2',
    });
    expect(code).toBe(1);
    const names = [...stderr.matchAll(/^ {2}- (\w+):/gm)].map((match) => match[1]);
    expect(names.toSorted()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'PUBLIC_URL',
      'REDIS_URL',
      'SHUTTERPOST_PORT',
      'SHUTTERPOST_TOKEN',
      'TRUST_PROXY',
    ]);
    for (const value of ['hunter2', 'eighty', 'mysql', 'loud', 'everybody'])
      expect(stderr).not.toContain(value);
    expect(stderr).not.toMatch(STACK);
  });

  it('should say that the data folder cannot be used', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'in the way');
    const { code, stderr } = await endOf({ DATA_DIR: join(file, 'data') });
    expect(code).toBe(1);
    expect(stderr).toContain(join(file, 'data'));
    expect(stderr).not.toMatch(STACK);
  });

  it('should say that the file is no database of ours, and leave it as it is', async () => {
    writeFileSync(join(folder, 'shutterpost.db'), 'This is a text that someone keeps here.'.repeat(50));
    const { code, stderr } = await endOf({});
    expect(code).toBe(1);
    expect(stderr).toMatch(/database/);
  });

  it('should say that PostgreSQL cannot be reached, without its password', async () => {
    const { code, stderr } = await endOf({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/shutterpost' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/DATABASE_URL|database/i);
    expect(stderr).not.toContain('hunter2');
    expect(stderr).not.toMatch(STACK);
  });
});

describe.each(['sqlite', 'postgres'] as const)('starting on one database of %s', (engine) => {
  const testDatabase = useTestDatabaseForEach(() => createTestDatabase(engine));

  it('should let four servers start at once on an empty one', async () => {
    const servers: ServerProcess[] = await Promise.all(
      Array.from({ length: 4 }, () => launchServer(testDatabase.env, PROGRAM_WITH_LONG_LIMITS)),
    );
    try {
      await Promise.all(servers.map(untilAnswers));
      // On a busy disk the storage is late for a moment.
      await waitUntil(async () => {
        const ready = await Promise.all(servers.map((server) => server.call('GET', '/readyz')));
        expect(ready.map((response) => response.status)).toEqual([200, 200, 200, 200]);
      });
    } finally {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')));
    }
  });

  it('should refuse one without a table that the service needs, and say so', async () => {
    const premises = await openPremises(testDatabase);
    await premises.database.write((trx) => sql`drop table counts`.execute(trx));
    const { code, stderr } = await (await launchServer(testDatabase.env)).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The database does not match this release of Shutterpost: .*table counts is missing/,
    );
    expect(stderr).not.toMatch(STACK);
    await premises.close();
  });

  it('should name what the database lacks first, when the storage cannot be used either', async () => {
    const premises = await openPremises(testDatabase);
    // Ids continue behind the newest event.
    await premises.database.write((trx) => sql`alter table events rename to events_of_before`.execute(trx));
    const file = join(testDatabase.env.DATA_DIR ?? '', 'in-the-way');
    writeFileSync(file, '');
    const env = { ...testDatabase.env, STORAGE_URL: `file://${join(file, 'photos')}`, LOG_LEVEL: 'info' };
    const { code, stdout, stderr } = await (await launchServer(env)).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The database does not match this release of Shutterpost: .*table events is missing/,
    );
    expect(stderr).not.toMatch(STACK);
    expect(stdout).not.toContain('Server listening');
    await premises.close();
  });

  it('should refuse one that a newer release wrote, say so, and change nothing', async () => {
    const premises = await openPremises(testDatabase);
    await premises.database.write((trx) =>
      sql`insert into schema_migrations (version, name, applied_at) values (999, '0999-later', 1)`.execute(
        trx,
      ),
    );
    const versions = async () =>
      (await sql`select * from schema_migrations order by version`.execute(premises.database.reader)).rows;
    const before = await versions();

    const { code, stderr } = await (await launchServer(testDatabase.env)).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(/schema version 999/);
    expect(stderr).not.toMatch(STACK);

    const command = await operatorWithProcesses(testDatabase.env).run('workspace', 'list');
    expect(command.code).toBe(1);
    expect(command.stderr).toMatch(/schema version 999/);
    expect(command.stderr).not.toMatch(STACK);

    expect(await versions()).toEqual(before);
    expect(await premises.database.reader.selectFrom('installation').selectAll().execute()).toEqual([]);
    await premises.close();
  });
});
