import { sql } from 'kysely';
import type { Engine, Queries } from '../database.ts';
import { columnTypes, tableCreator } from './building.ts';

/** Sealed renditions of submitted photos, and the certificates they are signed with. */
export async function contentCredentials(db: Queries, engine: Engine): Promise<void> {
  const { text, time, integer } = columnTypes(engine);
  const create = tableCreator(db, engine);

  await create('signing_certificates', (t) =>
    t
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('kind', text, (c) => c.notNull().check(sql`kind in ('authority', 'signer')`))
      .addColumn('certificate', text, (c) => c.notNull())
      .addColumn('private_key', text)
      .addColumn('issuer_id', text, (c) => c.references('signing_certificates.id'))
      .addColumn('valid_until', time, (c) => c.notNull())
      .addColumn('created_at', time, (c) => c.notNull())
      .addColumn('retired_at', time),
  );
  // Of several nodes that start at once, one creates the pair.
  await db.schema
    .createIndex('signing_certificates_in_use')
    .unique()
    .on('signing_certificates')
    .columns(['kind'])
    .where(sql.ref('retired_at'), 'is', null)
    .execute();

  await create(
    'seal_jobs',
    (t) =>
      t
        .addColumn('photo_id', text, (c) => c.primaryKey().references('photos.id').onDelete('cascade'))
        .addColumn('workspace_id', text, (c) => c.notNull())
        .addColumn('environment', text, (c) => c.notNull())
        .addColumn('request_id', text, (c) => c.notNull())
        .addColumn('attempt_count', integer, (c) => c.notNull())
        .addColumn('next_attempt_at', time, (c) => c.notNull())
        .addColumn('leased_by', text)
        .addColumn('error', text)
        .addColumn('given_up_at', time)
        .addColumn('created_at', time, (c) => c.notNull()),
    { keyedByPrimaryKey: true },
  );
  await db.schema.createIndex('seal_jobs_due').on('seal_jobs').columns(['next_attempt_at']).execute();

  // Last: no one can read a table from its ALTER to the commit.
  await db.schema.alterTable('photos').addColumn('sealed_at', time).execute();
  await db.schema.alterTable('photos').addColumn('sealed_sha256', text).execute();
  await db.schema.alterTable('photos').addColumn('sealed_bytes', integer).execute();
}
