import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { deleteWarnings } from '../photo-requests/warning-repository.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import type { LinkVisitRepository } from './visit-repository.ts';

export type DeleteHeldVisits = ReturnType<typeof createDeleteHeldVisits>;

/** What waits for approval in a link that is being deleted goes with it. */
export function createDeleteHeldVisits(deps: {
  linkVisits: LinkVisitRepository;
  photos: PhotoRepository;
  requests: PhotoRequestRepository;
  clock: Clock;
}) {
  const { linkVisits, photos, requests, clock } = deps;
  return async (trx: Queries, owner: Owner, linkId: string): Promise<void> => {
    const ids = await linkVisits.lockHeld(trx, owner, linkId);
    if (ids.length === 0) return;
    await photos.deleteAbandoned(trx, ids, clock());
    for (const id of ids) await deleteWarnings(trx, owner, id);
    await requests.deleteVisits(trx, ids);
  };
}
