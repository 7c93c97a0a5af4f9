import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database, Engine } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';

/** The engine this run of the suite is about. */
export const engine = (process.env.TEST_ENGINE ?? 'sqlite') as Engine;

export interface TestDatabase {
  /** What a server or command needs to use the same database. */
  env: Record<string, string>;
  open(): Promise<Database>;
  drop(): Promise<void>;
}

/** A database of its own, empty, not migrated. */
export async function createTestDatabase(on: Engine = engine): Promise<TestDatabase> {
  return on === 'postgres' ? createPostgresDatabase() : createSqliteDatabase();
}

function createSqliteDatabase(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-test-'));
  return {
    env: { DATA_DIR: folder },
    open: () => openDatabase({ databaseUrl: undefined, sqliteFile: join(folder, 'shutterpost.db') }),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `shutterpost_test_${randomBytes(6).toString('hex')}`;
  await run(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  // For what is no row: the secret key and the photos.
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-test-'));
  return {
    env: { DATABASE_URL: url.href, DATA_DIR: folder },
    open: () => openDatabase({ databaseUrl: url.href, sqliteFile: '' }),
    async drop() {
      rmSync(folder, { recursive: true, force: true });
      await run(server, `drop database ${name} with (force)`);
    },
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
