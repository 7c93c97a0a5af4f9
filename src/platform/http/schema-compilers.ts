import { checkedResponses } from './response-serializer.ts';
import { validatorCompiler } from './validation.ts';

/** For Fastify's `schemaController`. Given there, its own compilers are not even loaded: 50 ms of each start, and 2 MB. */
export const ZOD_COMPILERS = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => checkedResponses as never,
  },
};
