import { MAX_HELD_COUNTED } from '../../email/mail-kinds.ts';
import type { NotificationOutbox } from '../../notifications/outbox.ts';
import { activityOf } from '../../platform/db/activity.ts';
import type { Database, Queries } from '../../platform/db/database.ts';
import type {
  DeliveryAttemptRow,
  DeliveryRow,
  DisabledReason,
  WebhookEndpointRow,
} from '../../platform/db/tables.ts';
import type { Random } from '../../platform/random.ts';
import type { Exchange } from '../client/guarded-client.ts';
import { afterAttempts } from '../endpoints/breaker.ts';
import type { WebhookEndpointRepository } from '../endpoints/endpoint-repository.ts';
import { createAttemptRepository } from './attempt-repository.ts';
import { createDeliveryRepository } from './delivery-repository.ts';
import { afterAttempt } from './delivery-transitions.ts';
import type { Claim } from './queue.ts';

/** What came of a claimed delivery. */
export interface Attempt {
  claim: Claim;
  exchange: Exchange;
  startedAt: number;
  endedAt: number;
}

/** A success of a healthy endpoint is written down only now and then. */
const SUCCESS_NEWS_MS = 60_000;

export type AttemptRecorder = ReturnType<typeof createAttemptRecorder>;

/** Writes down attempts, many in one transaction, and what follows from them. */
export function createAttemptRecorder(deps: {
  database: Database;
  endpoints: Pick<WebhookEndpointRepository, 'lockToRecord' | 'recordHealth'>;
  notifications: NotificationOutbox;
  random: Random;
}) {
  const { database, endpoints, notifications, random } = deps;
  const attemptRepository = createAttemptRepository(database);
  const deliveries = createDeliveryRepository(database);
  /** Endpoints that this node has last seen failing. */
  const failing = new Set<string>();

  async function updateHealth(trx: Queries, attempts: Attempt[], now: number): Promise<void> {
    if (failing.size === 0 && !attempts.some((attempt) => isNews(attempt, now))) return;
    const byEndpoint = Map.groupBy(attempts, ({ claim }) => claim.endpoint.id);
    const news = [...byEndpoint.keys()].filter(
      (id) => failing.has(id) || byEndpoint.get(id)?.some((attempt) => isNews(attempt, now)),
    );
    if (news.length === 0) return;
    const rows = await endpoints.lockToRecord(trx, news);
    const found = new Set(rows.map(({ id }) => id));
    for (const id of news) if (!found.has(id)) failing.delete(id);
    for (const endpoint of rows) {
      // What another address responded, before it was changed, says nothing of this one.
      const its = (byEndpoint.get(endpoint.id) ?? []).filter(
        ({ claim }) => claim.endpoint.url === endpoint.url,
      );
      if (its.length > 0) await updateOne(trx, endpoint, its, now);
    }
  }

  async function updateOne(
    trx: Queries,
    endpoint: WebhookEndpointRow,
    attempts: Attempt[],
    now: number,
  ): Promise<void> {
    const { health, disable } = afterAttempts(endpoint, attempts);
    const reason = endpoint.is_active === 1 && endpoint.deleted_at === null ? disable : undefined;
    const disabling = reason && { is_active: 0 as const, disabled_reason: reason, updated_at: now };
    await endpoints.recordHealth(trx, endpoint.id, { ...health, ...disabling });
    if (health.failures > 0 && reason === undefined) failing.add(endpoint.id);
    else failing.delete(endpoint.id);
    if (reason !== undefined) await tellMembers(trx, { ...endpoint, ...health }, reason, now);
  }

  async function tellMembers(
    trx: Queries,
    endpoint: WebhookEndpointRow,
    reason: Exclude<DisabledReason, 'manual'>,
    now: number,
  ): Promise<void> {
    const { workspace_id: workspaceId, serves } = endpoint;
    const environment = serves === 'test' ? 'test' : 'live';
    const content = {
      endpoint_id: endpoint.id,
      endpoint_name: endpoint.name,
      url: endpoint.url,
      reason,
      failing_since: endpoint.failing_since,
      held: await deliveries.countWaiting(trx, endpoint.id, MAX_HELD_COUNTED + 1),
    };
    const happening = { kind: 'endpoint_failing' as const, content };
    await notifications.record(trx, { workspaceId, environment }, happening, now);
  }

  return {
    async record(trx: Queries, attempts: Attempt[], now: number): Promise<void> {
      const ended = attempts.map(({ claim: { delivery }, exchange, startedAt, endedAt }) => ({
        row: attemptRow(delivery, exchange, startedAt),
        next: afterAttempt(delivery, exchange, endedAt, random),
      }));
      await attemptRepository.record(trx, ended);
      await updateHealth(trx, attempts, now);
      const active = new Set(
        attempts.map(({ claim: { delivery, event } }) =>
          activityOf({ workspaceId: delivery.workspace_id, environment: event.environment }),
        ),
      );
      database.afterCommit(trx, () => {
        for (const environment of active) database.signals.send('activity', environment);
      });
    },
  };
}

/** What is kept of an attempt. */
export function attemptRow(
  delivery: Pick<DeliveryRow, 'id' | 'attempt_count' | 'workspace_id' | 'endpoint_id'>,
  exchange: Exchange,
  startedAt: number,
): DeliveryAttemptRow {
  return {
    delivery_id: delivery.id,
    number: delivery.attempt_count,
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    outcome: exchange.outcome,
    error: exchange.error,
    status_code: exchange.statusCode,
    address: exchange.address,
    answer: exchange.responseBody,
    started_at: startedAt,
    duration_ms: Math.round(exchange.durationMs),
  };
}

/** Whether an attempt changes what is known of its endpoint. */
function isNews(attempt: Attempt, now: number): boolean {
  const { outcome } = attempt.exchange;
  const { failures, paused_until, last_success_at } = attempt.claim.endpoint;
  if (outcome !== 'delivered' || failures > 0 || paused_until !== null) return true;
  // A time in the future is one of before the clock was set back.
  return last_success_at === null || Math.abs(now - last_success_at) >= SUCCESS_NEWS_MS;
}
