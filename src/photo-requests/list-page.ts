import type { FastifyRequest } from 'fastify';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { invalidParameter } from '../platform/errors.ts';
import { metaOf } from '../platform/http/envelope.ts';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, pageEnvelope } from '../platform/http/pages.ts';
import type { PhotoRequestFilters } from './query-schema.ts';
import type { PhotoRequestService } from './service.ts';

interface Wanted {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  filters: PhotoRequestFilters;
}

/** One page of the list or, with a term, of the search, as whoever asks is shown requests. */
export async function listPage<T>(
  request: FastifyRequest,
  photoRequests: Pick<PhotoRequestService, 'list' | 'search'>,
  { owner, limit = DEFAULT_LIMIT, cursor, search, filters }: Wanted & { owner: Owner },
  pageMapper: (owner: Owner, rows: PhotoRequestRow[]) => Promise<(row: PhotoRequestRow) => T>,
) {
  if (search === undefined) {
    const list = { kind: 'photoRequest' as const, owner, filters };
    const after = decodeCursor(list, cursor);
    const rows = await photoRequests.list(owner, filters, { limit, after });
    return pageEnvelope(request, list, { rows, limit }, await pageMapper(owner, rows));
  }
  // The search goes from the newest on.
  if (filters.order === 'asc') throw invalidParameter({ order: ['Must not be asc together with a search.'] });
  const list = { kind: 'photoRequest' as const, owner, filters: { ...filters, search } };
  const after = decodeCursor(list, cursor);
  const { rows, next } = await photoRequests.search(owner, search, filters, { limit, after });
  const next_cursor = next === null ? null : encodeCursor(list, next);
  return {
    data: rows.map(await pageMapper(owner, rows)),
    meta: { ...metaOf(request), has_more: next !== null, next_cursor },
  };
}
