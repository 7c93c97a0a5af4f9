import type { WebhookEndpointRow } from '../../platform/db/tables.ts';
import type { EventType } from '../outbox/event-types.ts';
import { pausedUntil } from './breaker.ts';

export type WebhookEndpoint = ReturnType<typeof toWebhookEndpoint>;

/** An endpoint as its owner sees it; the secret is never part of it. */
export function toWebhookEndpoint(row: WebhookEndpointRow, now: number) {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    url: row.url,
    events: JSON.parse(row.events) as EventType[],
    serves: row.serves,
    isActive: row.is_active === 1,
    disabledReason: row.disabled_reason,
    /** Between the two steps of a rotation. */
    isRotating: row.next_secret !== null,
    health: {
      /** Attempts that failed since the last success. */
      failures: row.failures,
      failingSince: row.failing_since,
      pausedUntil: pausedUntil(row, now),
      lastSuccessAt: row.last_success_at,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
