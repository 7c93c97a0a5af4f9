import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { SealQueue } from '../content-credentials/seal-queue.ts';
import type { HeldSubmissions } from '../permanent-links/held-submissions.ts';
import type { PermanentLinkRepository } from '../permanent-links/repository.ts';
import type { LinkVisitRepository } from '../permanent-links/visit-repository.ts';
import type { RequestEvents } from '../photo-requests/events.ts';
import { advanceRequest } from '../photo-requests/progress-repository.ts';
import { requestRecord } from '../photo-requests/request-record.ts';
import { recordWarnings } from '../photo-requests/warning-repository.ts';
import type { Finding } from '../photos/evidence/finding.ts';
import { hasWarning, type Judge, sampleFindings } from '../photos/evidence/judge.ts';
import type { PhotoSlot } from '../photos/photo-slots.ts';
import type { PhotoState, PostponedDecoding } from '../photos/postponed-decoding.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { QuotaTaker } from '../workspaces/take-quota.ts';
import type { CaptureSession } from './capture-session.ts';
import type { Handovers } from './handovers.ts';
import type { CaptureRepository } from './repository.ts';
import type { WatchSteps } from './steps.ts';
import { requestClosed, requestExpired, requestGone, requestTarget, requireOpen } from './targets.ts';
import type { Location } from './uploads.ts';

