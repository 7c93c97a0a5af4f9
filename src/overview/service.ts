import { totalDrafts } from '../permanent-links/drafts.ts';
import type { LinkVisitRepository, VisitsByLink } from '../permanent-links/visit-repository.ts';
import type { NewestRequests } from '../photo-requests/newest-repository.ts';
import { isSampleRequest } from '../photo-requests/sample-request.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import type { PhotoLinks } from '../photos/links.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { ShownPhoto } from '../photos/wire.ts';
import { type Clock, toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { lastDays } from '../platform/time-zone.ts';
import type { Counts } from '../stats/count-repository.ts';
import type { StatsService } from '../stats/service.ts';
import type { Plan } from '../workspaces/plans.ts';
import type { UsageColumns } from '../workspaces/quota.ts';
import type { Overview, OverviewSubmission, OverviewWaiting } from './schema.ts';

const DAYS = 30;
const SUBMISSIONS = 12;
const WAITING = 10;
const THUMBNAILS = 4;
const MAX_HELD = 100;

/** Whoever looks, and where. */
export type Viewer = Owner & { plan: Plan; usage: UsageColumns };

/** How far a live page was told of submissions: up to when, and which of that very millisecond. */
export interface SubmissionPosition {
  at: number;
  known: ReadonlySet<string>;
}

export type OverviewService = ReturnType<typeof createOverviewService>;

export function createOverviewService(deps: {
  newest: NewestRequests;
  photoRequests: PhotoRequestService;
  photos: PhotoRepository;
  links: PhotoLinks;
  stats: StatsService;
  counts: Counts;
  linkVisits: LinkVisitRepository;
  clock: Clock;
}) {
  const { newest, photoRequests, photos, links, stats, counts, linkVisits, clock } = deps;

  async function waiting(owner: Owner): Promise<OverviewWaiting[]> {
    const page = { limit: WAITING, after: null };
    const open = [
      ...(await photoRequests.list(owner, { status: 'pending' }, page)),
      ...(await photoRequests.list(owner, { status: 'in_progress', is_held: 'false' }, page)),
    ];
    const rows = open.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, WAITING);
    const begun = rows.filter(({ status }) => status === 'in_progress');
    const taken = await photos.countInRound(owner, begun);
    return rows.map((row) => toWaiting(row, taken.get(row.id) ?? 0));
  }

  /** Two at most need to be looked at: there is one sample. */
  async function hasOwnRequests(owner: Owner): Promise<boolean> {
    const rows = await photoRequests.list(owner, {}, { limit: 1, after: null });
    return rows.some((row) => !isSampleRequest(row));
  }

  async function withPhotos(owner: Owner, rows: PhotoRequestRow[]): Promise<OverviewSubmission[]> {
    const ids = rows.map(({ id }) => id);
    const byRequest = await photos.listOfAll(owner, ids);
    return rows.map((row) => toSubmission(row, byRequest.get(row.id) ?? [], links));
  }

  return {
    async of(viewer: Viewer, timeZone: string): Promise<Overview> {
      const now = clock();
      const visits = await linkVisits.totals(viewer);
      const { days, byStatus } = await counts.perDay(viewer, lastDays(now, timeZone, DAYS), now);
      return {
        time_zone: timeZone,
        ...stats.planAndUsage(viewer),
        drafts: totalDrafts(visits),
        held: {
          photo_requests: await newest.countHeld(viewer, now, MAX_HELD),
          permanent_links: totalHeld(visits),
        },
        photo_requests: byStatus,
        days,
        has_own_requests: await hasOwnRequests(viewer),
        newest_submissions: await withPhotos(viewer, await newest.newestSubmissions(viewer, SUBMISSIONS)),
        waiting_requests: await waiting(viewer),
      };
    },

    /** What was submitted after that, oldest first, and how far that is. */
    async submittedSince(
      owner: Owner,
      { at, known }: SubmissionPosition,
      limit: number,
    ): Promise<{ submissions: OverviewSubmission[]; position: SubmissionPosition }> {
      const newestRows = await newest.submittedSince(owner, at, limit);
      const rows = newestRows.filter(({ id }) => !known.has(id)).reverse();
      const last = rows.at(-1)?.submitted_at ?? at;
      const latest = rows.filter((row) => row.submitted_at === last).map(({ id }) => id);
      return {
        submissions: await withPhotos(owner, rows),
        position: { at: last, known: new Set([...(last === at ? known : []), ...latest]) },
      };
    },
  };
}

function totalHeld(visits: VisitsByLink): number {
  return visits.values().reduce((sum, { held }) => sum + held.count, 0);
}

function toSubmission(row: PhotoRequestRow, received: ShownPhoto[], links: PhotoLinks): OverviewSubmission {
  const standing = roundsOf(row).standing(received);
  return {
    id: row.id,
    type: row.type,
    unique_code: row.unique_code,
    instructions: row.instructions,
    external_id: row.external_id,
    permanent_link_id: row.permanent_link_id,
    submitted_at: toWireTime(row.submitted_at ?? row.created_at),
    photo_count: standing.length,
    thumbnail_urls: standing.slice(0, THUMBNAILS).map(({ id }) => links.url(id, 'thumbnail')),
  };
}

function toWaiting(row: PhotoRequestRow, unsentPhotos: number): OverviewWaiting {
  return {
    id: row.id,
    unique_code: row.unique_code,
    status: row.status === 'in_progress' ? 'in_progress' : 'pending',
    instructions: row.instructions,
    external_id: row.external_id,
    recipient_email: row.recipient_email,
    created_at: toWireTime(row.created_at),
    first_viewed_at: toWireTimeOrNull(row.first_viewed_at),
    expires_at: toWireTime(row.expires_at),
    unsent_photos: unsentPhotos,
    wanted_photos: roundsOf(row).wanted,
  };
}
