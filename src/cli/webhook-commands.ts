import { OPERATOR } from '../audit/actor.ts';
import { toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import { time } from '../platform/http/fields.ts';
import { DEFAULT_LIMIT } from '../platform/http/pages.ts';
import type { Services } from '../services.ts';
import type { Delivery } from '../webhooks/delivery/delivery-log.ts';
import { DELIVERY_STATUSES } from '../webhooks/delivery/schema.ts';
import type { WebhookEndpoint } from '../webhooks/endpoints/endpoints.ts';
import { EVENT_TYPES } from '../webhooks/outbox/event-types.ts';
import {
  type Command,
  type Given,
  listOf,
  oneOf,
  optional,
  type Result,
  required,
  UsageError,
  wholeNumber,
} from './command.ts';

const id = required('ID');
const SERVED = ['live', 'test', 'both'] as const;
const MAX_DELIVERIES = 1_000;

type WebhookServices = Pick<Services, 'webhookEndpoints' | 'deliveryLog' | 'webhookTests'>;
type EndpointOfWorkspace = [workspaceId: string, endpointId: string];

export const webhookCommands: Command<keyof WebhookServices | 'workspaces'>[] = [
  {
    name: 'webhook create',
    summary: 'Create a webhook endpoint; prints the secret that signs its deliveries',
    options: {
      workspace: required('ID'),
      env: required('live|test|both'),
      url: required('URL'),
      name: optional('NAME'),
      events: optional('A,B'),
    },
    async run({ webhookEndpoints }, given) {
      const fields = { ...readFields(given), url: given.text('url') };
      const { data: created } = await webhookEndpoints.create(OPERATOR, given.text('workspace'), fields);
      return { id: created.id, signing_secret: created.signingSecret };
    },
  },
  {
    name: 'webhook list',
    summary: 'List the webhook endpoints of a workspace',
    options: { workspace: required('ID') },
    async run({ webhookEndpoints, workspaces }, given) {
      const workspace = await workspaces.find(given.text('workspace'));
      return { data: (await webhookEndpoints.list(workspace.id)).map(toWire) };
    },
  },
  {
    name: 'webhook edit',
    summary: 'Change the name, URL, events or environment of an endpoint',
    options: {
      id,
      name: optional('NAME'),
      url: optional('URL'),
      events: optional('A,B'),
      env: optional('live|test|both'),
    },
    async run(services, given) {
      const fields = readFields(given);
      if (Object.values(fields).every((value) => value === undefined))
        throw new UsageError('Give --name, --url, --events or --env');
      return toWire(
        await services.webhookEndpoints.edit(OPERATOR, ...(await endpointOf(services, given)), fields),
      );
    },
  },
  onEndpoint('webhook disable', 'Disable an endpoint; nothing is sent to it', async (services, endpoint) =>
    toWire(await services.webhookEndpoints.disable(OPERATOR, ...endpoint)),
  ),
  onEndpoint(
    'webhook enable',
    'Enable an endpoint and reset its failure count',
    async ({ webhookEndpoints, deliveryLog }, endpoint) => {
      const enabled = await webhookEndpoints.enable(OPERATOR, ...endpoint);
      const held = await deliveryLog.heldCount(...endpoint);
      const advice = `shutterpost webhook replay --id ${enabled.id} --status held`;
      return { ...toWire(enabled), held, ...(held === 0 ? {} : { to_send_them: advice }) };
    },
  ),
  onEndpoint(
    'webhook rotate',
    'Generate a new signing secret; both sign until it is activated',
    async ({ webhookEndpoints }, endpoint) => {
      const { data: rotated } = await webhookEndpoints.rotate(OPERATOR, ...endpoint);
      return { id: rotated.id, signing_secret: rotated.signingSecret };
    },
  ),
  onEndpoint(
    'webhook activate-secret',
    'Sign with the new secret only; the old one is revoked',
    async (services, endpoint) =>
      toWire(await services.webhookEndpoints.activateSecret(OPERATOR, ...endpoint)),
  ),
  onEndpoint(
    'webhook secret',
    'Show the signing secret, and the new one during a rotation',
    async ({ webhookEndpoints }, endpoint) => {
      const { current, next } = await webhookEndpoints.revealSecret(OPERATOR, ...endpoint);
      return { id: endpoint[1], signing_secret: current, next_signing_secret: next };
    },
  ),
  onEndpoint(
    'webhook test',
    'Send a test event now and show the receiver’s response',
    async ({ webhookTests }, endpoint) => {
      const sent = await webhookTests.send(OPERATOR, ...endpoint);
      return {
        outcome: sent.outcome,
        status_code: sent.statusCode,
        error: sent.error,
        answer: sent.responseBody,
        address: sent.address,
        duration_ms: Math.round(sent.durationMs),
        event_id: sent.eventId,
        delivery_id: sent.deliveryId,
      };
    },
  ),
  onEndpoint(
    'webhook delete',
    'Delete an endpoint and all its deliveries permanently',
    async ({ webhookEndpoints }, endpoint) => ({
      ...toWire(await webhookEndpoints.delete(OPERATOR, ...endpoint)),
      deleted: true,
    }),
  ),
  {
    name: 'webhook deliveries',
    summary: 'List what was sent to an endpoint and the results, newest first',
    options: { id, status: optional(DELIVERY_STATUSES.join('|')), limit: optional('N') },
    async run(services, given) {
      const asked = given.optional('status');
      const status = asked === undefined ? undefined : oneOf('status', asked, DELIVERY_STATUSES);
      const limit = readLimit(given);
      const [workspaceId, endpointId] = await endpointOf(services, given);
      const page = { limit, after: null };
      const found = await services.deliveryLog.list(workspaceId, { endpointId, status }, page);
      return { data: found.slice(0, limit).map(toWireDelivery), has_more: found.length > limit };
    },
  },
  {
    name: 'webhook replay',
    summary:
      'Resend one delivery, or all that failed, were held or were blocked, optionally within a time range',
    options: {
      id,
      delivery: optional('ID'),
      status: optional('failed,held,blocked'),
      from: optional('TIME'),
      to: optional('TIME'),
    },
    async run(services, given) {
      const selection = readSelection(given);
      const delivery = given.optional('delivery');
      const endpoint = await endpointOf(services, given);
      if (delivery !== undefined) return replayOne(services, endpoint, delivery);
      return { replayed: await services.deliveryLog.replayMany(OPERATOR, ...endpoint, selection) };
    },
  },
];

function onEndpoint(
  name: string,
  summary: string,
  run: (services: WebhookServices, endpoint: EndpointOfWorkspace) => Promise<Result>,
): Command<keyof WebhookServices> {
  return {
    name,
    summary,
    options: { id },
    run: async (services, given) => run(services, await endpointOf(services, given)),
  };
}

async function endpointOf(
  { webhookEndpoints }: Pick<Services, 'webhookEndpoints'>,
  given: Given,
): Promise<EndpointOfWorkspace> {
  const endpointId = given.text('id');
  return [await webhookEndpoints.workspaceOf(endpointId), endpointId];
}

async function replayOne(
  { deliveryLog }: WebhookServices,
  [workspaceId, endpointId]: EndpointOfWorkspace,
  deliveryId: string,
): Promise<Result> {
  const delivery = await deliveryLog.find(workspaceId, deliveryId);
  if (delivery.endpointId !== endpointId) throw notFound('The delivery');
  await deliveryLog.replay(OPERATOR, workspaceId, deliveryId);
  return { replayed: 1 };
}

function readFields(given: Given) {
  const events = given.optional('events');
  const env = given.optional('env');
  return {
    name: given.optional('name'),
    url: given.optional('url'),
    events:
      events === undefined
        ? undefined
        : listOf('events', events).map((event) => oneOf('events', event, EVENT_TYPES)),
    serves: env === undefined ? undefined : oneOf('env', env, SERVED),
  };
}

function readLimit(given: Given): number {
  const limit = wholeNumber('limit', given.optional('limit') ?? String(DEFAULT_LIMIT));
  if (limit < 1 || limit > MAX_DELIVERIES)
    throw new UsageError(`--limit must be from 1 to ${MAX_DELIVERIES}`);
  return limit;
}

function readSelection(given: Given) {
  const status = given.optional('status');
  const statuses =
    status === undefined
      ? undefined
      : listOf('status', status).map((one) => oneOf('status', one, DELIVERY_STATUSES));
  const selection = { statuses, from: readTime(given, 'from'), to: readTime(given, 'to') };
  if (
    given.optional('delivery') !== undefined &&
    Object.values(selection).some((value) => value !== undefined)
  )
    throw new UsageError('--delivery cannot be combined with --status, --from or --to');
  return selection;
}

function readTime(given: Given, option: string): number | undefined {
  const text = given.optional(option);
  if (text === undefined) return undefined;
  const read = time.safeParse(text);
  if (!read.success) throw new UsageError(`--${option} must be a time such as 2026-01-31T12:00:00Z`);
  return read.data;
}

function toWire(endpoint: WebhookEndpoint): Result {
  const { health } = endpoint;
  return {
    id: endpoint.id,
    workspace_id: endpoint.workspaceId,
    name: endpoint.name,
    url: endpoint.url,
    events: endpoint.events,
    environment: endpoint.serves,
    active: endpoint.isActive,
    disabled_reason: endpoint.disabledReason,
    rotating: endpoint.isRotating,
    failures: health.failures,
    failing_since: toWireTimeOrNull(health.failingSince),
    paused_until: toWireTimeOrNull(health.pausedUntil),
    last_success_at: toWireTimeOrNull(health.lastSuccessAt),
    created_at: toWireTime(endpoint.createdAt),
    updated_at: toWireTime(endpoint.updatedAt),
  };
}

function toWireDelivery(delivery: Delivery): Result {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    environment: delivery.environment,
    subject_id: delivery.subjectId,
    status: delivery.status,
    attempts: delivery.attemptCount,
    next_attempt_at: toWireTimeOrNull(delivery.nextAttemptAt),
    last_outcome: delivery.lastAttempt?.outcome ?? null,
    last_status_code: delivery.lastAttempt?.statusCode ?? null,
    last_error: delivery.lastAttempt?.error ?? null,
    created_at: toWireTime(delivery.createdAt),
    finished_at: toWireTimeOrNull(delivery.finishedAt),
  };
}
