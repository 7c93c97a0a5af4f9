import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { RequestEvents } from './events.ts';
import { areKept, endKeeping, keepPhotos, takeOverdue } from './kept-photo-repository.ts';
import { endReview } from './pending-review-repository.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { isOpenStatus } from './status.ts';
import { isShown } from './visibility.ts';
import { deleteWarnings } from './warning-repository.ts';

const DAY_MS = 86_400_000;

/** What becomes of requests whose time is over, and of the photos that their customers had not sent. */
export function createRequestExpiry(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  photos: PhotoRepository;
  workspaces: Pick<WorkspaceRepository, 'retentionsOf'>;
  events: RequestEvents;
  /** For how many days unsent photos are kept after the end of their request; 0: not at all. */
  unsentPhotoDays: number;
  clock: Clock;
}) {
  const { database, repository, photos, workspaces, events, unsentPhotoDays, clock } = deps;

  const ownerOf = (row: PhotoRequestRow) => ({
    workspaceId: row.workspace_id,
    environment: row.environment,
  });

  /** What was submitted in earlier rounds stays; what was taken since goes. */
  async function deleteUnsent(trx: Queries, row: PhotoRequestRow, now: number): Promise<void> {
    const { unsentFrom: from } = roundsOf(row);
    await photos.delete(trx, ownerOf(row), { requestId: row.id, from }, now);
  }

  /** Whether someone may want to continue: what the customer has sent already waited for the team alone. */
  const canContinue = (row: PhotoRequestRow) =>
    unsentPhotoDays > 0 && row.unsent_photos > 0 && row.held_at === null && isShown(row);

  async function keep(trx: Queries, rows: PhotoRequestRow[], now: number): Promise<void> {
    const ids = [...new Set(rows.map(({ workspace_id }) => workspace_id))];
    const retentions = await workspaces.retentionsOf(trx, ids);
    for (const row of rows) {
      const days = Math.min(unsentPhotoDays, retentions.get(row.workspace_id) ?? unsentPhotoDays);
      await keepPhotos(trx, row, now + days * DAY_MS);
    }
  }

  return {
    /** One batch of the sweep; true when there may be more. */
    async expireOverdue(batch = 100): Promise<boolean> {
      const now = clock();
      return database.write(async (trx) => {
        const expired = await repository.expireOverdue(trx, now, batch);
        if (expired.length === 0) return false;
        const ending = expired.filter((row) => !canContinue(row));
        const unsubmitted = ending.filter(({ submitted_at }) => submitted_at === null);
        const idsOf = (rows: PhotoRequestRow[]) => rows.map(({ id }) => id);
        await keep(trx, expired.filter(canContinue), now);
        await photos.deleteAbandoned(trx, idsOf(unsubmitted), now);
        for (const row of ending) {
          if (row.held_at !== null) await endReview(trx, ownerOf(row), row.id);
          // Only what a customer submitted was judged.
          if (row.submitted_at !== null) await deleteUnsent(trx, row, now);
          else if (row.held_at !== null) await deleteWarnings(trx, ownerOf(row), row.id);
        }
        // A visit to a permanent link that came to nothing was never a request to anyone.
        await repository.deleteVisits(trx, idsOf(unsubmitted));
        await events.recordChanges(trx, 'photo_request.expired', expired.filter(isShown), now);
        return expired.length === batch;
      });
    },

    /** Whether an expired request can be continued where it stopped. */
    async keepsPhotos(owner: Owner, row: PhotoRequestRow): Promise<boolean> {
      return isOpenStatus(row.status) || areKept(database.reader, owner, row.id);
    },

    /** One batch of the expired requests that can no longer be continued; true when there may be more. */
    async deleteUnsentPhotos(batch = 100): Promise<boolean> {
      const now = clock();
      return database.write(async (trx) => {
        const over = await takeOverdue(database, trx, now, batch);
        for (const row of over) {
          await endKeeping(trx, ownerOf(row), row.id);
          if (row.status === 'expired') await deleteUnsent(trx, row, now);
        }
        return over.length === batch;
      });
    },
  };
}
