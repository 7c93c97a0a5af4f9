import { hash } from 'node:crypto';
import type { PhotoLinks } from '../photos/links.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { type Clock, toWireTimeOrNull } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { CaptureSessionRow, Owner, PhotoHint, PhotoRequestStatus } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Random } from '../platform/random.ts';
import type { Outbox } from '../webhooks/outbox.ts';
import { newToken } from './addresses.ts';
import type { CaptureRepository } from './repository.ts';
import {
  type CaptureTarget,
  linkTarget,
  requestGone,
  requestTarget,
  requireOpen,
  type TargetKind,
} from './targets.ts';
import type { Tickets } from './tickets.ts';

/** A customer's page, open on one device. */
export interface CaptureSession {
  tokenHash: string;
  owner: Owner;
  requestId: string;
  permanentLinkId: string | null;
  beganAt: number;
  openedAt: number;
}

/** What the page shows of what the server already has. */
export interface CaptureState {
  status: PhotoRequestStatus;
  photos: { client_id: string; slot_index: number; thumbnail_url: string; hint: PhotoHint | null }[];
  submitted_at: string | null;
}

export interface OpenedSession {
  session: string;
  server_time: string;
  expires_at: string;
  state: CaptureState;
  tickets: Record<string, string[]>;
}

/** Photos can be taken under a session for two hours. */
const TAKING_MS = 2 * 3_600_000;
/** A phone that was out of reach may still send what it took in that time. */
export const SENDING_MS = 24 * 3_600_000;
const THUMBNAIL_LIFETIME_MS = 3 * 3_600_000;
const TOKEN = /^[0-9a-z]{26}$/;
const ADDRESS = { request: TOKEN, link: /^[a-z0-9-]{3,30}$/ };

/** Throws when whoever opens a permanent link cannot be let in. */
export type AdmitVisit = (link: CaptureTarget, visit: { isNew: boolean }) => Promise<void>;

export type CaptureSessions = ReturnType<typeof createCaptureSessions>;

