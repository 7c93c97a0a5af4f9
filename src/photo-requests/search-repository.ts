import { setImmediate as yieldToCalls } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { isAmong, newestFirst } from '../platform/db/planner-hints.ts';
import { type Owner, ownerColumns, type PhotoRequestRow } from '../platform/db/tables.ts';
import type { Page } from '../platform/http/pages.ts';
import { isId } from '../platform/ids.ts';
import { parseCode } from '../shared/short-code.ts';
import type { PhotoRequestFilters } from './query-schema.ts';
import {
  hasStatus,
  hasWarnings,
  isAssigned,
  isListed,
  isWithin,
  matches,
  needsReview,
  type Requests,
} from './request-conditions.ts';

/** Some of the matches, newest first. */
export interface SearchPage {
  rows: PhotoRequestRow[];
  /** The id after which the search continues; null at its end. */
  next: string | null;
}

interface Wanted {
  filters: PhotoRequestFilters;
  page: Page;
  now: number;
}

export interface SearchLimits {
  /** How many requests the first statement looks at. Each one after it looks at three times as many. */
  firstSlice: number;
  /** No statement looks at more than these: on SQLite nothing else runs meanwhile. */
  slice: number;
  /** About how many requests a page looks at. The next page continues from there. */
  lookedAt: number;
  /** How many matches of a slice are read at a time. */
  matches: number;
}

const LIMITS: SearchLimits = { firstSlice: 500, slice: 5_000, lookedAt: 100_000, matches: 1_000 };

/** As the index of what can be searched has it. */
const isSearchable = sql<boolean>`(external_id is not null or recipient_email is not null)`;

/**
 * Finds a request by its id or code, and requests by any part of their external id, of the recipient's address or of what
 * the customer answered. It goes back in time through indexes that hold all it looks at, and a page never looks at more than a fixed number of entries.
 */
export function createRequestSearch(database: Database, limits: SearchLimits = LIMITS) {
  const isPostgres = database.engine === 'postgres';
  const requests = (owner: Owner) =>
    database.lists.selectFrom('photo_requests').where((eb) => eb.and(ownerColumns(owner)));

  const shown = (owner: Owner, { filters, now }: Wanted, limit: number) => {
    const { status } = filters;
    return requests(owner)
      .selectAll()
      .where(isListed)
      .where(matches(filters))
      .where(hasWarnings(owner, filters))
      .where(needsReview(owner, filters))
      .where(isAssigned(owner, filters))
      .$if(status !== undefined, (q) => q.where(hasStatus(status as 'submitted', now)))
      .orderBy('id', newestFirst)
      .limit(limit);
  };

  const isOneOf = (ids: string[]) => isAmong(database.engine, 'id', ids);

  const answers = (owner: Owner) =>
    database.lists.selectFrom('answer_texts').where((eb) => eb.and(ownerColumns(owner)));

  const position = sql.raw(isPostgres ? 'strpos' : 'instr');
  const containsOne = (column: string, parts: string[]) =>
    parts.map((part) => sql<boolean>`${position}(lower(${sql.ref(column)}), ${part}) > 0`);
  const contains = (parts: string[]) => (eb: Requests) =>
    eb.or(['external_id', 'recipient_email'].flatMap((column) => containsOne(column, parts)));

  /** The matches of one slice, newest first, and the id at which it ends; null when nothing is older. */
  async function look(
    owner: Owner,
    parts: string[],
    { filters, after, slice }: { filters: PhotoRequestFilters; after: string | null; slice: number },
  ): Promise<{ ids: string[]; end: string | null }> {
    const older = requests(owner)
      .select('id')
      .where(isSearchable)
      .where(isWithin(filters))
      .$if(after !== null, (q) => q.where('id', '<', after as string))
      .orderBy('id', newestFirst);
    const olderAnswers = answers(owner)
      .select('request_id as id')
      .$if(after !== null, (q) => q.where('request_id', '<', after as string))
      .orderBy('request_id', 'desc');
    const nth = { offset: slice - 1, limit: 1 };
    const edges = [
      await older.offset(nth.offset).limit(nth.limit).executeTakeFirst(),
      await olderAnswers.offset(nth.offset).limit(nth.limit).executeTakeFirst(),
    ];
    // The nearer one: of neither more than a slice is looked at.
    const edge = edges.reduce((nearer, each) => ((each?.id ?? '') > nearer ? (each?.id ?? '') : nearer), '');
    const found = [
      ...(await older.where('id', '>=', edge).where(contains(parts)).limit(limits.matches).execute()),
      ...(await olderAnswers
        .where('request_id', '>=', edge)
        .where((eb) => eb.or(containsOne('text', parts)))
        .limit(limits.matches)
        .execute()),
    ];
    const ids = [...new Set(found.map(({ id }) => id))].sort().reverse().slice(0, limits.matches);
    const isCut = found.length >= limits.matches;
    return { ids, end: (isCut ? ids.at(-1) : edge) || null };
  }

  async function goBack(owner: Owner, parts: string[], wanted: Wanted): Promise<SearchPage> {
    const { limit } = wanted.page;
    let { after } = wanted.page;
    const rows: PhotoRequestRow[] = [];
    let slice = limits.firstSlice;
    for (let looked = 0; looked < limits.lookedAt; looked += slice) {
      if (looked > 0) slice = Math.min(limits.slice, slice * 3);
      const { ids, end } = await look(owner, parts, { filters: wanted.filters, after, slice });
      if (ids.length > 0) {
        const more = shown(owner, wanted, limit + 1 - rows.length);
        rows.push(...(await more.where(isOneOf(ids)).execute()));
      }
      if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]?.id ?? null };
      if (end === null) return { rows, next: null };
      after = end;
      await yieldToCalls();
    }
    return { rows, next: after };
  }

  return async (owner: Owner, typed: string, wanted: Wanted): Promise<SearchPage> => {
    const term = typed.trim();
    if (term === '') return { rows: [], next: null };
    const one = shown(owner, wanted, 1);
    if (isId('photoRequest', term)) return { rows: await one.where('id', '=', term).execute(), next: null };
    const code = parseCode(term);
    const coded = code === undefined ? [] : await one.where('unique_code', '=', code).execute();
    if (coded.length > 0) return { rows: coded, next: null };
    return goBack(owner, partsOf(term), wanted);
  };
}

/** In which forms the term can stand in a text. Both engines change the case of A to Z alone. */
function partsOf(term: string): string[] {
  const forms = [term, term.toLowerCase(), term.toUpperCase()];
  return [...new Set(forms.map((form) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}
