import type { ArchiveOutbox } from '../archive/outbox.ts';
import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { SealQueue } from '../content-credentials/seal-queue.ts';
import type { HeldSubmissions } from '../held-submissions/held-submissions.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import type { PermanentLinkRepository } from '../permanent-links/repository.ts';
import type { LinkVisitRepository } from '../permanent-links/visit-repository.ts';
import type { RequestEvents } from '../photo-requests/events.ts';
import { awaitReview } from '../photo-requests/pending-review-repository.ts';
import { advanceRequest } from '../photo-requests/progress-repository.ts';
import { requestRecord } from '../photo-requests/request-record.ts';
import { recordWarnings } from '../photo-requests/warning-repository.ts';
import { isChallenged } from '../photos/evidence/challenged.ts';
import { type Consequences, consequencesOf, type Evidence } from '../photos/evidence/consequences.ts';
import { findingsOf } from '../photos/evidence/finding.ts';
import { hasWarning, type Judge, sampleFindings } from '../photos/evidence/judge.ts';
import { readPolicy, strictest } from '../photos/evidence/policy.ts';
import { refusalsOf, wasRefused } from '../photos/evidence/refusal.ts';
import type { PhotoState, PostponedDecoding } from '../photos/postponed-decoding.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { placeOf, type Rounds, roundOf, roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { QuotaTaker } from '../workspaces/take-quota.ts';
import { takeAnswers } from './answers.ts';
import type { CaptureSession } from './capture-session.ts';
import type { Handovers } from './handovers.ts';
import { mustBeTakenAgain, type Refusals } from './refusals.ts';
import type { CaptureRepository } from './repository.ts';
import type { WatchSteps } from './steps.ts';
import {
  requestClosed,
  requestExpired,
  requestGone,
  requestTarget,
  requireOpen,
  roundOver,
} from './targets.ts';
import type { Location } from './uploads.ts';

export interface Submission {
  /** What the customer sees: nothing of it may be missing here. */
  clientIds: string[];
  /** By the question's id, as the page sent them. */
  answers: Record<string, unknown>;
  /** For the photos of this session that were taken before it was known. */
  location: Location | null;
  /** How many photos were counted, so that they may take quota; null: none may, and it is held. Left out: any number. */
  admitted?: number | null;
  /** Who plays the customer, with sample photos. */
  simulatedBy?: Actor;
}

const ATTEMPTS = 5;

export type CaptureSubmissions = ReturnType<typeof createCaptureSubmissions>;

