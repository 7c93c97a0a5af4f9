import type { Clock } from '../../platform/clock.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import type { WebhookEndpointRow } from '../../platform/db/tables.ts';
import { pausedUntil } from '../endpoints/breaker.ts';
import { createGiveBack, createTakeDeliveries, type Leased } from './claim-repository.ts';
import { createQueueRepository, LEASE_MS } from './queue-repository.ts';

/** A look at the queue goes over so many endpoints; the next one starts where it ended. */
export const ENDPOINTS_PER_LOOK = 500;

/** An endpoint with deliveries in the queue. */
export interface Waiting {
  id: string;
  /** When something can be sent to it. */
  readyAt: number;
}

/** A delivery that is ours to send until its lease ends. */
export interface Claim extends Leased {
  endpoint: WebhookEndpointRow;
  claimedAt: number;
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>;

export function createDeliveryQueue({ database, clock }: { database: Database; clock: Clock }) {
  const repository = createQueueRepository(database);
  const take = createTakeDeliveries(database);
  let lookedUpTo = '';

  return {
    /** `isWhole` is false while there are more endpoints to look at. */
    async look(): Promise<{ waiting: Waiting[]; isWhole: boolean }> {
      const rows = await repository.endpointsAfter(lookedUpTo, ENDPOINTS_PER_LOOK);
      const now = clock();
      const isWhole = rows.length < ENDPOINTS_PER_LOOK;
      lookedUpTo = isWhole ? '' : (rows.at(-1)?.endpoint_id ?? '');
      return {
        isWhole,
        waiting: rows
          .filter(({ is_active, deleted_at }) => is_active === 1 && deleted_at === null)
          .map((row) => ({
            id: row.endpoint_id,
            readyAt: Math.max(row.first_due_at, pausedUntil(row, now) ?? 0),
          })),
      };
    },

    reserve: repository.reserve,
    giveBack: createGiveBack(database),

    async claim(
      trx: Queries,
      endpoints: WebhookEndpointRow[],
      shares: Map<string, number>,
      now: number,
    ): Promise<Claim[]> {
      const leased = await take(trx, shares, { now, leaseEndsAt: now + LEASE_MS });
      const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
      return leased.flatMap(({ delivery, event }) => {
        const endpoint = byId.get(delivery.endpoint_id);
        return endpoint === undefined ? [] : [{ delivery, endpoint, event, claimedAt: now }];
      });
    },
  };
}
