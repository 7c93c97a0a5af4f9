import type { Actor } from '../../audit/actor.ts';
import { changesBetween } from '../../audit/changes.ts';
import type { Audit, AuditNote, AuditRecord } from '../../audit/service.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import type { Owner, WebhookEndpointRow } from '../../platform/db/tables.ts';
import { notFound, validationError } from '../../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../../platform/http/idempotency.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Random } from '../../platform/random.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { WorkspaceRepository } from '../../workspaces/repository.ts';
import type { GuardedClient } from '../client/guarded-client.ts';
import type { EventType } from '../outbox/event-types.ts';
import { HEALTHY } from './breaker.ts';
import { checkFields, type EndpointFields, MAX_NAME_LENGTH } from './endpoint-fields.ts';
import type { WebhookEndpointChanges, WebhookEndpointRepository } from './endpoint-repository.ts';
import { type EndpointActor, requireConfirmationOf, requireRightTo } from './endpoint-rights.ts';
import { newSigningSecret } from './signature.ts';
import { toWebhookEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';

export type { EndpointFields, WebhookEndpoint };

export interface EndpointWithSecret extends WebhookEndpoint {
  signingSecret: string;
}

/** As it is kept for a repetition of the call: no secret lies about in the clear. */
interface KeptEndpoint extends WebhookEndpoint {
  sealedSecret: string;
}

interface EndpointChanges extends EndpointFields {
  isActive?: boolean | undefined;
}

export interface NewWebhookEndpoint extends EndpointChanges {
  url: string;
}

const MAX_ENDPOINTS = 20;
/** Deliveries in one transaction. */
const HOLD_BATCH = 500;
const DEFAULT_EVENTS: EventType[] = ['photo_request.submitted'];
const WHAT = 'The webhook endpoint';

const DISABLED = { is_active: 0, disabled_reason: 'manual' } as const;
/** It starts over. */
const ENABLED = { is_active: 1, disabled_reason: null, ...HEALTHY } as const;

interface HeldDeliveries {
  /** How many were held. */
  holdDueTo(
    trx: Queries,
    endpoint: { workspaceId: string; id: string },
    now: number,
    max: number,
  ): Promise<number>;
}

export type WebhookEndpoints = ReturnType<typeof createWebhookEndpoints>;

export function createWebhookEndpoints(deps: {
  database: Database;
  writeOnce: WriteOnce;
  repository: WebhookEndpointRepository;
  workspaces: Pick<WorkspaceRepository, 'lock'>;
  secrets: Pick<Secrets, 'seal' | 'unseal'>;
  client: Pick<GuardedClient, 'faultOf'>;
  deliveries: HeldDeliveries;
  audit: Audit;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const {
    database,
    writeOnce,
    repository,
    workspaces,
    secrets,
    client,
    deliveries,
    audit,
    ids,
    random,
    clock,
  } = deps;

  async function findRow(workspaceId: string, id: string): Promise<WebhookEndpointRow> {
    const row = await repository.find(workspaceId, id);
    if (row === undefined) throw notFound(WHAT);
    return row;
  }

  /** Before anything else is done for them. What is decided under the lock counts. */
  async function findFor(by: EndpointActor, workspaceId: string, id: string): Promise<WebhookEndpointRow> {
    const row = await findRow(workspaceId, id);
    requireRightTo(row, by);
    return row;
  }

  type Change = (current: WebhookEndpointRow) => WebhookEndpointChanges;
  interface Named {
    workspaceId: string;
    id: string;
  }

  const change = (by: EndpointActor, verb: string, named: Named, changes: Change): Promise<WebhookEndpoint> =>
    database.write((trx) => changeIn(trx, by, verb, named, changes));

  async function changeIn(
    trx: Queries,
    by: EndpointActor,
    verb: string,
    { workspaceId, id }: Named,
    changes: Change,
  ): Promise<WebhookEndpoint> {
    const current = await repository.lock(trx, workspaceId, id);
    if (current === undefined) throw notFound(WHAT);
    requireRightTo(current, by);
    const before = toWebhookEndpoint(current, clock());
    const wanted = changes(current);
    if (Object.keys(wanted).length === 0) return before;
    const row = await repository.update(trx, workspaceId, id, { ...wanted, updated_at: clock() });
    if (row === undefined) throw notFound(WHAT);
    const after = toWebhookEndpoint(row, clock());
    await audit.record(trx, endpointRecord(by, verb, after, changesBetween(partsOf(before), partsOf(after))));
    // What waited for the endpoint may be due now.
    database.afterCommit(trx, () => database.signals.send('deliveries'));
    return after;
  }

  /**
   * Before it is enabled: what was due to it while it was disabled is held, and stays so. Whether it is still wanted is for
   * the endpoint's owner to say.
   */
  async function holdDueTo(named: Named): Promise<void> {
    const hold = () => database.write((trx) => deliveries.holdDueTo(trx, named, clock(), HOLD_BATCH));
    while ((await hold()) > 0);
  }

  function open({ data: { sealedSecret, ...endpoint }, replayedMeta }: Created<KeptEndpoint>) {
    const signingSecret = secrets.unseal('webhook-secrets', endpoint.id, sealedSecret);
    return { data: { ...endpoint, signingSecret }, replayedMeta };
  }

  async function newRow(workspaceId: string, given: NewWebhookEndpoint): Promise<WebhookEndpointRow> {
    const input = await checkFields(given, client);
    const signingSecret = newSigningSecret(random);
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

  async function insert(trx: Queries, by: Actor, row: WebhookEndpointRow): Promise<KeptEndpoint> {
    // Locked, so that simultaneous calls count each other.
    if ((await workspaces.lock(trx, row.workspace_id)) === undefined) throw notFound('The workspace');
    if ((await repository.count(trx, row.workspace_id)) >= MAX_ENDPOINTS) {
      const fault = `A workspace can have at most ${MAX_ENDPOINTS} webhook endpoints. Delete one first.`;
      throw validationError({ workspace: [fault] });
    }
    await repository.insert(trx, row);
    const endpoint = toWebhookEndpoint(row, clock());
    await audit.record(trx, endpointRecord(by, 'created', endpoint));
    return { ...endpoint, sealedSecret: row.secret };
  }

  return {
    async list(workspaceId: string): Promise<WebhookEndpoint[]> {
      const rows = await repository.list(workspaceId);
      return rows.map((row) => toWebhookEndpoint(row, clock()));
    },

    async find(workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return toWebhookEndpoint(await findRow(workspaceId, id), clock());
    },

    /** For the operator alone, who names an endpoint without its workspace. */
    async workspaceOf(id: string): Promise<string> {
      const workspaceId = await repository.findWorkspaceOf(id);
      if (workspaceId === undefined) throw notFound(WHAT);
      return workspaceId;
    },

    /** Once for each claim. A key creates them for its own environment alone. */
    async create(
      by: EndpointActor,
      workspaceId: string,
      input: NewWebhookEndpoint,
      claim?: IdempotencyClaim,
    ): Promise<Created<EndpointWithSecret>> {
      const row = await newRow(workspaceId, 'keyId' in by ? { ...input, serves: by.environment } : input);
      const owner = ownerOf(by, workspaceId);
      return open(await writeOnce(owner, 'webhook_endpoints.create', claim, (trx) => insert(trx, by, row)));
    },

    /** All of it or nothing, whether it is active included. */
    async edit(
      by: EndpointActor,
      workspaceId: string,
      id: string,
      { isActive, ...changes }: EndpointChanges,
    ): Promise<WebhookEndpoint> {
      const named = { workspaceId, id };
      const requireConfirmed = (row: WebhookEndpointRow) => requireConfirmationOf(changes, row, by, clock());
      requireConfirmed(await findFor(by, workspaceId, id));
      const { name, url, events, serves } = await checkFields(changes, client);
      if (isActive) await holdDueTo(named);
      return database.write(async (trx) => {
        const edited = await changeIn(trx, by, 'changed', named, (current) => {
          requireConfirmed(current);
          return {
            ...(name === undefined ? {} : { name }),
            // What happened at the old address says nothing of the new one.
            ...(url === undefined || url === current.url ? {} : { url, ...HEALTHY }),
            ...(events === undefined ? {} : { events: JSON.stringify(events) }),
            ...(serves === undefined ? {} : { serves }),
          };
        });
        if (isActive === undefined || isActive === edited.isActive) return edited;
        const [verb, wanted] = isActive ? (['enabled', ENABLED] as const) : (['disabled', DISABLED] as const);
        return changeIn(trx, by, verb, named, () => wanted);
      });
    },

    disable(by: EndpointActor, workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return change(by, 'disabled', { workspaceId, id }, () => DISABLED);
    },

    async enable(by: EndpointActor, workspaceId: string, id: string): Promise<WebhookEndpoint> {
      await findFor(by, workspaceId, id);
      await holdDueTo({ workspaceId, id });
      return change(by, 'enabled', { workspaceId, id }, () => ENABLED);
    },

    delete(by: EndpointActor, workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return change(by, 'deleted', { workspaceId, id }, () => ({ deleted_at: clock() }));
    },

    /** Recorded first: no one sees a secret without it being known. */
    async revealSecret(
      by: EndpointActor,
      workspaceId: string,
      id: string,
    ): Promise<{ current: string; next: string | null }> {
      const row = await findFor(by, workspaceId, id);
      await database.write((trx) =>
        audit.record(trx, endpointRecord(by, 'secret_revealed', toWebhookEndpoint(row, clock()))),
      );
      const open = (sealed: string) => secrets.unseal('webhook-secrets', id, sealed);
      return { current: open(row.secret), next: row.next_secret === null ? null : open(row.next_secret) };
    },

    /**
     * The first step, once for each claim: the next secret signs too. Of an unfinished rotation the next secret is replaced.
     */
    async rotate(
      by: EndpointActor,
      workspaceId: string,
      id: string,
      claim?: IdempotencyClaim,
    ): Promise<Created<EndpointWithSecret>> {
      await findFor(by, workspaceId, id);
      const sealedSecret = secrets.seal('webhook-secrets', id, newSigningSecret(random));
      const [owner, operation] = [ownerOf(by, workspaceId), `webhook_endpoints.rotate ${id}`];
      const rotated = await writeOnce(owner, operation, claim, async (trx) => {
        const next = () => ({ next_secret: sealedSecret });
        return { ...(await changeIn(trx, by, 'secret_rotated', { workspaceId, id }, next)), sealedSecret };
      });
      return open(rotated);
    },

    /** The second step: the next secret takes the place of the current one, which is deleted. */
    async activateSecret(by: EndpointActor, workspaceId: string, id: string): Promise<WebhookEndpoint> {
      return change(by, 'secret_activated', { workspaceId, id }, ({ next_secret }) => {
        if (next_secret === null)
          throw validationError({
            secret: ['There is no new secret to activate. Rotate the secret first.'],
          });
        return { secret: next_secret, next_secret: null };
      });
    },
  };
}

/** What the audit log keeps of something that was done with an endpoint: by a key too, since it decides where photos go. */
export function endpointRecord(
  by: Actor,
  verb: string,
  { id, workspaceId, name, url }: WebhookEndpoint,
  details: AuditNote['details'] = {},
): AuditRecord {
  return {
    by,
    workspaceId,
    action: `webhook_endpoint.${verb}`,
    subjectId: id,
    subjectName: name,
    details: { url, ...details },
    evenByKey: true,
  };
}

/** Whose claims count. The operator, who acts in no environment, sends none. */
function ownerOf(by: EndpointActor, workspaceId: string): Owner {
  return 'environment' in by ? by : { workspaceId, environment: 'live' };
}

/** What can be edited. */
function partsOf({ url, name, events, serves }: WebhookEndpoint) {
  return { url, name, events, serves };
}
