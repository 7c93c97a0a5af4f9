import { beforeAll, describe, expect, it } from 'vitest';
import { createPermanentLinkRepository } from '../../../src/permanent-links/repository.ts';
import type { PhotoRequestFilters } from '../../../src/photo-requests/query-schema.ts';
import { createPhotoRequestRepository } from '../../../src/photo-requests/repository.ts';
import type { PhotoRequestRow } from '../../../src/platform/db/tables.ts';
import { expectFewPages, expectIndex, explain, settleStatistics } from '../../helpers/database/explain.ts';
import { ids, insertWorkspace, permanentLinkRow, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const HOUR = 3_600_000;
/** Enough for PostgreSQL to find an index worth its while. */
const OTHER_WORKSPACES = 9;
const ROWS = 1_500;
const LINKS = 800;
/** A large part of all: whoever walks along everyone's rows may well hope to meet some of these soon. */
const ROWS_OF_OWNER = 9_000;
const LINKS_OF_OWNER = 4_000;
/** When rows come, as parts of an hour. The oldest and the newest are of others: the way along everyone's rows is long. */
const ALWAYS = { from: 0, to: 1 };
const BETWEEN = { from: 0.25, to: 0.75 };
/**
 * Where each row that is passed on the way is looked up in another table. The rows of the owner with what waits for a decision or
 * is assigned take far more.
 */
const MAX_PAGES_OF_TWO_TABLES = 300;
/** Links are fewer than requests, and so are the pages on the way along everyone's. */
const MAX_PAGES_OF_LINKS = 40;
/** Where an index knows the few rows. Indexes that know only their owner, or who else has some, take more. */
const MAX_PAGES_OF_FEW = 50;

/** Keyset pages: what a page costs must not depend on how many rows there are (design part 4, GET lists). */
describe('the plans of the lists', () => {
  const database = useDatabase();
  let owner: { workspaceId: string; environment: 'live' };
  beforeAll(async () => {
    owner = { workspaceId: await insertWorkspace(database), environment: 'live' };
    const requests = requestsOf(owner.workspaceId, { count: ROWS_OF_OWNER, ...BETWEEN, overdueEvery: 35 });
    const links = linksOf(owner.workspaceId, { count: LINKS_OF_OWNER, ...BETWEEN });
    for (let count = 0; count < OTHER_WORKSPACES; count++) {
      const workspaceId = await insertWorkspace(database);
      requests.push(...requestsOf(workspaceId, { count: ROWS, ...ALWAYS, overdueEvery: 1 }));
      links.push(...linksOf(workspaceId, { count: LINKS, ...ALWAYS }));
    }
    await insertRows(database, 'photo_requests', inOrder(requests));
    await insertRows(database, 'permanent_links', inOrder(links));
    await insertRows(
      database,
      'pending_reviews',
      requests.filter((_, index) => index % 4 === 0).map(pendingReview),
    );
    await insertRows(database, 'assignments', requests.filter((_, index) => index % 3 === 0).map(assignment));
    await settleStatistics(database);
  });

  const plansOf = (filters: PhotoRequestFilters, after: string | null = null) =>
    explain(database, (recording) =>
      createPhotoRequestRepository(recording).list(owner, filters, { after, limit: 20 }, NOW),
    );

  it.each<[string, PhotoRequestFilters]>([
    ['no filter', {}],
    ['type=one_time', { type: 'one_time' }],
    ['type=permanent', { type: 'permanent' }],
    ['status=submitted', { status: 'submitted' }],
    ['status=canceled', { status: 'canceled' }],
    ['status=pending', { status: 'pending' }],
    ['permanent_link_id', { permanent_link_id: 'plink_5' }],
    ['created_after', { created_after: NOW - HOUR }],
    ['created_before', { created_before: NOW + HOUR }],
    ['order=asc', { order: 'asc' }],
    ['order=asc and status=submitted', { order: 'asc', status: 'submitted' }],
  ])('should walk along an index, without sorting, with %s', async (_name, filters) => {
    for (const plan of await plansOf(filters)) {
      expectIndex(plan, /photo_requests_by_/);
      expectFewPages(plan);
    }
  });

  it('should find the few with one external id by its index', async () => {
    for (const plan of await plansOf({ external_id: 'external-3' })) {
      expectIndex(plan, /photo_requests_by_external_id/);
      expectFewPages(plan, MAX_PAGES_OF_FEW);
    }
  });

  it('should walk along an index, without sorting, from a cursor on', async () => {
    for (const plan of await plansOf({}, ids.next('photoRequest'))) {
      expectIndex(plan, /photo_requests_by_age/);
      expectFewPages(plan);
    }
  });

  it.each(['asc', 'desc'] as const)(
    'should walk along what the team has yet to decide about, without sorting, with order=%s',
    async (order) => {
      for (const after of [null, ids.next('photoRequest', NOW - HOUR / 2)]) {
        for (const plan of await plansOf({ needs_review: 'true', order }, after)) {
          expectIndex(plan, /pending_reviews USING PRIMARY KEY/);
          expectFewPages(plan, MAX_PAGES_OF_TWO_TABLES);
        }
      }
    },
  );

  it.each([
    ['many', 'asc', 'user_busy', MAX_PAGES_OF_TWO_TABLES],
    ['many', 'desc', 'user_busy', MAX_PAGES_OF_TWO_TABLES],
    ['few', 'asc', 'user_idle', MAX_PAGES_OF_FEW],
    ['few', 'desc', 'user_idle', MAX_PAGES_OF_FEW],
  ] as const)(
    'should walk along what a member takes care of, where it is %s, with order=%s',
    async (_howMany, order, assignee_id, maxPages) => {
      for (const after of [null, ids.next('photoRequest', NOW - HOUR / 2)]) {
        for (const plan of await plansOf({ assignee_id, order }, after)) {
          expectIndex(plan, /assignments_of_member/);
          expectFewPages(plan, maxPages);
        }
      }
    },
  );

  it('should find both parts of status=expired by an index: the expired and the overdue', async () => {
    const [overdue, written, ...more] = await plansOf({ status: 'expired' });
    expect(more).toEqual([]);
    if (overdue === undefined || written === undefined) throw new Error('Two queries are expected');
    expectIndex(written, /photo_requests_by_status/);
    expectFewPages(written);
    expectIndex(overdue, /photo_requests_open_by_expiry/, { maySort: true });
    expectFewPages(overdue);
  });

  it('should walk along an index, without sorting, for permanent links', async () => {
    const plans = await explain(database, (recording) =>
      createPermanentLinkRepository(recording).list(owner, {}, { after: null, limit: 20 }),
    );
    for (const plan of plans) {
      expectIndex(plan, /permanent_links_by_age/);
      expectFewPages(plan, MAX_PAGES_OF_LINKS);
    }
  });
});

interface Coming {
  count: number;
  from: number;
  to: number;
}

function timesOf({ count, from, to }: Coming): number[] {
  const times = Array.from({ length: count }, (_, index) => from + ((to - from) * index) / count);
  return times.map((part) => NOW - HOUR + Math.floor(part * HOUR));
}

/** Next to none is canceled: of those the way along all of the owner would be long. */
const STATUSES = ['pending', 'submitted', 'expired', 'submitted'] as const;

function requestsOf(
  workspaceId: string,
  { overdueEvery, ...coming }: Coming & { overdueEvery: number },
): PhotoRequestRow[] {
  return timesOf(coming).map((at, index) => {
    const isVisit = index % 5 === 0;
    return photoRequestRow(workspaceId, {
      id: ids.next('photoRequest', at),
      type: isVisit ? 'permanent' : 'one_time',
      status: index % 400 === 3 ? 'canceled' : (STATUSES[index % STATUSES.length] ?? 'pending'),
      permanent_link_id: isVisit ? `plink_${index % 250}` : null,
      external_id: index % 3 === 0 ? `external-${index}` : null,
      expires_at: NOW + (index % overdueEvery === 0 ? -HOUR : HOUR),
    });
  });
}

function pendingReview({ workspace_id, environment, id }: PhotoRequestRow) {
  return { workspace_id, environment, request_id: id };
}

/** Nearly all to one member, few to another. */
function assignment({ id, ...row }: PhotoRequestRow, index: number) {
  return { ...pendingReview({ id, ...row }), user_id: index % 500 === 0 ? 'user_idle' : 'user_busy' };
}

function linksOf(workspaceId: string, coming: Coming) {
  return timesOf(coming).map((at) => permanentLinkRow(workspaceId, { id: ids.next('permanentLink', at) }));
}

/** In the order in which they would have come: so the rows lie in the table. */
const inOrder = <T extends { id: string }>(rows: T[]): T[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
