import { SAMPLE_CODE } from '../src/shared/short-code.ts';
import { type ChangeData, EVENT_SCHEMAS, type SubmissionData } from '../src/webhooks/outbox/event-schema.ts';
import { TEST_EVENT } from '../src/webhooks/outbox/event-types.ts';

const EVENT_ID = 'evt_01kw3hd5bm01v8q2n9m2c5t7x4r6';
const ATTEMPTED_AT = '1769860800';

type EventName = keyof typeof EVENT_SCHEMAS;

/** Every header of a webhook that tells something, as `webhookHeaders` sends them. */
export const WEBHOOK_HEADERS: Record<string, { description: string; example: string }> = {
  'X-Webhook-Signature': {
    description:
      '`sha256=` and the HMAC-SHA256 of the body in lowercase hexadecimal, keyed with the whole signing secret including `whsec_`. ' +
      'Compute it over the bytes as received, compare in constant time, and respond 401 if it differs.',
    example: 'sha256=37dee6ecb47f86c9da5829a713cd75d375c12125c66a5d63c8998a2203480d3c',
  },
  'X-Webhook-ID': {
    description:
      'Identifier of the event. The same on every attempt and every replay: process each one once.',
    example: EVENT_ID,
  },
  'X-Webhook-Timestamp': {
    description: 'When this attempt was made, in Unix seconds.',
    example: ATTEMPTED_AT,
  },
  'X-Webhook-Event': { description: 'The event, as in the body.', example: 'photo_request.submitted' },
  'X-Webhook-Environment': { description: '`live` or `test`, as in the body.', example: 'live' },
  'webhook-id': { description: 'The same as `X-Webhook-ID`, for Standard Webhooks.', example: EVENT_ID },
  'webhook-timestamp': {
    description: 'The same as `X-Webhook-Timestamp`, for Standard Webhooks.',
    example: ATTEMPTED_AT,
  },
  'webhook-signature': {
    description:
      'Signatures in the format of Standard Webhooks, separated by spaces: `v1,` and the HMAC-SHA256 of `{id}.{timestamp}.{body}` in Base64, ' +
      'keyed with the Base64-decoded part of the secret behind `whsec_`. While a secret is rotated there are two; one of them has to match.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

const RESPONSES = {
  '2XX': { description: 'You have stored the event. Respond within 30 seconds, then process it.' },
  401: { description: 'The signature is wrong. The event is sent again later.' },
  410: { description: 'You want no more events. The endpoint is disabled.' },
  default: { description: 'Anything else, also a redirect: the event is sent again later, for three days.' },
};

/** `webhooks` of the document, and the parameters that all of them share. */
export function describeWebhooks() {
  const names = Object.keys(WEBHOOK_HEADERS);
  const webhooks = Object.fromEntries(
    Object.entries(EVENT_SCHEMAS).map(([type, schema]) => {
      const { id, description } = schema.meta() as { id: string; description: string };
      const post = {
        operationId: `on${id.replace(/Event$/, '')}`,
        summary: type,
        description,
        tags: ['Webhooks'],
        security: [],
        parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: `#/components/schemas/${id}` },
              example: exampleOf(type as EventName),
            },
          },
        },
        responses: RESPONSES,
      };
      return [type, { post }];
    }),
  );
  const parameters = Object.fromEntries(
    Object.entries(WEBHOOK_HEADERS).map(([name, { description, example }]) => [
      name,
      { name, in: 'header', required: true, description, schema: { type: 'string' }, example },
    ]),
  );
  return { webhooks, parameters };
}

const origin = { permanent_link_id: null, external_id: 'claim-4711', metadata: { branch: 'Berlin' } };
const request = {
  id: 'req_01kw3hd5bm00vq8n9m2c5t7x4r6z',
  type: 'one_time' as const,
  instructions: 'Please photograph the damage to your car.',
};

