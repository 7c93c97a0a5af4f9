import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/platform/db/database.ts';
import { MIGRATIONS, migrate } from '../src/platform/db/migrate.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';
import { describeSchema } from '../src/platform/db/schema/description.ts';
import { startPostgres } from '../test/helpers/database/postgres-server.ts';
import { hashesOf } from './migration-hashes.ts';

const folder = new URL('../src/platform/db/', import.meta.url);

async function write(file: string, content: object): Promise<void> {
  await writeFile(new URL(file, folder), `${JSON.stringify(content, null, 2)}\n`);
  process.stdout.write(`src/platform/db/${file} is written\n`);
}

async function writeSchemaOf(database: Database): Promise<void> {
  // As before this very run, no step has a hash to be held against.
  await migrate(
    database,
    MIGRATIONS.map(({ name, up }) => ({ name, up })),
  );
  await write(`schema/${database.engine}.json`, await describeSchema(database));
  await database.close();
}

await write('migrations/hashes.json', await hashesOf(MIGRATIONS));
const postgres = await startPostgres();
try {
  await writeSchemaOf(await openDatabase({ databaseUrl: postgres.url, sqliteFile: '' }));
} finally {
  await postgres.stop();
}
const temporary = mkdtempSync(join(tmpdir(), 'shutterpost-schema-'));
try {
  await writeSchemaOf(
    await openDatabase({ databaseUrl: undefined, sqliteFile: join(temporary, 'schema.db') }),
  );
} finally {
  rmSync(temporary, { recursive: true });
}
