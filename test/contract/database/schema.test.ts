import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS, migrate } from '../../../src/platform/db/migrate.ts';
import { describeSchema } from '../../../src/platform/db/schema/description.ts';
import {
  describeDifference,
  expectedSchema,
  findDifferences,
  requireExpectedSchema,
} from '../../../src/platform/db/schema/differences.ts';
import { describePostgres } from '../../../src/platform/db/schema/postgres-facts.ts';
import { createCounts } from '../../../src/stats/count-repository.ts';
import { EDITED_STEPS } from '../../helpers/database/edited-steps.ts';
import {
  firstColumns,
  firstPhotoColumns,
  insertWorkspace,
  photoRequestRow,
  photoRow,
} from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import {
  createTestDatabase,
  engine,
  useConnectionForEach,
  useTestDatabaseForEach,
} from '../../helpers/database/test-database.ts';

describe('the schema of a database', () => {
  const database = useConnectionForEach(useTestDatabaseForEach(createTestDatabase));
  const change = (statement: string) => database.write((trx) => sql.raw(statement).execute(trx));
  const differences = async () => (await findDifferences(database)).map(describeDifference);

  it('should be what its committed description says', async () => {
    await migrate(database);
    expect(
      await describeSchema(database),
      'The steps lead to another schema than src/platform/db/schema describes. Run "npm run schema".',
    ).toEqual(await expectedSchema(database.engine));
    await requireExpectedSchema(database);
  });

  it('should be named in every difference', async () => {
    await migrate(database);
    const isPostgres = database.engine === 'postgres';
    await change('drop table counts');
    await change('alter table mails drop column call_id');
    await change('alter table events add column color text');
    await change('drop index events_by_age');
    await change('create index of_the_operator on events (type)');
    await change(isPostgres ? 'drop trigger photos_noted on photos' : 'drop trigger photos_added');
    await change('drop index purges_by_time');
    await change('create index purges_by_time on purges (storage_key)');
    const found = await differences();
    expect(found).toEqual(
      expect.arrayContaining([
        'table counts is missing',
        'column counts.period is missing',
        'column mails.call_id is missing',
        'column events.color is not known to this release',
        'index events_by_age is missing',
        'index of_the_operator is not known to this release',
        `trigger ${isPostgres ? 'photos.photos_noted' : 'photos_added'} is missing`,
        expect.stringMatching(/^index purges_by_time is “.*storage_key.*” instead of “.*due_at.*”$/),
      ]),
    );
    expect(found.filter((text) => !text.includes('counts'))).toHaveLength(6);
  });

  it('should keep the server from starting while something is missing that it needs', async () => {
    await migrate(database);
    await change('drop table counts');
    await expect(requireExpectedSchema(database)).rejects.toThrow(
      /does not match this release.*table counts is missing.*restore a backup/,
    );
  });

  it('should not keep the server from starting for an index of the operator, or one that is missing', async () => {
    await migrate(database);
    await change('drop index events_by_age');
    await change('create index of_the_operator on events (type)');
    await requireExpectedSchema(database);
  });

  if (engine === 'postgres')
    it('should be described in a schema whose name needs quotes', async () => {
      await database.write(async (trx) => {
        await sql`create schema "Photo Shop"`.execute(trx);
        await sql`set local search_path to "Photo Shop"`.execute(trx);
        await sql`create table shots (id integer)`.execute(trx);
        expect(await describePostgres(trx)).toEqual({ 'table shots': 'table', 'column shots.id': 'integer' });
      });
    });

  it('should be repaired where steps were edited after they had been taken, and count what is there once', async () => {
    await migrate(database, EDITED_STEPS);
    const now = Date.now();
    const workspaceId = await insertWorkspace(database);
    const request = photoRequestRow(workspaceId, { created_at: now, expires_at: now + 1_000 });
    await database.write(async (trx) => {
      await trx.insertInto('photo_requests').values(firstColumns(request)).execute();
      await trx
        .insertInto('photos')
        .values(firstPhotoColumns(photoRow(request)))
        .execute();
    });

    await migrate(database);

    expect(await differences()).toEqual([]);
    const counts = createCounts({ database, clock: () => now });
    expect(await counts.findWrong()).toEqual([]);
    const owner = { workspaceId, environment: 'live' as const };
    expect(await counts.byStatus(owner, now)).toMatchObject({ pending: 1 });
  });

  it('should not be counted twice where nothing has to be repaired', async () => {
    await migrate(database, MIGRATIONS.slice(0, 6));
    const workspaceId = await insertWorkspace(database);
    await insertRows(database, 'photo_requests', firstColumns(photoRequestRow(workspaceId)));
    await migrate(database);
    expect(await createCounts({ database, clock: Date.now }).findWrong()).toEqual([]);
    expect(await differences()).toEqual([]);
  });
});
