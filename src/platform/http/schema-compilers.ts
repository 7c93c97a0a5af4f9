import { checkedResponses } from './response-serializer.ts';
import { validatorCompiler } from './validation.ts';

/** For Fastify's `schemaController`. Given there, its own compilers are not even loaded: they cost time and memory. */
export const ZOD_COMPILERS = {
  compilersFactory: {
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => checkedResponses as never,
  },
};
