import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import type { z } from 'zod';

/**
 * Responses are built by explicit mappers whose types come from the schemas. The tests compare them with the schemas:
 * throws when a response has a field too many, too few or of another type.
 */
export const checkedResponses: FastifySerializerCompiler<z.ZodType> =
  ({ schema, method, url, httpStatus }) =>
  (data) => {
    const result = schema.safeParse(data);
    if (!result.success) {
      throw new Error(
        `${method} ${url} responded with ${httpStatus} against its schema: ${result.error.message}`,
      );
    }
    return JSON.stringify(data);
  };
