import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { CaptureHandoverRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Random } from '../platform/random.ts';
import { hashToken, newToken } from '../platform/tokens.ts';
import { FORGOTTEN_MS } from '../shared/capture-times.ts';
import type { CaptureSession } from './capture-session.ts';
import type { HandoverRepository } from './handover-repository.ts';
import type { CaptureTarget } from './targets.ts';

/** What the other device shows: a code, and a random secret of its own that makes a repeated call harmless. */
export interface HandoverClaim {
  code: string;
  secret: string;
}

const CODE_LIFETIME_MS = 5 * 60_000;

export type Handovers = ReturnType<typeof createHandovers>;

/** Moves a page from one device to another. Afterwards only the other device can see, change or submit photos. */
export function createHandovers(deps: {
  database: Database;
  handovers: HandoverRepository;
  photos: PhotoRepository;
  random: Random;
  clock: Clock;
}) {
  const { database, handovers, photos, random, clock } = deps;
  return {
    async offer(session: CaptureSession): Promise<{ code: string; expires_at: string }> {
      const code = newToken(random);
      const expiresAt = clock() + CODE_LIFETIME_MS;
      const row: CaptureHandoverRow = {
        chain_id: session.chainId,
        workspace_id: session.owner.workspaceId,
        environment: session.owner.environment,
        request_id: session.requestId,
        permanent_link_id: session.permanentLinkId,
        code_hash: hashToken(code),
        expires_at: expiresAt,
        claimed_by: null,
      };
      if (!(await database.write((trx) => handovers.offer(trx, row)))) throw handedOver();
      return { code, expires_at: new Date(expiresAt).toISOString() };
    },

    /** What someone is asked to continue, before they do. */
    async preview(target: CaptureTarget, code: string): Promise<{ photo_count: number }> {
      const row = await handovers.findOpen(hashToken(code), clock());
      if (row === undefined || !isOf(row, target)) throw handoverInvalid();
      const received = await photos.listOf(target.owner, row.request_id);
      return { photo_count: received.length };
    },

    /** Which request the code is about, also when it was claimed: a device whose response was lost asks again. */
    async requestOf(target: CaptureTarget, code: string): Promise<string | undefined> {
      const row = await handovers.find(hashToken(code));
      return row !== undefined && isOf(row, target) ? row.request_id : undefined;
    },

    /** The request to continue with, and the chain that the sessions of the other device belong to. */
    async claim(
      trx: Queries,
      target: CaptureTarget,
      { code, secret }: HandoverClaim,
    ): Promise<{ requestId: string; chainId: string }> {
      const chainId = hashToken(`${code}.${secret}`);
      const row = await handovers.claim(trx, hashToken(code), chainId, clock());
      if (row === undefined || !isOf(row, target)) throw handoverInvalid();
      return { requestId: row.request_id, chainId };
    },

    isHandedOver: (session: CaptureSession): Promise<boolean> =>
      handovers.isClaimed(database.reader, session.chainId),

    /** Inside a transaction that holds the request's row: whatever comes later sees the other device's photos. */
    async requireActive(trx: Queries, session: CaptureSession): Promise<void> {
      if (await handovers.isClaimed(trx, session.chainId)) throw handedOver();
    },

    /** One batch of the sweep; true when there may be more. */
    async deleteOld(batch = 500): Promise<boolean> {
      const before = clock() - FORGOTTEN_MS;
      const deleted = await database.write((trx) => handovers.deleteExpiredBefore(trx, before, batch));
      return deleted === batch;
    },
  };
}

export function handedOver(): ServiceError {
  return new ServiceError(
    'session_handed_over',
    'This was continued on another device. Open the link again to start over here.',
  );
}

function handoverInvalid(): ServiceError {
  return new ServiceError(
    'handover_invalid',
    'This code has been used or has expired. Scan the code on the other device again.',
  );
}

function isOf(row: CaptureHandoverRow, target: CaptureTarget): boolean {
  const { owner } = target;
  if (row.workspace_id !== owner.workspaceId || row.environment !== owner.environment) return false;
  return target.kind === 'link'
    ? row.permanent_link_id === target.permanentLinkId
    : row.permanent_link_id === null && row.request_id === target.requestId;
}
