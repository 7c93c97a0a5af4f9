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
