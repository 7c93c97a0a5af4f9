import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Engine } from '../src/platform/db/database.ts';
import { startPostgres } from '../test/helpers/database/postgres-server.ts';
import { fileSystemOf } from './disk.ts';

/** Where one database is. */
export interface Place {
  engine: Engine;
  /** What a server needs to use it. */
  env: Record<string, string>;
  databaseUrl: string | undefined;
  sqliteFile: string;
}

/** Makes empty databases of one engine. */
export interface Databases {
  engine: Engine;
  /** What they run on, for the report. */
  description: string;
  /** Of PostgreSQL's first process, whose children do the work. */
  processId?: number;
  create(name: string): Promise<Place>;
  close(): Promise<void>;
}

export function openDatabases(engine: Engine, folder: string): Promise<Databases> {
  return engine === 'sqlite' ? sqliteDatabases(folder) : postgresDatabases();
}

async function sqliteDatabases(folder: string): Promise<Databases> {
  return {
    engine: 'sqlite',
    description: `SQLite on ${fileSystemOf(folder)}`,
    async create(name) {
      const dataDir = join(folder, name);
      mkdirSync(dataDir);
      return {
        engine: 'sqlite',
        env: { DATA_DIR: dataDir },
        databaseUrl: undefined,
        sqliteFile: join(dataDir, 'shutterpost.db'),
      };
    },
    async close() {},
  };
}

/** An embedded PostgreSQL with its ordinary durability: `fsync` and `synchronous_commit` are on. */
async function postgresDatabases(): Promise<Databases> {
  const server = await startPostgres();
  return {
    engine: 'postgres',
    description: `PostgreSQL on ${fileSystemOf(tmpdir())}`,
    processId: server.processId,
    async create(name) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database bench_${name}`);
      await client.end();
      const url = new URL(server.url);
      url.pathname = `/bench_${name}`;
      return { engine: 'postgres', env: { DATABASE_URL: url.href }, databaseUrl: url.href, sqliteFile: '' };
    },
    close: () => server.stop(),
  };
}
