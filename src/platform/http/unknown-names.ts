import type { FastifySchema, preValidationHookHandler } from 'fastify';
import { z } from 'zod';

/** The names a schema knows, level by level; for a list, those of its entries. */
interface KnownNames {
  fields: Map<string, KnownNames | null>;
  isList: boolean;
}

const NO_NAMES: KnownNames = { fields: new Map(), isList: false };

/** Looked up once per route. null: any name is welcome here (metadata), or there are none (a string). */
function knownNames(schema: unknown): KnownNames | null {
  if (schema instanceof z.ZodObject) {
    const fields = new Map(Object.entries(schema.shape).map(([name, field]) => [name, knownNames(field)]));
    return { fields, isList: false };
  }
  if (schema instanceof z.ZodArray) {
    const entry = knownNames(schema.element);
    return entry === null ? null : { ...entry, isList: true };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return knownNames(schema.unwrap());
  if (schema instanceof z.ZodPipe) return knownNames(schema.out);
  return null;
}

/** Dotted names of what was sent and is not known. It is ignored, and `meta.warnings` says so. */
function unknownNames(value: unknown, known: KnownNames | null, prefix = ''): string[] {
  if (known === null || typeof value !== 'object' || value === null) return [];
  if (known.isList) {
    if (!Array.isArray(value)) return [];
    return value.flatMap((entry, index) =>
      unknownNames(entry, { ...known, isList: false }, `${prefix}${index}.`),
    );
  }
  return Object.entries(value).flatMap(([name, field]) => {
    const nested = known.fields.get(name);
    return nested === undefined ? [prefix + name] : unknownNames(field, nested, `${prefix}${name}.`);
  });
}

/** Compares each call with its route's schemas and notes what they do not know for `meta.warnings`. */
export function noteUnknownNames(schema: FastifySchema | undefined): preValidationHookHandler {
  const body = knownNames(schema?.body);
  const query = knownNames(schema?.querystring) ?? NO_NAMES;
  return (request, _reply, done) => {
    for (const name of unknownNames(request.query, query)) {
      request.unknownNames.push(`query parameter \`${name}\``);
    }
    for (const name of unknownNames(request.body, body)) request.unknownNames.push(`field \`${name}\``);
    done();
  };
}
