import type { ArchiveOutbox } from '../archive/outbox.ts';
import type { Actor } from '../audit/actor.ts';
import { type Audit, type AuditRecord, recordInEnvironment } from '../audit/service.ts';
import type { SealQueue } from '../content-credentials/seal-queue.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import type { PermanentLinkRepository } from '../permanent-links/repository.ts';
import type { LinkVisitRepository } from '../permanent-links/visit-repository.ts';
import type { RequestEvents } from '../photo-requests/events.ts';
import { approveHeldRequest, holdRequest } from '../photo-requests/held-repository.ts';
import { awaitDecision, endReview } from '../photo-requests/pending-review-repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { type Decided, withDecision } from '../photo-requests/review.ts';
import { isHeld } from '../photo-requests/status.ts';
import { isShown } from '../photo-requests/visibility.ts';
import { deleteWarnings } from '../photo-requests/warning-repository.ts';
import { findingsOf } from '../photos/evidence/finding.ts';
import type { PhotoLinks } from '../photos/links.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { ShownPhoto } from '../photos/wire.ts';
import { type Clock, toWireTime } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound, validationError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { QuotaTaker } from '../workspaces/take-quota.ts';
import type { HeldSubmission } from './schema.ts';

const DAY_MS = 86_400_000;
const MAX_HELD_DAYS = 30;
const SHOWN = 50;

export type HeldSubmissions = ReturnType<typeof createHeldSubmissions>;

/**
 * Submissions that wait for a member's approval, because their link asks for it (0079), a check warned of a photo (0099) or
 * links have taken their share of the quota (0078). No one hears of them before.
 */
