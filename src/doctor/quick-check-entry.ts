import { DatabaseSync } from 'node:sqlite';

/** A program of its own: SQLite cannot be interrupted, but a process can be ended. */
const file = process.argv.at(-1) ?? '';
const database = new DatabaseSync(file, { readOnly: true });
const rows = database.prepare('pragma quick_check(5)').all();
process.stdout.write(rows.map((row) => String(row.quick_check)).join('\n'));
