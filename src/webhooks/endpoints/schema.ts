import { z } from 'zod';
import { enveloped, pageMetaSchema } from '../../platform/http/envelope.ts';
import { list, openEnum, text, wireTime } from '../../platform/http/fields.ts';
import { cursorField, limitField } from '../../platform/http/pages.ts';
import { EVENT_TYPES } from '../outbox/event-types.ts';

const url = text(1, 2_000).meta({
  description: 'Where events are sent. HTTPS, unless the operator allows otherwise.',
});
const name = text(1, 100).meta({ description: 'A name for your own use. Default: the hostname.' });
const events = list(z.enum(EVENT_TYPES), EVENT_TYPES.length);

/** `null` in an optional field means that it is absent. */
export const createWebhookEndpointBody = z
  .object({
    url,
    name: name.nullish(),
    events: events.nullish().meta({ description: 'Default: `photo_request.submitted`.' }),
    is_active: z.boolean().nullish(),
  })
  .meta({
    id: 'CreateWebhookEndpoint',
    examples: [
      {
        url: 'https://example.com/webhooks',
        events: ['photo_request.submitted', 'photo_request.expired'],
      },
    ],
  });

export const updateWebhookEndpointBody = z
  .object({
    url: url.optional(),
    name: name.optional(),
    events: events.optional(),
    is_active: z.boolean().optional().meta({
      description:
        'While off, nothing is sent. On again, what is held stays held until you replay it, and the count of failures starts again.',
    }),
  })
  .meta({
    id: 'UpdateWebhookEndpoint',
    examples: [{ events: ['photo_request.submitted'] }, { is_active: true }],
  });

const fields = {
  id: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(openEnum(EVENT_TYPES)),
  serves: openEnum(['live', 'test', 'both']).meta({
    description:
      'Whose events it gets: those of your key’s environment, or of both if it was created in the web application.',
  }),
  is_active: z.boolean(),
  disabled_reason: openEnum(['manual', 'gone', 'failing']).nullable().meta({
    description:
      'Why it is off: `manual`: someone turned it off, `gone`: it returned 410, `failing`: it failed for five days.',
  }),
  is_rotating: z.boolean().meta({ description: 'A new secret signs too, and waits to be activated.' }),
  failures: z.int().min(0).meta({ description: 'Failed attempts since the last success.' }),
  failing_since: wireTime.nullable(),
  paused_until: wireTime
    .nullable()
    .meta({ description: 'Nothing is sent until then, after too many failures.' }),
  last_success_at: wireTime.nullable(),
  created_at: wireTime,
  updated_at: wireTime,
};

const EXAMPLE = {
  id: 'we_01kw3hd5bm00r3ndt9gha58qzr09',
  name: 'example.com',
  url: 'https://example.com/webhooks',
  events: ['photo_request.submitted', 'photo_request.expired'],
  serves: 'live',
  is_active: true,
  disabled_reason: null,
  is_rotating: false,
  failures: 0,
  failing_since: null,
  paused_until: null,
  last_success_at: null,
  created_at: '2026-01-31T12:00:00Z',
  updated_at: '2026-01-31T12:00:00Z',
};

export const webhookEndpointSchema = z
  .strictObject(fields)
  .meta({ id: 'WebhookEndpoint', examples: [EXAMPLE] });

const withHeld = z
  .strictObject({
    ...fields,
    held_count: z.int().min(0).meta({ description: 'Deliveries that wait until you replay them.' }),
  })
  .meta({ id: 'WebhookEndpointDetail', examples: [{ ...EXAMPLE, held_count: 0 }] });

const withSecret = z
  .strictObject({
    ...fields,
    signing_secret: z.string().meta({ description: 'Shown only here. Store it like a password.' }),
  })
  .meta({
    id: 'WebhookEndpointWithSecret',
    examples: [{ ...EXAMPLE, signing_secret: 'whsec_1eqUdzEysQMB8Ca1Oc2/1vnK0RS24nubmNg6FVHWty4=' }],
  });

export const webhookEndpointResponse = enveloped(webhookEndpointSchema);
export const webhookEndpointDetailResponse = enveloped(withHeld);
export const webhookEndpointWithSecretResponse = enveloped(withSecret);
export const webhookEndpointListResponse = z.strictObject({
  data: z.array(webhookEndpointSchema),
  meta: pageMetaSchema,
});

export const listWebhookEndpointsQuery = z.object({ limit: limitField, cursor: cursorField });