const SUBMISSION: SubmissionData = {
  ...request,
  answers: [{ question_id: 'q1', type: 'yes_no', label: 'Can the car still be driven?', value: true }],
  photos: [
    {
      id: 'photo_01kw3hd5bm00vq8n9m2c5t7x4r6z',
      url: linkTo('.jpg'),
      thumbnail_url: linkTo('.thumbnail.jpg'),
      sealed_url: null,
      metadata: {
        gps_lat: 52.520008,
        gps_lng: 13.404954,
        gps_accuracy: 12,
        captured_at: '2026-01-31T11:59:12Z',
        quality_hint: 'dark',
      },
      slot_index: 0,
      slot_instructions: 'The whole car from the front',
      round: 1,
      sha256: '0abcdd99e2d02bd3406c5c5b9f655df7c71c0b4eab61517aac4dee9785d9ca69',
      width: 1600,
      height: 1200,
      bytes: 163_261,
      received_at: '2026-01-31T11:59:14Z',
      evidence: [
        {
          check: 'duplicate',
          result: 'pass',
          message: 'No photo like it was sent to this workspace before.',
          figures: {},
        },
      ],
    },
  ],
  submitted_at: '2026-01-31T12:00:00Z',
  round: 1,
  ...origin,
};

const CHANGE: ChangeData = {
  ...request,
  unique_code: SAMPLE_CODE,
  request_url: 'https://photos.example.com/r/5t9x2m8c4v7b1n6q3w0e8r5y2k',
  created_at: '2026-01-31T09:00:00Z',
  expires_at: '2026-02-02T09:00:00Z',
  first_viewed_at: null,
  submitted_at: null,
  review: null,
  reminder_count: 0,
  reminded_at: null,
  ...origin,
};

const VIEWED = { first_viewed_at: '2026-01-31T11:58:00Z' };
const SUBMITTED = { ...VIEWED, submitted_at: '2026-01-31T12:00:00Z' };
const DECIDED = {
  round: 1,
  decided_at: '2026-01-31T12:30:00Z',
  decided_by: 'ana@example.com',
  message: null,
  slots: [],
  questions: [],
};

/** What the example of an event says beyond those above. */
const CHANGES: Partial<Record<EventName, Partial<ChangeData>>> = {
  'photo_request.first_viewed': VIEWED,
  'photo_request.viewed': VIEWED,
  'photo_request.reminded': { reminder_count: 1, reminded_at: '2026-01-31T12:00:00Z' },
  'photo_request.approved': { ...SUBMITTED, review: { state: 'approved', ...DECIDED } },
  'photo_request.changes_requested': {
    ...VIEWED,
    review: {
      state: 'changes_requested',
      ...DECIDED,
      message: 'Almost done. We need one photo again.',
      slots: [{ slot_index: 0, reason: 'blurred', message: null }],
    },
  },
  'photo_request.rejected': { ...SUBMITTED, review: { state: 'rejected', ...DECIDED } },
};

const OF_SUBMISSIONS: readonly EventName[] = [
  'photo_request.submitted',
  'photo_submission.created',
  TEST_EVENT,
];

function exampleOf(event: EventName) {
  const byLink = { type: 'permanent' as const, permanent_link_id: 'plink_01kw3hd5bm00vq8n9m2c5t7x4r6z' };
  const data = OF_SUBMISSIONS.includes(event)
    ? { ...SUBMISSION, ...(event === 'photo_submission.created' ? byLink : {}) }
    : { ...CHANGE, ...CHANGES[event] };
  const environment = event === TEST_EVENT ? 'test' : 'live';
  return EVENT_SCHEMAS[event].parse({ event, timestamp: '2026-01-31T12:00:00Z', environment, data });
}

function linkTo(suffix: string): string {
  const file = `photo_01kw3hd5bm00vq8n9m2c5t7x4r6z${suffix}`;
  return `https://photos.example.com/photos/${file}?expires=1771070400&signature=1o-OD7JwWFUS7FfsFulifg`;
}
