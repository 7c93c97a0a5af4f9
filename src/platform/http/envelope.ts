import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

const MAX_WARNINGS = 20;
const MAX_NAME_SHOWN = 100;

export interface Meta {
  request_id: string;
  warnings?: string[];
}

export interface Envelope<T> {
  data: T;
  meta: Meta;
}

/** Spec 2.1. */
export const metaSchema = z
  .strictObject({
    request_id: z
      .string()
      .meta({ description: 'Identifier of this API call, also sent in the `X-Request-Id` header.' }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: 'Unknown fields and query parameters that were ignored.' }),
  })
  .meta({ id: 'Meta' });

export const pageMetaSchema = metaSchema
  .extend({
    has_more: z.boolean().meta({ description: 'Whether older entries follow.' }),
    next_cursor: z.string().nullable().meta({ description: 'Pass this as `cursor` to get the next page.' }),
  })
  .meta({ id: 'PageMeta' });

export function enveloped<T extends z.ZodType>(data: T) {
  return z.strictObject({ data, meta: metaSchema });
}

export function envelope<T>(request: FastifyRequest, data: T): Envelope<T> {
  return { data, meta: metaOf(request) };
}

export function metaOf(request: FastifyRequest): Meta {
  const unknown = request.unknownNames;
  if (unknown.length === 0) return { request_id: request.id };
  const warnings = unknown
    .slice(0, MAX_WARNINGS)
    .map((name) => `Unknown ${name.slice(0, MAX_NAME_SHOWN).toWellFormed()} was ignored.`);
  return { request_id: request.id, warnings };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Such as "field `color`"; collected while the call is validated. */
    unknownNames: string[];
  }
}
