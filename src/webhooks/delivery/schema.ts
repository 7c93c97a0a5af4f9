import { z } from 'zod';
import { toWireTime, toWireTimeOrNull } from '../../platform/clock.ts';
import { enveloped, pageMetaSchema } from '../../platform/http/envelope.ts';
import { list, openEnum, text, time, wireTime } from '../../platform/http/fields.ts';
import { cursorField, limitField } from '../../platform/http/pages.ts';
import { idParams } from '../../platform/http/typed-app.ts';
import { EVENT_TYPES, TEST_EVENT } from '../outbox/event-types.ts';
import type { Delivery, DeliveryAttempt } from './delivery-log.ts';
import type { TestResult } from './test-event.ts';

export const DELIVERY_STATUSES = ['due', 'held', 'delivered', 'failed', 'blocked'] as const;
const TYPES = [...EVENT_TYPES, TEST_EVENT] as const;

const outcomeFields = {
  outcome: openEnum(['delivered', 'answered_badly', 'timed_out', 'unreachable', 'blocked']),
  status_code: z
    .int()
    .min(0)
    .nullable()
    .meta({ description: 'The HTTP status of the response, if there was one.' }),
  error: z.string().nullable().meta({ description: 'Why there was no response.' }),
};
const exchangeFields = {
  address: z.string().nullable().meta({ description: 'The IP address that was connected to.' }),
  response_body: z.string().nullable().meta({ description: 'How the body of the response begins.' }),
  duration_ms: z.int().min(0),
};

const deliveryFields = {
  id: z.string(),
  event_id: z.string().meta({ description: 'As in `X-Webhook-ID` and in `GET /events`.' }),
  event: openEnum(TYPES),
  photo_request_id: z.string().nullable().meta({ description: '`null` for a test event.' }),
  status: openEnum(DELIVERY_STATUSES).meta({
    description:
      '`due`: sent soon or tried again; `held`: waits until you replay it; `failed`: every attempt failed; ' +
      '`blocked`: the address is not allowed.',
  }),
  attempt_count: z.int().min(0),
  is_under_way: z.boolean().meta({ description: 'An attempt is running right now.' }),
  next_attempt_at: wireTime.nullable(),
  last_attempt: z.strictObject(outcomeFields).meta({ id: 'WebhookAttemptOutcome' }).nullable(),
  created_at: wireTime,
  finished_at: wireTime.nullable(),
};

const EXAMPLE = {
  id: 'del_01kw3hd5bm00z8yqevy7pe4412tm',
  event_id: 'evt_01kw3hd5bm00vq8n9m2c5t7x4r6z',
  event: 'photo_request.submitted',
  photo_request_id: 'req_01kw3hd5bm00z8yqevy7pe4412tm',
  status: 'failed',
  attempt_count: 8,
  is_under_way: false,
  next_attempt_at: null,
  last_attempt: { outcome: 'answered_badly', status_code: 500, error: null },
  created_at: '2026-01-31T12:00:00Z',
  finished_at: '2026-02-03T18:00:00Z',
};

export const webhookDeliverySchema = z
  .strictObject(deliveryFields)
  .meta({ id: 'WebhookDelivery', examples: [EXAMPLE] });

const attemptSchema = z.strictObject({
  number: z.int().min(1),
  ...outcomeFields,
  ...exchangeFields,
  started_at: wireTime,
});

const detailSchema = z
  .strictObject({
    ...deliveryFields,
    request_id: z
      .string()
      .nullable()
      .meta({ description: 'The API call that caused the event, if one did.' }),
    body: z.string().meta({ description: 'The exact bytes that are signed and sent.' }),
    attempts: z.array(attemptSchema),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    examples: [
      {
        ...EXAMPLE,
        attempt_count: 1,
        request_id: null,
        body: '{"event":"photo_request.submitted","timestamp":"2026-01-31T12:00:00Z","environment":"live","data":{}}',
        attempts: [
          {
            number: 1,
            outcome: 'answered_badly',
            status_code: 500,
            error: null,
            address: '192.0.2.7',
            response_body: 'Internal Server Error',
            duration_ms: 212,
            started_at: '2026-01-31T12:00:00Z',
          },
        ],
      },
    ],
  });

