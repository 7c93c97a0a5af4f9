import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidParameter } from '../errors.ts';
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
  .meta({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT });

export const cursorField = z
  .string()
  .max(300, { error: 'Is not a cursor of this list.' })
  .optional()
  .meta({ description: 'The `next_cursor` of the page before.' });

/** A cursor names the list it belongs to and the filters it was made with: used elsewhere, it is refused. */
export function encodeCursor(list: string, filters: object, lastId: string): string {
  return Buffer.from(`${list}.${digest(filters)}.${lastId}`).toString('base64url');
}

export function decodeCursor(list: string, filters: object, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const [from, of, lastId] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (from !== list || of !== digest(filters) || lastId === undefined || !/^[a-z_0-9]{1,60}$/.test(lastId)) {
    throw invalidParameter({ cursor: ['Is not a cursor of this list.'] });
  }
  return lastId;
}

function digest(filters: object): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return createHash('sha256').update(JSON.stringify(given)).digest('base64url').slice(0, 12);
}

/** Repositories fetch one row more than asked for; that row only says that there is more. */
export function pageEnvelope<Row extends { id: string }, T>(
  request: FastifyRequest,
  rows: Row[],
  page: { limit: number; list: string; filters: object },
  toWire: (row: Row) => T,
) {
  const shown = rows.slice(0, page.limit);
  const hasMore = rows.length > page.limit;
  const last = shown.at(-1);
  return {
    data: shown.map(toWire),
    meta: {
      ...metaOf(request),
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? encodeCursor(page.list, page.filters, last.id) : null,
    },
  };
}
