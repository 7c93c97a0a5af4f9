import { sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { oldestFirst } from '../../platform/db/order-by-id.ts';
import { padded } from '../../platform/db/padded.ts';
import type { DisabledReason, ServedEnvironments, WebhookEndpointRow } from '../../platform/db/tables.ts';
import type { EventType } from '../outbox/event-types.ts';

/** An endpoint as its owner sees it; the secret is never part of it. */
export interface WebhookEndpoint {
  id: string;
  workspaceId: string;
  name: string;
  url: string;
  events: EventType[];
  serves: ServedEnvironments;
  isActive: boolean;
  disabledReason: DisabledReason | null;
  /** Between the two steps of a rotation. */
  isRotating: boolean;
  health: EndpointHealth;
  createdAt: number;
  updatedAt: number;
}

export interface EndpointHealth {
  /** Attempts that failed since the last success. */
  failures: number;
  failingSince: number | null;
  pausedUntil: number | null;
  lastSuccessAt: number | null;
}

/** One whose lease has ended may still come back with its outcome; it must not decide any more. */
export async function holdAll(trx: Queries, deliveryIds: string[]): Promise<number> {
  if (deliveryIds.length === 0) return 0;
  await trx
    .updateTable('deliveries')
    .set({ status: 'held', attempt_count: sql`attempt_count + is_leased`, is_leased: 0 })
    .where('id', 'in', padded(deliveryIds))
    .execute();
  return deliveryIds.length;
}

export type WebhookEndpointRepository = ReturnType<typeof createWebhookEndpointRepository>;

export type WebhookEndpointChanges = Partial<Omit<WebhookEndpointRow, 'id' | 'workspace_id' | 'created_at'>>;

/** A deleted endpoint is gone for everybody, though its row stays until its deliveries are removed. */
export function createWebhookEndpointRepository(database: Database) {
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
      return trx
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
        .executeTakeFirst();
    },

    find(workspaceId: string, id: string): Promise<WebhookEndpointRow | undefined> {
      return database.reader
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
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

    /** Holds what is due to the endpoint if it is switched off, but for what is under way at this moment; how many. */
    async holdDue(trx: Queries, workspaceId: string, id: string, now: number, most: number): Promise<number> {
      const due = trx
        .selectFrom('deliveries as d')
        .innerJoin('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
        .select('d.id')
        .where('d.endpoint_id', '=', id)
        .where('e.workspace_id', '=', workspaceId)
        .where('e.is_active', '=', 0)
        // As the index has it: of a parameter the planner could not know the value.
        .where(sql<boolean>`d.status = 'due'`)
        .where((eb) => eb.not(eb.and([eb('d.is_leased', '=', 1), eb('d.next_attempt_at', '>', now)])))
        .orderBy('d.id', oldestFirst)
        .limit(most)
        .$if(database.engine === 'postgres', (query) => query.forUpdate('d').skipLocked());
      return holdAll(
        trx,
        (await due.execute()).map(({ id }) => id),
      );
    },
  };
}

export function toWebhookEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    url: row.url,
    events: JSON.parse(row.events),
    serves: row.serves,
    isActive: row.is_active === 1,
    disabledReason: row.disabled_reason,
    isRotating: row.next_secret !== null,
    health: {
      failures: row.failures,
      failingSince: row.failing_since,
      pausedUntil: row.paused_until,
      lastSuccessAt: row.last_success_at,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
