import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/platform/db/database.ts';
import { findUndeclaredColumns } from '../src/platform/db/erased-columns.ts';
import { MIGRATIONS, migrate } from '../src/platform/db/migrate.ts';
import HASHES from '../src/platform/db/migrations/hashes.json' with { type: 'json' };
import { openDatabase } from '../src/platform/db/open-database.ts';
import { describeSchema } from '../src/platform/db/schema/description.ts';
import { startPostgres } from '../test/helpers/database/postgres-server.ts';
import { editedSteps, hashesOf } from './migration-hashes.ts';

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
  const schema = await describeSchema(database);
  const undeclared = findUndeclaredColumns(schema);
  if (undeclared.length > 0) {
    throw new Error(
      `Say in src/platform/db/erased-columns.ts what becomes of ${undeclared.join(', ')} when a request is erased.`,
    );
  }
  await write(`schema/${database.engine}.json`, schema);
  await database.close();
}

const hashes = await hashesOf(MIGRATIONS);
const edited = editedSteps(HASHES, hashes);
if (edited.length > 0 && !process.argv.includes('--edited')) {
  throw new Error(
    `Databases that have taken ${edited.join(', ')} would be refused: undo the edit and append a new step. ` +
      'If no one has taken it yet: npm run schema -- --edited',
  );
}
await write('migrations/hashes.json', hashes);
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
