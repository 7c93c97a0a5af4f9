import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';

/** The customer has sent it, and a member has yet to approve it. */
export function isHeld({ status, held_at }: Pick<PhotoRequest, 'status' | 'held_at'>): boolean {
  return status === 'in_progress' && held_at !== null;
}
