import type { Generated, Selectable } from 'kysely';
import type { Environment } from './owner.ts';

export type PhotoHint = 'blurred' | 'dark' | 'overexposed';

export interface PhotoTable {
  id: string;
  workspace_id: string;
  environment: Environment;
  request_id: string;
  /** Without slots: the number of the photo. */
  slot_index: number;
  /** The id that the customer's device gave it. */
  client_id: string;
  /** The session that sent it: which device, so to say. */
  session_hash: string;
  sha256: string;
  bytes: number;
  width: number;
  height: number;
  captured_at: number;
  latitude: number | null;
  longitude: number | null;
  /** Metres. */
  accuracy: number | null;
  /** What the device warned of before the customer kept it. */
  hint: PhotoHint | null;
  received_at: number;
  /** When it was decoded and its thumbnail created; null until then. Every submitted photo is. */
  checked_at: number | null;
  /** What the picture shows, as 256 bits in hexadecimal; null until it is decoded. */
  hash: string | null;
  /** What was seen of it so far, as JSON. Gone with the submission, which turns it into evidence. */
  traits: string | null;
  /** What each check said when it was submitted: JSON list of findings. */
  evidence: string | null;
  /** The browser that took it, as a number that is of use in this workspace only; null where it keeps none. */
  device: Generated<string | null>;
  /** When its sealed rendition was stored; null until then, as are the two that describe that file. */
  sealed_at: Generated<number | null>;
  sealed_sha256: Generated<string | null>;
  sealed_bytes: Generated<number | null>;
}

/** Requests that were submitted with photos that a check warned of. */
export interface RequestWarningTable {
  workspace_id: string;
  environment: Environment;
  request_id: string;
  photo_count: number;
}

/** A picture is listed under a few of these, and so are those that look like it, are the same file or come from the same device. */
export interface SimilarityKeyTable {
  /** Of part of its hash and of the workspace. */
  key: number;
  /** Of another part of its hash: tells most pictures apart that have the key in common. With a device: when it was taken. */
  sketch: number;
  photo_id: string;
}

/** A submitted photo that has no sealed rendition yet. It goes with the photo. */
export interface SealJobTable {
  photo_id: string;
  workspace_id: string;
  environment: Environment;
  request_id: string;
  attempt_count: number;
  /** When it is due; while it is leased, when the lease ends. */
  next_attempt_at: number;
  /** The node that has leased it; null while it waits. */
  leased_by: string | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** When it turned out that the photo itself cannot be sealed; null while it is worth a try. */
  given_up_at: number | null;
  created_at: number;
}

export type SigningCertificateKind = 'authority' | 'signer';

/** The installation's own certificates for sealing: one of each kind is in use, the others only stay published. */
export interface SigningCertificateTable {
  id: string;
  kind: SigningCertificateKind;
  /** PEM. */
  certificate: string;
  /** Encrypted PEM; null once it is retired, since no one may sign with it any more. */
  private_key: string | null;
  /** The authority that signed it; null for an authority. */
  issuer_id: string | null;
  valid_until: number;
  created_at: number;
  retired_at: number | null;
}

export type PhotoRow = Selectable<PhotoTable>;
export type SimilarityKeyRow = Selectable<SimilarityKeyTable>;
export type SealJobRow = Selectable<SealJobTable>;
export type SigningCertificateRow = Selectable<SigningCertificateTable>;
