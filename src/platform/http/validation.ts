import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type ErrorDetails, invalidParameter, validationError } from '../errors.ts';

/** The response to a body with many faults names the first ones; no one reads a thousand. */
const MAX_DETAILS = 50;

const TYPE_NAMES: Record<string, string> = {
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Checks what comes in against the route's zod schemas: a wrong body is 422, a wrong parameter 400 (spec 7.3). */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const inBody = httpPart === 'body';
  return (data) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: result.data };
    return inBody
      ? { error: validationError(toDetails(result.error.issues)) }
      : { error: invalidParameter(toDetails(result.error.issues, REPEATED)) };
  };
};

/** What arrives by address is text; only a repeated parameter is something else, a list. */
const REPEATED = 'Must be given only once.';

export function toDetails(issues: readonly z.core.$ZodIssue[], noString = 'Must be a string.'): ErrorDetails {
  const details: ErrorDetails = {};
  for (const issue of issues.slice(0, MAX_DETAILS)) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.').slice(0, 200);
    const messages = Object.hasOwn(details, field) ? details[field] : undefined;
    const message = messageOf(issue, noString);
    if (messages === undefined) details[field] = [message];
    else if (!messages.includes(message)) messages.push(message);
  }
  return details;
}

function messageOf(issue: z.core.$ZodIssue, noString: string): string {
  switch (issue.code) {
    case 'invalid_type': {
      // A field's own message wins over the general one.
      if (!issue.message.startsWith('Invalid input')) return issue.message;
      if (issue.message.endsWith('received undefined')) return 'This field is required.';
      if (issue.expected === 'string') return noString;
      return `Must be ${TYPE_NAMES[issue.expected] ?? issue.expected}.`;
    }
    case 'invalid_value':
      return `Must be one of: ${issue.values.join(', ')}.`;
    case 'invalid_key':
      return issue.issues.map((inner) => messageOf(inner, noString)).join(' ');
    default:
      return issue.message;
  }
}
