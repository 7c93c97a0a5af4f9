import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import { firstIdAt } from '../platform/ids.ts';
import { createEventListRepository } from '../webhooks/outbox/event-list-repository.ts';
import type { EventType } from '../webhooks/outbox/event-types.ts';
import { listCreatedRequests } from './created-request-repository.ts';
import { createdEventId, type EventBodies, requestIdOf } from './event-bodies.ts';
import type { WireEvent } from './event-schema.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
/**
 * Oldest first, events are shown so long after they happened. Ids have the time of the event, transactions end in any order:
 * until then, one could still come in before another that was read already.
 */
export const SETTLING_MS = 30_000;
const CREATED: EventType = 'photo_request.created';

export interface EventFilters {
  type?: EventType | undefined;
  requestId?: string | undefined;
  /** Happened at this time or later. */
  from?: number | undefined;
  /** Happened before this time. */
  to?: number | undefined;
  /** Only what comes after the event with this id, in the order of time. */
  afterId?: string | undefined;
  order: 'asc' | 'desc';
  /** Oldest first, but for those also that others may still come in before. */
  includesUnsettled?: boolean;
}

export type EventFeed = ReturnType<typeof createEventFeed>;

/**
 * What happened in the last 30 days, in the bodies that webhooks have. That a request was created is written down only
 * where an endpoint wants it; otherwise the request itself tells it (0113).
 */
export function createEventFeed(deps: { database: Database; bodies: EventBodies; clock: Clock }) {
  const { database, bodies, clock } = deps;
  const events = createEventListRepository(database);

  function boundsOf(filters: EventFilters, after: string | null) {
    const { from = 0, to, afterId, order, includesUnsettled = order === 'desc' } = filters;
    const now = clock();
    const lower = [firstIdAt('event', Math.max(from, now - KEPT_MS))];
    const upper = [firstIdAt('event', includesUnsettled ? now + KEPT_MS : now - SETTLING_MS)];
    if (to !== undefined) upper.push(firstIdAt('event', to));
    if (afterId !== undefined) lower.push(justAfter(afterId));
    if (after !== null && order === 'asc') lower.push(justAfter(after));
    if (after !== null && order === 'desc') upper.push(after);
    return { from: lower.sort().at(-1) as string, to: upper.sort()[0] as string };
  }

  /** One more than the page holds. */
  async function list(owner: Owner, filters: EventFilters, { after, limit }: Page): Promise<WireEvent[]> {
    const { type, requestId: subjectId, order } = filters;
    const range = { ...boundsOf(filters, after), order, limit: limit + 1 };
    if (type !== undefined && type !== CREATED) return stored({ ...range, type, subjectId });

    const requests = await listCreatedRequests(database, owner, {
      ...range,
      id: subjectId,
      from: requestIdOf(range.from),
      to: requestIdOf(range.to),
    });
    const ids = requests.map(({ id }) => id);
    const told = await events.subjectsWith(owner, CREATED, ids);
    const untold = requests.filter(({ id }) => !told.has(id)).map((row) => bodies.created(row));
    // What is behind the last request of a whole page is not for this page, whatever else there is.
    const last = requests.length > limit ? createdEventId(ids.at(-1) as string) : undefined;
    if (last !== undefined && order === 'asc') range.to = justAfter(last);
    if (last !== undefined && order === 'desc') range.from = last;
    const sign = order === 'asc' ? 1 : -1;
    const all = [...untold, ...(await stored({ ...range, type, subjectId }))];
    return all.sort((a, b) => (a.id < b.id ? -sign : sign)).slice(0, limit + 1);

    async function stored(wanted: Parameters<typeof events.list>[1]): Promise<WireEvent[]> {
      return (await events.list(owner, wanted)).map(({ id, body }) => bodies.read(id, body));
    }
  }

  return { list };
}

/** The smallest text behind an id. */
function justAfter(id: string): string {
  return `${id}0`;
}
