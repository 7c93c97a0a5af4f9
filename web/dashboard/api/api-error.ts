/** What the server refused with, or that it could not be reached (status 0, code `network_error`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Field name to messages; nested fields are dotted. */
  readonly details: Record<string, string[]>;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(refusal: {
    status: number;
    code: string;
    message: string;
    details?: Record<string, string[]>;
    requestId?: string | null;
    retryAfterSeconds?: number | null;
  }) {
    super(refusal.message);
    this.name = 'ApiError';
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details ?? {};
    this.requestId = refusal.requestId ?? null;
    this.retryAfterSeconds = refusal.retryAfterSeconds ?? null;
  }
}

/** Deleted, or not for this person any more: what was read of it earlier must not stay on the screen. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 403);
}

export function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network_error',
    message: 'Couldn’t reach the server. Check your connection and try again.',
  });
}

/** The response of a refused call as an error. Spec 7.2 has a shape of its own: `{message, errors}`. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { error, message, errors, meta } = (body ?? {}) as {
    error?: { code?: string; message?: string; details?: Record<string, string[]> };
    message?: string;
    errors?: Record<string, string[]>;
    meta?: { request_id?: string };
  };
  return new ApiError({
    status: response.status,
    code: error?.code ?? (errors === undefined ? 'internal_error' : 'validation_error'),
    message: error?.message ?? message ?? `The server returned an error (${response.status}).`,
    details: error?.details ?? errors ?? {},
    requestId: meta?.request_id ?? response.headers.get('x-request-id'),
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  });
}

/** The first message for each field, as the form fields show them. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  const entries = Object.entries(error.details).map(([field, messages]) => [field, messages[0] ?? '']);
  return Object.fromEntries(entries);
}