export function createCaptureSessions(deps: {
  database: Database;
  repository: CaptureRepository;
  photos: PhotoRepository;
  links: PhotoLinks;
  tickets: Tickets;
  outbox: Outbox;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, photos, links, tickets, outbox, ids, random, clock } = deps;

  async function findTarget(kind: TargetKind, key: string): Promise<CaptureTarget | undefined> {
    if (!ADDRESS[kind].test(key)) return undefined;
    if (kind === 'request') {
      const row = await repository.findRequestByToken(key);
      return row === undefined ? undefined : requestTarget(row, clock());
    }
    const row = await repository.findLinkBySlug(key);
    return row === undefined ? undefined : linkTarget(row, clock());
  }

  /** The session of the same page before a reload, or of the device that handed over; while it can still send. */
  async function sessionBefore(token: string | undefined): Promise<CaptureSession | undefined> {
    const session = token === undefined ? undefined : await lookUp(token);
    return session !== undefined && clock() - session.openedAt < SENDING_MS ? session : undefined;
  }

  /** Two devices, or a page before and after a reload, share one visit to a permanent link while it is open. */
  async function visitToContinue(
    target: CaptureTarget,
    session: CaptureSession | undefined,
  ): Promise<string | undefined> {
    if (session === undefined || session.permanentLinkId !== target.permanentLinkId) return undefined;
    const row = await repository.findRequest(session.owner, session.requestId);
    const isOver =
      row === undefined
        ? (await repository.countUsedTickets(session.requestId)) > 0
        : requestTarget(row, clock()).status !== 'in_progress';
    return isOver ? undefined : session.requestId;
  }

  async function lookUp(token: string): Promise<CaptureSession | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const row = await repository.findSession(hashToken(token));
    return row === undefined ? undefined : toSession(row);
  }

  async function stateOf(session: CaptureSession): Promise<CaptureState> {
    const row = await repository.findRequest(session.owner, session.requestId);
    if (row === undefined) {
      if (session.permanentLinkId === null) throw requestGone();
      return { status: 'pending', photos: [], submitted_at: null };
    }
    const { status, submittedAt } = requestTarget(row, clock());
    const received = await photos.listOf(session.owner, session.requestId);
    return {
      status: status === 'closed' ? 'canceled' : status,
      photos: received.map((photo) => ({
        client_id: photo.client_id,
        slot_index: photo.slot_index,
        thumbnail_url: links.url(photo.id, 'thumbnail', THUMBNAIL_LIFETIME_MS),
        hint: photo.hint,
      })),
      submitted_at: toWireTimeOrNull(submittedAt),
    };
  }

  return {
    findTarget,
    stateOf,

    /** Called by the page's script alone: mail scanners open links too, but run no scripts. */
    async open(
      kind: TargetKind,
      key: string,
      previous?: string,
      admitVisit?: AdmitVisit,
    ): Promise<OpenedSession> {
      const target = await findTarget(kind, key);
      if (target === undefined) throw requestGone();
      requireOpen(target);
      const now = clock();
      const token = newToken(random);
      const before = await sessionBefore(previous);
      const requestId =
        target.requestId ?? (await visitToContinue(target, before)) ?? ids.next('photoRequest', now);
      if (kind === 'link') await admitVisit?.(target, { isNew: before?.requestId !== requestId });
      const session: CaptureSession = {
        tokenHash: hashToken(token),
        owner: target.owner,
        requestId,
        permanentLinkId: kind === 'link' ? target.permanentLinkId : null,
        beganAt: before?.requestId === requestId ? Math.max(before.beganAt, now - SENDING_MS) : now,
        openedAt: now,
      };
      await database.write(async (trx) => {
        await repository.insertSession(trx, toRow(session));
        if (kind !== 'request') return;
        const viewed = await repository.markViewed(trx, session.owner, session.requestId, now);
        if (viewed !== undefined) await outbox.recordChange(trx, 'photo_request.first_viewed', viewed, now);
      });
      const slotIndexes = Array.from({ length: target.maxPhotos }, (_, index) => index);
      return {
        session: token,
        server_time: new Date(now).toISOString(),
        expires_at: new Date(now + TAKING_MS).toISOString(),
        state: await stateOf(session),
        tickets: Object.fromEntries(
          slotIndexes.map((index) => [index, tickets.first(session.tokenHash, index)]),
        ),
      };
    },

    /** Throws when there is no such session, or it is too old to send anything. */
    async find(token: string): Promise<CaptureSession> {
      const session = await lookUp(token);
      if (session === undefined)
        throw new ServiceError('session_unknown', 'There is no such capture session.');
      if (clock() - session.openedAt >= SENDING_MS) {
        throw sessionOver();
      }
      return session;
    },

    /** When a photo can have been taken that comes in this session; what a reload kept on the phone counts too. */
    takingTime: (session: CaptureSession) => ({ from: session.beganAt, to: session.openedAt + TAKING_MS }),

    /** One batch of the sweep; true when there may be more. */
    async forgetOld(batch = 500): Promise<boolean> {
      const before = clock() - SENDING_MS;
      const deleted = await database.write((trx) => repository.deleteSessionsBefore(trx, before, batch));
      return deleted === batch;
    },
  };
}

export function sessionOver(): ServiceError {
  return new ServiceError('session_expired', 'This capture session is over. Open the link again.');
}

function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

function toRow(session: CaptureSession): CaptureSessionRow {
  return {
    token_hash: session.tokenHash,
    workspace_id: session.owner.workspaceId,
    environment: session.owner.environment,
    request_id: session.requestId,
    permanent_link_id: session.permanentLinkId,
    began_at: session.beganAt,
    opened_at: session.openedAt,
  };
}

function toSession(row: CaptureSessionRow): CaptureSession {
  return {
    tokenHash: row.token_hash,
    owner: { workspaceId: row.workspace_id, environment: row.environment },
    requestId: row.request_id,
    permanentLinkId: row.permanent_link_id,
    beganAt: row.began_at,
    openedAt: row.opened_at,
  };
}
