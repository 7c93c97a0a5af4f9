import type { ProblemKind } from '../../../src/capture/pages/page-data.ts';

export interface CallFailure {
  /** 0: no response came. */
  status: number;
  code: string;
  details: Record<string, unknown>;
  /** Seconds, from the header Retry-After. */
  retryAfter: number | null;
}

export type Verdict =
  | { kind: 'retry' }
  /** The session is over; a new one can be opened. */
  | { kind: 'session' }
  | { kind: 'screen'; problem: ProblemKind }
  | { kind: 'final' };

const SCREENS = new Map<string, ProblemKind>([
  ['request_gone', 'gone'],
  ['request_expired', 'expired'],
  ['request_closed', 'closed'],
  ['request_submitted', 'submitted'],
  ['session_handed_over', 'handed-over'],
  ['quota_exceeded', 'quota'],
  ['link_busy', 'busy'],
  ['access_code_required', 'access-code'],
]);

/** The last one: the page stood open for longer than its session takes photos. */
const SESSION_OVER = ['session_unknown', 'session_expired', 'photo_time_invalid'];

/** Told so often by something in between, it is not going to change its mind. */
const TOO_LARGE_ATTEMPTS = 3;

/** What a failed call means for the customer, at its `attempt` counted from 0. */
export function judge({ status, code }: CallFailure, attempt = 0): Verdict {
  const problem = SCREENS.get(code);
  if (problem !== undefined) return { kind: 'screen', problem };
  // Not our answer but a proxy's or a hotel's page, whatever its status: ours is still to come.
  if (code === 'unknown') {
    const isBlocked = status === 413 && attempt + 1 >= TOO_LARGE_ATTEMPTS;
    return isBlocked ? { kind: 'screen', problem: 'blocked' } : { kind: 'retry' };
  }
  // Of a photo: the page is reloaded once no other one is being looked at.
  if (code === 'round_over') return { kind: 'retry' };
  if (status === 0 || status === 408 || status === 429 || status >= 500) return { kind: 'retry' };
  if (SESSION_OVER.includes(code)) return { kind: 'session' };
  return { kind: 'final' };
}
