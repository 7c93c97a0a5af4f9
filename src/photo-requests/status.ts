import type { PhotoRequestRow, PhotoRequestStatus } from '../platform/db/tables.ts';

export const OPEN_STATUSES = ['pending', 'in_progress'] as const satisfies readonly PhotoRequestStatus[];

export function isOpenStatus(status: PhotoRequestStatus): boolean {
  return (OPEN_STATUSES as readonly PhotoRequestStatus[]).includes(status);
}

/** A request past its time is expired, whether or not that was written down yet. */
export function statusAt(
  row: Pick<PhotoRequestRow, 'status' | 'expires_at'>,
  now: number,
): PhotoRequestStatus {
  return isOpenStatus(row.status) && row.expires_at <= now ? 'expired' : row.status;
}

/** The customer has submitted it, and it waits for review: to everyone else it is still in progress. */
export function isHeld(
  row: Pick<PhotoRequestRow, 'status' | 'expires_at' | 'held_at'>,
  now: number,
): boolean {
  return row.held_at !== null && statusAt(row, now) === 'in_progress';
}
