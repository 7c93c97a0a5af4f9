import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openWithLongLimits } from '../helpers/database/open-with-long-limits.ts';
import { insertWorkspace, photoRequestRow } from '../helpers/database/rows.ts';
import { insertRows } from '../helpers/database/stored-rows.ts';

describe('a PostgreSQL that sorts as a language does', () => {
  it('should still sort ids by their bytes: keyset pages depend on it', async () => {
    const server = inject('postgresUrl');
    const name = `shutterpost_test_${randomBytes(6).toString('hex')}`;
    const url = new URL(server);
    url.pathname = `/${name}`;
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(`create database ${name} template template0 locale_provider icu icu_locale 'en-US'`);
    const database = await openWithLongLimits({ DATABASE_URL: url.href });
    try {
      await migrate(database);
      const workspaceId = await insertWorkspace(database);
      const ids = ['req_a', 'req_B', 'req__', 'req_0', 'req_Z', 'req_z', 'req_-', 'reqa'];
      const rows = ids.map((id) => photoRequestRow(workspaceId, { id }));
      await insertRows(database, 'photo_requests', rows);
      const stored = await database.reader.selectFrom('photo_requests').select('id').orderBy('id').execute();
      expect(stored.map((row) => row.id)).toEqual(ids.toSorted());
    } finally {
      await database.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    }
  });
});
