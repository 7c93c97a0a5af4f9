import type { Reader } from '../notifications/repository.ts';
import type { Notifications } from '../notifications/service.ts';
import type { OverviewService, SubmissionPosition } from '../overview/service.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import type { Clock } from '../platform/clock.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { DeliveryLog } from '../webhooks/delivery/delivery-log.ts';

export interface LiveEvent {
  event: 'submission' | 'request' | 'delivery' | 'notification';
  data: object;
}

/** Where a stream has read up to. */
export interface LivePosition {
  submitted: SubmissionPosition;
  requestId: string;
  deliveryId: string;
  /** Those of the last minutes that were told of. */
  notifications: ReadonlySet<string>;
}

/** Of each kind at a time; who missed more than these loads the page again anyway. */
const MAX_EVENTS = 20;
/**
 * Several workers write what members are told of, each by its own clock, and the one with the lower id may commit last. So
 * those of the last minutes are looked at again: longer than a transaction may take, and than clocks are apart.
 */
const LOOKBACK_MS = 120_000;
/** The bell counts no further. */
const MAX_TOLD = 100;

export interface LiveReaderDeps {
  overview: Pick<OverviewService, 'submittedSince'>;
  photoRequests: Pick<PhotoRequestService, 'createdAfter'>;
  deliveryLog: Pick<DeliveryLog, 'createdAfter'>;
  notifications: Pick<Notifications, 'idsAfter'>;
  clock: Clock;
}

/** Asks the features what is new to a stream. */
export function createLiveReader(deps: LiveReaderDeps) {
  const { overview, photoRequests, deliveryLog, notifications, clock } = deps;

  return {
    /** From now on. */
    start(): LivePosition {
      const now = clock();
      return {
        submitted: { at: now, known: new Set() },
        requestId: firstIdAt('photoRequest', now),
        deliveryId: firstIdAt('delivery', now),
        notifications: new Set(),
      };
    },

    async read(
      owner: Reader,
      position: LivePosition,
    ): Promise<{ events: LiveEvent[]; position: LivePosition }> {
      const submitted = await overview.submittedSince(owner, position.submitted, MAX_EVENTS);
      const created = await photoRequests.createdAfter(owner, position.requestId, MAX_EVENTS);
      const sent = await deliveryLog.createdAfter(owner, position.deliveryId, MAX_EVENTS);
      const lookedAtFrom = firstIdAt('notification', clock() - LOOKBACK_MS);
      const recent = await notifications.idsAfter(owner, lookedAtFrom, MAX_TOLD);
      const told = recent.find((id) => !position.notifications.has(id));
      return {
        events: [
          ...created.map((data): LiveEvent => ({ event: 'request', data })),
          ...submitted.submissions.map((data): LiveEvent => ({ event: 'submission', data })),
          ...sent.map((data): LiveEvent => ({ event: 'delivery', data })),
          ...(told === undefined ? [] : [{ event: 'notification' as const, data: { id: told } }]),
        ],
        position: {
          submitted: submitted.position,
          requestId: created.at(-1)?.id ?? position.requestId,
          deliveryId: sent.at(-1)?.id ?? position.deliveryId,
          notifications: new Set(recent),
        },
      };
    },
  };
}
