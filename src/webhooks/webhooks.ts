import type { Audit } from '../audit/service.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Environment } from '../platform/db/tables.ts';
import type { WriteOnce } from '../platform/http/idempotency.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { GuardedClient } from './client/guarded-client.ts';
import { createAttemptRecorder } from './delivery/attempts.ts';
import { createWebhookCleanUp } from './delivery/clean-up.ts';
import { createDeliveryLog } from './delivery/delivery-log.ts';
import { createHoldRepository } from './delivery/hold-repository.ts';
import { createDeliveryQueue } from './delivery/queue.ts';
import type { DeliveryWorkerLog } from './delivery/running-attempts.ts';
import { createSender } from './delivery/send.ts';
import { createWebhookTests } from './delivery/test-event.ts';
import { createDeliveryWorker } from './delivery/worker.ts';
import { createWebhookEndpointRepository } from './endpoints/endpoint-repository.ts';
import { createWebhookEndpoints } from './endpoints/endpoints.ts';

/** Endpoints, their deliveries, and the worker that sends them. */
export function createWebhooks(deps: {
  database: Database;
  writeOnce: WriteOnce;
  /** The only way out to receivers. */
  client: GuardedClient;
  workspaces: WorkspaceRepository;
  /** The body of a test event. */
  sampleBody(environment: Environment, now: number): Promise<string>;
  notifications: NotificationOutbox;
  audit: Audit;
  secrets: Secrets;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, client, notifications, audit, secrets, random, clock } = deps;
  const repository = createWebhookEndpointRepository(database);
  const send = createSender({ secrets, client, clock });
  return {
    webhookEndpoints: createWebhookEndpoints({
      ...deps,
      repository,
      deliveries: createHoldRepository(database),
    }),
    webhookTests: createWebhookTests({ ...deps, repository, send }),
    webhookCleanUp: createWebhookCleanUp({ database, clock }),
    deliveryLog: createDeliveryLog({ database, audit, clock }),
    createDeliveryWorker: (log: DeliveryWorkerLog) =>
      createDeliveryWorker({
        database,
        queue: createDeliveryQueue({ database, clock }),
        recorder: createAttemptRecorder({ database, endpoints: repository, notifications, random }),
        send,
        clock,
        log,
      }),
  };
}
