import { beforeAll, describe, expect, it } from 'vitest';
import { createPermanentLinkRepository } from '../../../src/permanent-links/repository.ts';
import type { PhotoRequestFilters } from '../../../src/photo-requests/query-schema.ts';
import { createPhotoRequestRepository } from '../../../src/photo-requests/repository.ts';
import type { PhotoRequestRow } from '../../../src/platform/db/tables.ts';
import { expectFewPages, explain, settleStatistics } from '../../helpers/database/explain.ts';
import { ids, insertWorkspace, permanentLinkRow, photoRequestRow } from '../../helpers/database/rows.ts';
import { insertRows } from '../../helpers/database/stored-rows.ts';
import { useDatabase } from '../../helpers/database/test-database.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0);
const HOUR = 3_600_000;
/** Enough for PostgreSQL to find an index worth its while. */
const OTHER_WORKSPACES = 9;
const ROWS = 1_000;
/** Half of all: whoever walks along everyone's rows may well hope to meet some of these soon. */
const ROWS_OF_OWNER = 9_000;
const LINKS = 500;

/** Keyset pages: what a page costs must not depend on how many rows there are (design part 4, GET lists). */
describe('the plans of the lists', () => {
  const database = useDatabase();
  let owner: { workspaceId: string; environment: 'live' };
  beforeAll(async () => {
    owner = { workspaceId: await insertWorkspace(database), environment: 'live' };
    const requests = requestsOf(owner.workspaceId, ROWS_OF_OWNER);
    const links = linksOf(owner.workspaceId);
    for (let count = 0; count < OTHER_WORKSPACES; count++) {
      const workspaceId = await insertWorkspace(database);
      requests.push(...requestsOf(workspaceId, ROWS));
      links.push(...linksOf(workspaceId));
    }
    await insertRows(database, 'photo_requests', inOrder(requests));
    await insertRows(database, 'permanent_links', inOrder(links));
    await insertRows(
      database,
      'pending_reviews',
      requests.filter((_, index) => index % 9 === 0).map(pendingReview),
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
      expect(plan.text).toMatch(/photo_requests_by_/);
      expect(plan.text).not.toMatch(SQLITE_SORT);
      expectFewPages(plan);
    }
  });

  it('should find the few with one external id by its index', async () => {
    for (const plan of await plansOf({ external_id: 'external-3' })) {
      expect(plan.text).toMatch(/photo_requests_by_external_id/);
      expectFewPages(plan);
    }
  });

  it('should walk along an index, without sorting, from a cursor on', async () => {
    for (const plan of await plansOf({}, ids.next('photoRequest'))) {
      expect(plan.text).toMatch(/photo_requests_by_age/);
      expect(plan.text).not.toMatch(SQLITE_SORT);
      expectFewPages(plan);
    }
  });

  it.each(['asc', 'desc'] as const)(
    'should walk along what the team has yet to decide about, without sorting, with order=%s',
    async (order) => {
      for (const after of [null, ids.next('photoRequest', NOW - HOUR / 2)]) {
        for (const plan of await plansOf({ needs_review: 'true', order }, after)) {
          expect(plan.text).toMatch(/pending_reviews/);
          expect(plan.text).not.toMatch(SQLITE_SORT);
          expectFewPages(plan);
        }
      }
    },
  );

  it.each(['asc', 'desc'] as const)(
    'should walk along what a member takes care of, few or many, with order=%s',
    async (order) => {
      for (const assignee_id of ['user_busy', 'user_idle'])
        for (const after of [null, ids.next('photoRequest', NOW - HOUR / 2)]) {
          for (const plan of await plansOf({ assignee_id, order }, after)) {
            expect(plan.text).toMatch(/assignments_of_member/);
            expectFewPages(plan);
          }
        }
    },
  );

  it('should find both parts of status=expired by an index: the expired and the overdue', async () => {
    const [overdue, written, ...more] = await plansOf({ status: 'expired' });
    expect(more).toEqual([]);
    expect(written?.text).toMatch(/photo_requests_by_status/);
    expect(written?.text).not.toMatch(SQLITE_SORT);
    expect(overdue?.text).toMatch(/photo_requests_open_by_expiry/);
    if (written !== undefined) expectFewPages(written);
  });

  it('should walk along an index, without sorting, for permanent links', async () => {
    const plans = await explain(database, (recording) =>
      createPermanentLinkRepository(recording).list(owner, {}, { after: null, limit: 20 }),
    );
    for (const plan of plans) {
      expect(plan.text).toMatch(/permanent_links_by_age/);
      expect(plan.text).not.toMatch(SQLITE_SORT);
      expectFewPages(plan);
    }
  });
});

/** All rows that fit are read before the first is shown; on PostgreSQL the pages tell. */
const SQLITE_SORT = /TEMP B-TREE/;

function requestsOf(workspaceId: string, count: number): PhotoRequestRow[] {
  return Array.from({ length: count }, (_, index) => {
    const isVisit = index % 5 === 0;
    return photoRequestRow(workspaceId, {
      id: ids.next('photoRequest', NOW - Math.floor(((count - index) * HOUR) / count)),
      type: isVisit ? 'permanent' : 'one_time',
      status: (['pending', 'submitted', 'expired', 'canceled'] as const)[index % 4] ?? 'pending',
      permanent_link_id: isVisit ? `plink_${index % 50}` : null,
      external_id: index % 3 === 0 ? `external-${index}` : null,
      expires_at: NOW + (index % 7 === 0 ? -HOUR : HOUR),
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

function linksOf(workspaceId: string) {
  return Array.from({ length: LINKS }, () => permanentLinkRow(workspaceId));
}

/** In the order in which they would have come: so the rows lie in the table. */
const inOrder = <T extends { id: string }>(rows: T[]): T[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
