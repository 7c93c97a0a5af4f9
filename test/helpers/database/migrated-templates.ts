import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { databaseOn, runOn } from './postgres-admin.ts';

/** A migrated database that no one uses: copying it is faster than migrating for each test. */
export interface MigratedTemplate {
  /** The name of a PostgreSQL database, or the path of a SQLite file. */
  name: string;
  drop(): Promise<void>;
}

export async function createPostgresTemplate(serverUrl: string): Promise<MigratedTemplate> {
  const name = `shutterpost_template_${process.pid}_${Date.now()}`;
  await runOn(serverUrl, `create database ${name}`);
  await migrateOnce({ databaseUrl: databaseOn(serverUrl, name), sqliteFile: '' });
  return { name, drop: () => runOn(serverUrl, `drop database ${name}`) };
}

export async function createSqliteTemplate(): Promise<MigratedTemplate> {
  const folder = mkdtempSync(join(tmpdir(), 'shutterpost-template-'));
  const name = join(folder, 'shutterpost.db');
  await migrateOnce({ databaseUrl: undefined, sqliteFile: name });
  return { name, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function migrateOnce(options: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(options);
  await migrate(database);
  await database.close();
}
