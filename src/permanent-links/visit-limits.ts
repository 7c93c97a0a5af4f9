import type { PermanentLinkRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { planOf } from '../workspaces/plans.ts';

const MB = 1024 * 1024;

/** How many drafts there are, and how much they take up. */
export interface DraftTotals {
  count: number;
  bytes: number;
}

/** At these a new visitor is asked to come back later. */
export const MAX_DRAFTS = {
  perLink: { count: 300, bytes: 1024 * MB },
  perWorkspace: { count: 1_000, bytes: 4096 * MB },
} as const;

/** At these a link that holds submissions for approval takes no new visitors. */
export const MAX_HELD: DraftTotals = { count: 500, bytes: 4096 * MB };

export const NONE: DraftTotals = { count: 0, bytes: 0 };

/** Someone who has begun may finish: what they add is refused only at twice a limit. */
export const GRACE = 2;
/** From so much of a cap on, drafts that no one works on go early. */
const PRESSURE = 0.75;

const MIN_PHOTOS_PER_DAY = 25;
const MAX_PHOTOS_PER_DAY = 5_000;
const SUBMISSIONS_PER_DAY = 1_000;
const MIN_CHOSEN_VISITS_PER_HOUR = 300;
/** So many addresses it takes at least to fill a link with drafts by their number, and by their size, and with what is held. */
const SHARES = { visits: 4, bytes: 8, held: 4 };
/** The parts of a quota that links may take in a day, and the part from which on it is worth a word. */
const QUOTA_PARTS = { unusual: 10, ofNetwork: 8, ofAll: 2 };
const MAX_RETRY_SECONDS = 3_600;

/** What one address may do on one link. */
export interface AddressLimits {
  /** Visits and bytes that were submitted do not count any more. */
  visitsPerHour: number;
  bytesPerDay: number;
  photosPerDay: number;
  submissionsPerDay: number;
  /** null: nothing counts against a quota, it has no limit, or the link asks for an access code. */
  quotaPerDay: QuotaShares | null;
}

/** How many photos may take quota through all links of a workspace together, before submissions have to wait for approval. */
export interface QuotaShares {
  /** From here on the owners hear of it: before anything waits, and before one network has used up its share. */
  unusual: number;
  ofNetwork: number;
  ofAll: number;
  /** What the owner of a link allows its visitors, they use up for no other link. */
  isOfLink: boolean;
}

/**
 * Without a limit of the owner's, one address may send a quarter of a plan's quota a day through a link, of which a half takes
 * quota at once: a shop behind one address gets by, and whoever wants to use up the quota needs days, not seconds.
 */
export function limitsOf(
  link: PermanentLinkRow & { host_plan: string },
  photosPerVisit: number,
): AddressLimits {
  const chosen = link.daily_limit_per_address;
  const submissionsPerDay =
    chosen ?? (link.requires_approval === 1 ? MAX_HELD.count / SHARES.held : SUBMISSIONS_PER_DAY);
  const quota = link.environment === 'live' ? planOf(link.host_plan).photos.limit : null;
  const share = quota === null ? MAX_PHOTOS_PER_DAY : Math.floor(quota / 4);
  const photosPerDay = chosen === null ? Math.max(MIN_PHOTOS_PER_DAY, share) : chosen * photosPerVisit;
  return {
    visitsPerHour:
      chosen === null
        ? MAX_DRAFTS.perLink.count / SHARES.visits
        : Math.max(MIN_CHOSEN_VISITS_PER_HOUR, chosen),
    bytesPerDay: MAX_DRAFTS.perLink.bytes / SHARES.bytes,
    photosPerDay,
    submissionsPerDay,
    // Where a code is asked for, strangers do not come in.
    quotaPerDay:
      quota === null || link.access_code !== null
        ? null
        : sharesOf(quota, chosen === null ? null : photosPerDay),
  };
}

/** What the owner of a link allows one address, it may also take of the quota, within what all may take. */
function sharesOf(quota: number, chosen: number | null): QuotaShares {
  const { unusual, ofNetwork, ofAll } = QUOTA_PARTS;
  return {
    unusual: Math.floor(quota / unusual),
    ofNetwork: Math.max(Math.floor(quota / ofNetwork), chosen ?? 0),
    ofAll: Math.floor(quota / ofAll),
    isOfLink: chosen !== null,
  };
}

export function isFull(totals: DraftTotals, cap: DraftTotals, factor = 1): boolean {
  return totals.count >= cap.count * factor || totals.bytes >= cap.bytes * factor;
}

export function isUnderPressure(totals: DraftTotals, cap: DraftTotals): boolean {
  return isFull(totals, cap, PRESSURE);
}

export function linkBusy(retryAfterSeconds: number): ServiceError {
  return new ServiceError('link_busy', 'This link is receiving too many photos right now. Try again later.', {
    retryAfterSeconds: Math.min(retryAfterSeconds, MAX_RETRY_SECONDS),
  });
}
