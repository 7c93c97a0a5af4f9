import type { DeliveryAttemptRow, DeliveryRow, WebhookEndpointRow } from '../../../src/platform/db/tables.ts';
import { createGuardedClient, type GuardedClient } from '../../../src/webhooks/client/guarded-client.ts';
import type { DeliveryWorker } from '../../../src/webhooks/delivery/worker.ts';
import type { EndpointWithSecret, NewWebhookEndpoint } from '../../../src/webhooks/endpoints/endpoints.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../app/test-app.ts';
import type { WholeService } from '../app/whole-service.ts';
import { rowOf, rowsOf } from '../database/stored-rows.ts';
import { useForAll } from '../hooks.ts';
import { createEndpointIn } from './create-endpoint.ts';
import { type Receiver, startReceiver } from './misbehaving-receiver.ts';

const SILENT = { warn: () => {}, error: () => {} };
/** Short, so that a receiver that hangs does not hold up the tests; long enough for one that is fine on a busy machine. */
const EXCHANGE_LIMIT_MS = 5_000;

/** The service with its worker, and a receiver in a process of its own. */
export interface WebhookScene {
  api: TestApp;
  receiver: Receiver;
  worker: DeliveryWorker;
  client: GuardedClient;
  /** An endpoint at a path of the receiver, told of new requests unless something else is asked for. */
  createEndpoint(
    workspace: TestWorkspace,
    path: string,
    endpoint?: Partial<NewWebhookEndpoint>,
  ): Promise<EndpointWithSecret>;
  /** Makes something happen that endpoints are told of. Its id. */
  createRequest(workspace: TestWorkspace, environment?: 'live' | 'test'): Promise<string>;
  deliveries(endpointId: string): Promise<DeliveryRow[]>;
  attempts(endpointId: string): Promise<DeliveryAttemptRow[]>;
  endpointRow(endpointId: string): Promise<WebhookEndpointRow>;
  /** One more worker on the same database. */
  createWorker(services?: WholeService): DeliveryWorker;
  close(): Promise<void>;
}

export async function startWebhookScene(): Promise<WebhookScene> {
  const client = createGuardedClient({
    rules: { allowPrivateNetworks: true, requireHttps: false },
    limitMs: EXCHANGE_LIMIT_MS,
  });
  const api = await startTestApp({ webhookClient: client });
  const receiver = await startReceiver();
  const { services, database } = api;
  const worker = services.createDeliveryWorker(SILENT);

  return {
    api,
    receiver,
    worker,
    client,
    createEndpoint: (workspace, path, endpoint = {}) =>
      createEndpointIn(services, workspace.id, {
        // A host of its own, so that no connection of another endpoint is used again.
        url: `http://${path.slice(1)}.localhost:${receiver.port}${path}`,
        events: ['photo_request.created'],
        ...endpoint,
      }),
    async createRequest(workspace, environment = 'live') {
      const { key } = workspace[environment];
      const response = await api.call('POST', '/v1/photo-requests', {
        key,
        body: { instructions: 'A photo' },
      });
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json().data.id;
    },
    deliveries: (endpointId) => rowsOf(database, 'deliveries', { endpoint_id: endpointId }, 'id'),
    attempts: (endpointId) =>
      database.reader
        .selectFrom('delivery_attempts')
        .selectAll()
        .where('endpoint_id', '=', endpointId)
        .orderBy('delivery_id')
        .orderBy('number')
        .execute(),
    endpointRow: (endpointId) => rowOf(database, 'webhook_endpoints', { id: endpointId }),
    createWorker: (other = services) => other.createDeliveryWorker(SILENT),
    async close() {
      await worker.stop();
      await receiver.stop();
      await client.close();
      await api.close();
    },
  };
}

/** `startWebhookScene` for the tests of a group; closed after them. */
export function useWebhookScene(): WebhookScene {
  return useForAll(startWebhookScene, 'close');
}
