import { sql } from 'kysely';
import { parseCode } from '../capture/addresses.ts';
import type { Database } from '../platform/db/database.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import { isId } from '../platform/ids.ts';
import type { PhotoRequestFilters } from './schema.ts';
import { statusAt } from './status.ts';

export interface SearchResult {
  rows: PhotoRequestRow[];
  /** There are more matches than were looked at. */
  isCut: boolean;
}

/** However short the term is, no more rows than these are read for each way it can be meant. */
export const MOST_MATCHES = 100;

/** Sorts behind everything that begins with the same text, in the byte order of both engines. */
const LAST_CHARACTER = '\u{10ffff}';

/** Finds requests by their code, id, the beginning of their external id or of the recipient's address. */
export function createRequestSearch(database: Database) {
  const requests = (owner: Owner) =>
    database.reader
      .selectFrom('photo_requests')
      .selectAll()
      .where((eb) => eb.and(ownerColumns(owner)))
      // A visit to a permanent link shows when it is submitted.
      .where((eb) => eb.or([eb('type', '=', 'one_time'), eb('status', '=', 'submitted')]))
      .limit(MOST_MATCHES + 1);

  const byExternalId = (owner: Owner, prefix: string) =>
    requests(owner)
      .where('external_id', '>=', prefix)
      .where('external_id', '<', prefix + LAST_CHARACTER)
      .orderBy('external_id')
      .execute();

  const byRecipient = (owner: Owner, prefix: string) => {
    const address = sql<string>`lower(recipient_email)`;
    return (
      requests(owner)
        // As the partial index has it.
        .where('recipient_email', 'is not', null)
        .where(address, '>=', prefix.toLowerCase())
        .where(address, '<', prefix.toLowerCase() + LAST_CHARACTER)
        .orderBy(address)
        .execute()
    );
  };

  return async (owner: Owner, typed: string): Promise<SearchResult> => {
    const term = typed.trim();
    if (term === '') return { rows: [], isCut: false };
    if (isId('photoRequest', term)) {
      return { rows: await requests(owner).where('id', '=', term).execute(), isCut: false };
    }
    const code = parseCode(term);
    const found = await Promise.all([
      code === undefined ? [] : requests(owner).where('unique_code', '=', code).execute(),
      byRecipient(owner, term),
      ...[...new Set([term, term.toUpperCase(), term.toLowerCase()])].map((prefix) =>
        byExternalId(owner, prefix),
      ),
    ]);
    const rows = new Map(found.flat().map((row) => [row.id, row]));
    return {
      rows: [...rows.values()].sort((a, b) => (a.id < b.id ? 1 : -1)),
      isCut: found.some((part) => part.length > MOST_MATCHES),
    };
  };
}

/** What the list's filters say, for rows that are here already. */
export function matchesFilters(row: PhotoRequestRow, filters: PhotoRequestFilters, now: number): boolean {
  const { status, type, permanent_link_id, external_id, created_after, created_before } = filters;
  return (
    (status === undefined || statusAt(row, now) === status) &&
    (type === undefined || row.type === type) &&
    (permanent_link_id === undefined || row.permanent_link_id === permanent_link_id) &&
    (external_id === undefined || row.external_id === external_id) &&
    (created_after === undefined || row.created_at >= created_after) &&
    (created_before === undefined || row.created_at < created_before)
  );
}
