import type { CallFailure } from './flow/error-codes.ts';
import type { EarlySession } from './head-start.ts';
import type { CallResult, HandoverClaim, ServerState, SessionData } from './responses.ts';

const TIMEOUT_MS = 20_000;
export const NO_RESPONSE: CallFailure = { status: 0, code: 'network', details: {}, retryAfter: null };

export function openSession(body: {
  kind: string;
  key: string;
  round: number;
  edition?: string | undefined;
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

export async function call<T>(
  method: string,
  path: string,
  { session, body, headers = {} }: { session?: string; body?: unknown; headers?: Record<string, string> },
): Promise<CallResult<T>> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
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
    const text = await response.text();
    const result = toCallResult<T>(response.status, text, response.headers.get('retry-after'));
    // Other photos are wanted by now.
    if (!result.ok && result.failure.code === 'round_over') location.reload();
    return result;
  } catch {
    return { ok: false, failure: NO_RESPONSE };
  } finally {
    clearTimeout(timer);
  }
}

export function toCallResult<T>(status: number, text: string, retryAfter: string | null): CallResult<T> {
  let body: { data?: unknown; error?: { code?: string; details?: Record<string, unknown> } } | null = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Someone else's page instead of our response.
  }
  if (status >= 200 && status < 300 && body?.data !== undefined) return { ok: true, value: body as T };
  const failure = {
    status,
    code: body?.error?.code ?? 'unknown',
    details: body?.error?.details ?? {},
    retryAfter: retryAfter === null ? null : Number(retryAfter) || null,
  };
  return { ok: false, failure };
}
