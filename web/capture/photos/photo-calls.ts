import type { Answers } from '../../../src/shared/questions.ts';
import { call, NO_RESPONSE, toCallResult } from '../api.ts';
import type { CallResult, Position, ServerState, UploadData } from '../responses.ts';
import type { StoredPhoto } from './stored-photo.ts';

/** A connection on which nothing moved for so long will not come back. */
const STALLED_MS = 30_000;

/** With its ticket, so that it does not arrive after all where it is still on its way. */
export function deletePhoto(session: string, photo: StoredPhoto): Promise<CallResult<unknown>> {
  const { clientId, slot, ticket } = photo;
  const sent = { 'X-Capture-Ticket': ticket, 'X-Capture-Ticket-Session': photo.session };
  return call('DELETE', `/capture/photos/${clientId}`, {
    session,
    headers: ticket === '' ? {} : { ...sent, 'X-Photo-Slot': String(slot) },
  });
}

export function submitPhotos(
  session: string,
  body: { photos: string[]; location?: Position; answers?: Answers },
): Promise<CallResult<{ data: { state: ServerState } }>> {
  return call('POST', '/capture/submission', { session, body });
}

/** By XMLHttpRequest, because fetch does not tell how far an upload is. */
export function uploadPhoto(
  photo: StoredPhoto,
  edition: string | undefined,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<CallResult<UploadData>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let stalled: ReturnType<typeof setTimeout>;
    const moved = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALLED_MS);
    };
    const abort = () => request.abort();
    const end = (result: CallResult<UploadData>) => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    signal.addEventListener('abort', abort);
    request.upload.onprogress = (event) => {
      moved();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () =>
      end(toCallResult(request.status, request.responseText, request.getResponseHeader('retry-after')));
    request.onerror = () => end({ ok: false, failure: NO_RESPONSE });
    request.onabort = () => end({ ok: false, failure: NO_RESPONSE });
    request.open('PUT', `/capture/photos/${photo.clientId}`);
    for (const [name, value] of Object.entries(photoHeaders(photo))) request.setRequestHeader(name, value);
    if (edition !== undefined) request.setRequestHeader('X-Page-Edition', edition);
    moved();
    request.send(photo.blob);
  });
}

function photoHeaders({
  session,
  ticket,
  slot,
  capturedAt,
  location,
  hint,
}: StoredPhoto): Record<string, string> {
  return {
    'Content-Type': 'image/jpeg',
    'X-Capture-Session': session,
    'X-Capture-Ticket': ticket,
    'X-Photo-Slot': String(slot),
    'X-Photo-Captured-At': capturedAt,
    ...(location && { 'X-Photo-Location': coordinates(location) }),
    ...(hint && { 'X-Photo-Hint': hint }),
  };
}

/** Seven digits are a centimetre; more would come out as 1e-7 near the equator. */
function coordinates({ lat, lng, accuracy }: Position): string {
  const point = `${lat.toFixed(7)},${lng.toFixed(7)}`;
  return accuracy === undefined ? point : `${point},${accuracy}`;
}
