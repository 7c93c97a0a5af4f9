import { createArchiveRepository } from '../archive/archive-repository.ts';
import { createArchiveCopyRepository } from '../archive/copy-repository.ts';
import { createSealJobRepository } from '../content-credentials/job-repository.ts';
import { createMailRepository } from '../email/repository.ts';
import { createNotificationEventRepository } from '../notifications/event-repository.ts';
import { createPhoneMessageRepository } from '../phone/repository.ts';
import { createReminderRepository } from '../photo-requests/reminder-repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createDeliveryQueue } from '../webhooks/delivery/queue.ts';
import { createQueueRepository } from '../webhooks/delivery/queue-repository.ts';

interface QueueState {
  /** Counted up to one more than MAX_COUNTED. */
  depth: number;
  oldestDueSeconds: number;
}

export interface OutboxState {
  webhooks: QueueState;
  mails: QueueState;
  phone: QueueState;
  /** Submitted photos that are not sealed yet. */
  seals: QueueState;
  /** Files of submissions that are not in their archive yet. */
  archive: QueueState;
  /** What members are about to be told of. */
  notifications: QueueState;
  /** Those that are due; later ones wait on purpose. */
  reminders: QueueState;
}

/** More than this is much, however much it is: counting it all would cost more the longer the queue gets. */
export const MAX_COUNTED = 10_000;
/** Looks at the endpoints that something waits for, 500 at a time; the rest of them is for the next time. */
const LOOKS_AT_ONCE = 4;

/** What waits to leave the house, found at a cost that does not grow with it. */
export function createOutboxState(deps: { database: Database; clock: Clock }): () => Promise<OutboxState> {
  const { database, clock } = deps;
  const queue = createDeliveryQueue({ database, clock });
  const deliveries = createQueueRepository(database);
  const mails = createMailRepository(database);
  const messages = createPhoneMessageRepository(database);
  const seals = createSealJobRepository(database);
  const archives = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);
  const notifications = createNotificationEventRepository(database);
  const reminders = createReminderRepository(database);
  let oldestOfRound = Number.POSITIVE_INFINITY;
  let oldestOfLastRound = Number.POSITIVE_INFINITY;

  /** Over all endpoints that can be sent to; one that is paused waits on purpose. */
  async function oldestDelivery(): Promise<number> {
    for (let look = 0; look < LOOKS_AT_ONCE; look++) {
      const { waiting, isWhole } = await queue.look();
      for (const { readyAt } of waiting) oldestOfRound = Math.min(oldestOfRound, readyAt);
      if (!isWhole) continue;
      oldestOfLastRound = oldestOfRound;
      oldestOfRound = Number.POSITIVE_INFINITY;
      return oldestOfLastRound;
    }
    return Math.min(oldestOfRound, oldestOfLastRound);
  }

  const secondsSince = (due: number) => Math.max(0, (clock() - due) / 1000);

  return async () => ({
    webhooks: {
      depth: await deliveries.countDue(MAX_COUNTED + 1),
      oldestDueSeconds: secondsSince(await oldestDelivery()),
    },
    mails: {
      depth: await mails.count(MAX_COUNTED + 1),
      oldestDueSeconds: secondsSince((await mails.nextDueAt()) ?? Number.POSITIVE_INFINITY),
    },
    phone: {
      depth: await messages.count(MAX_COUNTED + 1),
      oldestDueSeconds: secondsSince((await messages.nextDueAt()) ?? Number.POSITIVE_INFINITY),
    },
    seals: {
      depth: await seals.count(MAX_COUNTED + 1),
      oldestDueSeconds: secondsSince((await seals.nextDueAt()) ?? Number.POSITIVE_INFINITY),
    },
    archive: {
      depth: await copies.countWaiting(MAX_COUNTED + 1),
      // An archive that fails is left alone on purpose.
      oldestDueSeconds: secondsSince((await archives.nextDueAt()) ?? Number.POSITIVE_INFINITY),
    },
    notifications: {
      depth: await notifications.count(MAX_COUNTED + 1),
      oldestDueSeconds: secondsSince((await notifications.nextDueAt()) ?? Number.POSITIVE_INFINITY),
    },
    reminders: {
      depth: await reminders.countLate(clock(), MAX_COUNTED + 1),
      oldestDueSeconds: secondsSince((await reminders.nextDueAt()) ?? Number.POSITIVE_INFINITY),
    },
  });
}
