import type { NotificationRepository, Reader } from '../notifications/repository.ts';
import { toSubmission } from '../overview/service.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { statusAt } from '../photo-requests/status.ts';
import type { PhotoLinks } from '../photos/links.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { firstIdAt } from '../platform/ids.ts';
import { createDeliveryListRepository } from '../webhooks/delivery/delivery-list-repository.ts';

export interface LiveEvent {
  event: 'submission' | 'request' | 'delivery' | 'notification';
  data: object;
}

/** Where a stream has read up to. */
export interface LivePosition {
  submittedAt: number;
  /** Those of that very millisecond that were told of. */
  submissions: ReadonlySet<string>;
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
  database: Pick<Database, 'lists' | 'reader'>;
  photoRequestRepository: Pick<PhotoRequestRepository, 'submittedSince' | 'createdAfter'>;
  notificationRepository: Pick<NotificationRepository, 'idsAfter'>;
  photos: Pick<PhotoRepository, 'listOfAll'>;
  photoLinks: PhotoLinks;
  clock: Clock;
}

/** Reads from the database what is new to a stream. */
export function createLiveReader(deps: LiveReaderDeps) {
  const { photoRequestRepository, notificationRepository, photos, photoLinks, clock } = deps;
  const deliveries = createDeliveryListRepository(deps.database);

  async function submissionsSince(owner: Owner, { submittedAt, submissions }: LivePosition) {
    const rows = await photoRequestRepository.submittedSince(owner, submittedAt, MAX_EVENTS);
    return rows.filter(({ id }) => !submissions.has(id)).reverse();
  }

  async function toEvents(owner: Owner, rows: PhotoRequestRow[]): Promise<LiveEvent[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const byRequest = await photos.listOfAll(owner, ids);
    return rows.map((row) => ({
      event: 'submission',
      data: toSubmission(row, byRequest.get(row.id) ?? [], photoLinks),
    }));
  }

  return {
    /** From now on. */
    start(): LivePosition {
      const now = clock();
      return {
        submittedAt: now,
        submissions: new Set(),
        requestId: firstIdAt('photoRequest', now),
        deliveryId: firstIdAt('delivery', now),
        notifications: new Set(),
      };
    },

    async read(
      owner: Reader,
      position: LivePosition,
    ): Promise<{ events: LiveEvent[]; position: LivePosition }> {
      const submitted = await submissionsSince(owner, position);
      const created = (
        await photoRequestRepository.createdAfter(owner, position.requestId, MAX_EVENTS)
      ).reverse();
      const sent = (await deliveries.listAfter(owner, position.deliveryId, MAX_EVENTS)).reverse();
      const recent = await notificationRepository.idsAfter(
        owner,
        firstIdAt('notification', clock() - LOOKBACK_MS),
        MAX_TOLD,
      );
      const told = recent.find((id) => !position.notifications.has(id));
      const submittedAt = submitted.at(-1)?.submitted_at ?? position.submittedAt;
      const known = submittedAt === position.submittedAt ? position.submissions : [];
      const latest = submitted.filter((row) => row.submitted_at === submittedAt).map(({ id }) => id);
      return {
        events: [
          ...created.map(
            (row): LiveEvent => ({
              event: 'request',
              data: { id: row.id, status: statusAt(row, clock()) },
            }),
          ),
          ...(await toEvents(owner, submitted)),
          ...sent.map((data): LiveEvent => ({ event: 'delivery', data })),
          ...(told === undefined ? [] : [{ event: 'notification' as const, data: { id: told } }]),
        ],
        position: {
          submittedAt,
          submissions: new Set([...known, ...latest]),
          requestId: created.at(-1)?.id ?? position.requestId,
          deliveryId: sent.at(-1)?.id ?? position.deliveryId,
          notifications: new Set(recent),
        },
      };
    },
  };
}
