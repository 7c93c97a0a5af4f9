import type { LinkAlerts } from '../permanent-links/alerts.ts';
import type { Clock } from '../platform/clock.ts';
import type { LinkAlertReason } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Brake, RateLimiter } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';
import type { LinkDrafts } from './link-drafts.ts';
import { type AddressLimits, GRACE, limitsOf, linkBusy } from './link-limits.ts';
import type { CaptureRepository } from './repository.ts';
import type { CaptureSession } from './sessions.ts';
import { linkTarget, requestTarget } from './targets.ts';

/** A visitor of a permanent link, as far as limits are concerned. */
interface Visitor {
  owner: CaptureSession['owner'];
  permanentLinkId: string | null;
}

interface Bound {
  key: string;
  limit: number;
}

export type LinkGate = ReturnType<typeof createLinkGate>;

/**
 * What one address may do on one permanent link (0078). A new visitor is refused at a limit; someone who has begun is
 * refused only at twice of it, so that they can finish.
 */
export function createLinkGate(deps: {
  rateLimiter: RateLimiter;
  repository: CaptureRepository;
  drafts: LinkDrafts;
  alerts: LinkAlerts;
  clock: Clock;
}) {
  const { rateLimiter, repository, drafts, alerts, clock } = deps;

  async function limitsFor({ owner, permanentLinkId }: Visitor): Promise<AddressLimits | undefined> {
    if (permanentLinkId === null) return undefined;
    const link = await repository.findLink(owner, permanentLinkId);
    return link === undefined ? undefined : limitsOf(link, linkTarget(link, clock()).maxPhotos);
  }

  const keyOf = (linkId: string | null, address: string) => `${linkId} ${networkOf(address)}`;

  /** The owner hears of every refusal, the visitor of nothing but that it is too much. */
  async function refuse(
    { owner, permanentLinkId }: Visitor,
    reason: LinkAlertReason,
    error: ServiceError,
  ): Promise<never> {
    if (permanentLinkId !== null) await alerts.raise({ owner, linkId: permanentLinkId }, reason, rateLimiter);
    throw error;
  }

  const tellOfFullDrafts = (visitor: Visitor) => (error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'link_busy') throw error;
    return refuse(visitor, 'drafts_full', error);
  };

  async function requireLeft(brake: Brake, visitor: Visitor, bound: Bound): Promise<void> {
    const { remaining, retryAfterSeconds } = await rateLimiter.peek(brake, bound.key, bound.limit);
    if (remaining === 0) await refuse(visitor, 'address_limit', linkBusy(retryAfterSeconds));
  }

  async function take(brake: Brake, visitor: Visitor, bound: Bound): Promise<void> {
    const { allowed, retryAfterSeconds } = await rateLimiter.take(brake, bound.key, bound.limit);
    if (allowed) return;
    await rateLimiter.giveBack(brake, bound.key);
    await refuse(visitor, 'address_limit', linkBusy(retryAfterSeconds));
  }

  /** Counts the work against the limit; not when it fails, or had been done before. */
  async function counted<T>(
    brake: Brake,
    { visitor, bound, isNew }: { visitor: Visitor; bound: Bound; isNew: (result: T) => boolean },
    work: () => Promise<T>,
  ): Promise<T> {
    await take(brake, visitor, bound);
    let counts = false;
    try {
      const result = await work();
      counts = isNew(result);
      return result;
    } finally {
      if (!counts) await rateLimiter.giveBack(brake, bound.key);
    }
  }

  return {
    /** Throws when another visit cannot begin now, because of this address or because of all drafts together. */
    async openVisit(visitor: Visitor, address: string): Promise<void> {
      const { owner, permanentLinkId: linkId } = visitor;
      const limits = await limitsFor(visitor);
      if (limits === undefined || linkId === null) return;
      const key = keyOf(linkId, address);
      await requireLeft('linkPhotos', visitor, { key, limit: limits.photosPerDay });
      await requireLeft('linkSubmissions', visitor, { key, limit: limits.submissionsPerDay });
      await drafts.requireRoomForVisit(owner, linkId).catch(tellOfFullDrafts(visitor));
      await take('linkVisits', visitor, { key, limit: limits.visitsPerHour });
      await alerts.visited({ owner, linkId }, rateLimiter);
    },

    async upload<T extends { isNew: boolean }>(
      session: CaptureSession,
      address: string,
      work: () => Promise<T>,
    ): Promise<T> {
      const limits = await limitsFor(session);
      if (limits === undefined) return work();
      const bound = { key: keyOf(session.permanentLinkId, address), limit: limits.photosPerDay * GRACE };
      const isNew = (accepted: T) => accepted.isNew;
      return counted('linkPhotos', { visitor: session, bound, isNew }, () =>
        work().catch(tellOfFullDrafts(session)),
      );
    },

    async submit(session: CaptureSession, address: string, work: () => Promise<void>): Promise<void> {
      const limits = await limitsFor(session);
      if (limits === undefined) return work();
      const before = await repository.findRequest(session.owner, session.requestId);
      const wasDone = before !== undefined && requestTarget(before, clock()).status === 'submitted';
      const bound = { key: keyOf(session.permanentLinkId, address), limit: limits.submissionsPerDay * GRACE };
      return counted('linkSubmissions', { visitor: session, bound, isNew: () => !wasDone }, work);
    },
  };
}
