import type { Database, Queries } from '../../platform/db/database.ts';
import { createRowDeleter } from '../../platform/db/rows-of-workspace.ts';
import type { WebhookEndpointRow } from '../../platform/db/tables.ts';
import { isId } from '../../platform/ids.ts';
import type { Health } from './breaker.ts';

export type WebhookEndpointRepository = ReturnType<typeof createWebhookEndpointRepository>;

export type WebhookEndpointChanges = Partial<Omit<WebhookEndpointRow, 'id' | 'workspace_id' | 'created_at'>>;

type Disabling = Pick<WebhookEndpointRow, 'is_active' | 'disabled_reason' | 'updated_at'>;

/** A deleted endpoint is gone for everyone, though its row stays until its deliveries are deleted. */
export function createWebhookEndpointRepository(database: Database) {
  const endpoint = (db: Queries, workspaceId: string, id: string) =>
    db
      .selectFrom('webhook_endpoints')
      .where('workspace_id', '=', workspaceId)
      // Some texts that are no id cannot even be asked for.
      .where('id', '=', isId('webhookEndpoint', id) ? id : '')
      .where('deleted_at', 'is', null);

  return {
    list(workspaceId: string): Promise<WebhookEndpointRow[]> {
      return database.reader
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .execute();
    },

    /** The endpoint as it is until this transaction ends. */
    lock(trx: Queries, workspaceId: string, id: string): Promise<WebhookEndpointRow | undefined> {
      return endpoint(trx, workspaceId, id)
        .selectAll()
        .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    find(workspaceId: string, id: string): Promise<WebhookEndpointRow | undefined> {
      return endpoint(database.reader, workspaceId, id).selectAll().executeTakeFirst();
    },

    /** For the operator alone, who names an endpoint without its workspace. */
    async findWorkspaceOf(id: string): Promise<string | undefined> {
      const row = await database.reader
        .selectFrom('webhook_endpoints')
        .select('workspace_id')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row?.workspace_id;
    },

    async count(trx: Queries, workspaceId: string): Promise<number> {
      const { count } = await trx
        .selectFrom('webhook_endpoints')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async insert(trx: Queries, row: WebhookEndpointRow): Promise<void> {
      await trx.insertInto('webhook_endpoints').values(row).execute();
    },

    update(
      trx: Queries,
      workspaceId: string,
      id: string,
      changes: WebhookEndpointChanges,
    ): Promise<WebhookEndpointRow | undefined> {
      return trx
        .updateTable('webhook_endpoints')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
    },

    /** Undefined when the workspace has no such endpoint. */
    async isActive(db: Queries, workspaceId: string, id: string): Promise<boolean | undefined> {
      const row = await endpoint(db, workspaceId, id).select('is_active').executeTakeFirst();
      return row && row.is_active === 1;
    },

    /** Of any workspace, deleted ones too: what came of the attempts to them is about to be written down. */
    lockToRecord(trx: Queries, ids: string[]): Promise<WebhookEndpointRow[]> {
      return (
        trx
          .selectFrom('webhook_endpoints')
          .selectAll()
          .where('id', 'in', ids.toSorted())
          .orderBy('id')
          // Not a full lock: whoever writes an event only has to see that the endpoint is there.
          .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
          .execute()
      );
    },

    async recordHealth(trx: Queries, id: string, changes: Health & Partial<Disabling>): Promise<void> {
      await trx.updateTable('webhook_endpoints').set(changes).where('id', '=', id).execute();
    },

    async findDeletedBefore(trx: Queries, time: number): Promise<string | undefined> {
      const row = await trx
        .selectFrom('webhook_endpoints')
        .select('id')
        .where('deleted_at', '<=', time)
        .limit(1)
        .executeTakeFirst();
      return row?.id;
    },

    /** For good, when none of its deliveries are left. */
    async deleteRow(trx: Queries, id: string): Promise<void> {
      await trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
    },

    deleteOfWorkspace: createRowDeleter('webhook_endpoints'),

    /** Any sealed secret: whether the key of this service opens it. */
    findSealedSecret(): Promise<Pick<WebhookEndpointRow, 'id' | 'secret'> | undefined> {
      return database.reader
        .selectFrom('webhook_endpoints')
        .select(['id', 'secret'])
        .limit(1)
        .executeTakeFirst();
    },
  };
}
