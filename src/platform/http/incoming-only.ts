import type { FastifySchema } from 'fastify';

/** What the schemas say of responses and ids describes them, and need not be carried out at every call. */
export function incomingOnly({ body, querystring }: FastifySchema): FastifySchema {
  return { ...(body === undefined ? {} : { body }), ...(querystring === undefined ? {} : { querystring }) };
}
