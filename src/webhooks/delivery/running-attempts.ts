import type { Clock } from '../../platform/clock.ts';
import { onBehalfOf } from '../../platform/current-call.ts';
import type { WebhookEndpointRow } from '../../platform/db/tables.ts';
import type { Log } from '../../platform/log.ts';
import type { Exchange } from '../client/guarded-client.ts';
import { isUnhealthy } from '../endpoints/breaker.ts';
import type { Running } from './allocate-slots.ts';
import type { Attempt } from './attempts.ts';
import type { Claim } from './queue.ts';
import type { SendEvent } from './send.ts';

/** A claim that took longer than this to be written is left to its lease: it must not be sent when others may send it too. */
export const SEND_WITHIN_MS = 20_000;
/** A receiver that takes longer than this gets fewer places the next time. */
const SLOW_MS = 2_000;
/** To one that takes less, deliveries are claimed in advance: what is in hand is gone within a second. */
const QUICK_MS = 250;
const MAX_REMEMBERED = 10_000;

export type DeliveryWorkerLog = Pick<Log, 'warn' | 'error'> & Partial<Pick<Log, 'info' | 'debug'>>;

export type RunningAttempts = ReturnType<typeof createRunningAttempts>;

/** The attempts that run on this node right now. */
export function createRunningAttempts(deps: {
  send: SendEvent;
  clock: Clock;
  log: DeliveryWorkerLog;
  onEnded(attempt: Attempt): void;
  /** Also after an attempt that could not be started. */
  onFree(endpointId: string): void;
}) {
  const { send, clock, log, onEnded, onFree } = deps;
  const running = new Map<string, { claim: Claim; exchange: Promise<void> }>();
  const perEndpoint = new Map<string, number>();
  const perWorkspace = new Map<string, number>();
  const slow = new Set<string>();
  const quick = new Set<string>();

  function isInDoubt(endpoint: WebhookEndpointRow): boolean {
    return isUnhealthy(endpoint) || slow.has(endpoint.id);
  }

  function rememberSpeed(endpointId: string, { outcome, durationMs }: Exchange): void {
    remember(slow, endpointId, durationMs >= SLOW_MS);
    remember(quick, endpointId, durationMs < QUICK_MS && outcome === 'delivered');
  }

  function count(claim: Claim, change: 1 | -1): void {
    changeCount(perEndpoint, claim.endpoint.id, change);
    changeCount(perWorkspace, claim.delivery.workspace_id, change);
  }

  return {
    isInDoubt,

    /** Whether its last response was good, and came at once. */
    isQuick: (endpointId: string) => quick.has(endpointId),

    count: () => running.size,
    countTo: (endpointId: string) => perEndpoint.get(endpointId) ?? 0,
    countOf: (workspaceId: string) => perWorkspace.get(workspaceId) ?? 0,

    all(): Running {
      let unhealthy = 0;
      for (const { claim } of running.values()) if (isInDoubt(claim.endpoint)) unhealthy += 1;
      return { total: running.size, unhealthy, perWorkspace };
    },

    begin(claim: Claim): void {
      const startedAt = clock();
      const { delivery, endpoint, event } = claim;
      // A clock that jumped ends a lease early; then it is not sent a second time beside the first.
      if (startedAt - claim.claimedAt > SEND_WITHIN_MS || running.has(delivery.id)) return;
      const exchange = onBehalfOf({ requestId: event.call_id }, () => send(endpoint, event))
        .then((result) => {
          logAttempt(log, claim, result);
          rememberSpeed(endpoint.id, result);
          onEnded({ claim, exchange: result, startedAt, endedAt: clock() });
        })
        .catch((error: unknown) => {
          // Not the receiver's fault: no attempt is used up, and the end of the lease brings it back.
          const about = { endpoint: endpoint.id, request_id: event.call_id };
          log.error({ err: error, ...about }, 'A webhook could not be signed');
        })
        .finally(() => {
          running.delete(delivery.id);
          count(claim, -1);
          onFree(endpoint.id);
        });
      running.set(delivery.id, { claim, exchange });
      count(claim, 1);
    },

    async oneEnded(): Promise<void> {
      await Promise.race([...running.values()].map(({ exchange }) => exchange));
    },
  };
}

function remember(set: Set<string>, id: string, isSo: boolean): void {
  if (set.size >= MAX_REMEMBERED) set.clear();
  if (isSo) set.add(id);
  else set.delete(id);
}

function changeCount(counts: Map<string, number>, id: string, change: 1 | -1): void {
  const count = (counts.get(id) ?? 0) + change;
  if (count === 0) counts.delete(id);
  else counts.set(id, count);
}

/** Under the id of the call that the event came from: one search finds all that came of a call. */
function logAttempt(log: DeliveryWorkerLog, { delivery, event }: Claim, exchange: Exchange): void {
  const { outcome, statusCode, error, durationMs } = exchange;
  const about = {
    request_id: event.call_id,
    delivery: delivery.id,
    event: event.id,
    endpoint: delivery.endpoint_id,
    attempt: delivery.attempt_count,
    outcome,
    status: statusCode,
    ms: Math.round(durationMs),
  };
  if (outcome === 'delivered') log.debug?.(about, 'A webhook was delivered');
  else log.info?.({ ...about, reason: error }, 'A webhook was not delivered');
}
