import { expect, vi } from 'vitest';
import { sha256Of } from '../capture/capture-client.ts';
import type { Receiver } from '../webhooks/misbehaving-receiver.ts';
import type { Cluster } from './cluster.ts';
import type { Acknowledged } from './cluster-load.ts';

/** Each thing that was acknowledged is there, as it was sent, whichever node is asked. */
export async function expectAllThere(cluster: Cluster, key: string, all: Acknowledged[]): Promise<void> {
  for (const { requestId, photos, isSubmitted } of all) {
    const { status, body } = await cluster.front.call('GET', `/v1/photo-requests/${requestId}`, { key });
    expect(status, requestId).toBe(200);
    if (!isSubmitted) continue;
    const items = body.data.items as { id: string; url: string; sha256: string }[];
    expect(body.data.status).toBe('submitted');
    expect(items.map(({ id, sha256 }) => ({ id, sha256 }))).toEqual(
      photos.map(({ id, sha256 }) => ({ id, sha256 })),
    );
    for (const { url, sha256 } of items) expect(await sha256Of(cluster.front.url, url)).toBe(sha256);
  }
}

/** Each submission's event arrived; none was sent more often than it was taken to be sent. */
export async function expectEventsToArrive(options: {
  cluster: Cluster;
  workspaceId: string;
  receiver: Receiver;
  path: string;
  all: Acknowledged[];
  /** A node that was killed while it sent leaves its lease behind, which lasts a minute. */
  timeout: number;
}): Promise<{ events: number; arrivals: number }> {
  const { cluster, workspaceId, receiver, path, all, timeout } = options;
  const { reader } = cluster.services.database;
  const submitted = all.filter(({ isSubmitted }) => isSubmitted).map(({ requestId }) => requestId);
  await vi.waitFor(
    async () => {
      const due = await reader
        .selectFrom('deliveries')
        .select(['id', 'status'])
        .where('workspace_id', '=', workspaceId)
        .where('status', '!=', 'delivered')
        .execute();
      expect(due).toEqual([]);
    },
    { timeout, interval: 500 },
  );
  const received = await receiver.received(path);
  const arrivals = Map.groupBy(received, ({ headers }) => headers['webhook-id'] ?? '');
  const told = [...arrivals.values()].map(([first]) => JSON.parse(String(first?.body)).data.id as string);
  expect(told.toSorted()).toEqual(submitted.toSorted());
  const deliveries = await reader
    .selectFrom('deliveries')
    .select(['event_id', 'attempt_count'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  for (const { event_id, attempt_count } of deliveries) {
    const times = arrivals.get(event_id)?.length ?? 0;
    expect(times).toBeGreaterThanOrEqual(1);
    expect(times).toBeLessThanOrEqual(attempt_count);
  }
  return { events: deliveries.length, arrivals: received.length };
}
