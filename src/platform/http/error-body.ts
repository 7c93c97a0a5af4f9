import { ERROR_STATUS, type ErrorCode, type ErrorDetails, type ServiceError } from '../errors.ts';

/** How a call that failed is found again, and where its error is explained. */
export interface ErrorTrace {
  request_id: string;
  /** Only for the codes of the API: customers' pages and the web application explain theirs themselves. */
  doc_url?: string;
}

export type TraceError = (code: ErrorCode, requestId: string) => ErrorTrace;

export function createTraceError(publicUrl: string): TraceError {
  return (code, requestId) => ({
    request_id: requestId,
    ...(Object.hasOwn(ERROR_STATUS, code) && { doc_url: errorDocUrl(publicUrl, code) }),
  });
}

/** Where the documentation says what a code means and what to do. */
export function errorDocUrl(publicUrl: string, code: ErrorCode): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** Spec 7.1, and behind what it demands the trace. */
export function errorBody(
  { code, message, details }: ServiceError,
  trace: ErrorTrace,
): { error: { code: ErrorCode; message: string; details: ErrorDetails } & ErrorTrace } {
  return { error: { code, message, details, ...trace } };
}
