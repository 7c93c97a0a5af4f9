import type { Answers } from '../../src/shared/questions.ts';
import type { CallFailure } from './flow/error-codes.ts';
import type { EarlySession } from './head-start.ts';
import type { StoredPhoto } from './photos/stored-photo.ts';
import type {
  CallResult,
  HandoverClaim,
  Position,
  ServerState,
  SessionData,
  UploadData,
} from './responses.ts';

const TIMEOUT_MS = 20_000;
/** A connection on which nothing moved for so long will not come back. */
const STALLED_MS = 30_000;
const NO_ANSWER: CallFailure = { status: 0, code: 'network', details: {}, retryAfter: null };

export function openSession(body: {
  kind: string;
  key: string;
  round: number;
  previous?: string;
  handover?: HandoverClaim;
}): Promise<CallResult<{ data: SessionData }>> {
  return call('POST', '/capture/sessions', { body });
}

/** What the page was told that asked before this script was there; undefined when it did not, or in vain. */
export async function earlyResponse(asked: Promise<EarlySession | undefined> | undefined) {
  if (asked === undefined) return undefined;
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const early = await Promise.race([asked, timeout]);
  if (early === undefined) return undefined;
  const { status, text, retryAfter, sentAt, receivedAt } = early;
  return { response: toCallResult<{ data: SessionData }>(status, text, retryAfter), sentAt, receivedAt };
}

export function readSession(session: string): Promise<CallResult<{ data: { state: ServerState } }>> {
  return call('GET', '/capture/session', { session });
}

export function deletePhoto(session: string, clientId: string): Promise<CallResult<unknown>> {
  return call('DELETE', `/capture/photos/${clientId}`, { session });
}

export function submitPhotos(
  session: string,
  body: { photos: string[]; location?: Position; answers?: Answers },
): Promise<CallResult<{ data: { state: ServerState } }>> {
  return call('POST', '/capture/submission', { session, body });
}

export async function call<T>(
  method: string,
  path: string,
  { session, body }: { session?: string; body?: unknown },
): Promise<CallResult<T>> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  const headers: Record<string, string> = {};
  if (session !== undefined) headers['X-Capture-Session'] = session;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      signal: controller.signal,
    });
    return toCallResult(response.status, await response.text(), response.headers.get('retry-after'));
  } catch {
    return { ok: false, failure: NO_ANSWER };
  } finally {
    clearTimeout(timer);
  }
}

/** By XMLHttpRequest, because fetch does not tell how far an upload is. */
export function uploadPhoto(
  photo: StoredPhoto,
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
    const end = (answer: CallResult<UploadData>) => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', abort);
      resolve(answer);
    };
    signal.addEventListener('abort', abort);
    request.upload.onprogress = (event) => {
      moved();
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () =>
      end(toCallResult(request.status, request.responseText, request.getResponseHeader('retry-after')));
    request.onerror = () => end({ ok: false, failure: NO_ANSWER });
    request.onabort = () => end({ ok: false, failure: NO_ANSWER });
    request.open('PUT', `/capture/photos/${photo.clientId}`);
    for (const [name, value] of Object.entries(photoHeaders(photo))) request.setRequestHeader(name, value);
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

function toCallResult<T>(status: number, text: string, retryAfter: string | null): CallResult<T> {
  let body: { data?: unknown; error?: { code?: string; details?: Record<string, unknown> } } | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Someone else's page instead of our answer.
  }
  if (status >= 200 && status < 300 && body?.data !== undefined) return { ok: true, value: body as T };
  // Other photos are wanted by now.
  if (body?.error?.code === 'round_over') location.reload();
  const failure = {
    status,
    code: body?.error?.code ?? 'unknown',
    details: body?.error?.details ?? {},
    retryAfter: retryAfter === null ? null : Number(retryAfter) || null,
  };
  return { ok: false, failure };
}
