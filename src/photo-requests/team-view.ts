import type { PhoneOptOuts } from '../phone/opt-outs.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { assigneesOf } from './assignment-repository.ts';
import type { PhotoRequestService } from './service.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';
import type { PhotoRequestDetail, ShownPhotoRequest } from './web-schema.ts';

export type TeamView = ReturnType<typeof createTeamView>;

/** A request as the team sees it, in the web application and by API. */
export function createTeamView(deps: {
  database: Database;
  photoRequests: PhotoRequestService;
  photos: PhotoRepository;
  timeline: Timeline;
  phoneOptOuts: Pick<PhoneOptOuts, 'isOptedOut'>;
}) {
  const { database, photoRequests, photos, timeline, phoneOptOuts } = deps;

  /** Unsent photos are the customer's own: they are counted, never shown. Those that wait for review were sent. */
  async function pageMapper(owner: Owner, rows: PhotoRequestRow[]) {
    const toWire = await photoRequests.pageMapper(owner, rows, { withHeld: true });
    const begun = rows.filter(({ status, held_at }) => status === 'in_progress' && held_at === null);
    const counts = await photos.countInRound(owner, begun);
    const assignees = await assigneesOf(
      database,
      owner,
      rows.map(({ id }) => id),
    );
    return (row: PhotoRequestRow): ShownPhotoRequest => ({
      ...toWire(row),
      assignee: assignees.get(row.id) ?? null,
      unsent_photos: counts.get(row.id) ?? row.unsent_photos,
      wanted_photos: roundsOf(row).wanted,
    });
  }

  return {
    pageMapper,

    async show(owner: Owner, row: PhotoRequestRow): Promise<Omit<PhotoRequestDetail, 'timeline'>> {
      const toWire = await pageMapper(owner, [row]);
      return {
        request: toWire(row),
        is_unsubscribed: await photoRequests.isUnsubscribed(owner, row),
        is_opted_out: row.recipient_phone !== null && (await phoneOptOuts.isOptedOut(row.recipient_phone)),
        keeps_photos: await photoRequests.keepsPhotos(owner, row),
      };
    },

    /** Everything that happened to it, oldest first. */
    async timeline(owner: Owner, row: PhotoRequestRow): Promise<TimelineEntry[]> {
      const wasSent = row.submitted_at !== null || row.held_at !== null;
      return timeline(owner, row, wasSent ? await photos.listOf(owner, row.id) : []);
    },
  };
}
