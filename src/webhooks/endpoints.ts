import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { ServedEnvironments, WebhookEndpointRow } from '../platform/db/tables.ts';
import { type ErrorDetails, notFound, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import { countCharacters, isStorableText } from '../platform/text.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { HEALTHY } from './breaker.ts';
import {
  toWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChanges,
  type WebhookEndpointRepository,
} from './endpoint-repository.ts';
import { EVENT_TYPES, type EventType } from './event-types.ts';
import type { GuardedClient } from './guarded-client.ts';
import { newSigningSecret } from './signature.ts';

export type { WebhookEndpoint };

/** What an owner decides about an endpoint. */
export interface EndpointFields {
  name?: string | undefined;
  url?: string | undefined;
  events?: readonly EventType[] | undefined;
  serves?: ServedEnvironments | undefined;
}

export interface EndpointWithSecret extends WebhookEndpoint {
  signingSecret: string;
}

export interface NewWebhookEndpoint extends EndpointFields {
  url: string;
  isActive?: boolean | undefined;
}

const MAX_ENDPOINTS = 20;
/** Deliveries in one transaction. */
const HOLD_BATCH = 500;
const MAX_NAME_LENGTH = 100;
const DEFAULT_EVENTS: EventType[] = ['photo_request.submitted'];
const WHAT = 'The webhook endpoint';

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>;

export function createWebhookEndpoints(deps: {
  database: Database;
  repository: WebhookEndpointRepository;
  workspaces: Pick<WorkspaceRepository, 'lock'>;
  secrets: Pick<Secrets, 'seal' | 'unseal'>;
  client: Pick<GuardedClient, 'faultOf'>;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, workspaces, secrets, client, ids, random, clock } = deps;

  async function findRow(workspaceId: string, id: string): Promise<WebhookEndpointRow> {
    const row = await repository.find(workspaceId, id);
    if (row === undefined) throw notFound(WHAT);
    return row;
  }

  async function change(
    workspaceId: string,
    id: string,
    changes: WebhookEndpointChanges,
  ): Promise<WebhookEndpoint> {
    const row = await database.write(async (trx) => {
      const changed = await repository.update(trx, workspaceId, id, { ...changes, updated_at: clock() });
      // What waited for the endpoint may be due now.
      database.afterCommit(trx, () => database.signals.send('deliveries'));
      return changed;
    });
    if (row === undefined) throw notFound(WHAT);
    return toWebhookEndpoint(row);
  }

  function newRow(workspaceId: string, input: NewWebhookEndpoint, signingSecret: string): WebhookEndpointRow {
    const now = clock();
    const id = ids.next('webhookEndpoint', now);
    const isActive = input.isActive ?? true;
    return {
      id,
      workspace_id: workspaceId,
      name: input.name ?? new URL(input.url).host.slice(0, MAX_NAME_LENGTH),
      url: input.url,
      events: JSON.stringify(input.events ?? DEFAULT_EVENTS),
      serves: input.serves ?? 'both',
      is_active: isActive ? 1 : 0,
      disabled_reason: isActive ? null : 'manual',
      secret: secrets.seal('webhook-secrets', id, signingSecret),
      next_secret: null,
      ...HEALTHY,
      last_success_at: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
  }

  return {
    async list(workspaceId: string): Promise<WebhookEndpoint[]> {
      return (await repository.list(workspaceId)).map(toWebhookEndpoint);
    },

    async find(workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return toWebhookEndpoint(await findRow(workspaceId, id));
    },

    /** For the operator alone, who names an endpoint without its workspace. */
    async workspaceOf(id: string): Promise<string> {
      const workspaceId = await repository.findWorkspaceOf(id);
      if (workspaceId === undefined) throw notFound(WHAT);
      return workspaceId;
    },

    async create(workspaceId: string, input: NewWebhookEndpoint): Promise<EndpointWithSecret> {
      const checked = await checkFields(input, client);
      const signingSecret = newSigningSecret(random);
      const row = newRow(workspaceId, checked, signingSecret);
      await database.write(async (trx) => {
        // Locked, so that calls at once count each other.
        if ((await workspaces.lock(trx, workspaceId)) === undefined) throw notFound('The workspace');
        if ((await repository.count(trx, workspaceId)) >= MAX_ENDPOINTS) {
          const most = `Has ${MAX_ENDPOINTS} webhook endpoints, and can have no more. Delete one first.`;
          throw validationError({ workspace: [most] });
        }
        await repository.insert(trx, row);
      });
      return { ...toWebhookEndpoint(row), signingSecret };
    },

    async edit(workspaceId: string, id: string, changes: EndpointFields): Promise<WebhookEndpoint> {
      const current = await findRow(workspaceId, id);
      const { name, url, events, serves } = await checkFields(changes, client);
      const edited = {
        ...(name === undefined ? {} : { name }),
        // What happened at the old address says nothing of the new one.
        ...(url === undefined || url === current.url ? {} : { url, ...HEALTHY }),
        ...(events === undefined ? {} : { events: JSON.stringify(events) }),
        ...(serves === undefined ? {} : { serves }),
      };
      return Object.keys(edited).length === 0 ? toWebhookEndpoint(current) : change(workspaceId, id, edited);
    },

    disable(workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return change(workspaceId, id, { is_active: 0, disabled_reason: 'manual' });
    },

    /**
     * It starts afresh. What was due to it while it was off is held, and stays so: whether it is still wanted is for the
     * endpoint's owner to say.
     */
    async enable(workspaceId: string, id: string): Promise<WebhookEndpoint> {
      const hold = () =>
        database.write((trx) => repository.holdDue(trx, workspaceId, id, clock(), HOLD_BATCH));
      while ((await hold()) > 0);
      return change(workspaceId, id, { is_active: 1, disabled_reason: null, ...HEALTHY });
    },

    delete(workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return change(workspaceId, id, { deleted_at: clock() });
    },

    async revealSecret(workspaceId: string, id: string): Promise<{ current: string; next: string | null }> {
      const { secret, next_secret } = await findRow(workspaceId, id);
      const open = (sealed: string) => secrets.unseal('webhook-secrets', id, sealed);
      return { current: open(secret), next: next_secret === null ? null : open(next_secret) };
    },

    /** The first step: the next secret signs too. Of an unfinished rotation the next secret is replaced. */
    async rotate(workspaceId: string, id: string): Promise<EndpointWithSecret> {
      const signingSecret = newSigningSecret(random);
      const next_secret = secrets.seal('webhook-secrets', id, signingSecret);
      return { ...(await change(workspaceId, id, { next_secret })), signingSecret };
    },

    /** The second step: the next secret takes the place of the current one, which is forgotten. */
    async activateSecret(workspaceId: string, id: string): Promise<WebhookEndpoint> {
      const row = await database.write((trx) => repository.activateNextSecret(trx, workspaceId, id, clock()));
      if (row !== undefined) return toWebhookEndpoint(row);
      await findRow(workspaceId, id);
      throw validationError({ secret: ['There is no next secret to activate. Rotate the secret first.'] });
    },
  };
}

/** The fields as they are stored; throws with every fault at once. */
async function checkFields<Fields extends EndpointFields>(
  fields: Fields,
  client: Pick<GuardedClient, 'faultOf'>,
): Promise<Fields> {
  const name = fields.name?.trim();
  const url = fields.url?.trim();
  const events = fields.events && [...new Set(fields.events)];
  const faults = {
    name: name === undefined ? undefined : faultOfName(name),
    url: url === undefined ? undefined : await faultOfAddress(url, client),
    events: events === undefined ? undefined : faultOfEvents(events),
  };
  const details: ErrorDetails = {};
  for (const [field, fault] of Object.entries(faults)) if (fault !== undefined) details[field] = [fault];
  if (Object.keys(details).length > 0) throw validationError(details);
  return { ...fields, name, url, events };
}

function faultOfName(name: string): string | undefined {
  const fits = name !== '' && countCharacters(name) <= MAX_NAME_LENGTH && isStorableText(name);
  return fits ? undefined : `Must have 1 to ${MAX_NAME_LENGTH} characters.`;
}

async function faultOfAddress(
  url: string,
  client: Pick<GuardedClient, 'faultOf'>,
): Promise<string | undefined> {
  if (!isStorableText(url)) return 'Must not contain NUL characters or lone surrogates.';
  return client.faultOf(url);
}

function faultOfEvents(events: readonly EventType[]): string | undefined {
  const areKnown = events.every((event) => EVENT_TYPES.includes(event));
  return areKnown && events.length > 0 ? undefined : `Must be one or more of ${EVENT_TYPES.join(', ')}.`;
}
