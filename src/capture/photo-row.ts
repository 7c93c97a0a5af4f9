import { decodedColumns, type PhotoTraits } from '../photos/evidence/traits.ts';
import type { CheckedPhoto } from '../photos/images.ts';
import { positionOf } from '../photos/rounds.ts';
import { NOT_SEALED } from '../photos/sealed-photo.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import type { CaptureSession } from './capture-session.ts';
import type { ReceivedFile } from './receive-file.ts';

/** What is kept of an upload. `checked`: undefined until its photo is looked at. */
export function photoRow(
  session: CaptureSession,
  upload: Pick<PhotoRow, 'hint'> & {
    clientId: string;
    slotIndex: number;
    location: Pick<PhotoRow, 'latitude' | 'longitude' | 'accuracy'> | null;
  },
  received: {
    id: string;
    file: ReceivedFile;
    capturedAt: number;
    checked: CheckedPhoto | undefined;
    traits: PhotoTraits;
    device: string | null;
    now: number;
  },
): PhotoRow {
  const { id, file, capturedAt, checked, now } = received;
  return {
    id,
    workspace_id: session.owner.workspaceId,
    environment: session.owner.environment,
    request_id: session.requestId,
    slot_index: positionOf(session.round, upload.slotIndex),
    client_id: upload.clientId,
    session_hash: session.tokenHash,
    sha256: file.sha256Hex,
    bytes: file.bytes,
    width: file.facts.width,
    height: file.facts.height,
    captured_at: capturedAt,
    latitude: upload.location?.latitude ?? null,
    longitude: upload.location?.longitude ?? null,
    accuracy: upload.location?.accuracy ?? null,
    hint: upload.hint,
    received_at: now,
    checked_at: checked === undefined ? null : now,
    ...(checked === undefined
      ? { traits: JSON.stringify(received.traits), hash: null }
      : decodedColumns(received.traits, checked.look)),
    evidence: null,
    device: received.device,
    ...NOT_SEALED,
  };
}
