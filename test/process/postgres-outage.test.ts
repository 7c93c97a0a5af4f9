import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, DatabaseUnavailableError } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { precompiledLookup } from '../../src/platform/db/precompiled.ts';
import { openWithLongLimits } from '../helpers/database/open-with-long-limits.ts';
import { createTestDatabase, useTestDatabaseForEach } from '../helpers/database/test-database.ts';
import { type BreakableProxy, startBreakableProxy } from '../helpers/http/breakable-proxy.ts';
import { TRACE } from '../helpers/http/expect-response.ts';
import { createUnlimitedKey } from '../helpers/process/operator.ts';
import { type ServerProcess, startServer } from '../helpers/process/server-process.ts';
import { waitUntil } from '../helpers/wait-until.ts';

describe('while PostgreSQL is gone', () => {
  const testDatabase = useTestDatabaseForEach(() => createTestDatabase('postgres'));
  let proxy: BreakableProxy;
  let databaseUrl: string;
  let database: Database;
  beforeEach(async () => {
    const url = new URL(testDatabase.env.DATABASE_URL ?? '');
    proxy = await startBreakableProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    databaseUrl = url.href;
    database = await openWithLongLimits({ DATABASE_URL: databaseUrl });
  });
  afterEach(async () => {
    await database.close();
    await proxy.close();
  });

  const findWorkspace = (id: string) =>
    precompiledLookup(database, 1, (db, key) =>
      db.selectFrom('workspaces').selectAll().where('id', '=', key(0)),
    )(id);
  const everyWayIn = (): [string, () => Promise<unknown>][] => [
    ['the reader', () => database.reader.selectFrom('workspaces').selectAll().execute()],
    ['find', () => findWorkspace('ws_1')],
    ['write', () => database.write((trx) => trx.selectFrom('workspaces').selectAll().execute())],
    ['ping', () => database.ping()],
  ];

  it('should say so on every way in, and work again without a restart when it is back', async () => {
    await migrate(database);
    for (const [, use] of everyWayIn()) await use();
    await proxy.cut();
    for (const [name, use] of everyWayIn()) {
      await expect(use(), name).rejects.toBeInstanceOf(DatabaseUnavailableError);
    }
    await proxy.restore();
    for (const [name, use] of everyWayIn()) await waitUntil(use).catch(failed(name));
  });

  it('should say so when nothing listens from the start', async () => {
    await proxy.cut();
    for (const [name, use] of everyWayIn()) {
      await expect(use(), name).rejects.toBeInstanceOf(DatabaseUnavailableError);
    }
  });

  it('should say so when it goes in the middle of a transaction, and leave nothing of it', async () => {
    await migrate(database);
    const writing = database.write(async (trx) => {
      await trx.insertInto('installation').values({ id: 1, created_at: 1 }).execute();
      await proxy.cut();
      await trx.selectFrom('installation').selectAll().execute();
    });
    await expect(writing).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await proxy.restore();
    const installation = () => database.reader.selectFrom('installation').selectAll().execute();
    expect(await waitUntil(installation)).toEqual([]);
  });

  it('should say so when the server ends the connection, and not end the process', async () => {
    await migrate(database);
    const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(database.reader);
    await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await database.ping();
  });

  it('should respond with 503 and Retry-After, and with 200 again without a restart', async () => {
    const server = await startServer({ ...testDatabase.env, DATABASE_URL: databaseUrl });
    try {
      const key = await createUnlimitedKey({ open: () => openWithLongLimits({ DATABASE_URL: databaseUrl }) });
      expect((await server.call('GET', '/v1/ping', { key })).status).toBe(200);
      await untilReady(server);

      await proxy.cut();
      const down = await server.call('GET', '/v1/ping', { key });
      expect(down.status).toBe(503);
      expect(down.body.error).toEqual({
        code: 'service_unavailable',
        message: expect.any(String),
        details: {},
        ...TRACE,
      });
      expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
      const body = { instructions: 'Photograph the door.' };
      expect((await server.call('POST', '/v1/photo-requests', { key, body })).status).toBe(503);
      await expect.poll(async () => (await server.call('GET', '/readyz')).status).toBe(503);
      expect((await server.call('GET', '/healthz')).status).toBe(200);

      await proxy.restore();
      await waitUntil(async () => expect((await server.call('GET', '/v1/ping', { key })).status).toBe(200));
      expect((await server.call('POST', '/v1/photo-requests', { key, body })).status).toBe(201);
      await untilReady(server);
    } finally {
      await server.stop('SIGKILL');
    }
  });

  it('should survive an outage in the middle of many calls, and respond to each with 201 or 503', async () => {
    const server = await startServer({ ...testDatabase.env, DATABASE_URL: databaseUrl });
    try {
      const key = await createUnlimitedKey({ open: () => openWithLongLimits({ DATABASE_URL: databaseUrl }) });
      const body = { instructions: 'Photograph the door.' };
      let isDown = false;
      const statuses = new Set<number>();
      const clients = Array.from({ length: 16 }, async () => {
        for (let last = 0; !(isDown && last === 503); ) {
          last = (await server.call('POST', '/v1/photo-requests', { key, body })).status;
          statuses.add(last);
        }
      });
      await waitUntil(() => expect(statuses).toContain(201));
      await proxy.cut();
      isDown = true;
      await Promise.all(clients);
      expect([...statuses].toSorted()).toEqual([201, 503]);
      await proxy.restore();
      await waitUntil(async () =>
        expect((await server.call('POST', '/v1/photo-requests', { key, body })).status).toBe(201),
      );
    } finally {
      await server.stop('SIGKILL');
    }
  });
});

/** Soon: on a busy disk the storage is late for a moment. */
async function untilReady(server: ServerProcess): Promise<void> {
  await waitUntil(async () => expect((await server.call('GET', '/readyz')).status).toBe(200));
}

function failed(name: string) {
  return (error: unknown) => {
    throw new Error(`${name} did not recover`, { cause: error });
  };
}
