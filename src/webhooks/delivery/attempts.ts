import type { MailOutbox } from '../../email/outbox.ts';
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
import { afterFailure, HEALTHY, type Health } from '../endpoints/breaker.ts';
import { createAttemptStore, type Verdict } from './attempt-repository.ts';
import type { Claim } from './queue.ts';
import { nextAttemptAt } from './schedule.ts';

/** What came of a claimed delivery. */
export interface Attempt {
  claim: Claim;
  exchange: Exchange;
  startedAt: number;
  endedAt: number;
}

/** A success of a healthy endpoint is news only now and then. */
const SUCCESS_NEWS_MS = 60_000;
/** A name may lead to a wrong address for a moment; after so many attempts it is meant. */
const BLOCKED_ATTEMPTS = 4;

export type AttemptRecorder = ReturnType<typeof createAttemptRecorder>;

/** Writes down attempts, many in one transaction, and what follows from them. */
export function createAttemptRecorder(deps: { database: Database; mails: MailOutbox; random: Random }) {
  const { database, mails, random } = deps;
  const store = createAttemptStore(database);
  /** Endpoints that this node has last seen failing. */
  const failing = new Set<string>();

  function verdictOn({ claim: { delivery }, exchange, endedAt }: Attempt): Verdict {
    const ended = { nextAttemptAt: endedAt, finishedAt: endedAt };
    if (exchange.outcome === 'delivered') {
      return { ...ended, status: 'delivered', scheduleStep: delivery.schedule_step };
    }
    const scheduleStep = delivery.schedule_step + 1;
    const isBlocked = exchange.outcome === 'blocked';
    const next =
      isBlocked && scheduleStep >= BLOCKED_ATTEMPTS
        ? undefined
        : nextAttemptAt({
            failures: scheduleStep,
            retryAfterMs: exchange.retryAfterMs,
            now: endedAt,
            random,
          });
    return next === undefined
      ? { ...ended, status: isBlocked ? 'blocked' : 'failed', scheduleStep }
      : { status: null, scheduleStep, nextAttemptAt: next, finishedAt: null };
  }

  /** The breaker counts what happened in the order it happened. */
  async function updateHealth(trx: Queries, attempts: Attempt[], now: number): Promise<void> {
    if (failing.size === 0 && !attempts.some((attempt) => isNews(attempt, now))) return;
    const byEndpoint = Map.groupBy(attempts, ({ claim }) => claim.endpoint.id);
    const news = [...byEndpoint].filter(
      ([id, itsAttempts]) => failing.has(id) || itsAttempts.some((attempt) => isNews(attempt, now)),
    );
    if (news.length === 0) return;
    const endpoints = await trx
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', 'in', news.map(([id]) => id).sort())
      .orderBy('id')
      // Not a full lock: whoever writes an event only has to see that the endpoint is there.
      .$if(database.engine === 'postgres', (query) => query.forNoKeyUpdate())
      .execute();
    const found = new Set(endpoints.map(({ id }) => id));
    for (const [id] of news) if (!found.has(id)) failing.delete(id);
    for (const endpoint of endpoints) {
      // What another address answered, before it was changed, says nothing of this one.
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
    let health: Health = endpoint;
    let reason: Exclude<DisabledReason, 'manual'> | undefined;
    for (const { exchange, endedAt } of attempts) {
      if (exchange.outcome === 'delivered') {
        health = { ...HEALTHY, last_success_at: endedAt };
        continue;
      }
      const { statusCode, retryAfterMs } = exchange;
      const failed = afterFailure(health, { now: endedAt, statusCode, retryAfterMs });
      health = failed.health;
      reason ??= failed.switchOff;
    }
    const { failures, failing_since, breaker_level, paused_until, last_success_at } = health;
    const switchOff = reason !== undefined && endpoint.is_active === 1 && endpoint.deleted_at === null;
    await trx
      .updateTable('webhook_endpoints')
      .set({
        failures,
        failing_since,
        breaker_level,
        paused_until,
        last_success_at,
        ...(switchOff ? { is_active: 0 as const, disabled_reason: reason, updated_at: now } : {}),
      })
      .where('id', '=', endpoint.id)
      .execute();
    if (failures > 0 && !switchOff) failing.add(endpoint.id);
    else failing.delete(endpoint.id);
    if (switchOff && reason !== undefined) await tellOwners(trx, { ...endpoint, ...health }, reason, now);
  }

  async function tellOwners(
    trx: Queries,
    endpoint: WebhookEndpointRow,
    reason: Exclude<DisabledReason, 'manual'>,
    now: number,
  ): Promise<void> {
    const owners = await trx
      .selectFrom('members')
      .innerJoin('users', 'users.id', 'members.user_id')
      .select('users.email')
      .where('members.workspace_id', '=', endpoint.workspace_id)
      .where('members.role', '=', 'owner')
      .execute();
    const { held } = await trx
      .selectFrom('deliveries')
      .select((eb) => eb.fn.countAll<number>().as('held'))
      .where('endpoint_id', '=', endpoint.id)
      .where('status', 'in', ['due', 'held'])
      .executeTakeFirstOrThrow();
    const content = {
      endpoint_id: endpoint.id,
      endpoint_name: endpoint.name,
      url: endpoint.url,
      reason,
      failing_since: endpoint.failing_since,
      held,
    };
    for (const { email } of owners) {
      await mails.enqueue(
        trx,
        {
          kind: 'webhook_disabled',
          content,
          workspaceId: endpoint.workspace_id,
          recipient: email,
          locale: 'en',
        },
        now,
      );
    }
  }

  return {
    async record(trx: Queries, attempts: Attempt[], now: number): Promise<void> {
      await store(
        trx,
        attempts.map((attempt) => ({
          row: attemptRow(attempt.claim.delivery, attempt.exchange, attempt.startedAt),
          verdict: verdictOn(attempt),
        })),
      );
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
    answer: exchange.answer,
    started_at: startedAt,
    duration_ms: Math.round(exchange.durationMs),
  };
}

function isNews(attempt: Attempt, now: number): boolean {
  const { outcome } = attempt.exchange;
  const { failures, paused_until, last_success_at } = attempt.claim.endpoint;
  if (outcome !== 'delivered' || failures > 0 || paused_until !== null) return true;
  // A time in the future is one of before the clock was set back.
  return last_success_at === null || Math.abs(now - last_success_at) >= SUCCESS_NEWS_MS;
}
