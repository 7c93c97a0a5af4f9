interface ErrorFields {
  status: number;
  code: string;
  message: string;
  /** Messages by field name. Nested fields use dots. */
  details: Record<string, string[]>;
  /** Names the call in the logs of the service. */
  requestId: string | undefined;
  /** The page that explains the code. */
  docUrl: string | undefined;
  /** After how many seconds it makes sense to try again. */
  retryAfter: number | undefined;
}

/** What the service refused, or could not do. New codes can be added: have a default for those that you do not know. */
export class ShutterpostError extends Error implements ErrorFields {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly docUrl: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(fields: ErrorFields) {
    super(fields.message);
    this.name = new.target.name;
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.docUrl = fields.docUrl;
    this.retryAfter = fields.retryAfter;
  }
}

/** 401: the key is missing, unknown or deactivated. */
export class AuthenticationError extends ShutterpostError {}
/** 403: the key, the plan or the workspace does not allow it. */
export class PermissionError extends ShutterpostError {}
/** 404: there is no such object in this workspace and environment. */
export class NotFoundError extends ShutterpostError {}
/** 400 and 422: what was sent is not valid; `details` has a message for each field. */
export class ValidationError extends ShutterpostError {}
/** 429: too many calls; `retryAfter` tells when to go on. */
export class RateLimitError extends ShutterpostError {}
/** 5xx: the service could not do it. */
export class ServiceError extends ShutterpostError {}

/** There was no response: the network failed or the time was up. The call may have been carried out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** What was received is not genuine or not whole. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

export function errorOf(response: Response, body: unknown): ShutterpostError {
  const { error, message, errors } = (body ?? {}) as {
    error?: {
      code?: string;
      message?: string;
      details?: Record<string, string[]>;
      request_id?: string;
      doc_url?: string;
    };
    // The one refusal with a shape of its own: email on a plan without it.
    message?: string;
    errors?: Record<string, string[]>;
  };
  const fields: ErrorFields = {
    status: response.status,
    code: error?.code ?? (errors === undefined ? 'unknown' : 'validation_error'),
    message: error?.message ?? message ?? `The service responded with status ${response.status}.`,
    details: error?.details ?? errors ?? {},
    requestId: error?.request_id ?? response.headers.get('x-request-id') ?? undefined,
    docUrl: error?.doc_url,
    retryAfter: retryAfterOf(response),
  };
  switch (response.status) {
    case 400:
    case 422:
      return new ValidationError(fields);
    case 401:
      return new AuthenticationError(fields);
    case 403:
      return new PermissionError(fields);
    case 404:
      return new NotFoundError(fields);
    case 429:
      return new RateLimitError(fields);
    default:
      return response.status >= 500 ? new ServiceError(fields) : new ShutterpostError(fields);
  }
}

/** Seconds or a date, as HTTP allows both. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
