import type { MailOutbox } from '../email/outbox.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type {
  DeliveryAttemptRow,
  DeliveryRow,
  DisabledReason,
  WebhookEndpointRow,
} from '../platform/db/tables.ts';
import type { Random } from '../platform/random.ts';
import { afterFailure, HEALTHY, type Health } from './breaker.ts';
import type { Exchange } from './guarded-client.ts';
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

export type AttemptRecorder = ReturnType<typeof createAttemptRecorder>;

/** Writes down attempts, many in one transaction, and what follows from them. */
export function createAttemptRecorder(deps: { database: Database; mails: MailOutbox; random: Random }) {
  const { database, mails, random } = deps;
  const hasLocks = database.engine === 'postgres';
  /** Endpoints that this node has last seen failing. */
  const failing = new Set<string>();

  /** Those that are still there, with the attempt that they belong to now. */
  async function currentAttempts(trx: Queries, attempts: Attempt[]): Promise<Map<string, number>> {
    const rows = await trx
      .selectFrom('deliveries')
      .select(['id', 'attempt_count'])
      .where('id', 'in', [...new Set(attempts.map(idOf))].sort())
      .orderBy('id')
      .$if(hasLocks, (query) => query.forUpdate())
      .execute();
    return new Map(rows.map(({ id, attempt_count }) => [id, attempt_count]));
  }

  async function log(trx: Queries, attempts: Attempt[]): Promise<void> {
    await trx
      .insertInto('delivery_attempts')
      .values(
        attempts.map(({ claim, exchange, startedAt }) => attemptRow(claim.delivery, exchange, startedAt)),
      )
      .onConflict((conflict) => conflict.columns(['delivery_id', 'number']).doNothing())
      .execute();
  }

  async function finish(
    trx: Queries,
    attempts: Attempt[],
    status: 'delivered' | 'blocked',
    now: number,
  ): Promise<void> {
    if (attempts.length === 0) return;
    await trx
      .updateTable('deliveries')
      .set({ status, is_leased: 0, finished_at: now })
      .where('id', 'in', attempts.map(idOf))
      .execute();
  }

  async function postpone(trx: Queries, { claim: { delivery }, exchange, endedAt }: Attempt): Promise<void> {
    const failures = delivery.schedule_step + 1;
    const { retryAfterMs } = exchange;
    const next = nextAttemptAt({ failures, retryAfterMs, now: endedAt, random });
    await trx
      .updateTable('deliveries')
      .set({
        is_leased: 0,
        schedule_step: failures,
        ...(next === undefined ? { status: 'failed', finished_at: endedAt } : { next_attempt_at: next }),
      })
      .where('id', '=', delivery.id)
      .execute();
  }

  /** The breaker counts what happened in the order it happened. */
  async function updateHealth(trx: Queries, attempts: Attempt[], now: number): Promise<void> {
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
      .$if(hasLocks, (query) => query.forNoKeyUpdate())
      .execute();
    for (const endpoint of endpoints) {
      await updateOne(trx, endpoint, byEndpoint.get(endpoint.id) ?? [], now);
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
      if (exchange.outcome === 'blocked') continue;
      if (exchange.outcome === 'delivered') {
        health = { ...HEALTHY, last_success_at: endedAt };
        continue;
      }
      const failed = afterFailure(health, { now: endedAt, statusCode: exchange.statusCode });
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
      const current = await currentAttempts(trx, attempts);
      const known = attempts.filter((attempt) => current.has(idOf(attempt)));
      if (known.length > 0) await log(trx, known);
      // Whoever comes after the lease has ended has lost the delivery to another attempt, which decides.
      const ours = known.filter(
        (attempt) => current.get(idOf(attempt)) === attempt.claim.delivery.attempt_count,
      );
      const having = (outcome: Exchange['outcome']) =>
        ours.filter(({ exchange }) => exchange.outcome === outcome);
      await finish(trx, having('delivered'), 'delivered', now);
      await finish(trx, having('blocked'), 'blocked', now);
      for (const attempt of ours.filter(isFailure)) await postpone(trx, attempt);
      await updateHealth(trx, attempts, now);
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

function idOf({ claim }: Attempt): DeliveryRow['id'] {
  return claim.delivery.id;
}

function isFailure({ exchange }: Attempt): boolean {
  return exchange.outcome !== 'delivered' && exchange.outcome !== 'blocked';
}

function isNews(attempt: Attempt, now: number): boolean {
  const { outcome } = attempt.exchange;
  if (outcome === 'blocked') return false;
  const { failures, paused_until, last_success_at } = attempt.claim.endpoint;
  if (outcome !== 'delivered' || failures > 0 || paused_until !== null) return true;
  return last_success_at === null || now - last_success_at >= SUCCESS_NEWS_MS;
}