export interface Submission {
  /** What the customer sees: nothing of it may be missing here. */
  clientIds: string[];
  /** For the photos of this session that were taken before it was known. */
  location: Location | null;
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
  audit: Audit;
  quota: QuotaTaker;
  held: HeldSubmissions;
  seals: SealQueue;
  clock: Clock;
  decoding: PostponedDecoding;
  judge: Judge;
  onStep: WatchSteps;
}) {
  const { database, repository, links, linkVisits, photos, handovers, events, audit, quota, held } = deps;
  const { seals, decoding, judge, clock, onStep } = deps;

  /** True when it was submitted before, with all these photos. Throws when it cannot be submitted any more. */
  async function isDone(
    session: CaptureSession,
    { clientIds }: Submission,
    queries?: Queries,
  ): Promise<boolean> {
    const row = await repository.findRequest(session.owner, session.requestId, queries);
    if (row?.status === 'submitted' || (row?.held_at ?? null) !== null) {
      const submitted = await photos.listOf(session.owner, session.requestId, queries);
      const others = absentFrom(submitted, clientIds);
      if (others.length > 0) throw notIncluded(others);
      return true;
    }
    if (row !== undefined) requireOpen(requestTarget(row, clock()));
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
    { evidence, now }: { evidence: Evidence; now: number },
  ): Promise<boolean> {
    const { owner, requestId } = session;
    const request = await advanceRequest(
      trx,
      owner,
      requestId,
      { status: 'submitted', submitted_at: now },
      now,
    );
    if (request === undefined) {
      if (await isDone(session, submission, trx)) return false;
      throw requestExpired();
    }
    await handovers.requireActive(trx, session);
    onStep('request closed');
    if (submission.location !== null) {
      await photos.locate(trx, owner, { requestId, sessionHash: session.tokenHash }, submission.location);
    }
    const unjudged = await photos.listOf(owner, requestId, trx);
    if (unjudged.some(({ id, checked_at }) => checked_at === null || !evidence.has(id)))
      throw new UncheckedPhotoError();
    requirePhotos(request, unjudged, submission.clientIds);
    const received = await recordEvidence(trx, session, unjudged, evidence);
    if (await held.holdIfAsked(trx, request, now)) return true;
    await quota.take(trx, owner, received.length, now);
    onStep('quota taken');
    if (request.type === 'permanent' && request.permanent_link_id !== null) {
      const counted = await links.countSubmission(trx, owner, request.permanent_link_id);
      if (!counted) throw requestClosed();
      await linkVisits.forget(trx, owner, requestId);
    }
    await events.recordSubmission(trx, request, received, now);
    await seals.add(trx, received, now);
    const { simulatedBy } = submission;
    if (simulatedBy !== undefined)
      await audit.record(trx, requestRecord({ ...simulatedBy, ...owner }, 'simulated', request));
    onStep('event written');
    return true;
  }

  async function recordEvidence(
    trx: Queries,
    { owner, requestId }: CaptureSession,
    received: PhotoRow[],
    evidence: Evidence,
  ): Promise<PhotoRow[]> {
    const judged: PhotoRow[] = [];
    let warned = 0;
    for (const photo of received) {
      const findings = evidence.get(photo.id) ?? [];
      if (hasWarning(findings)) warned += 1;
      judged.push(await photos.setEvidence(trx, photo, findings));
    }
    if (warned > 0) await recordWarnings(trx, owner, requestId, warned);
    return judged;
  }

  /** Before the transaction, which must not wait for comparisons with all photos of the workspace. */
  async function judgePhotos(session: CaptureSession, submission: Submission): Promise<Evidence> {
    const { owner, requestId } = session;
    const received = await photos.listOf(owner, requestId);
    if (submission.simulatedBy !== undefined)
      return new Map(received.map(({ id }) => [id, sampleFindings()]));
    const request = await repository.findRequest(owner, requestId);
    const located = received.map((photo) => withLocation(photo, session, submission.location));
    return judge({
      photos: located,
      expectedLocation:
        request === undefined || request.expected_location === null
          ? null
          : JSON.parse(request.expected_location),
    });
  }

  /**
   * What was acknowledged in a rush is decoded now. A damaged photo must be taken again; one that the storage lost is sent
   * again by the phone. A lost one that the page does not name is one that the customer goes on without.
   */
  async function checkPhotos(session: CaptureSession, { clientIds }: Submission): Promise<void> {
    const received = await photos.listOf(session.owner, session.requestId);
    // All of them, also when one cannot be read: nothing goes on behind the response.
    const checked = await Promise.allSettled(received.map((photo) => decoding.ensure(photo)));
    const states = checked.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    const inState = (state: PhotoState) => received.filter((_, index) => states[index] === state);
    const [damaged, lost] = [inState('damaged'), inState('lost')];
    const wanted = lost.filter(({ client_id }) => clientIds.includes(client_id));
    await setAside(session, [...damaged, ...lost.filter((photo) => !wanted.includes(photo))]);
    if (damaged.length > 0) {
      throw new ServiceError('photo_damaged', 'Some photos are damaged and must be taken again.', {
        details: { photos: damaged.map(({ client_id }) => client_id) },
      });
    }
    if (wanted.length > 0) throw photosMissing(wanted.map(({ client_id }) => client_id));
  }

  async function setAside(session: CaptureSession, aside: PhotoRow[]): Promise<void> {
    if (aside.length === 0) return;
    const { owner, requestId } = session;
    const removed = await database.write(async (trx) => {
      const isOpen = await advanceRequest(trx, owner, requestId, { status: 'in_progress' }, clock());
      if (isOpen === undefined) return [];
      await handovers.requireActive(trx, session);
      const gone: PhotoRow[] = [];
      for (const photo of aside) {
        if (await photos.setAside(trx, owner, photo.id, clock())) gone.push(photo);
      }
      if (gone.length === 0) return gone;
      if (session.permanentLinkId === null) announceActivity(database, trx, owner);
      else await linkVisits.track(trx, owner, requestId, clock(), { isActive: false });
      return gone;
    });
    await decoding.quarantine(removed);
  }

  return {
    /** All or nothing, in one transaction; of many at once one submits (true) and the others find it done (false). */
    async submit(session: CaptureSession, submission: Submission): Promise<boolean> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (await isDone(session, submission)) return false;
        await checkPhotos(session, submission);
        try {
          const evidence = await judgePhotos(session, submission);
          const isNew = await database.write((trx) =>
            submitOpen(trx, session, submission, { evidence, now: clock() }),
          );
          onStep('submission committed');
          return isNew;
        } catch (error) {
          if (!(error instanceof UncheckedPhotoError)) throw error;
        }
      }
      throw new ServiceError('service_unavailable', 'Photos keep arriving. Try again in a moment.', {
        retryAfterSeconds: 1,
      });
    },
  };
}

/** What the checks say of each photo, by its id. */
type Evidence = Map<string, Finding[]>;

/** Where the device turned out to be after the photo was taken. */
function withLocation(photo: PhotoRow, session: CaptureSession, location: Location | null): PhotoRow {
  const isMeant = photo.session_hash === session.tokenHash && photo.latitude === null;
  return isMeant && location !== null ? { ...photo, ...location } : photo;
}

/** One arrived after the others were checked. */
class UncheckedPhotoError extends Error {}

function requirePhotos(request: PhotoRequestRow, received: PhotoRow[], clientIds: string[]): void {
  const absent = absentFrom(received, clientIds);
  if (absent.length > 0) throw photosMissing(absent);
  const slots: PhotoSlot[] = JSON.parse(request.photo_slots);
  const filled = new Set(received.map(({ slot_index }) => slot_index));
  const empty = slots.flatMap((slot, index) => (slot.is_required && !filled.has(index) ? [index] : []));
  if (empty.length > 0) throw slotsMissing(empty);
  if (received.length === 0) throw slotsMissing([0]);
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
