import type { Database } from '../database.ts';
import type { SchemaFacts } from './schema-facts.ts';

/** What the database really has. */
export async function describeSchema({
  engine,
  reader,
}: Pick<Database, 'engine' | 'reader'>): Promise<SchemaFacts> {
  if (engine === 'postgres') {
    const { describePostgres } = await import('./postgres-facts.ts');
    return describePostgres(reader);
  }
  const { describeSqlite } = await import('./sqlite-facts.ts');
  return describeSqlite(reader);
}
