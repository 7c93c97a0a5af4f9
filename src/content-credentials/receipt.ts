import type { Finding } from '../photos/evidence/finding.ts';
import { toWireTime } from '../platform/clock.ts';
import type { Environment } from '../platform/db/tables.ts';
import { cutToCharacters } from '../platform/text.ts';

/** What one check of a photo found. */
export type EvidenceFinding = Pick<Finding, 'result' | 'message'> & { check: string };

/** What the installation knows of a photo that it received. */
export interface ReceivedPhoto {
  photoId: string;
  requestId: string;
  environment: Environment;
  workspaceName: string;
  /** Of PUBLIC_URL. */
  host: string;
  receivedAt: number;
  submittedAt: number;
  sealedAt: number;
  slotIndex: number;
  slotInstructions: string | null;
  originalSha256: string;
  evidence: EvidenceFinding[];
}

export type Receipt = ReturnType<typeof receiptOf>;

const STATEMENT =
  'The installation named here received this photo at the time given, from a web page that takes photos with the ' +
  'camera of a phone, and has not changed the picture since. The evidence lists what it checked. It does not prove what ' +
  'the picture shows, who took it or where.';

/** Bounds on what others wrote: the manifest must fit into one segment of a JPEG file. */
const MAX_FINDINGS = 40;
const MAX_CHECK_LENGTH = 40;
const MAX_MESSAGE_LENGTH = 300;
const MAX_TEXT_LENGTH = 1_000;

/** The content of the assertion, in the names of the API. Where the photo was taken is not in it: the file travels. */
export function receiptOf(photo: ReceivedPhoto) {
  return {
    version: 1,
    statement: STATEMENT,
    received_by: { workspace: cutToCharacters(photo.workspaceName, MAX_TEXT_LENGTH), host: photo.host },
    received_at: toWireTime(photo.receivedAt),
    submitted_at: toWireTime(photo.submittedAt),
    sealed_at: toWireTime(photo.sealedAt),
    environment: photo.environment,
    request_id: photo.requestId,
    photo_id: photo.photoId,
    slot: {
      index: photo.slotIndex,
      instructions:
        photo.slotInstructions === null ? null : cutToCharacters(photo.slotInstructions, MAX_TEXT_LENGTH),
    },
    original_sha256: photo.originalSha256,
    evidence: photo.evidence.slice(0, MAX_FINDINGS).map(({ check, result, message }) => ({
      check: cutToCharacters(check, MAX_CHECK_LENGTH),
      result,
      message: cutToCharacters(message, MAX_MESSAGE_LENGTH),
    })),
  };
}

/**
 * Whether the installation may say that a camera captured it from real life. With a warning it does not believe that
 * itself, and test photos can be drawings (0095).
 */
export function isBelievedCapture({
  environment,
  evidence,
}: Pick<ReceivedPhoto, 'environment' | 'evidence'>): boolean {
  return environment === 'live' && evidence.every(({ result }) => result !== 'warn');
}
