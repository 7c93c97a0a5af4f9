import type { TestApp } from '../app/test-app.ts';
import { insertRows, rowOf } from '../database/stored-rows.ts';

/** As many endpoints like this one, which has one delivery, each with a delivery that is due at that time. */
export async function multiplyEndpoint(
  api: TestApp,
  endpointId: string,
  { count, dueAt, ...changes }: { count: number; dueAt: number; last_success_at?: number | null },
): Promise<void> {
  const { ids } = api.services;
  const endpoint = await rowOf(api.database, 'webhook_endpoints', { id: endpointId });
  const delivery = await rowOf(api.database, 'deliveries', { endpoint_id: endpointId });
  const due = { status: 'due', next_attempt_at: dueAt, finished_at: null } as const;
  const endpoints = Array.from({ length: count }, () => ({
    ...endpoint,
    ...changes,
    id: ids.next('webhookEndpoint'),
  }));
  const deliveries = endpoints.map(({ id }) => ({
    ...delivery,
    ...due,
    id: ids.next('delivery'),
    endpoint_id: id,
  }));
  await insertRows(api.database, 'webhook_endpoints', endpoints);
  await insertRows(api.database, 'deliveries', deliveries);
}
