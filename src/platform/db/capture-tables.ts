import type { Generated, Selectable } from 'kysely';
import type { Environment } from './owner.ts';

export interface CaptureSessionTable {
  /** SHA-256 of the session's token, hexadecimal. */
  token_hash: string;
  workspace_id: string;
  environment: Environment;
  /** Of a visit to a permanent link: the id its request will have once the first photo is there. */
  request_id: string;
  permanent_link_id: string | null;
  /** When the first of the sessions was opened that this one continues, as after a reload. */
  began_at: number;
  opened_at: number;
  /** Shared by the sessions of one device that continue each other. null: opened by a node of an earlier release. */
  chain_id: string | null;
  /** JSON, `[from, to]` pairs: when photos can have been taken that this session sends. null as above. */
  taking_windows: string | null;
  /** Of the request, when the session was opened. */
  round: Generated<number>;
}

/** A chain of sessions that offers to continue on another device, or has done so. */
export interface CaptureHandoverTable {
  chain_id: string;
  workspace_id: string;
  environment: Environment;
  request_id: string;
  permanent_link_id: string | null;
  /** SHA-256 of the code that was shown last, hexadecimal. */
  code_hash: string;
  expires_at: number;
  /** SHA-256 of the secret of the device that continues; also the chain of its sessions. null until then. */
  claimed_by: string | null;
}

export interface UsedTicketTable {
  token_hash: string;
  slot_index: number;
  number: number;
  client_id: string;
}

export type CaptureSessionRow = Selectable<CaptureSessionTable>;
export type CaptureHandoverRow = Selectable<CaptureHandoverTable>;
