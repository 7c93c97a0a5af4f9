import { z } from 'zod';
import { metaSchema } from './envelope.ts';
import { emailProhibitedSchema, errorSchema } from './error-handler.ts';

const DESCRIPTIONS = {
  400: 'The request is malformed: `invalid_json`, `invalid_parameter`, `unsupported_media_type` or `payload_too_large`.',
  401: 'The key is missing, invalid, deactivated, deleted or regenerated.',
  403: 'The key lacks the permission, the plan lacks the feature or quota, or the workspace is restricted.',
  404: 'The object doesn’t exist in this workspace and environment.',
  422: 'The body is not valid.',
  429: 'Too many requests; `Retry-After` says how many seconds to wait.',
  500: 'Something went wrong on our side.',
  503: 'A dependency is temporarily down; `Retry-After` says how many seconds to wait.',
} as const;

type ErrorStatus = keyof typeof DESCRIPTIONS;

function described<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { 'application/json': { schema } } };
}

/** The error responses of a route, for its `response` schemas; every route can also return 500 and 503. */
export function errorResponses(...statuses: ErrorStatus[]) {
  const all: ErrorStatus[] = [...statuses, 500, 503];
  return Object.fromEntries(all.map((status) => [status, described(DESCRIPTIONS[status], errorSchema)]));
}

/** 422 where spec 7.2 adds a shape of its own. */
export const validationOrEmailResponse = described(
  'The body is not valid, or it has email fields on the free plan (with its own error format).',
  z.union([errorSchema, emailProhibitedSchema]),
);

export function success<T extends z.ZodType>(description: string, schema: T) {
  return described(description, schema);
}

export const deletedResponse = z.strictObject({
  data: z.strictObject({ id: z.string(), deleted: z.literal(true) }),
  meta: metaSchema,
});
