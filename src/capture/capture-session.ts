import type { CaptureSessionRow, Owner } from '../platform/db/tables.ts';
import type { FoundSession } from './repository.ts';
import { mergeWindows, type TakingWindow, windowFrom } from './taking-windows.ts';

/** A customer's page, open on one device. */
export interface CaptureSession {
  tokenHash: string;
  /** Shared with the sessions of the same device that it continues. */
  chainId: string;
  /** Another device continues: this one only follows along. */
  isHandedOver: boolean;
  owner: Owner;
  requestId: string;
  permanentLinkId: string | null;
  /** Which round of the request it takes photos for. */
  round: number;
  openedAt: number;
  /** When the photos can have been taken that it sends: under this session, or one before it on the same device. */
  takingWindows: TakingWindow[];
}

export function toRow(session: CaptureSession): CaptureSessionRow {
  return {
    token_hash: session.tokenHash,
    workspace_id: session.owner.workspaceId,
    environment: session.owner.environment,
    request_id: session.requestId,
    permanent_link_id: session.permanentLinkId,
    began_at: session.takingWindows[0]?.[0] ?? session.openedAt,
    opened_at: session.openedAt,
    chain_id: session.chainId,
    taking_windows: JSON.stringify(session.takingWindows),
    round: session.round,
  };
}

export function toSession(row: FoundSession): CaptureSession {
  return {
    tokenHash: row.token_hash,
    chainId: row.known_chain_id,
    isHandedOver: row.claimed_by !== null,
    owner: { workspaceId: row.workspace_id, environment: row.environment },
    requestId: row.request_id,
    permanentLinkId: row.permanent_link_id,
    round: row.round,
    openedAt: row.opened_at,
    takingWindows:
      row.taking_windows === null
        ? mergeWindows([windowFrom(row.began_at), windowFrom(row.opened_at)])
        : JSON.parse(row.taking_windows),
  };
}
