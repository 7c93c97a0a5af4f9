import type { Actor } from '../../audit/actor.ts';
import type { Audit, AuditRecord } from '../../audit/service.ts';
import { type Clock, toWireTime } from '../../platform/clock.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import type { DeliveryStatus, Environment } from '../../platform/db/tables.ts';
import { notFound, validationError } from '../../platform/errors.ts';
import type { WebhookEndpointRepository } from '../endpoints/endpoint-repository.ts';
import { endpointRecord } from '../endpoints/endpoints.ts';
import { toWebhookEndpoint } from '../endpoints/webhook-endpoint.ts';
import type { DeliveryListRepository } from './delivery-list-repository.ts';
import { type DeliveryRepository, UNDELIVERED } from './delivery-repository.ts';

export interface ReplaySelection {
  /** Without it, everything that did not arrive and is not tried any more. */
  statuses?: readonly DeliveryStatus[] | undefined;
  /** Created at this time or later. */
  from?: number | undefined;
  /** Created before this time. */
  to?: number | undefined;
  /** Without it, both. */
  environment?: Environment | undefined;
}

const BATCH = 500;
const ALL_STATUSES: DeliveryStatus[] = [...UNDELIVERED, 'due', 'delivered'];

/** Sends again what was sent, or tried, or held: the same event with the same id, and a full set of attempts. */
export function createDeliveryReplay(deps: {
  database: Database;
  repository: DeliveryRepository;
  endpoints: Pick<WebhookEndpointRepository, 'find' | 'isActive'>;
  deliveries: Pick<DeliveryListRepository, 'find'>;
  audit: Audit;
  clock: Clock;
}) {
  const { database, repository, endpoints, deliveries, audit, clock } = deps;

  async function checkEndpoint(db: Queries, workspaceId: string, endpointId: string): Promise<void> {
    const isActive = await endpoints.isActive(db, workspaceId, endpointId);
    if (isActive === undefined) throw notFound('The webhook endpoint');
    if (!isActive) throw validationError({ endpoint: ['This endpoint is disabled. Enable it first.'] });
  }

  function reset(
    workspaceId: string,
    endpointId: string,
    ids: string[],
    statuses: DeliveryStatus[],
    record?: AuditRecord,
  ): Promise<number> {
    return database.write(async (trx) => {
      await checkEndpoint(trx, workspaceId, endpointId);
      const count = ids.length === 0 ? 0 : await repository.reset(trx, workspaceId, ids, statuses, clock());
      if (record !== undefined) await audit.record(trx, record);
      database.afterCommit(trx, () => database.signals.send('deliveries'));
      return count;
    });
  }

  return {
    /** A delivery that is waiting for its next attempt is moved to now; one that is being sent right now is left alone. */
    async replay(by: Actor, workspaceId: string, deliveryId: string): Promise<void> {
      const delivery = await deliveries.find(workspaceId, deliveryId, clock());
      if (delivery === undefined) throw notFound('The delivery');
      await reset(workspaceId, delivery.endpoint_id, [deliveryId], ALL_STATUSES, {
        by,
        workspaceId,
        action: 'webhook_delivery.replayed',
        subjectId: deliveryId,
        subjectName: delivery.event_type,
        evenByKey: true,
      });
    },

    /** How many are sent again. It is recorded with the first of them: what follows was asked for then. */
    async replayMany(
      by: Actor,
      workspaceId: string,
      endpointId: string,
      selection: ReplaySelection = {},
    ): Promise<number> {
      await checkEndpoint(database.reader, workspaceId, endpointId);
      const endpoint = await endpoints.find(workspaceId, endpointId);
      if (endpoint === undefined) throw notFound('The webhook endpoint');
      const statuses = [...(selection.statuses ?? UNDELIVERED)];
      // What is created from now on is not meant.
      const { environment, from = 0, to = clock() + 1 } = selection;
      const range = { endpointId, statuses, environment, from, to };
      let ids = await repository.idsIn(workspaceId, range, '', BATCH);
      const record = endpointRecord(
        by,
        'replayed',
        toWebhookEndpoint(endpoint, clock()),
        detailsOf(selection),
      );
      let count = await reset(workspaceId, endpointId, ids, statuses, record);
      for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
        ids = await repository.idsIn(workspaceId, range, last, BATCH);
        if (ids.length > 0) count += await reset(workspaceId, endpointId, ids, statuses);
      }
      return count;
    },
  };
}

/** Says what was asked for: how many there are is known when the last of them is on its way. */
function detailsOf({ environment, statuses, from, to }: ReplaySelection) {
  return {
    environment: environment ?? 'both',
    ...(statuses === undefined ? {} : { statuses: statuses.join(', ') }),
    ...(from === undefined ? {} : { from: toWireTime(from) }),
    ...(to === undefined ? {} : { to: toWireTime(to) }),
  };
}
