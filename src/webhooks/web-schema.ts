import { z } from 'zod';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import { enveloped, pageMetaSchema } from '../platform/http/envelope.ts';
import { list, text, time, wireTime } from '../platform/http/fields.ts';
import { cursorField, limitField } from '../platform/http/pages.ts';
import { listOf } from '../platform/http/workspace-route.ts';
import type { Delivery, DeliveryAttempt } from './delivery-log.ts';
import type { WebhookEndpoint } from './endpoints.ts';
import { EVENT_TYPES } from './event-types.ts';

const SERVES = ['live', 'test', 'both'] as const;
const STATUSES = ['due', 'held', 'delivered', 'failed', 'blocked'] as const;
const OUTCOMES = ['delivered', 'answered_badly', 'timed_out', 'unreachable', 'blocked'] as const;

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
  held_count: z.int().meta({ description: 'Held deliveries that can be resent.' }),
});
export const secretSchema = z.strictObject({ current: z.string(), next: z.string().nullable() });

const attemptOutcome = z.strictObject({
  outcome: z.enum(OUTCOMES),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
});

export const attemptSchema = attemptOutcome.extend({
  number: z.int(),
  address: z.string().nullable(),
  answer: z.string().nullable(),
  started_at: wireTime,
  duration_ms: z.int(),
});

export const deliverySchema = z.strictObject({
  id: z.string(),
  endpoint_id: z.string(),
  event_id: z.string(),
  event_type: z.string(),
  subject_id: z.string(),
  status: z.enum(STATUSES),
  attempt_count: z.int(),
  is_under_way: z.boolean(),
  next_attempt_at: wireTime.nullable(),
  last_attempt: attemptOutcome.nullable(),
  created_at: wireTime,
  finished_at: wireTime.nullable(),
});

export const deliveryDetailSchema = deliverySchema.extend({
  request_id: z
    .string()
    .nullable()
    .meta({ description: 'Identifier of the API call that caused the event.' }),
  body: z.string().meta({ description: 'The exact bytes that are signed and sent.' }),
  attempts: z.array(attemptSchema),
});

export const testResultSchema = attemptOutcome.extend({
  event_id: z.string(),
  delivery_id: z.string(),
  address: z.string().nullable(),
  answer: z.string().nullable(),
  duration_ms: z.int(),
});

export type WireEndpoint = z.infer<typeof endpointSchema>;
export type WireDelivery = z.infer<typeof deliverySchema>;
export type WireAttempt = z.infer<typeof attemptSchema>;

export const endpointListAnswer = listOf(endpointSchema);
export const endpointAnswer = enveloped(endpointSchema);
export const endpointDetailAnswer = enveloped(endpointDetailSchema);
export const endpointWithSecretAnswer = enveloped(endpointWithSecretSchema);
export const secretAnswer = enveloped(secretSchema);
export const testResultAnswer = enveloped(testResultSchema);
export const deliveryAnswer = enveloped(deliveryDetailSchema);
export const replayAnswer = enveloped(z.strictObject({ count: z.int() }));
export const deliveryListAnswer = z.strictObject({ data: z.array(deliverySchema), meta: pageMetaSchema });

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

export const deliveriesQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  endpoint_id: text(1, 60).optional(),
  status: z.enum(STATUSES).optional(),
  event_type: text(1, 60).optional(),
  subject_id: text(1, 60).optional(),
  from: time.optional(),
  to: time.optional(),
});

export const replayBody = z.object({
  statuses: list(z.enum(STATUSES), STATUSES.length).nullish(),
  from: time.nullish(),
  to: time.nullish(),
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

export function toWireDelivery(delivery: Delivery): WireDelivery {
  const last = delivery.lastAttempt;
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    subject_id: delivery.subjectId,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    is_under_way: delivery.isUnderWay,
    next_attempt_at: toWireTimeOrNull(delivery.nextAttemptAt),
    last_attempt: last && { outcome: last.outcome, status_code: last.statusCode, error: last.error },
    created_at: toWireTime(delivery.createdAt),
    finished_at: toWireTimeOrNull(delivery.finishedAt),
  };
}

export function toWireAttempt(attempt: DeliveryAttempt): WireAttempt {
  return {
    number: attempt.number,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    error: attempt.error,
    address: attempt.address,
    answer: attempt.answer,
    started_at: toWireTime(attempt.startedAt),
    duration_ms: attempt.durationMs,
  };
}
