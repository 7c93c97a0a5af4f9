import { z } from 'zod';
import { toWireTime, toWireTimeOrNull } from '../../platform/clock.ts';
import { enveloped } from '../../platform/http/envelope.ts';
import { list, text, wireTime } from '../../platform/http/fields.ts';
import { listOf } from '../../platform/http/workspace-route.ts';
import { EVENT_TYPES } from '../outbox/event-types.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

const SERVES = ['live', 'test', 'both'] as const;

export const endpointSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  serves: z.enum(SERVES),
  is_active: z.boolean(),
  disabled_reason: z.enum(['manual', 'gone', 'failing']).nullable(),
  is_rotating: z.boolean().meta({ description: 'A new secret is waiting to be activated.' }),
  failures: z.int().meta({ description: 'Failed attempts since the last success.' }),
  failing_since: wireTime.nullable(),
  paused_until: wireTime.nullable(),
  last_success_at: wireTime.nullable(),
  created_at: wireTime,
  updated_at: wireTime,
});

export const endpointWithSecretSchema = endpointSchema.extend({ signing_secret: z.string() });
export const endpointDetailSchema = endpointSchema.extend({
  held_count: z.int().meta({ description: 'Deliveries that wait for someone to send them.' }),
});
export const secretSchema = z.strictObject({ current: z.string(), next: z.string().nullable() });

export type WireEndpoint = z.infer<typeof endpointSchema>;

export const endpointListResponse = listOf(endpointSchema);
export const endpointResponse = enveloped(endpointSchema);
export const endpointDetailResponse = enveloped(endpointDetailSchema);
export const endpointWithSecretResponse = enveloped(endpointWithSecretSchema);
export const secretResponse = enveloped(secretSchema);

const events = list(z.enum(EVENT_TYPES), EVENT_TYPES.length);

export const createEndpointBody = z.object({
  url: text(1, 2_000),
  name: text(1, 100).nullish(),
  events: events.nullish(),
  serves: z.enum(SERVES).nullish(),
  is_active: z.boolean().nullish(),
});

export const editEndpointBody = z.object({
  url: text(1, 2_000).optional(),
  name: text(1, 100).optional(),
  events: events.optional(),
  serves: z.enum(SERVES).optional(),
});

export function toWireEndpoint(endpoint: WebhookEndpoint): WireEndpoint {
  const { health } = endpoint;
  return {
    id: endpoint.id,
    name: endpoint.name,
    url: endpoint.url,
    events: endpoint.events,
    serves: endpoint.serves,
    is_active: endpoint.isActive,
    disabled_reason: endpoint.disabledReason,
    is_rotating: endpoint.isRotating,
    failures: health.failures,
    failing_since: toWireTimeOrNull(health.failingSince),
    paused_until: toWireTimeOrNull(health.pausedUntil),
    last_success_at: toWireTimeOrNull(health.lastSuccessAt),
    created_at: toWireTime(endpoint.createdAt),
    updated_at: toWireTime(endpoint.updatedAt),
  };
}
