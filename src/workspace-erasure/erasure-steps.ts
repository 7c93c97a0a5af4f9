import { sql } from 'kysely';
import type { MailFiles } from '../email/mail-files.ts';
import { retireSlugs } from '../permanent-links/retired-slugs.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { eraseRows } from '../platform/db/erase-rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { createDeliveryRepository } from '../webhooks/delivery/delivery-repository.ts';
import { createWebhookEndpointRepository } from '../webhooks/endpoints/endpoint-repository.ts';
import { createEventRepository } from '../webhooks/outbox/event-repository.ts';

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

  function batchesOf(
    kind: string,
    erase: (trx: Queries, workspaceId: string, max: number) => Promise<number>,
  ): ErasureStep {
    return { kind, run: (workspaceId) => database.write((trx) => erase(trx, workspaceId, BATCH)) };
  }

  const rowsOf = (table: keyof Tables, key = 'id') =>
    batchesOf(table, (trx, workspaceId, max) => eraseRows(trx, { table, key, workspaceId, max }));

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
    batchesOf('deliveries', createDeliveryRepository(database).eraseOfWorkspace),
    batchesOf('events', createEventRepository(database).eraseOfWorkspace),
    photoRows,
    rowsOf('link_visits', 'request_id'),
    rowsOf('photo_requests'),
    slugs,
    rowsOf('permanent_links'),
    batchesOf('webhook_endpoints', createWebhookEndpointRepository(database).eraseOfWorkspace),
    rowsOf('audit_entries'),
    rowsOf('identity_tokens', 'token_hash'),
    mails,
  ];
}
