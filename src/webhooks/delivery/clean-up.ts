import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createPartitionsAhead } from '../../platform/db/partitions.ts';
import { createWebhookEndpointRepository } from '../endpoints/endpoint-repository.ts';
import { createEventRepository } from '../outbox/event-repository.ts';
import { createDeliveryRepository, LOGGED_MS } from './delivery-repository.ts';
import { createHoldRepository } from './hold-repository.ts';
import { createWebhookPartitionRepository } from './partition-repository.ts';

const BATCH = 500;
/** An event takes its deliveries and all their attempts along. */
const EVENT_BATCH = 50;
/** By so much the clocks of nodes may differ: nothing in a partition may be sent again any more when it is dropped. */
const CLOCKS_DIFFER_MS = 3_600_000;
/** Someone may be writing an event for it, or testing it, right now. */
const DELETED_FOR_MS = 120_000;

export type WebhookCleanUp = ReturnType<typeof createWebhookCleanUp>;

/**
 * Each does one batch, in one transaction; true when there may be more. Rows are locked in the order of their ids, and those
 * that someone else has locked are left for the next time.
 */
export function createWebhookCleanUp({ database, clock }: { database: Database; clock: Clock }) {
  const endpoints = createWebhookEndpointRepository(database);
  const events = createEventRepository(database);
  const deliveries = createDeliveryRepository(database);
  const partitions = createWebhookPartitionRepository(database);
  const holds = createHoldRepository(database);

  return {
    holdDueToDisabled(batch = BATCH): Promise<boolean> {
      return database.write(async (trx) => (await holds.holdDueToDisabled(trx, clock(), batch)) === batch);
    },

    /** PostgreSQL alone: partitions for the next weeks are created, those that are over dropped (0133). */
    async keepPartitions(isOver = () => false): Promise<void> {
      if (database.engine === 'sqlite') return;
      const now = clock();
      await createPartitionsAhead(database, now);
      await partitions.dropUntil(now - LOGGED_MS - CLOCKS_DIFFER_MS, now - LOGGED_MS, isOver);
    },

    deleteOldEvents(batch = EVENT_BATCH): Promise<boolean> {
      const before = clock() - LOGGED_MS;
      return database.write(async (trx) => (await events.deleteSettledBefore(trx, before, batch)) === batch);
    },

    /** Their rows are left until all their deliveries are deleted. */
    deleteDeletedEndpoints(batch = BATCH): Promise<boolean> {
      const before = clock() - DELETED_FOR_MS;
      return database.write(async (trx) => {
        const endpointId = await endpoints.findDeletedBefore(trx, before);
        if (endpointId === undefined) return false;
        const count = await deliveries.deleteOfEndpoint(trx, endpointId, batch);
        if (count < batch) await endpoints.deleteRow(trx, endpointId);
        return true;
      });
    },
  };
}
