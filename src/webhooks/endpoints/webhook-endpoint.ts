import type { DisabledReason, ServedEnvironments, WebhookEndpointRow } from '../../platform/db/tables.ts';
import type { EventType } from '../outbox/event-types.ts';

/** An endpoint as its owner sees it; the secret is never part of it. */
export interface WebhookEndpoint {
  id: string;
  workspaceId: string;
  name: string;
  url: string;
  events: EventType[];
  serves: ServedEnvironments;
  isActive: boolean;
  disabledReason: DisabledReason | null;
  /** Between the two steps of a rotation. */
  isRotating: boolean;
  health: EndpointHealth;
  createdAt: number;
  updatedAt: number;
}

export interface EndpointHealth {
  /** Attempts that failed since the last success. */
  failures: number;
  failingSince: number | null;
  pausedUntil: number | null;
  lastSuccessAt: number | null;
}

export function toWebhookEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    url: row.url,
    events: JSON.parse(row.events),
    serves: row.serves,
    isActive: row.is_active === 1,
    disabledReason: row.disabled_reason,
    isRotating: row.next_secret !== null,
    health: {
      failures: row.failures,
      failingSince: row.failing_since,
      pausedUntil: row.paused_until,
      lastSuccessAt: row.last_success_at,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
