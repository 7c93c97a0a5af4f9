import { z } from 'zod';
import { toWireTime, toWireTimeOrNull } from '../../platform/clock.ts';
import { enveloped, pageMetaSchema } from '../../platform/http/envelope.ts';
import { list, text, time, wireTime } from '../../platform/http/fields.ts';
import { cursorField, limitField } from '../../platform/http/pages.ts';
import type { Delivery, DeliveryAttempt } from './delivery-log.ts';
import { DELIVERY_STATUSES } from './schema.ts';
import type { TestResult } from './test-event.ts';

const OUTCOMES = ['delivered', 'answered_badly', 'timed_out', 'unreachable', 'blocked'] as const;

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
  status: z.enum(DELIVERY_STATUSES),
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

export type WireDelivery = z.infer<typeof deliverySchema>;
export type WireAttempt = z.infer<typeof attemptSchema>;
export type WireTestResult = z.infer<typeof testResultSchema>;

export const testResultResponse = enveloped(testResultSchema);
export const deliveryResponse = enveloped(deliveryDetailSchema);
export const replayResponse = enveloped(z.strictObject({ count: z.int() }));
export const deliveryListResponse = z.strictObject({ data: z.array(deliverySchema), meta: pageMetaSchema });

export const deliveriesQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  endpoint_id: text(1, 60).optional(),
  status: z.enum(DELIVERY_STATUSES).optional(),
  event_type: text(1, 60).optional(),
  subject_id: text(1, 60).optional(),
  from: time.optional(),
  to: time.optional(),
});

export const replayBody = z.object({
  statuses: list(z.enum(DELIVERY_STATUSES), DELIVERY_STATUSES.length).nullish(),
  from: time.nullish(),
  to: time.nullish(),
});

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
    answer: attempt.responseBody,
    started_at: toWireTime(attempt.startedAt),
    duration_ms: attempt.durationMs,
  };
}

export function toWireTestResult(result: TestResult): WireTestResult {
  return {
    event_id: result.eventId,
    delivery_id: result.deliveryId,
    outcome: result.outcome,
    status_code: result.statusCode,
    error: result.error,
    address: result.address,
    answer: result.responseBody,
    duration_ms: result.durationMs,
  };
}
