import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestApp } from '../app/test-app.ts';
import { readAllTables } from './stored-rows.ts';

/** Where any of the values stands, in whatever table, stored file or email: `table: value`. */
export async function findTraces(api: TestApp, values: string[], mailFolder: string): Promise<string[]> {
  const found: string[] = [];
  const look = (place: string, text: string) => {
    for (const value of values) if (text.includes(value)) found.push(`${place}: ${value}`);
  };
  for (const [table, rows] of Object.entries(await readAllTables(api.database))) {
    for (const row of rows) look(table, JSON.stringify(row));
  }
  for await (const { key } of api.services.storage.list('')) look('storage', key);
  for (const name of await readdir(mailFolder).catch(() => [])) {
    look('mail', (await readFile(join(mailFolder, name), 'utf8')).replaceAll('=\r\n', ''));
  }
  return [...new Set(found)].sort();
}

/** Everything but these workspaces' own: for comparing before and after. */
export async function rowsWith(api: TestApp, workspaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, rows] of Object.entries(await readAllTables(api.database))) {
    const count = rows.filter((row) => JSON.stringify(row).includes(workspaceId)).length;
    if (count > 0) counts[table] = count;
  }
  return counts;
}
