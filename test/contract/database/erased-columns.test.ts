import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { findUndeclaredColumns } from '../../../src/platform/db/erased-columns.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { describeSchema } from '../../../src/platform/db/schema/description.ts';
import { createTestDatabase, useConnection, useTestDatabase } from '../../helpers/database/test-database.ts';

describe('what becomes of columns when a request is erased', () => {
  const database = useConnection(useTestDatabase(createTestDatabase));
  beforeAll(async () => {
    await migrate(database);
  });

  const undeclared = async () => findUndeclaredColumns(await describeSchema(database));

  it('should be declared for every column that there is', async () => {
    expect(await undeclared()).toEqual([]);
  });

  it('should be asked for each new column that could tell of a customer', async () => {
    await database.write(async (trx) => {
      for (const statement of [
        'alter table photo_requests add column customer_note text',
        'alter table audit_entries add column remark text',
        'alter table permanent_links add column request_id text',
        'create table customer_answers (id text primary key, words text)',
      ])
        await sql.raw(statement).execute(trx);
    });
    expect((await undeclared()).sort()).toEqual([
      'audit_entries.remark',
      'customer_answers.id',
      'customer_answers.words',
      'permanent_links.request_id',
      'photo_requests.customer_note',
    ]);
  });
});
