import { type RawBuilder, sql } from 'kysely';
import { parseCode } from '../capture/addresses.ts';
import type { Database } from '../platform/db/database.ts';
import { newestFirst } from '../platform/db/order-by-id.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import { isId } from '../platform/ids.ts';
import { hasStatus, isListed, isWithin, matches, type Requests } from './conditions.ts';
import type { PhotoRequestFilters } from './schema.ts';

/** Some of the matches, newest first. */
export interface SearchPage {
  rows: PhotoRequestRow[];
  /** The id after which the search goes on; null at its end. */
  next: string | null;
}

/** One thing that somebody who types a term can mean. */
interface Meaning {
  value: RawBuilder<string>;
  /** As a part of the index of the value. */
  indexed(eb: Requests): Condition;
  /** Row by row, in a way that leads no planner to that index. */
  looked(eb: Requests): Condition;
}
type Condition = ReturnType<Requests['and']>;

interface Wanted {
  filters: PhotoRequestFilters;
  page: Page;
  now: number;
}

export interface SearchLimits {
  /** No more matches than these are fetched from an index to be sorted, for each meaning. */
  few: number;
  /** Where there are more, the newest requests are looked at, so many for each page. */
  lookedAt: number;
}

const LIMITS: SearchLimits = { few: 500, lookedAt: 2_000 };

/** Sorts behind everything that begins with the same text, in the byte order of both engines. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * Finds requests by their code, id, the beginning of their external id or of the recipient's address. However many
 * there are, a page costs the same: rare matches come from the indexes; among frequent ones the newest are found by
 * going back in time.
 */
export function createRequestSearch(database: Database, limits: SearchLimits = LIMITS) {
  const requests = (owner: Owner) =>
    database.reader.selectFrom('photo_requests').where((eb) => eb.and(ownerColumns(owner)));

  const found = (owner: Owner, { filters, page, now }: Wanted) => {
    const { status } = filters;
    return requests(owner)
      .selectAll()
      .where(isListed)
      .where(matches(filters))
      .$if(status !== undefined, (q) => q.where(hasStatus(status as 'submitted', now)))
      .$if(page.after !== null, (q) => q.where('id', '<', page.after as string))
      .orderBy('id', newestFirst)
      .limit(page.limit + 1);
  };

  /** One parameter, however many they are: each number of parameters would be a statement of its own. */
  const isOneOf = (ids: string[]) =>
    database.engine === 'postgres'
      ? sql<boolean>`id = any(${ids})`
      : sql<boolean>`id in (select value from json_each(${JSON.stringify(ids)}))`;

  /** The ids of all matches; undefined when they are too many. */
  async function fewMatches(owner: Owner, meanings: Meaning[]): Promise<string[] | undefined> {
    const parts = await Promise.all(
      meanings.map(({ value, indexed }) =>
        requests(owner)
          .select('id')
          .where(indexed)
          // Or PostgreSQL looks for that few in the whole table.
          .orderBy(value)
          .limit(limits.few + 1)
          .execute(),
      ),
    );
    if (parts.some((part) => part.length > limits.few)) return undefined;
    return [...new Set(parts.flat().map(({ id }) => id))];
  }

  async function goBack(owner: Owner, meanings: Meaning[], wanted: Wanted): Promise<SearchPage> {
    const { after, limit } = wanted.page;
    const edge = await requests(owner)
      .select('id')
      .where(isWithin(wanted.filters))
      .$if(after !== null, (q) => q.where('id', '<', after as string))
      .orderBy('id', newestFirst)
      .offset(limits.lookedAt - 1)
      .limit(1)
      .executeTakeFirst();
    const rows = await found(owner, wanted)
      .$if(edge !== undefined, (q) => q.where('id', '>=', edge?.id ?? ''))
      .where((eb) => eb.or(meanings.map(({ looked }) => looked(eb))))
      .execute();
    const shown = pageOf(rows, limit);
    return { rows: shown.rows, next: shown.next ?? edge?.id ?? null };
  }

  return async (owner: Owner, typed: string, wanted: Wanted): Promise<SearchPage> => {
    const term = typed.trim();
    if (term === '') return { rows: [], next: null };
    const meanings = isId('photoRequest', term) ? [] : meaningsOf(term);
    const few = meanings.length === 0 ? [term] : await fewMatches(owner, meanings);
    if (few === undefined) return goBack(owner, meanings, wanted);
    if (few.length === 0) return { rows: [], next: null };
    return pageOf(await found(owner, wanted).where(isOneOf(few)).execute(), wanted.page.limit);
  };
}

function pageOf(rows: PhotoRequestRow[], limit: number): SearchPage {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

function meaningsOf(term: string): Meaning[] {
  const code = parseCode(term);
  const isCode = (eb: Requests) => eb.and([eb('unique_code', '=', code ?? '')]);
  return [
    ...(code === undefined
      ? []
      : [{ value: sql.ref<string>('unique_code'), indexed: isCode, looked: isCode }]),
    beginning(sql<string>`lower(recipient_email)`, 'recipient_email', term.toLowerCase()),
    ...[...new Set([term, term.toUpperCase(), term.toLowerCase()])].map((prefix) =>
      beginning(sql.ref<string>('external_id'), 'external_id', prefix),
    ),
  ];
}

function beginning(
  value: RawBuilder<string>,
  column: 'recipient_email' | 'external_id',
  prefix: string,
): Meaning {
  const { length } = [...prefix];
  return {
    value,
    indexed: (eb) =>
      eb.and([
        // As the partial indexes have it.
        eb(column, 'is not', null),
        eb(value, '>=', prefix),
        eb(value, '<', prefix + LAST_CHARACTER),
      ]),
    looked: (eb) => eb.and([eb(sql<string>`substr(${value}, 1, ${length})`, '=', prefix)]),
  };
}