export function createCaptureSubmissions(deps: {
  database: Database;
  repository: CaptureRepository;
  links: Pick<PermanentLinkRepository, 'countSubmission'>;
  linkVisits: LinkVisitRepository;
  photos: PhotoRepository;
  handovers: Handovers;
  events: RequestEvents;
  notifications: NotificationOutbox;
  audit: Audit;
  quota: QuotaTaker;
  held: HeldSubmissions;
  seals: SealQueue;
  archive: ArchiveOutbox;
  clock: Clock;
  decoding: PostponedDecoding;
  judge: Judge;
  refusals: Refusals;
  onStep: WatchSteps;
}) {
  const { database, repository, links, linkVisits, photos, handovers, events, audit, quota, held } = deps;
  const { notifications, seals, archive, decoding, judge, refusals, clock, onStep } = deps;

  /** True when it was submitted before, with all these photos. Throws when it cannot be submitted any more. */
  async function isDone(
    session: CaptureSession,
    { clientIds }: Submission,
    queries?: Queries,
  ): Promise<boolean> {
    const row = await repository.findRequest(session.owner, session.requestId, queries);
    const target = row === undefined ? undefined : requestTarget(row, clock());
    if (target?.status === 'submitted') {
      const submitted = await photos.listOf(session.owner, session.requestId, queries);
      const others = absentFrom(submitted, clientIds);
      if (others.length > 0) throw notIncluded(others);
      return true;
    }
    if (target !== undefined) requireOpen(target);
    else if (session.permanentLinkId === null || (await isDeleted(session, queries))) throw requestGone();
    else throw slotsMissing([0]);
    return false;
  }

  const isDeleted = ({ owner, requestId }: CaptureSession, queries?: Queries) =>
    repository.isVisitDeleted(owner, requestId, queries);

  /** False when it was submitted before. */
  async function submitOpen(
    trx: Queries,
    session: CaptureSession,
    submission: Submission,
    { evidence, isHeld }: Consequences,
  ): Promise<boolean> {
    const now = clock();
    const { owner, requestId } = session;
    const advanced = await advanceRequest(
      trx,
      owner,
      requestId,
      { status: 'submitted', submitted_at: now },
      now,
    );
    if (advanced === undefined) {
      if (await isDone(session, submission, trx)) return false;
      throw requestExpired();
    }
    await handovers.requireActive(trx, session);
    onStep('request closed');
    if (submission.location !== null) {
      await photos.locate(trx, owner, { requestId, sessionHash: session.tokenHash }, submission.location);
    }
    const rounds = roundsOf(advanced);
    if (rounds.current !== session.round) throw roundOver();
    const stored = await photos.listOf(owner, requestId, trx);
    const unjudged = rounds.ofCurrent(stored);
    if (unjudged.some(({ id, checked_at }) => checked_at === null || !evidence.has(id)))
      throw new UncheckedPhotoError();
    requirePhotos(advanced, rounds, unjudged, submission.clientIds);
    const request = await takeAnswers(trx, advanced, submission.answers);
    const judged = await recordEvidence(trx, unjudged, evidence);
    const all = stored.map((photo) => judged.get(photo.id) ?? photo);
    const standing = rounds.standing(all);
    const warned = standing.filter((photo) => hasWarning(findingsOf(photo))).length;
    if (warned > 0 || rounds.current > 1) await recordWarnings(trx, owner, requestId, warned);
    const added = rounds.fresh(all);
    const { simulatedBy, admitted = added.length } = submission;
    if (admitted !== null && added.length > admitted) throw new UncountedPhotosError();
    const isDemanded = isHeld || admitted === null;
    if (await held.holdIfAsked(trx, request, { isDemanded, now })) return true;
    await quota.take(trx, owner, added.length, now);
    onStep('quota taken');
    if (request.permanent_link_id !== null && rounds.submittedBefore === null) {
      const counted = await links.countSubmission(trx, owner, request.permanent_link_id);
      if (!counted) throw requestClosed();
      await linkVisits.delete(trx, owner, requestId);
    }
    const kind = (await awaitReview(trx, request)) ? 'review' : 'submitted';
    await notifications.record(trx, owner, { kind, content: {}, requestId }, now);
    await events.recordSubmission(trx, request, standing, now);
    await seals.add(trx, added, now);
    await archive.add(trx, request, 'submitted', now);
    if (simulatedBy !== undefined)
      await audit.record(trx, requestRecord({ ...simulatedBy, ...owner }, 'simulated', request));
    onStep('event written');
    return true;
  }

  async function recordEvidence(
    trx: Queries,
    received: PhotoRow[],
    evidence: Evidence,
  ): Promise<Map<string, PhotoRow>> {
    const judged = new Map<string, PhotoRow>();
    for (const photo of received) {
      const findings = evidence.get(photo.id) ?? [];
      judged.set(photo.id, await photos.setEvidence(trx, photo, findings));
    }
    return judged;
  }

  /** Before the transaction, which must not wait for comparisons with all photos of the workspace. */
  async function judgePhotos(session: CaptureSession, submission: Submission): Promise<Consequences> {
    const { owner, requestId } = session;
    const received = await receivedIn(session);
    if (submission.simulatedBy !== undefined) {
      const evidence = new Map(received.map(({ id }) => [id, sampleFindings()]));
      return { evidence, refused: [], isHeld: false };
    }
    const request = await repository.findRequest(owner, requestId);
    const policy = strictest(
      readPolicy(request?.host_evidence_policy ?? null),
      request?.evidence_policy ?? null,
    );
    const decoded = received.filter(({ checked_at }) => checked_at !== null);
    const found = await judge({
      photos: decoded.map((photo) => withLocation(photo, session, submission.location)),
      expectedLocation:
        request === undefined || request.expected_location === null
          ? null
          : JSON.parse(request.expected_location),
      isChallenged: (slot) => isChallenged(policy, request, slot),
    });
    return consequencesOf(decoded, found, {
      policy,
      refusals: request === undefined ? [] : refusalsOf(request),
    });
  }

  /** The photos of the session's round; what was submitted before is judged already. */
  async function receivedIn({ owner, requestId, round }: CaptureSession): Promise<PhotoRow[]> {
    return (await photos.listOf(owner, requestId)).filter((photo) => roundOf(photo) === round);
  }

  /**
   * What was acknowledged in a rush is decoded now. A damaged photo must be taken again; one that the storage lost is sent
   * again by the phone. A lost one that the page does not name is one that the customer goes on without.
   */
  async function checkPhotos(
    session: CaptureSession,
    { clientIds }: Submission,
  ): Promise<{ damaged: PhotoRow[]; lost: PhotoRow[] }> {
    const received = await receivedIn(session);
    // All of them, also when one cannot be read: nothing goes on behind the response.
    const checked = await Promise.allSettled(received.map((photo) => decoding.ensure(photo)));
    const states = checked.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    const inState = (state: PhotoState) => received.filter((_, index) => states[index] === state);
    const lost = inState('lost');
    const wanted = lost.filter(({ client_id }) => clientIds.includes(client_id));
    if (wanted.length > 0) throw photosMissing(wanted.map(({ client_id }) => client_id));
    return { damaged: inState('damaged'), lost };
  }

  /** Undefined: some were taken out, and whatever there is now has to be looked at once more. */
  async function requireUsable(
    session: CaptureSession,
    submission: Submission,
  ): Promise<Consequences | undefined> {
    const { damaged, lost } = await checkPhotos(session, submission);
    const consequences = await judgePhotos(session, submission);
    const { refused } = consequences;
    if (damaged.length + lost.length + refused.length === 0) return consequences;
    const wasOpen = await refusals.takeOut(session, { broken: [...damaged, ...lost], refused });
    const again = [...damaged, ...refused.map(({ photo }) => photo)];
    if (wasOpen && again.length > 0) throw mustBeTakenAgain(again.map(({ client_id }) => client_id));
    return undefined;
  }

  return {
    /** All or nothing, in one transaction; of many at once one submits (true) and the others find it done (false). */
    async submit(session: CaptureSession, submission: Submission): Promise<boolean> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (await isDone(session, submission)) return false;
        const consequences = await requireUsable(session, submission);
        if (consequences === undefined) continue;
        try {
          const isNew = await database.write((trx) => submitOpen(trx, session, submission, consequences));
          onStep('submission committed');
          return isNew;
        } catch (error) {
          if (!(error instanceof UncheckedPhotoError)) throw error;
        }
      }
      throw photosKeepArriving();
    },
  };
}

