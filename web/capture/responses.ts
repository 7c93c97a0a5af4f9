import type { CallFailure } from './flow/error-codes.ts';
import type { Hint } from './flow/state.ts';
import type { ServerPhoto } from './photos/merge.ts';

export type CallResult<T> = { ok: true; value: T } | { ok: false; failure: CallFailure };

export interface ServerState {
  status: 'pending' | 'in_progress' | 'submitted' | 'expired' | 'canceled';
  /** Another device continues: the photos are only counted. */
  handed_over: boolean;
  photo_count: number;
  photos: ServerPhoto[];
  /** What was sent before in the places of this round. */
  earlier: { slot_index: number; thumbnail_url: string }[];
  submitted_at: string | null;
  /** The link has changed since this visit began: the page has to be loaded for it. */
  visit?: string;
}

/** How this device continues from another: the code it showed, and a secret that only this device knows. */
export interface HandoverClaim {
  code: string;
  secret: string;
}

export interface SessionData {
  session: string;
  server_time: string;
  expires_at: string;
  state: ServerState;
  /** What became of the visit to a permanent link that this one follows. */
  former_visit: 'submitted' | 'ended' | null;
  tickets: Record<string, string[]>;
}

export interface Position {
  lat: number;
  lng: number;
  /** Metres; absent when the device does not know. */
  accuracy?: number;
}

export interface UploadData {
  data: { client_id: string; slot_index: number; thumbnail_url: string; hint: Hint | null };
  tickets: string[];
}