export function createHeldSubmissions(deps: {
  database: Database;
  repository: PermanentLinkRepository;
  requests: PhotoRequestRepository;
  workspaces: WorkspaceRepository;
  linkVisits: LinkVisitRepository;
  photos: PhotoRepository;
  links: PhotoLinks;
  events: RequestEvents;
  notifications: NotificationOutbox;
  audit: Audit;
  quota: QuotaTaker;
  seals: SealQueue;
  archive: ArchiveOutbox;
  clock: Clock;
}) {
  const { database, repository, requests, workspaces, linkVisits, photos, links } = deps;
  const { events, notifications, audit, quota, seals, archive, clock } = deps;

  async function heldUntil(trx: Queries, { workspaceId }: Owner, now: number): Promise<number> {
    const workspace = await workspaces.find(workspaceId, trx);
    return now + Math.min(workspace?.retention_days ?? MAX_HELD_DAYS, MAX_HELD_DAYS) * DAY_MS;
  }

  /** Whether the visit's link lets the submission wait; a link that is being deleted gets none any more. */
  async function holdVisit(
    trx: Queries,
    owner: Owner,
    visit: { id: string; linkId: string },
    { isDemanded, now }: { isDemanded: boolean; now: number },
  ): Promise<boolean> {
    // Read only when it is locked: a link that is being deleted must not get another held submission.
    const link = await repository.lock(trx, owner, visit.linkId);
    if (link === undefined || (!isDemanded && link.requires_approval !== 1)) return false;
    await linkVisits.track(trx, owner, visit.id, now);
    await linkVisits.markHeld(trx, owner, visit.id, now);
    return true;
  }

  async function countForLink(trx: Queries, owner: Owner, linkId: string, id: string): Promise<void> {
    if (!(await repository.countSubmission(trx, owner, linkId))) {
      throw validationError({
        max_submissions: [
          'The link has reached its maximum number of submissions. Raise the limit, then approve.',
        ],
      });
    }
    await linkVisits.delete(trx, owner, id);
  }

  function toWire(row: PhotoRequestRow, received: ShownPhoto[]): HeldSubmission {
    const rounds = roundsOf(row);
    return {
      id: row.id,
      unique_code: row.unique_code,
      held_at: toWireTime(row.held_at ?? row.created_at),
      expires_at: toWireTime(row.expires_at),
      photos: received.map((photo) => ({
        id: photo.id,
        slot_instructions: rounds.slotOf(photo)?.instructions ?? null,
        url: links.url(photo.id, 'original'),
        thumbnail_url: links.url(photo.id, 'thumbnail'),
        evidence: findingsOf(photo),
      })),
    };
  }

  /** From now on it is a submission like any other: it takes quota, is counted, listed and told of. Whoever lets it through approves it. */
  async function submitHeld(
    trx: Queries,
    by: Actor & Owner,
    id: string,
    message: string | null = null,
  ): Promise<PhotoRequestRow> {
    const now = clock();
    const request = await approveHeldRequest(trx, by, id, now);
    if (request === undefined) throw notFound('The held submission');
    await endReview(trx, by, id);
    const rounds = roundsOf(request);
    const all = await photos.listOf(by, id, trx);
    const added = rounds.fresh(all);
    await quota.take(trx, by, added.length, now);
    const { permanent_link_id: linkId } = request;
    if (linkId !== null && rounds.submittedBefore === null) await countForLink(trx, by, linkId, id);
    await events.recordSubmission(trx, request, rounds.standing(all), now);
    await seals.add(trx, added, now);
    const decision: Decided = { verdict: 'approved', message, slots: [], questions: [] };
    const approved = await requests.update(trx, by, id, {
      reviews: withDecision(request, decision, { by, now }),
    });
    await archive.add(trx, approved, 'approved', now);
    await events.recordChanges(trx, 'photo_request.approved', [approved], now);
    await audit.record(trx, heldRecord(by, 'approved', request));
    return approved;
  }

  async function lockHeld(trx: Queries, by: Owner, id: string, linkId?: string): Promise<PhotoRequestRow> {
    const row = isId('photoRequest', id) ? await requests.lock(trx, by, id) : undefined;
    const isMeant = linkId === undefined || row?.permanent_link_id === linkId;
    if (row === undefined || !isMeant || !isHeld(row, clock())) throw notFound('The held submission');
    return row;
  }

  /**
   * Deletes its photos. No one was told of a visit to a permanent link, which goes without a trace. A photo request was there
   * before: it stays, and is canceled.
   */
  async function rejectHeld(
    trx: Queries,
    by: Actor & Owner,
    row: PhotoRequestRow,
    message: string | null = null,
  ): Promise<PhotoRequestRow> {
    const now = clock();
    const { unsentFrom: from } = roundsOf(row);
    const deleted = await photos.delete(trx, by, { requestId: row.id, from }, now);
    await audit.record(trx, heldRecord(by, 'rejected', row));
    announceActivity(database, trx, by);
    if (!isShown(row)) {
      await requests.delete(trx, by, row.id);
      return row;
    }
    if (row.submitted_at === null) await deleteWarnings(trx, by, row.id);
    await endReview(trx, by, row.id);
    const decision: Decided = { verdict: 'rejected', message, slots: [], questions: [] };
    const rejected = await requests.update(trx, by, row.id, {
      status: 'canceled',
      unsent_photos: deleted.photos,
      reviews: withDecision(row, decision, { by, now }),
    });
    await events.recordChanges(trx, 'photo_request.rejected', [rejected], now);
    return rejected;
  }

  return {
    /**
     * Holds a submission in the caller's transaction: if evidence or quota demand it, or if the visit's link asks for approval.
     * Whether it is held.
     */
    async holdIfAsked(
      trx: Queries,
      request: PhotoRequestRow,
      asked: { isDemanded: boolean; now: number },
    ): Promise<boolean> {
      const owner = { workspaceId: request.workspace_id, environment: request.environment };
      const { id, permanent_link_id: linkId } = request;
      const { submittedBefore } = roundsOf(request);
      const isVisit = linkId !== null && submittedBefore === null;
      const waits = isVisit ? await holdVisit(trx, owner, { id, linkId }, asked) : asked.isDemanded;
      if (!waits) return false;
      const { now } = asked;
      const until = await heldUntil(trx, owner, now);
      await holdRequest(trx, owner, id, { heldAt: now, until, submittedBefore });
      // What no one has seen yet waits on the page of its link.
      if (isShown({ type: request.type, submitted_at: submittedBefore })) await awaitDecision(trx, request);
      await notifications.record(trx, owner, { kind: 'review', content: {}, requestId: id }, now);
      announceActivity(database, trx, owner);
      return true;
    },

    /** The oldest ones of a link. */
    async list(owner: Owner, linkId: string): Promise<HeldSubmission[]> {
      const rows = await linkVisits.held(owner, linkId, SHOWN);
      const ids = rows.map(({ id }) => id);
      const byRequest = await photos.listOfAll(owner, ids);
      return rows.map((row) => toWire(row, byRequest.get(row.id) ?? []));
    },

    submitHeld,
    rejectHeld,

    /** With a link, only if it came through that one. */
    async approve(by: Actor & Owner, id: string, linkId?: string): Promise<void> {
      await database.write(async (trx) => {
        await lockHeld(trx, by, id, linkId);
        await submitHeld(trx, by, id);
      });
    },

    async reject(by: Actor & Owner, id: string, linkId?: string): Promise<void> {
      await database.write(async (trx) => {
        await rejectHeld(trx, by, await lockHeld(trx, by, id, linkId));
      });
    },
  };
}

function heldRecord(by: Actor & Owner, verb: string, { id, unique_code }: PhotoRequestRow): AuditRecord {
  return recordInEnvironment(by, `held_submission.${verb}`, { id, name: unique_code });
}
