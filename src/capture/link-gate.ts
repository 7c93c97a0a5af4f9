import type { Clock } from '../platform/clock.ts';
import type { Brake, RateLimiter } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';
import type { LinkDrafts } from './link-drafts.ts';
import { type AddressLimits, GRACE, limitsOf, linkBusy } from './link-limits.ts';
import type { CaptureRepository } from './repository.ts';
import type { CaptureSession } from './sessions.ts';
import { linkTarget } from './targets.ts';

/** A visitor of a permanent link, as far as limits are concerned. */
interface Visitor {
  owner: CaptureSession['owner'];
  permanentLinkId: string | null;
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
  clock: Clock;
}) {
  const { rateLimiter, repository, drafts, clock } = deps;

  async function limitsFor({ owner, permanentLinkId }: Visitor): Promise<AddressLimits | undefined> {
    if (permanentLinkId === null) return undefined;
    const link = await repository.findLink(owner, permanentLinkId);
    return link === undefined ? undefined : limitsOf(link, linkTarget(link, clock()).maxPhotos);
  }

  const keyOf = (linkId: string | null, address: string) => `${linkId} ${networkOf(address)}`;

  async function requireLeft(brake: Brake, key: string, limit: number): Promise<void> {
    const { remaining, retryAfterSeconds } = await rateLimiter.peek(brake, key, limit);
    if (remaining === 0) throw linkBusy(retryAfterSeconds);
  }

  async function take(brake: Brake, key: string, limit: number): Promise<void> {
    const { allowed, retryAfterSeconds } = await rateLimiter.take(brake, key, limit);
    if (allowed) return;
    await rateLimiter.giveBack(brake, key);
    throw linkBusy(retryAfterSeconds);
  }

  /** Counts the work against the limit; not when it fails, or had been done before. */
  async function counted<T>(
    brake: Brake,
    { key, limit }: { key: string; limit: number },
    work: () => Promise<T>,
    isNew: (result: T) => boolean,
  ): Promise<T> {
    await take(brake, key, limit);
    let counts = false;
    try {
      const result = await work();
      counts = isNew(result);
      return result;
    } finally {
      if (!counts) await rateLimiter.giveBack(brake, key);
    }
  }

  return {
    /** Throws when another visit cannot begin now, because of this address or because of all drafts together. */
    async openVisit(visitor: Visitor, address: string): Promise<void> {
      const limits = await limitsFor(visitor);
      if (limits === undefined || visitor.permanentLinkId === null) return;
      const key = keyOf(visitor.permanentLinkId, address);
      await requireLeft('linkPhotos', key, limits.photosPerDay);
      await requireLeft('linkSubmissions', key, limits.submissionsPerDay);
      await drafts.requireRoomForVisit(visitor.owner, visitor.permanentLinkId);
      await take('linkVisits', key, limits.visitsPerHour);
    },

    async upload<T extends { isNew: boolean }>(
      session: CaptureSession,
      address: string,
      work: () => Promise<T>,
    ): Promise<T> {
      const limits = await limitsFor(session);
      if (limits === undefined) return work();
      const bound = { key: keyOf(session.permanentLinkId, address), limit: limits.photosPerDay * GRACE };
      return counted('linkPhotos', bound, work, ({ isNew }) => isNew);
    },

    async submit(session: CaptureSession, address: string, work: () => Promise<void>): Promise<void> {
      const limits = await limitsFor(session);
      if (limits === undefined) return work();
      const before = await repository.findRequest(session.owner, session.requestId);
      const bound = { key: keyOf(session.permanentLinkId, address), limit: limits.submissionsPerDay * GRACE };
      return counted('linkSubmissions', bound, work, () => before?.status !== 'submitted');
    },
  };
}