/** Where the device turned out to be after the photo was taken. */
function withLocation(photo: PhotoRow, session: CaptureSession, location: Location | null): PhotoRow {
  const isMeant = photo.session_hash === session.tokenHash && photo.latitude === null;
  return isMeant && location !== null ? { ...photo, ...location } : photo;
}

/** One arrived after the others were checked. */
class UncheckedPhotoError extends Error {}

/** Some arrived after the others were counted against what strangers may take of the quota. */
export class UncountedPhotosError extends Error {}

export function photosKeepArriving(): ServiceError {
  return new ServiceError('service_unavailable', 'Photos keep arriving. Try again in a moment.', {
    retryAfterSeconds: 1,
  });
}

function requirePhotos(
  request: PhotoRequestRow,
  rounds: Rounds,
  received: PhotoRow[],
  clientIds: string[],
): void {
  const absent = absentFrom(received, clientIds);
  // The response that said so may have been lost on its way.
  const again = absent.filter((clientId) => wasRefused(request, clientId));
  if (again.length > 0) throw mustBeTakenAgain(again);
  if (absent.length > 0) throw photosMissing(absent);
  const empty = emptyPlaces(rounds, received);
  if (empty.length > 0) throw slotsMissing(empty);
  // Where only questions are to be answered again, there is no place for a photo.
  if (received.length === 0 && rounds.current === 1) throw slotsMissing([0]);
}

/** As many places of each slot as photos are missing there, whichever of its places the others are in. */
function emptyPlaces(rounds: Rounds, received: PhotoRow[]): number[] {
  const filled = new Set(received.map(placeOf));
  const places = rounds.places(0).map((place, index) => ({ ...place, index }));
  const bySlot = Map.groupBy(places, ({ slotIndex }) => slotIndex);
  return [...bySlot.values()].flatMap((ofSlot) => {
    const taken = ofSlot.filter(({ index }) => filled.has(index)).length;
    const isUsed = taken > 0 || ofSlot.some(({ isRequired }) => isRequired);
    const missing = isUsed ? (ofSlot[0]?.slot?.min_photos ?? 1) - taken : 0;
    const empty = ofSlot.filter(({ index }) => !filled.has(index));
    return empty.slice(0, Math.max(missing, 0)).map(({ index }) => index);
  });
}

function absentFrom(received: PhotoRow[], clientIds: string[]): string[] {
  const ids = new Set(received.map(({ client_id }) => client_id));
  return clientIds.filter((id) => !ids.has(id));
}

function photosMissing(clientIds: string[]): ServiceError {
  return new ServiceError('photos_missing', 'Some photos have not arrived yet.', {
    details: { photos: clientIds },
  });
}

/** Whoever asks must not believe that these were sent. */
function notIncluded(clientIds: string[]): ServiceError {
  return new ServiceError('photos_not_included', 'This was already submitted without these photos.', {
    details: { photos: clientIds },
  });
}

function slotsMissing(slots: number[]): ServiceError {
  return new ServiceError('slots_missing', 'Some required photos are missing.', {
    details: { slots: slots.map(String) },
  });
}