const testResultSchema = z
  .strictObject({ event_id: z.string(), delivery_id: z.string(), ...outcomeFields, ...exchangeFields })
  .meta({
    id: 'WebhookTestResult',
    examples: [
      {
        event_id: 'evt_01kw3hd5bm00vq8n9m2c5t7x4r6z',
        delivery_id: 'del_01kw3hd5bm00z8yqevy7pe4412tm',
        outcome: 'delivered',
        status_code: 200,
        error: null,
        address: '192.0.2.7',
        response_body: 'ok',
        duration_ms: 84,
      },
    ],
  });

const replayedSchema = z
  .strictObject({ count: z.int().min(0).meta({ description: 'How many are sent again.' }) })
  .meta({ id: 'ReplayedDeliveries', examples: [{ count: 12 }] });

export const webhookDeliveryListResponse = z.strictObject({
  data: z.array(webhookDeliverySchema),
  meta: pageMetaSchema,
});
export const webhookDeliveryResponse = enveloped(webhookDeliverySchema);
export const webhookDeliveryDetailResponse = enveloped(detailSchema);
export const webhookTestResponse = enveloped(testResultSchema);
export const replayedResponse = enveloped(replayedSchema);

export const listDeliveriesQuery = z.object({
  limit: limitField,
  cursor: cursorField,
  status: z
    .enum(DELIVERY_STATUSES)
    .optional()
    .meta({ description: 'Only those in this status.', examples: ['failed'] }),
  event: z
    .enum(TYPES)
    .optional()
    .meta({ description: 'Only those of this event.', examples: ['photo_request.submitted'] }),
  photo_request_id: text(1, 60)
    .optional()
    .meta({
      description: 'Only those about this photo request.',
      examples: ['req_01kvhgx9zm00z8yqevy7pe4412tm'],
    }),
  created_after: time
    .optional()
    .meta({ description: 'Created at this time or later.', examples: ['2026-01-31T12:00:00Z'] }),
  created_before: time
    .optional()
    .meta({ description: 'Created before this time.', examples: ['2026-02-01T00:00:00Z'] }),
});

export const replayDeliveriesBody = z
  .object({
    statuses: list(z.enum(DELIVERY_STATUSES), DELIVERY_STATUSES.length)
      .nullish()
      .meta({ description: 'Default: `failed`, `held` and `blocked`, all that did not arrive.' }),
    created_after: time.nullish(),
    created_before: time.nullish(),
  })
  .meta({ id: 'ReplayDeliveries', examples: [{ statuses: ['failed', 'held'] }] });

export const deliveryParams = idParams.extend({
  delivery_id: z
    .string()
    .meta({ description: 'Id of the delivery.', examples: ['del_01kw3hd5bm00vq8n9m2c5t7x4r6z'] }),
});

type WireDelivery = z.infer<typeof webhookDeliverySchema>;

export function toWebhookDelivery(delivery: Delivery): WireDelivery {
  const last = delivery.lastAttempt;
  const isTest = delivery.eventType === TEST_EVENT;
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event: delivery.eventType as WireDelivery['event'],
    photo_request_id: isTest ? null : delivery.subjectId,
    status: delivery.status,
    attempt_count: delivery.attemptCount,
    is_under_way: delivery.isUnderWay,
    next_attempt_at: toWireTimeOrNull(delivery.nextAttemptAt),
    last_attempt: last && { outcome: last.outcome, status_code: last.statusCode, error: last.error },
    created_at: toWireTime(delivery.createdAt),
    finished_at: toWireTimeOrNull(delivery.finishedAt),
  };
}

export function toWebhookAttempt(attempt: DeliveryAttempt): z.infer<typeof attemptSchema> {
  return { number: attempt.number, ...exchangeOf(attempt), started_at: toWireTime(attempt.startedAt) };
}

export function toWebhookTest(result: TestResult): z.infer<typeof testResultSchema> {
  return { event_id: result.eventId, delivery_id: result.deliveryId, ...exchangeOf(result) };
}

type Exchanged = Pick<
  DeliveryAttempt,
  'outcome' | 'statusCode' | 'error' | 'address' | 'responseBody' | 'durationMs'
>;

function exchangeOf(exchange: Exchanged) {
  return {
    outcome: exchange.outcome,
    status_code: exchange.statusCode,
    error: exchange.error,
    address: exchange.address,
    response_body: exchange.responseBody,
    duration_ms: exchange.durationMs,
  };
}
