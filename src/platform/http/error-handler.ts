import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseUnavailableError } from '../db/database.ts';
import {
  type ApiErrorCode,
  CAPTURE_ERROR_STATUS,
  EmailProhibitedError,
  ERROR_STATUS,
  OverloadedError,
  ServiceError,
  WEB_ERROR_STATUS,
} from '../errors.ts';
import { StorageUnavailableError } from '../storage/storage.ts';
import { errorBody, type TraceError } from './error-body.ts';
import { openEnum } from './fields.ts';

const RETRY_AFTER_OUTAGE_SECONDS = 5;
/** The machine has run out of something: handles, memory, space, threads. */
const EXHAUSTED = new Set([
  'EAGAIN',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ENOSPC',
  'ERR_WORKER_INIT_FAILED',
  'ERR_WORKER_OUT_OF_MEMORY',
]);
const FILE_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
];
const STATUS = { ...ERROR_STATUS, ...CAPTURE_ERROR_STATUS, ...WEB_ERROR_STATUS };

/** Spec 7.1, and two fields that it leaves room for. */
export const errorSchema = z
  .strictObject({
    error: z.strictObject({
      code: openEnum(Object.keys(ERROR_STATUS) as [ApiErrorCode, ...ApiErrorCode[]]),
      message: z.string(),
      details: z
        .record(z.string(), z.array(z.string()))
        .meta({ description: 'Messages by field name. Nested fields use dots.' }),
      request_id: z
        .string()
        .meta({ description: 'Identifier of this API call, also sent in the `X-Request-Id` header.' }),
      doc_url: z.string().meta({ description: 'The page that explains this code.' }),
    }),
  })
  .meta({ id: 'Error' });

/** Spec 7.2, exactly: its call is named by the header alone. */
export const emailProhibitedSchema = z
  .strictObject({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) })
  .meta({ id: 'EmailProhibited' });

/** Fastify's own refusals, said in our words. */
const FRAMEWORK_ERRORS: Record<string, ServiceError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ServiceError(
    'payload_too_large',
    'The request body is larger than 256 KB.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ServiceError(
    'invalid_json',
    'The length of the request body doesn’t match its Content-Length.',
  ),
};

/** The one place that turns an error into a response. What no one foresaw is logged and shows nothing of its inside. */
export function createErrorHandler(trace: TraceError) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // A file that could not be read has been described already: as compressed, as an image, or to be kept for ever.
    for (const name of FILE_HEADERS) reply.removeHeader(name);
    reply.header('cache-control', 'no-store');
    if (thrown instanceof EmailProhibitedError) {
      reply.code(422).send(emailProhibitedBody(thrown));
      return;
    }
    const error = toServiceError(thrown, request);
    if (isOurFault(error)) {
      request.log.error({ err: thrown }, error.message);
    }
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds);
    reply.code(STATUS[error.statusLike]).send(errorBody(error, trace(error.code, request.id)));
  };
}

function isOurFault(error: ServiceError): boolean {
  return (
    error.code === 'internal_error' ||
    (error.code === 'service_unavailable' && !(error instanceof OverloadedError))
  );
}

/** The HTTP status of the response to an error. */
export function statusOf(thrown: unknown, request: FastifyRequest): number {
  return thrown instanceof EmailProhibitedError ? 422 : STATUS[toServiceError(thrown, request).statusLike];
}

function toServiceError(thrown: unknown, request: FastifyRequest): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isOutage(thrown)) {
    return new ServiceError(
      'service_unavailable',
      'The service is temporarily unavailable. Try again in a moment.',
      {
        retryAfterSeconds: RETRY_AFTER_OUTAGE_SECONDS,
      },
    );
  }
  if (request.raw.errored?.message === 'aborted') {
    return new ServiceError('invalid_json', 'The connection was closed before the whole body arrived.');
  }
  const framework = FRAMEWORK_ERRORS[(thrown as FastifyError | undefined)?.code ?? ''];
  return framework ?? new ServiceError('internal_error', 'Something went wrong on our side.');
}

/** The same call may succeed soon. */
function isOutage(thrown: unknown): boolean {
  if (thrown instanceof DatabaseUnavailableError || thrown instanceof StorageUnavailableError) return true;
  if (!(thrown instanceof Error)) return false;
  return EXHAUSTED.has(String((thrown as NodeJS.ErrnoException).code)) || isOutage(thrown.cause);
}

function emailProhibitedBody(error: EmailProhibitedError): z.infer<typeof emailProhibitedSchema> {
  const reason = 'Email features are unavailable on the free plan. Please upgrade your plan to send emails.';
  return {
    message: error.message,
    errors: Object.fromEntries(error.fields.map((field) => [field, [reason]])),
  };
}
