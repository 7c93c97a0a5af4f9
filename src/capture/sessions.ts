import type { RequestEvents } from '../photo-requests/events.ts';
import { markViewed } from '../photo-requests/progress-repository.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { placeOf, roundOf, roundsOf } from '../photos/rounds.ts';
import { type Clock, toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoHint, PhotoRequestRow, PhotoRequestStatus, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import { type Ids, isId } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { SENDING_MS, TAKING_MS } from '../shared/capture-times.ts';
import { type CaptureSession, toRow, toSession } from './capture-session.ts';
import type { HandoverClaim, Handovers } from './handovers.ts';
import type { CaptureRepository } from './repository.ts';
import { mergeWindows, recentWindows, windowFrom } from './taking-windows.ts';
import {
  asBegun,
  type CaptureTarget,
  linkTarget,
  requestGone,
  requestTarget,
  requireEdition,
  requireOpen,
  roundOver,
  type TargetKind,
} from './targets.ts';
import type { SessionThumbnails } from './thumbnails.ts';
import type { Tickets } from './tickets.ts';

/** What the page shows of what the server already has. */
export interface CaptureState {
  status: PhotoRequestStatus;
  /** True: another device continues, and all that is told here is how far it is. */
  handed_over: boolean;
  photo_count: number;
  photos: {
    client_id: string;
    slot_index: number;
    captured_at: string;
    thumbnail_url: string;
    hint: PhotoHint | null;
  }[];
  /** What was submitted before in the places of this round, to be taken again. */
  earlier: { slot_index: number; thumbnail_url: string }[];
  submitted_at: string | null;
  /** The link has changed since this visit began: the page has to be loaded for it. */
  visit?: string;
}

export interface OpenedSession {
  session: string;
  server_time: string;
  expires_at: string;
  state: CaptureState;
  /** What became of the visit to a permanent link that this one follows: an ended one was deleted unsubmitted. */
  former_visit: 'submitted' | 'ended' | null;
  tickets: Record<string, string[]>;
}

/** Where a page comes from. */
export interface Origin {
  /** The session of the same page before a reload. */
  previous?: string | undefined;
  /** Another device, which the customer has agreed to continue from. */
  handover?: HandoverClaim | undefined;
  /** The round that the page shows. */
  round?: number | undefined;
  /** The edition of the link that the page shows. */
  edition?: string | undefined;
}

const TOKEN = /^[0-9a-z]{26}$/;
const ADDRESS = { request: TOKEN, link: /^[a-z0-9-]{3,30}$/ };

/** Throws when whoever opens a permanent link cannot be let in. */
export type AdmitVisit = (link: CaptureTarget, visit: { isNew: boolean; hasBegun: boolean }) => Promise<void>;

export type CaptureSessions = ReturnType<typeof createCaptureSessions>;

export function createCaptureSessions(deps: {
  database: Database;
  repository: CaptureRepository;
  photos: PhotoRepository;
  thumbnails: SessionThumbnails;
  handovers: Handovers;
  tickets: Tickets;
  events: RequestEvents;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, photos, thumbnails, handovers, tickets, events } = deps;
  const { ids, random, clock } = deps;

  async function findTarget(kind: TargetKind, key: string): Promise<CaptureTarget | undefined> {
    if (!ADDRESS[kind].test(key)) return undefined;
    if (kind === 'request') {
      const row = await repository.findRequestByToken(key);
      return row === undefined ? undefined : requestTarget(row, clock());
    }
    const row = await repository.findLinkBySlug(key);
    return row === undefined ? undefined : linkTarget(row, clock());
  }

  /** The session of the same page before a reload, while it can still send. */
  async function sessionBefore(
    target: CaptureTarget,
    token: string | undefined,
  ): Promise<CaptureSession | undefined> {
    const session = token === undefined ? undefined : await lookUp(token);
    if (session === undefined || clock() - session.openedAt >= SENDING_MS) return undefined;
    const isOfTarget =
      target.kind === 'link'
        ? session.permanentLinkId === target.permanentLinkId
        : session.requestId === target.requestId;
    return isOfTarget ? session : undefined;
  }

  /** A page before and after a reload shares one visit to a permanent link while that is open, and stays here. */
  async function formerVisit(
    session: CaptureSession | undefined,
  ): Promise<{ openId?: string; hasBegun: boolean; became: OpenedSession['former_visit'] }> {
    if (session === undefined || session.permanentLinkId === null || session.isHandedOver)
      return { hasBegun: false, became: null };
    const { owner, requestId } = session;
    const row = await repository.findRequest(owner, requestId);
    const status = row === undefined ? undefined : requestTarget(row, clock()).status;
    // Also when it was opened again since: that goes on by its own address.
    if (status === 'submitted' || row?.submitted_at != null) return { hasBegun: false, became: 'submitted' };
    const isOpen =
      status === undefined ? !(await repository.isVisitDeleted(owner, requestId)) : status === 'in_progress';
    if (!isOpen) return { hasBegun: false, became: 'ended' };
    return { openId: requestId, hasBegun: row !== undefined, became: null };
  }

  /** A code can be shown before the first photo, with which the request of a visit is created. */
  async function continuesBegun(target: CaptureTarget, { code }: HandoverClaim): Promise<boolean> {
    const requestId = await handovers.requestOf(target, code);
    return requestId !== undefined && (await repository.findRequest(target.owner, requestId)) !== undefined;
  }

  /** Which request the new session is for, and the chain it belongs to. */
  async function assign(
    trx: Queries,
    target: CaptureTarget,
    opening: { tokenHash: string; before: CaptureSession | undefined; freshId: string; origin: Origin },
  ): Promise<{ requestId: string; chainId: string }> {
    const { tokenHash, before, freshId, origin } = opening;
    if (origin.handover !== undefined) return handovers.claim(trx, target, origin.handover);
    const continues = before !== undefined && !before.isHandedOver && before.requestId === freshId;
    return { requestId: freshId, chainId: continues ? before.chainId : tokenHash };
  }

  async function lookUp(token: string): Promise<CaptureSession | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const row = await repository.findSession(hashToken(token));
    return row === undefined ? undefined : toSession(row);
  }

  /** Throws when a session without a request is not of a visit that has yet to begin. */
  async function requireBegins({ owner, requestId, permanentLinkId }: CaptureSession): Promise<void> {
    if (permanentLinkId === null || (await repository.isVisitDeleted(owner, requestId))) throw requestGone();
  }

  /** The request that a visit to this link has become, while it takes photos. */
  async function findVisit(link: CaptureTarget, requestId: string): Promise<CaptureTarget | undefined> {
    const row = await repository.findRequest(link.owner, requestId);
    if (row === undefined || row.permanent_link_id !== link.permanentLinkId) return undefined;
    const visit = requestTarget(row, clock());
    return visit.status === 'in_progress' ? visit : undefined;
  }

  async function stateOf(session: CaptureSession): Promise<CaptureState> {
    const row = await repository.findRequest(session.owner, session.requestId);
    if (row === undefined) await requireBegins(session);
    // The request of a visit is created with its first photo.
    const { status, submittedAt } =
      row === undefined ? ({ status: 'pending', submittedAt: null } as const) : requestTarget(row, clock());
    const all = await photos.listOf(session.owner, session.requestId);
    const received = all.filter((photo) => roundOf(photo) === session.round);
    // Asked after the photos were read: what another device has added since is not shown here.
    const isHandedOver = await handovers.isHandedOver(session);
    return {
      status: status === 'closed' ? 'canceled' : status,
      handed_over: isHandedOver,
      photo_count: received.length,
      photos: (isHandedOver ? [] : received).map((photo) => ({
        client_id: photo.client_id,
        slot_index: placeOf(photo),
        captured_at: toWireTime(photo.captured_at),
        thumbnail_url: thumbnails.url(session, photo.id),
        hint: photo.hint,
      })),
      earlier: row === undefined || isHandedOver ? [] : earlierPhotos(session, row, all),
      submitted_at: toWireTimeOrNull(submittedAt),
    };
  }

  async function recordView(
    trx: Queries,
    { owner, requestId, round, openedAt }: CaptureSession,
  ): Promise<void> {
    const viewed = await markViewed(trx, owner, requestId, { round, now: openedAt });
    if (viewed === undefined) return;
    if (viewed.first_viewed_at === openedAt)
      await events.recordChanges(trx, 'photo_request.first_viewed', [viewed], openedAt);
    await events.recordChanges(trx, 'photo_request.viewed', [viewed], openedAt);
  }

  /** The photo that stands so far for each place that is asked for again. */
  function earlierPhotos(
    session: CaptureSession,
    row: PhotoRequestRow,
    all: PhotoRow[],
  ): CaptureState['earlier'] {
    const rounds = roundsOf(row);
    if (session.round === 1 || rounds.current !== session.round) return [];
    const before = all.filter((photo) => roundOf(photo) < session.round && !rounds.isSuperseded(photo));
    return rounds.places(0).flatMap(({ slotIndex }, place) => {
      const nth = rounds
        .places(0)
        .slice(0, place)
        .filter((other) => other.slotIndex === slotIndex).length;
      const photo = before.filter((each) => rounds.slotIndexOf(each) === slotIndex)[nth];
      return photo === undefined
        ? []
        : [{ slot_index: place, thumbnail_url: thumbnails.url(session, photo.id) }];
    });
  }

  return {
    findTarget,
    stateOf,

    /** What a link's page shows: for a visit that goes on there, what was asked for when it began. */
    async shownOn(link: CaptureTarget, visit: string | undefined): Promise<CaptureTarget> {
      const begun = isId('photoRequest', visit ?? '') ? await findVisit(link, visit ?? '') : undefined;
      return begun === undefined ? link : asBegun(link, begun);
    },

    /** Called by the page's script alone: mail scanners open links too, but run no scripts. */
    async open(
      kind: TargetKind,
      key: string,
      origin: Origin = {},
      admitVisit?: AdmitVisit,
    ): Promise<OpenedSession> {
      const target = await findTarget(kind, key);
      if (target === undefined) throw requestGone();
      requireOpen(target);
      if (origin.round !== undefined && origin.round !== target.round) throw roundOver();
      const now = clock();
      const token = newToken(random);
      const tokenHash = hashToken(token);
      const before = await sessionBefore(target, origin.previous);
      const former = await formerVisit(before);
      const freshId = target.requestId ?? former.openId ?? ids.next('photoRequest', now);
      if (kind === 'link') {
        // Who continues a visit has shown its session or its hand-over code, which no one else knows.
        const isNew = origin.handover === undefined && before?.requestId !== freshId;
        const hasBegun =
          origin.handover === undefined ? former.hasBegun : await continuesBegun(target, origin.handover);
        if (!hasBegun) requireEdition(target, origin.edition);
        await admitVisit?.(target, { isNew, hasBegun });
      }
      const session = await database.write(async (trx) => {
        const assigned = await assign(trx, target, { tokenHash, before, freshId, origin });
        const opened: CaptureSession = {
          tokenHash,
          ...assigned,
          isHandedOver: false,
          owner: target.owner,
          permanentLinkId: kind === 'link' ? target.permanentLinkId : null,
          round: target.round,
          openedAt: now,
          takingWindows: mergeWindows([...recentWindows(before?.takingWindows ?? [], now), windowFrom(now)]),
        };
        await repository.insertSession(trx, toRow(opened));
        if (kind === 'request') await recordView(trx, opened);
        return opened;
      });
      const visit = kind === 'link' ? await findVisit(target, session.requestId) : undefined;
      const places = (visit ?? target).places.map((_, place) => place);
      const isOther = visit !== undefined && visit.edition !== (origin.edition ?? visit.edition);
      return {
        session: token,
        server_time: new Date(now).toISOString(),
        expires_at: new Date(now + TAKING_MS).toISOString(),
        state: { ...(await stateOf(session)), ...(isOther && { visit: session.requestId }) },
        former_visit: former.became,
        tickets: Object.fromEntries(places.map((place) => [place, tickets.first(session.tokenHash, place)])),
      };
    },

    /** Throws when there is no such session, or it is too old to send anything. */
    async find(token: string): Promise<CaptureSession> {
      const session = await lookUp(token);
      if (session === undefined)
        throw new ServiceError('session_unknown', 'This capture session doesn’t exist. Open the link again.');
      if (clock() - session.openedAt >= SENDING_MS) {
        throw sessionOver();
      }
      return session;
    },

    /** The session whose page may show thumbnails right now. */
    async findViewing(tokenHash: string): Promise<CaptureSession | undefined> {
      const row = await repository.findSession(tokenHash);
      const session = row === undefined ? undefined : toSession(row);
      if (session === undefined || session.isHandedOver) return undefined;
      return clock() - session.openedAt < TAKING_MS ? session : undefined;
    },

    /** One batch of the sweep; true when there may be more. */
    async deleteOld(batch = 500): Promise<boolean> {
      const before = clock() - SENDING_MS;
      const deleted = await database.write((trx) => repository.deleteSessionsBefore(trx, before, batch));
      return deleted === batch;
    },
  };
}

export function sessionOver(): ServiceError {
  return new ServiceError('session_expired', 'This capture session has ended. Open the link again.');
}
