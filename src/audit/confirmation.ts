import { ServiceError } from '../platform/errors.ts';
import type { MemberActor } from './actor.ts';

const CONFIRMED_MS = 15 * 60_000;

/** Throws unless the password was given in the last minutes; far in the future it was before the clock was set back. */
export function requireConfirmation({ confirmedAt }: Pick<MemberActor, 'confirmedAt'>, now: number): void {
  if (confirmedAt !== null && Math.abs(now - confirmedAt) < CONFIRMED_MS) return;
  throw new ServiceError('confirmation_required', 'Enter your password again to continue.');
}
