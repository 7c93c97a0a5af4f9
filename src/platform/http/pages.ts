import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Owner } from '../db/tables.ts';
import { invalidParameter } from '../errors.ts';
import { type IdKind, isId } from '../ids.ts';
import { metaOf } from './envelope.ts';

export interface Page {
  limit: number;
  /** The last id of the page before; null for the first page. */
  after: string | null;
}

export const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

export const limitField = z
  .string()
  .transform((value, context) => {
    const limit = /^\d{1,4}$/.test(value) ? Number(value) : 0;
    if (limit >= 1 && limit <= MAX_LIMIT) return limit;
    context.issues.push({
      code: 'custom',
      message: `Must be an integer from 1 to ${MAX_LIMIT}.`,
      input: value,
    });
    return z.NEVER;
  })
  .optional()
  .meta({
    type: 'integer',
    minimum: 1,
    maximum: MAX_LIMIT,
    description: `How many entries a page has. Default: ${DEFAULT_LIMIT}.`,
    examples: [50],
  });

export const cursorField = z
  .string()
  .max(300, { error: 'Not a valid cursor for this list.' })
  .optional()
  .meta({
    description: 'The `next_cursor` from the previous page.',
    examples: ['Y2V3WmxVb1Z4TGJ5LnJlcV8wMWt3M2hkNWJtMDB2cThuOW0yYzV0N3g0cjZ6'],
  });

/** Whose list it is, of what, and with which filters. */
export interface ListOf {
  kind: IdKind;
  owner: Owner;
  filters: object;
}

/** A cursor is bound to its list: used with another list, other filters or by another owner, it is refused. */
export function encodeCursor(list: ListOf, lastId: string): string {
  return Buffer.from(`${digest(list)}.${lastId}`).toString('base64url');
}

/** The last id of the page before, or null for the first page. */
export function decodeCursor(list: ListOf, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const lastId = Buffer.from(cursor, 'base64url').toString('latin1').split('.')[1] ?? '';
  // Made again, it must come out the same: whatever was tampered with shows.
  if (!isId(list.kind, lastId) || encodeCursor(list, lastId) !== cursor) {
    throw invalidParameter({ cursor: ['Not a valid cursor for this list.'] });
  }
  return lastId;
}

function digest({ kind, owner, filters }: ListOf): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const text = JSON.stringify([kind, owner.workspaceId, owner.environment, given]);
  return hash('sha256', text, 'base64url').slice(0, 12);
}

/** Repositories fetch one row more than asked for; that row only says that there is more. */
export function pageEnvelope<Row extends { id: string }, T>(
  request: FastifyRequest,
  list: ListOf,
  page: { rows: Row[]; limit: number },
  toWire: (row: Row) => T,
) {
  const shown = page.rows.slice(0, page.limit);
  const hasMore = page.rows.length > page.limit;
  const last = shown.at(-1);
  return {
    data: shown.map(toWire),
    meta: {
      ...metaOf(request),
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? encodeCursor(list, last.id) : null,
    },
  };
}
