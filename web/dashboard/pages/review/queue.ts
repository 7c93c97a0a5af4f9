import type { ShownPhotoRequest } from '../../../../src/photo-requests/web-schema.ts';
import { isHeld } from '../photo-requests/parts/held.ts';

/** What is decided goes, and others follow: more at once would only be read in vain. */
export const QUEUE_QUERY = { needs_review: 'true', order: 'asc', limit: 50 };

type Queued = Pick<ShownPhotoRequest, 'id' | 'round' | 'submitted_at' | 'held_at' | 'status'>;

/** When the customer sent what is to be decided about. */
export function sentAt(row: Pick<Queued, 'submitted_at' | 'held_at' | 'status'>): string | null {
  return isHeld(row) ? row.held_at : row.submitted_at;
}

/** Of all, or of those assigned to the reader, as the address says. */
export function queueQuery(address: URLSearchParams) {
  return isMine(address) ? { ...QUEUE_QUERY, assignee: 'me' } : QUEUE_QUERY;
}

export function isMine(address: URLSearchParams): boolean {
  return address.get('assignee') === 'me';
}

/** A request comes back with another round, and is to be decided again. */
export const visitOf = ({ id, round }: Pick<Queued, 'id' | 'round'>) => `${id} ${round}`;

/** Who waits longest comes first. `done`: decided in this browser, whether or not the list knows yet. */
export function queueOf<T extends Queued>(rows: T[], done: ReadonlySet<string>): T[] {
  return rows
    .filter((row) => !done.has(visitOf(row)))
    .sort((a, b) => Date.parse(sentAt(a) ?? '') - Date.parse(sentAt(b) ?? '') || (a.id < b.id ? -1 : 1));
}

/** Where someone is in the queue. */
export interface QueuePlace {
  visit: string;
  /** Where it was when it was last there. */
  index: number;
}

/** The place of the request that was looked at, or of the one that has moved up when it is gone; null: nothing is left. */
export function placeIn<T extends Queued>(queue: T[], last: QueuePlace | null): QueuePlace | null {
  const found = queue.findIndex((row) => visitOf(row) === last?.visit);
  const index = found >= 0 ? found : Math.min(last?.index ?? 0, queue.length - 1);
  const row = queue[index];
  return row === undefined ? null : { visit: visitOf(row), index };
}

/** One further or back; the ends stay the ends. */
export function stepIn<T extends Queued>(
  queue: T[],
  place: QueuePlace | null,
  step: 1 | -1,
): QueuePlace | null {
  const index = (placeIn(queue, place)?.index ?? 0) + step;
  const row = queue[index];
  return row === undefined ? placeIn(queue, place) : { visit: visitOf(row), index };
}
