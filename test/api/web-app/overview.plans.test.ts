import { beforeAll, describe, expect, it } from 'vitest';
import { createNewestRequests } from '../../../src/photo-requests/newest-repository.ts';
import type { PhotoRequestFilters } from '../../../src/photo-requests/query-schema.ts';
import { createPhotoRequestRepository } from '../../../src/photo-requests/repository.ts';
import { createRequestSearch, type SearchLimits } from '../../../src/photo-requests/search-repository.ts';
import type { Database } from '../../../src/platform/db/database.ts';
import type { PhotoRequestRow } from '../../../src/platform/db/tables.ts';
import { lastDays } from '../../../src/platform/time-zone.ts';
import { displayCode, SAMPLE_CODE } from '../../../src/shared/short-code.ts';
import { createCounts } from '../../../src/stats/count-repository.ts';
import {
  expectFewPages,
  expectIndex,
  type Plan,
  plansOf as plansOfQueries,
  settleStatistics,
} from '../../helpers/database/explain.ts';
import { ids, insertWorkspace, photoRequestRow, photoRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const HOUR = 3_600_000;
const clock = () => NOW;
/** The days, the parts of a sum, sums of unsent photos and what is given as JSON are a handful of values. */
const SQLITE_SCAN = /\bSCAN (?!ranges\b|parts\b|unsent\b|begun\b|json_each\b|\d+ CONSTANT)/;
const WORKSPACES = 8;
const ROWS = 1_000;
/** The rows of the stretch, or all that the index has of the owner, are on more. */
const MAX_PAGES_OF_A_STRETCH = 15;

/** With 100,000 requests a page must cost what it costs with a hundred: every query walks a part of an index. */
describe('the queries of the web application', () => {
  const database = useDatabase();
  let owner: { workspaceId: string; environment: 'live' };
  beforeAll(async () => {
    const requests: PhotoRequestRow[] = [];
    for (let count = 0; count < WORKSPACES; count++) {
      const workspaceId = await insertWorkspace(database);
      requests.push(...requestsOf(workspaceId));
      owner = { workspaceId, environment: 'live' };
    }
    // In the order in which they would have come: so the rows of an owner lie on many pages.
    await fill(
      database,
      requests.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
    await settleStatistics(database);
  });

  function expectIndexes(plans: Plan[]): void {
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expectIndex(plan, undefined, { scan: SQLITE_SCAN, maySort: true });
      expectFewPages(plan);
    }
  }

  it('should read a part of an index for the first page of the list', async () => {
    const page = { limit: 20, after: null };
    expectIndexes(
      await plansOf(database, (db) => createPhotoRequestRepository(db).list(owner, {}, page, NOW)),
    );
  });

  const searchPlans = (term: string, filters: PhotoRequestFilters, limits?: SearchLimits) =>
    plansOf(database, (db) => {
      const after = ids.next('photoRequest', NOW - 100 * HOUR);
      return createRequestSearch(db, limits)(owner, term, { filters, page: { limit: 20, after }, now: NOW });
    });

  it.each([
    ['a code', displayCode(SAMPLE_CODE)],
    ['a rare part', 'nna77'],
    ['a frequent part', 'laim'],
    ['an id', 'req_01kw3hd5bm00vq8n9m2c5t7x4r6z'],
  ])('should read parts of indexes for the search for %s', async (_what, term) => {
    const every: PhotoRequestFilters[] = [
      {},
      { status: 'submitted' },
      { status: 'expired' },
      { status: 'pending', type: 'one_time' },
      { created_after: NOW - 500 * HOUR, created_before: NOW },
    ];
    for (const filters of every) {
      const plans = await searchPlans(term, filters, {
        firstSlice: 50,
        slice: 200,
        lookedAt: 500,
        matches: 50,
      });
      expectIndexes(plans);
      for (const plan of plans) expect(plan.sql).toMatch(/limit/);
    }
  });

  it('should look at a stretch of the index of what can be searched, and at no row', async () => {
    const plans = await searchPlans('nna77', {}, { firstSlice: 200, slice: 200, lookedAt: 200, matches: 50 });
    const [edge, found] = plans.filter(({ sql }) => !sql.includes('answer_texts'));
    if (edge === undefined || found === undefined) throw new Error('Two queries are expected');
    expectIndex(edge, /COVERING INDEX photo_requests_search/);
    expectIndex(found, /COVERING INDEX photo_requests_search .*id>\? AND id<\?/);
    for (const plan of [edge, found]) expectFewPages(plan, MAX_PAGES_OF_A_STRETCH);
  });

  it('should read parts of indexes for the overview', async () => {
    const days = lastDays(NOW, 'Europe/Berlin', 30);
    const counts = (db: Database) => createCounts({ database: db, clock });
    while (await counts(database).fold());
    await settleStatistics(database);
    expectIndexes(await plansOf(database, (db) => counts(db).perDay(owner, days, NOW)));
    expectIndexes(await plansOf(database, (db) => counts(db).byStatus(owner, NOW)));
    expectIndexes(await plansOf(database, (db) => createNewestRequests(db).newestSubmissions(owner, 12)));
  });
});

/** The queries of a part of the service that goes on with what they find. */
function plansOf(database: Database, use: (recording: Database) => Promise<unknown>): Promise<Plan[]> {
  return plansOfQueries(database, use, { areRun: true });
}

function requestsOf(workspaceId: string): PhotoRequestRow[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const isSubmitted = index % 4 === 0;
    const isBegun = index % 100 === 3;
    return photoRequestRow(workspaceId, {
      id: ids.next('photoRequest', NOW - (ROWS - index) * HOUR),
      status: isSubmitted ? 'submitted' : index % 4 === 1 ? 'expired' : isBegun ? 'in_progress' : 'pending',
      submitted_at: isSubmitted ? NOW - (ROWS - index) * HOUR : null,
      external_id: index % 3 === 0 ? null : `claim-${index}`,
      recipient_email: index % 5 === 0 ? `anna${index}@example.com` : null,
      // Few of those that wait are overdue: a sweep writes them down as expired.
      expires_at: NOW + (index % 35 === 0 ? -HOUR : HOUR),
    });
  });
}

async function fill(database: Database, rows: PhotoRequestRow[]): Promise<void> {
  const photos = rows
    .filter(({ status }) => status === 'submitted' || status === 'in_progress')
    .flatMap((row) =>
      [0, 1].map((slot_index) =>
        photoRow(row, { id: ids.next('photo', row.submitted_at ?? NOW), slot_index, received_at: NOW }),
      ),
    );
  await insertRows(database, 'photo_requests', rows);
  await insertRows(database, 'photos', photos);
}
