import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Database, Engine } from '../../../src/platform/db/database.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { useForAll, useForEach } from '../hooks.ts';
import { openWithLongLimits } from './open-with-long-limits.ts';
import { databaseOn, runOn } from './postgres-admin.ts';

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
  return on === 'postgres' ? createPostgresDatabase('template1') : createSqliteDatabase();
}

/** A database of its own as this release leaves it: a copy of one that was migrated before the tests. */
export async function createMigratedDatabase(on: Engine = engine): Promise<TestDatabase> {
  if (on === 'postgres') return createPostgresDatabase(inject('postgresTemplate'));
  if (process.env.VITEST !== undefined) return createSqliteDatabase(inject('sqliteTemplate'));
  // The scripts that take the screenshots have nothing to copy.
  const testDatabase = createSqliteDatabase();
  const database = await testDatabase.open();
  await migrate(database);
  await database.close();
  return testDatabase;
}

/** A database for the tests of a group; dropped after them. */
export function useTestDatabase(create: () => Promise<TestDatabase> = createMigratedDatabase): TestDatabase {
  return useForAll(() => create(), 'drop');
}

/** An open connection to a database for the tests of a group. */
export function useDatabase(): Database {
  return useConnection(useTestDatabase());
}

/** An open connection to this database. */
export function useConnection(testDatabase: TestDatabase): Database {
  return useForAll(() => testDatabase.open(), 'close');
}

/** As `useTestDatabase`, with a database for each test. */
export function useTestDatabaseForEach(create: () => Promise<TestDatabase>): TestDatabase {
  return useForEach(create, 'drop');
}

/** As `useConnection`, opened for each test. */
export function useConnectionForEach(testDatabase: TestDatabase): Database {
  return useForEach(() => testDatabase.open(), 'close');
}

function createSqliteDatabase(template?: string): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-test-'));
  const sqliteFile = join(folder, 'shutterpost.db');
  if (template !== undefined) copyFileSync(template, sqliteFile);
  return {
    env: { DATA_DIR: folder },
    open: () => openWithLongLimits({ DATA_DIR: folder }),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `shutterpost_test_${randomBytes(6).toString('hex')}`;
  await runOn(server, `create database ${name} template ${template}`);
  const databaseUrl = databaseOn(server, name);
  // For what is no row: the secret key and the photos.
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-test-'));
  return {
    env: { DATABASE_URL: databaseUrl, DATA_DIR: folder },
    open: () => openWithLongLimits({ DATABASE_URL: databaseUrl }),
    async drop() {
      rmSync(folder, { recursive: true, force: true });
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
}
