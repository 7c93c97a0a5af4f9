import type { Audit } from '../../audit/service.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeliveryAttemptRow, DeliveryStatus, Owner } from '../../platform/db/tables.ts';
import { notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/pages.ts';
import { pausedUntil } from '../endpoints/breaker.ts';
import { createWebhookEndpointRepository } from '../endpoints/endpoint-repository.ts';
import { createAttemptRepository } from './attempt-repository.ts';
import {
  createDeliveryListRepository,
  type DeliveryFilters,
  type LoggedDeliveryRow,
} from './delivery-list-repository.ts';
import { createDeliveryReplay } from './delivery-replay.ts';
import { createDeliveryRepository, LOGGED_MS } from './delivery-repository.ts';

export type { DeliveryFilters };

export type Delivery = ReturnType<typeof toDelivery>;
export type DeliveryAttempt = ReturnType<typeof toAttempt>;

const DAY_MS = 86_400_000;

export type DeliveryLog = ReturnType<typeof createDeliveryLog>;

/** What was sent to whom and what came of it, and the way to send it again. */
export function createDeliveryLog(deps: { database: Database; audit: Audit; clock: Clock }) {
  const { database, audit, clock } = deps;
  const repository = createDeliveryRepository(database);
  const attempts = createAttemptRepository(database);
  const deliveries = createDeliveryListRepository(database);
  const endpoints = createWebhookEndpointRepository(database);

  return {
    ...createDeliveryReplay({ database, repository, endpoints, deliveries, audit, clock }),

    /** Newest first, one more than the page holds. */
    async list(workspaceId: string, filters: DeliveryFilters, page: Page): Promise<Delivery[]> {
      const now = clock();
      const from = Math.max(filters.from ?? 0, now - LOGGED_MS);
      const rows = await deliveries.list(workspaceId, { ...filters, from }, page);
      return rows.map((row) => toDelivery(row, now));
    },

    /** What a live page is told of deliveries that were created after the one with this id, oldest first. */
    async createdAfter(owner: Owner, id: string, limit: number) {
      return (await deliveries.listAfter(owner, id, limit)).reverse();
    },

    async find(workspaceId: string, id: string) {
      const row = await deliveries.find(workspaceId, id, clock());
      if (row === undefined) throw notFound('The delivery');
      const rows = await attempts.listOf(workspaceId, id);
      return { ...toDelivery(row, clock()), attempts: rows.map(toAttempt), body: row.body };
    },

    /** How many deliveries wait for someone to send them. */
    async heldCount(workspaceId: string, endpointId: string): Promise<number> {
      const isActive = await endpoints.isActive(database.reader, workspaceId, endpointId);
      if (isActive === undefined) throw notFound('The webhook endpoint');
      const held = await repository.countOf(workspaceId, endpointId, 'held');
      return isActive ? held : held + (await repository.countOf(workspaceId, endpointId, 'due'));
    },

    /** For the statistics: what was blocked did not arrive, what is held may still. */
    async countLastDay(
      owner: Owner,
      now: number,
    ): Promise<{ delivered: number; failed: number; pending: number }> {
      const counts = { delivered: 0, failed: 0, pending: 0 };
      for (const { status, count } of await repository.countByStatusSince(owner, now - DAY_MS)) {
        counts[COUNTED_AS[status]] += count;
      }
      return counts;
    },
  };
}

const COUNTED_AS = {
  delivered: 'delivered',
  failed: 'failed',
  blocked: 'failed',
  due: 'pending',
  held: 'pending',
} as const satisfies Record<DeliveryStatus, string>;

function toDelivery(row: LoggedDeliveryRow, now: number) {
  const status = row.status === 'due' && row.endpoint_is_active === 0 ? 'held' : row.status;
  const isUnderWay = row.is_leased === 1 && row.next_attempt_at > now;
  const isPlanned = status === 'due' && !isUnderWay;
  return {
    id: row.id,
    environment: row.environment,
    endpointId: row.endpoint_id,
    eventId: row.event_id,
    eventType: row.event_type,
    /** The photo request that the event tells of. */
    subjectId: row.subject_id,
    /** Of the call that the event came from; null when the service acted by itself. */
    requestId: row.call_id,
    status,
    attemptCount: row.attempt_count,
    /** An attempt is running right now. */
    isUnderWay,
    /** null when none is planned, or one is under way. */
    nextAttemptAt: isPlanned ? Math.max(row.next_attempt_at, pausedUntil(row, now) ?? 0) : null,
    lastAttempt: row.last_outcome && {
      outcome: row.last_outcome,
      statusCode: row.last_status_code,
      error: row.last_error,
    },
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function toAttempt(row: DeliveryAttemptRow) {
  return {
    number: row.number,
    outcome: row.outcome,
    statusCode: row.status_code,
    error: row.error,
    /** The IP address that was connected to. */
    address: row.address,
    /** How the response's body begins. */
    responseBody: row.answer,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
  };
}
