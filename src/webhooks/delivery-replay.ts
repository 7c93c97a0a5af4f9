import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { DeliveryStatus } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import type { DeliveryList } from './delivery-list.ts';
import { type DeliveryRepository, UNDELIVERED } from './delivery-repository.ts';

export interface ReplaySelection {
  /** Without it, everything that did not arrive and is not tried any more. */
  statuses?: readonly DeliveryStatus[] | undefined;
  /** Made at this time or later. */
  from?: number | undefined;
  /** Made before this time. */
  to?: number | undefined;
}

const BATCH = 500;
const ALL_STATUSES: DeliveryStatus[] = [...UNDELIVERED, 'due', 'delivered'];

/** Sends again what was sent, or tried, or held: the same event with the same id, with all its attempts anew. */
export function createDeliveryReplay(deps: {
  database: Database;
  repository: DeliveryRepository;
  deliveries: Pick<DeliveryList, 'find'>;
  clock: Clock;
}) {
  const { database, repository, deliveries, clock } = deps;

  async function checkEndpoint(db: Queries, workspaceId: string, endpointId: string): Promise<void> {
    const isActive = await repository.isActive(db, workspaceId, endpointId);
    if (isActive === undefined) throw notFound('The webhook endpoint');
    if (!isActive) throw validationError({ endpoint: ['Is switched off. Switch it on first.'] });
  }

  function reset(
    workspaceId: string,
    endpointId: string,
    ids: string[],
    statuses: DeliveryStatus[],
  ): Promise<number> {
    return database.write(async (trx) => {
      await checkEndpoint(trx, workspaceId, endpointId);
      const count = await repository.reset(trx, workspaceId, ids, statuses, clock());
      database.afterCommit(trx, () => database.signals.send('deliveries'));
      return count;
    });
  }

  return {
    /** A delivery that is waiting for its next attempt is moved to now; one under way at this moment is left to it. */
    async replay(workspaceId: string, deliveryId: string): Promise<void> {
      const delivery = await deliveries.find(workspaceId, deliveryId);
      if (delivery === undefined) throw notFound('The delivery');
      await reset(workspaceId, delivery.endpoint_id, [deliveryId], ALL_STATUSES);
    },

    /** How many are sent again. */
    async replayMany(
      workspaceId: string,
      endpointId: string,
      selection: ReplaySelection = {},
    ): Promise<number> {
      await checkEndpoint(database.reader, workspaceId, endpointId);
      const statuses = [...(selection.statuses ?? UNDELIVERED)];
      // What is made from now on is not meant.
      const range = { endpointId, statuses, from: selection.from ?? 0, to: selection.to ?? clock() + 1 };
      let count = 0;
      let after = '';
      for (;;) {
        const ids = await repository.idsIn(workspaceId, range, after, BATCH);
        const last = ids.at(-1);
        if (last === undefined) return count;
        count += await reset(workspaceId, endpointId, ids, statuses);
        after = last;
      }
    },
  };
}
