/** The catalog of everything a use case can refuse with, and the HTTP status each one gets (spec 7.3). */
export const ERROR_STATUS = {
  invalid_json: 400,
  invalid_parameter: 400,
  unsupported_media_type: 400,
  payload_too_large: 400,
  unauthorized: 401,
  insufficient_permission: 403,
  plan_upgrade_required: 403,
  workspace_restricted: 403,
  quota_exceeded: 403,
  not_found: 404,
  validation_error: 422,
  idempotency_mismatch: 422,
  review_conflict: 422,
  recipient_unsubscribed: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const;

/** What the customer's side refuses with, beside some of those above. Never seen under /v1. */
export const CAPTURE_ERROR_STATUS = {
  session_unknown: 401,
  session_expired: 401,
  ticket_missing: 403,
  ticket_invalid: 403,
  link_invalid: 403,
  access_code_required: 403,
  request_gone: 404,
  ticket_used: 409,
  request_submitted: 409,
  round_over: 409,
  session_handed_over: 409,
  photos_missing: 409,
  photos_not_included: 409,
  handover_invalid: 410,
  request_expired: 410,
  request_closed: 410,
  photo_too_large: 413,
  photo_not_jpeg: 422,
  photo_damaged: 422,
  photo_not_live: 422,
  photo_refused: 422,
  photo_too_many_pixels: 422,
  photo_too_small: 422,
  photo_time_invalid: 422,
  location_invalid: 422,
  slot_unknown: 422,
  slots_missing: 422,
  answers_invalid: 422,
  link_busy: 429,
} as const;

/** What the web application refuses with, beside some of those above. Never seen under /v1. */
export const WEB_ERROR_STATUS = {
  sign_in_failed: 401,
  second_factor_required: 401,
  confirmation_required: 403,
  csrf_refused: 403,
  /** Of an emailed link. A photo link says the same with the status of `link_invalid`. */
  link_expired: 410,
  /** On the code page too: the attempt is fine, and needs a little work from the browser first. */
  proof_required: 429,
} as const;

export type ApiErrorCode = keyof typeof ERROR_STATUS;
export type CaptureErrorCode = keyof typeof CAPTURE_ERROR_STATUS;
export type WebErrorCode = keyof typeof WEB_ERROR_STATUS;
export type ErrorCode = ApiErrorCode | CaptureErrorCode | WebErrorCode;

/** Field name to messages; nested fields are dotted (`photo_slots.0.instructions`). */
export type ErrorDetails = Record<string, string[]>;

/** The one error a use case throws on purpose. Its message is meant for the caller; it knows nothing of HTTP. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | undefined;
  /** The code whose status the response has, where that is not its own. */
  readonly statusLike: ErrorCode;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      details?: ErrorDetails;
      retryAfterSeconds?: number;
      statusLike?: ErrorCode;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.statusLike = options.statusLike ?? code;
  }
}

/** There is too much to do for one more call. Counted and logged where it is decided, not for every call. */
export class OverloadedError extends ServiceError {
  constructor(retryAfterSeconds: number) {
    super('service_unavailable', 'The service is busy. Try again in a moment.', { retryAfterSeconds });
    this.name = 'OverloadedError';
  }
}

/** Spec 7.2: the one response that has a shape of its own. */
export class EmailProhibitedError extends Error {
  readonly fields: string[];

  constructor(fields: string[]) {
    super('The recipient email field is prohibited.');
    this.name = 'EmailProhibitedError';
    this.fields = fields;
  }
}

export function validationError(details: ErrorDetails): ServiceError {
  return new ServiceError('validation_error', 'The request body is not valid.', { details });
}

export function invalidParameter(details: ErrorDetails): ServiceError {
  return new ServiceError('invalid_parameter', 'A parameter of the request is not valid.', { details });
}

export function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `${what} was not found.`);
}
