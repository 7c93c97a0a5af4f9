import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { createIds, firstIdAt, type IdKind, type Ids, MAX_SET_BACK_MS, timeOfId } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import { newestEventId } from '../webhooks/outbox/event-list-repository.ts';
import { newestRequestId } from './created-request-repository.ts';

/**
 * The ids of a process that starts: behind those by which events are read, those of requests among them, although the
 * clock was set back meanwhile (0141). Where some are further ahead than that can be, it was set back by more than is made up
 * for; a single one from years ahead says nothing.
 */
export async function continueIds(deps: { database: Database; clock: Clock; random: Random }): Promise<Ids> {
  const { database, clock, random } = deps;
  const now = clock();
  const end = now + 2 * MAX_SET_BACK_MS;
  const times = await Promise.all([
    newestEventId(database, firstIdAt('event', end)).then(timeOf('event')),
    newestRequestId(database, firstIdAt('photoRequest', end)).then(timeOf('photoRequest')),
  ]);
  const newest = Math.max(...times);
  return createIds(clock, random, newest > now + MAX_SET_BACK_MS ? undefined : newest);
}

const timeOf = (kind: IdKind) => (id: string | undefined) => (id === undefined ? -1 : timeOfId(kind, id));
