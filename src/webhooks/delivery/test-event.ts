import type { Actor } from '../../audit/actor.ts';
import type { Audit } from '../../audit/service.ts';
import type { Clock } from '../../platform/clock.ts';
import { currentCall } from '../../platform/current-call.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Environment } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Exchange } from '../client/guarded-client.ts';
import type { WebhookEndpointRepository } from '../endpoints/endpoint-repository.ts';
import { endpointRecord } from '../endpoints/endpoints.ts';
import { toWebhookEndpoint } from '../endpoints/webhook-endpoint.ts';
import { TEST_EVENT } from '../outbox/event-types.ts';
import { createOutboxRepository } from '../outbox/outbox-repository.ts';
import { createAttemptRepository } from './attempt-repository.ts';
import { attemptRow } from './attempts.ts';
import { END_OF } from './delivery-transitions.ts';
import type { SendEvent } from './send.ts';

export interface TestResult extends Exchange {
  eventId: string;
  deliveryId: string;
}

export type WebhookTests = ReturnType<typeof createWebhookTests>;

/** Sends a test event immediately, whatever the endpoint subscribes to, even if it is disabled. It is tried once. */
export function createWebhookTests(deps: {
  database: Database;
  repository: WebhookEndpointRepository;
  /** A body with sample values, in the shape of a real event. */
  sampleBody(environment: Environment, now: number): Promise<string>;
  send: SendEvent;
  audit: Audit;
  ids: Ids;
  clock: Clock;
}) {
  const { database, repository, sampleBody, send, audit, ids, clock } = deps;
  const outbox = createOutboxRepository(database);
  const attempts = createAttemptRepository(database);

  return {
    async send(
      by: Actor,
      workspaceId: string,
      endpointId: string,
      /** Where it shows when the endpoint serves both. */
      preferred: Environment = 'test',
    ): Promise<TestResult> {
      const endpoint = await repository.find(workspaceId, endpointId);
      if (endpoint === undefined) throw notFound('The webhook endpoint');
      const startedAt = clock();
      const environment = endpoint.serves === 'both' ? preferred : endpoint.serves;
      const owner = { workspace_id: workspaceId, environment } as const;
      const event = {
        id: ids.next('event', startedAt),
        type: TEST_EVENT,
        environment,
        body: await sampleBody(environment, startedAt),
      } as const;
      const exchange = await send(endpoint, event);

      const delivery = {
        id: ids.next('delivery', startedAt),
        ...owner,
        endpoint_id: endpoint.id,
        event_id: event.id,
        event_type: event.type,
        status: END_OF[exchange.outcome].status,
        attempt_count: 1,
        schedule_step: 1,
        next_attempt_at: startedAt,
        is_leased: 0,
        created_at: startedAt,
        finished_at: clock(),
      } as const;
      await database.write(async (trx) => {
        const call_id = currentCall()?.requestId ?? null;
        await outbox.insertEvents(trx, [
          { ...event, ...owner, subject_id: endpoint.id, created_at: startedAt, call_id },
        ]);
        await outbox.insertDeliveries(trx, [delivery]);
        await attempts.insert(trx, attemptRow(delivery, exchange, startedAt));
        if (delivery.status === 'delivered')
          await repository.update(trx, workspaceId, endpoint.id, { last_success_at: delivery.finished_at });
        await audit.record(trx, endpointRecord(by, 'tested', toWebhookEndpoint(endpoint, clock())));
      });
      return { ...exchange, eventId: event.id, deliveryId: delivery.id };
    },
  };
}
