import type { LinkAlerts } from '../permanent-links/alerts.ts';
import type { LinkDrafts } from '../permanent-links/drafts.ts';
import { type AddressLimits, GRACE, limitsOf, linkBusy } from '../permanent-links/visit-limits.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { LinkAlertReason } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { RateLimiter, Throttle } from '../platform/http/rate-limit.ts';
import { networkOf } from '../platform/ip-address.ts';
import type { CaptureSession } from './capture-session.ts';
import { createLinkQuota, type Submit } from './link-quota.ts';
import type { CaptureRepository } from './repository.ts';
import { photosKeepArriving, UncountedPhotosError } from './submissions.ts';
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

interface Charge extends Bound {
  throttle: Throttle;
  amount: number;
}

/** A photo that is about to be received. */
interface Incoming {
  clientId: string;
  slotIndex: number;
  /** As announced; what was received is counted in the end. */
  bytes: number;
}

const ATTEMPTS = 5;

export type LinkGate = ReturnType<typeof createLinkGate>;

/**
 * What one address may do on one permanent link (0078). A new visitor is refused at a limit; someone who has begun is
 * refused only at twice of it, so that they can finish.
 */
export function createLinkGate(deps: {
  rateLimiter: RateLimiter;
  repository: Pick<CaptureRepository, 'findRequest' | 'findLink'>;
  photos: Pick<PhotoRepository, 'listOf'>;
  drafts: LinkDrafts;
  alerts: LinkAlerts;
  clock: Clock;
}) {
  const { rateLimiter, repository, photos, drafts, alerts, clock } = deps;
  const quota = createLinkQuota({ rateLimiter, alerts });

  async function limitsFor({ owner, permanentLinkId }: Visitor): Promise<AddressLimits | undefined> {
    if (permanentLinkId === null) return undefined;
    const link = await repository.findLink(owner, permanentLinkId);
    return link === undefined ? undefined : limitsOf(link, linkTarget(link, clock()).places.length);
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

  const tellOf = (reason: LinkAlertReason, visitor: Visitor) => (error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'link_busy') throw error;
    return refuse(visitor, reason, error);
  };

  async function requireLeft(throttle: Throttle, visitor: Visitor, bound: Bound): Promise<void> {
    const { remaining, retryAfterSeconds } = await rateLimiter.peek(throttle, bound.key, bound.limit);
    if (remaining === 0) await refuse(visitor, 'address_limit', linkBusy(retryAfterSeconds));
  }

  async function take(visitor: Visitor, { throttle, key, limit, amount }: Charge): Promise<void> {
    const { allowed, retryAfterSeconds } = await rateLimiter.take(throttle, key, limit, amount);
    if (allowed) return;
    await rateLimiter.giveBack(throttle, key, amount);
    await refuse(visitor, 'address_limit', linkBusy(retryAfterSeconds));
  }

  /** Counts the work against limits; in the end only what it has added to each, and nothing when it fails. */
  async function counted<T>(
    { visitor, charges, added }: { visitor: Visitor; charges: Charge[]; added: (result: T) => number[] },
    work: () => Promise<T>,
  ): Promise<T> {
    const taken: Charge[] = [];
    let amounts: number[] = [];
    try {
      for (const charge of charges) {
        await take(visitor, charge);
        taken.push(charge);
      }
      const result = await work();
      amounts = added(result);
      return result;
    } finally {
      for (const [index, { throttle, key, amount }] of taken.entries()) {
        const excess = amount - (amounts[index] ?? 0);
        if (excess !== 0) await rateLimiter.giveBack(throttle, key, excess);
      }
    }
  }

  /** What was submitted is no draft any more. What is held still lies in the link, and still counts. False if it is held. */
  async function settle({ owner, requestId }: CaptureSession, key: string): Promise<boolean> {
    const row = await repository.findRequest(owner, requestId);
    if (row?.status !== 'submitted') return false;
    const submitted = await photos.listOf(owner, requestId);
    const bytes = submitted.reduce((sum, photo) => sum + photo.bytes, 0);
    await rateLimiter.giveBack('linkBytes', key, bytes);
    await rateLimiter.giveBack('linkVisits', key);
    return true;
  }

  /** One attempt, with the photos that are there by now. */
  async function submitCounted(session: CaptureSession, address: string, work: Submit): Promise<void> {
    const { owner, requestId, permanentLinkId: linkId } = session;
    const limits = await limitsFor(session);
    const before = await repository.findRequest(owner, requestId);
    const wasDone = before !== undefined && requestTarget(before, clock()).status === 'submitted';
    if (limits === undefined || linkId === null || wasDone) {
      await work(linkId === null ? Number.POSITIVE_INFINITY : null);
      return;
    }
    const key = keyOf(linkId, address);
    const limit = limits.submissionsPerDay * GRACE;
    const charges: Charge[] = [{ throttle: 'linkSubmissions', key, limit, amount: 1 }];
    const added = (isNew: boolean) => (isNew ? [1] : []);
    const submit: Submit = async (admitted) =>
      (await counted({ visitor: session, charges, added }, () => work(admitted))) && settle(session, key);
    const received = await photos.listOf(owner, requestId);
    const fresh = before === undefined ? [] : roundsOf(before).fresh(received);
    const spending = { owner, linkId, address, photos: fresh.length };
    await quota.spend(spending, limits.quotaPerDay, submit).catch(tellOf('address_limit', session));
  }

  return {
    /** Throws when another visit cannot begin now, because of this address or because of all drafts together. */
    async openVisit(visitor: Visitor, address: string): Promise<void> {
      const { owner, permanentLinkId: linkId } = visitor;
      const limits = await limitsFor(visitor);
      if (limits === undefined || linkId === null) return;
      const key = keyOf(linkId, address);
      await requireLeft('linkPhotos', visitor, { key, limit: limits.photosPerDay });
      await requireLeft('linkBytes', visitor, { key, limit: limits.bytesPerDay });
      await requireLeft('linkSubmissions', visitor, { key, limit: limits.submissionsPerDay });
      await quota
        .requireRoom({ owner, linkId, address }, limits.quotaPerDay)
        .catch(tellOf('address_limit', visitor));
      await drafts.requireRoomForVisit(owner, linkId).catch(tellOf('drafts_full', visitor));
      await take(visitor, { throttle: 'linkVisits', key, limit: limits.visitsPerHour, amount: 1 });
      await alerts.visited({ owner, linkId }, rateLimiter);
    },

    async upload<T extends { photo: { bytes: number }; isNew: boolean; freedBytes: number }>(
      session: CaptureSession,
      address: string,
      { clientId, slotIndex, bytes }: Incoming,
      work: () => Promise<T>,
    ): Promise<T> {
      const limits = await limitsFor(session);
      if (limits === undefined) return work();
      const there = await photos.listOf(session.owner, session.requestId);
      if (there.some(({ client_id }) => client_id === clientId)) return work();
      // A photo that is taken again does not count once more.
      const isRetake = there.some(({ slot_index }) => slot_index === slotIndex);
      const key = keyOf(session.permanentLinkId, address);
      const charges: Charge[] = [
        { throttle: 'linkBytes', key, limit: limits.bytesPerDay * GRACE, amount: bytes },
        { throttle: 'linkPhotos', key, limit: limits.photosPerDay * GRACE, amount: 1 },
      ];
      if (isRetake) charges.pop();
      // What was really freed: of several at once that find the same photo there, one replaces it.
      const added = ({ photo, isNew, freedBytes }: T) => (isNew ? [photo.bytes - freedBytes, 1] : []);
      return counted({ visitor: session, charges, added }, () =>
        work().catch(tellOf('drafts_full', session)),
      );
    },

    /** `work` is told how many photos may take quota at once, and tells whether it has submitted, or found that done before. */
    async submit(session: CaptureSession, address: string, work: Submit): Promise<void> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          return await submitCounted(session, address, work);
        } catch (error) {
          if (!(error instanceof UncountedPhotosError)) throw error;
        }
      }
      throw photosKeepArriving();
    },
  };
}
