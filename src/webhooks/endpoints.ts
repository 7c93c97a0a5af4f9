import type { Clock } from '../platform/clock.ts';
import { type Also, nothingElse } from '../platform/db/also.ts';
import type { Database } from '../platform/db/database.ts';
import type { WebhookEndpointRow } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { HEALTHY } from './breaker.ts';
import { checkFields, type EndpointFields, MAX_NAME_LENGTH } from './endpoint-fields.ts';
import {
  toWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChanges,
  type WebhookEndpointRepository,
} from './endpoint-repository.ts';
import type { EventType } from './event-types.ts';
import type { GuardedClient } from './guarded-client.ts';
import { newSigningSecret } from './signature.ts';

export type { EndpointFields, WebhookEndpoint };

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
const DEFAULT_EVENTS: EventType[] = ['photo_request.submitted'];
const WHAT = 'The webhook endpoint';

type AlsoOfEndpoint = Also<WebhookEndpoint>;

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
    also: AlsoOfEndpoint,
  ): Promise<WebhookEndpoint> {
    return database.write(async (trx) => {
      const row = await repository.update(trx, workspaceId, id, { ...changes, updated_at: clock() });
      if (row === undefined) throw notFound(WHAT);
      const changed = toWebhookEndpoint(row);
      await also(trx, changed);
      // What waited for the endpoint may be due now.
      database.afterCommit(trx, () => database.signals.send('deliveries'));
      return changed;
    });
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

    async create(
      workspaceId: string,
      input: NewWebhookEndpoint,
      also: AlsoOfEndpoint = nothingElse,
    ): Promise<EndpointWithSecret> {
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
        await also(trx, toWebhookEndpoint(row));
      });
      return { ...toWebhookEndpoint(row), signingSecret };
    },

    async edit(
      workspaceId: string,
      id: string,
      changes: EndpointFields,
      also: AlsoOfEndpoint = nothingElse,
    ): Promise<WebhookEndpoint> {
      const current = await findRow(workspaceId, id);
      const { name, url, events, serves } = await checkFields(changes, client);
      const edited = {
        ...(name === undefined ? {} : { name }),
        // What happened at the old address says nothing of the new one.
        ...(url === undefined || url === current.url ? {} : { url, ...HEALTHY }),
        ...(events === undefined ? {} : { events: JSON.stringify(events) }),
        ...(serves === undefined ? {} : { serves }),
      };
      if (Object.keys(edited).length === 0) return toWebhookEndpoint(current);
      return change(workspaceId, id, edited, also);
    },

    disable(workspaceId: string, id: string, also: AlsoOfEndpoint = nothingElse): Promise<WebhookEndpoint> {
      return change(workspaceId, id, { is_active: 0, disabled_reason: 'manual' }, also);
    },

    /**
     * It starts afresh. What was due to it while it was off is held, and stays so: whether it is still wanted is for the
     * endpoint's owner to say.
     */
    async enable(
      workspaceId: string,
      id: string,
      also: AlsoOfEndpoint = nothingElse,
    ): Promise<WebhookEndpoint> {
      const hold = () =>
        database.write((trx) => repository.holdDue(trx, workspaceId, id, clock(), HOLD_BATCH));
      while ((await hold()) > 0);
      return change(workspaceId, id, { is_active: 1, disabled_reason: null, ...HEALTHY }, also);
    },

    delete(workspaceId: string, id: string, also: AlsoOfEndpoint = nothingElse): Promise<WebhookEndpoint> {
      return change(workspaceId, id, { deleted_at: clock() }, also);
    },

    async revealSecret(workspaceId: string, id: string): Promise<{ current: string; next: string | null }> {
      const { secret, next_secret } = await findRow(workspaceId, id);
      const open = (sealed: string) => secrets.unseal('webhook-secrets', id, sealed);
      return { current: open(secret), next: next_secret === null ? null : open(next_secret) };
    },

    /** The first step: the next secret signs too. Of an unfinished rotation the next secret is replaced. */
    async rotate(
      workspaceId: string,
      id: string,
      also: AlsoOfEndpoint = nothingElse,
    ): Promise<EndpointWithSecret> {
      const signingSecret = newSigningSecret(random);
      const next_secret = secrets.seal('webhook-secrets', id, signingSecret);
      return { ...(await change(workspaceId, id, { next_secret }, also)), signingSecret };
    },

    /** The second step: the next secret takes the place of the current one, which is forgotten. */
    async activateSecret(
      workspaceId: string,
      id: string,
      also: AlsoOfEndpoint = nothingElse,
    ): Promise<WebhookEndpoint> {
      const activated = await database.write(async (trx) => {
        const row = await repository.activateNextSecret(trx, workspaceId, id, clock());
        if (row !== undefined) await also(trx, toWebhookEndpoint(row));
        return row;
      });
      if (activated !== undefined) return toWebhookEndpoint(activated);
      await findRow(workspaceId, id);
      throw validationError({ secret: ['There is no next secret to activate. Rotate the secret first.'] });
    },
  };
}
