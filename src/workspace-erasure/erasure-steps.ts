import { sql } from 'kysely';
import type { MailFiles } from '../email/mail-files.ts';
import { retireSlugs } from '../permanent-links/retired-slugs.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';

/** One batch in one transaction; how many went. None: this step has nothing left to do. */
export interface ErasureStep {
  /** What the report calls it. */
  kind: string;
  run(workspaceId: string): Promise<number>;
}

const BATCH = 500;

/** In this order: what refers to something goes before it. */
export function createErasureSteps(deps: {
  database: Database;
  photos: PhotoRepository;
  mailFiles: MailFiles;
  clock: Clock;
}): ErasureStep[] {
  const { database, photos, mailFiles, clock } = deps;

  /** The batch is chosen by the index that begins with the workspace. */
  function rowsOf(table: string, key = 'id'): ErasureStep {
    return {
      kind: table,
      run: (workspaceId) =>
        database.write(async (trx) => {
          const chosen = sql`select ${sql.ref(key)} from ${sql.table(table)}
            where workspace_id = ${workspaceId} limit ${sql.lit(BATCH)}`;
          const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(key)} in (${chosen})
            returning ${sql.ref(key)}`.execute(trx);
          return gone.rows.length;
        }),
    };
  }

  const keptAnswers: ErasureStep = {
    kind: 'idempotency_keys',
    run: (workspaceId) =>
      database.write(async (trx) => {
        const chosen = sql`select environment, operation, key from idempotency_keys
          where workspace_id = ${workspaceId} limit ${sql.lit(BATCH)}`;
        const gone = await sql`delete from idempotency_keys
          where workspace_id = ${workspaceId} and (environment, operation, key) in (${chosen})
          returning key`.execute(trx);
        return gone.rows.length;
      }),
  };

  /** The rows put their files on the purge list, which outlives a crash. */
  const photoRows: ErasureStep = {
    kind: 'photos',
    run: (workspaceId) =>
      database.write(async (trx) => {
        const gone = await trx
          .deleteFrom('photos')
          .where('id', 'in', (query) =>
            query.selectFrom('photos').select('id').where('workspace_id', '=', workspaceId).limit(BATCH),
          )
          .returning('id')
          .execute();
        await photos.purge(trx, gone, clock());
        return gone.length;
      }),
  };

  const slugs: ErasureStep = {
    kind: 'permanent_link_slugs',
    run: (workspaceId) =>
      database.write(async (trx) => {
        // Few: a workspace has some dozens of links.
        const gone = await trx
          .deleteFrom('permanent_link_slugs')
          .where('workspace_id', '=', workspaceId)
          .returning('slug')
          .execute();
        await retireSlugs(
          trx,
          gone.map(({ slug }) => slug),
        );
        return gone.length;
      }),
  };

  /** The copies in files go first: after a crash in between the next attempt still knows them. */
  const mails: ErasureStep = {
    kind: 'mails',
    async run(workspaceId) {
      const rows = await database.reader
        .selectFrom('mails')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .limit(BATCH)
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await mailFiles.remove(ids);
      await database.write((trx) => trx.deleteFrom('mails').where('id', 'in', ids).execute());
      return ids.length;
    },
  };

  return [
    rowsOf('api_keys'),
    keptAnswers,
    rowsOf('capture_sessions', 'token_hash'),
    rowsOf('capture_handovers', 'chain_id'),
    rowsOf('deliveries'),
    rowsOf('events'),
    photoRows,
    rowsOf('link_visits', 'request_id'),
    rowsOf('photo_requests'),
    slugs,
    rowsOf('permanent_links'),
    rowsOf('webhook_endpoints'),
    rowsOf('audit_entries'),
    rowsOf('identity_tokens', 'token_hash'),
    mails,
  ];
}
