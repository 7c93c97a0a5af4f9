import type { MailOutbox } from '../email/outbox.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { EmailProhibitedError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import type { Page } from '../platform/http/pages.ts';
import { isId } from '../platform/ids.ts';
import type { Plan } from '../workspaces/plans.ts';
import { createRequestChanges } from './changes.ts';
import type { RequestActor } from './creator.ts';
import { createRequestErasure, type RequestErasureDeps } from './erasure.ts';
import type { InsertRequest } from './insert-request.ts';
import { endReview } from './pending-review-repository.ts';
import { lockShown, requestRecord } from './request-record.ts';
import { createRetention } from './retention.ts';
import type { CreatePhotoRequest, PhotoRequest, PhotoRequestFilters } from './schema.ts';
import { createRequestSearch, type SearchPage } from './search-repository.ts';
import { isHeld } from './status.ts';
import { isShown, requireShown } from './visibility.ts';
import { deleteWarnings } from './warning-repository.ts';
import type { ToWireRequest } from './wire.ts';

export type PhotoRequestService = ReturnType<typeof createPhotoRequestService>;

/** Every use case of photo requests. */
export function createPhotoRequestService(
  deps: RequestErasureDeps & {
    insertRequest: InsertRequest;
    toWire: ToWireRequest;
    writeOnce: WriteOnce;
    mails: MailOutbox;
  },
) {
  const { database, repository, insertRequest, toWire, writeOnce, photos, events, audit, clock } = deps;
  const search = createRequestSearch(database);
  const erasure = createRequestErasure(deps);

  /** One request as answered, with its photos. */
  async function show(owner: Owner, row: PhotoRequestRow, trx?: Queries): Promise<PhotoRequest> {
    return toWire(row, row.submitted_at === null ? [] : await photos.listOf(owner, row.id, trx));
  }

  /** What was submitted in earlier rounds stays; what was taken since goes. */
  async function endRound(trx: Queries, owner: Owner, row: PhotoRequestRow, now: number): Promise<void> {
    const { unsentFrom: from } = roundsOf(row);
    await photos.remove(trx, owner, { requestId: row.id, from }, now);
  }

  return {
    /** Once for each claim; a response that was given before is given again. */
    create(
      by: RequestActor,
      input: CreatePhotoRequest,
      claim?: IdempotencyClaim,
    ): Promise<Created<PhotoRequest>> {
      return writeOnce(by, 'photo_requests.create', claim, async (trx) => {
        const request = await insertRequest(trx, by, input);
        await audit.record(trx, requestRecord(by, 'created', request));
        return request;
      });
    },

    show,

    list(owner: Owner, filters: PhotoRequestFilters, page: Page): Promise<PhotoRequestRow[]> {
      return repository.list(owner, filters, page, clock());
    },

    /**
     * How each row of a page is answered, with the photos of all of them read at once. `withHeld`: whoever asks may see what
     * waits for review.
     */
    async pageMapper(
      owner: Owner,
      rows: PhotoRequestRow[],
      { withHeld = false } = {},
    ): Promise<(row: PhotoRequestRow) => PhotoRequest> {
      const now = clock();
      const isSeen = (row: PhotoRequestRow) => isHeld(row, now) || row.reviews !== null;
      const shown = rows.filter((row) => row.submitted_at !== null || (withHeld && isSeen(row)));
      const byRequest = await photos.listOfAll(
        owner,
        shown.map(({ id }) => id),
      );
      const shownRounds = (row: PhotoRequestRow) => {
        const { current, submitted } = roundsOf(row);
        if (!withHeld) return submitted;
        return isHeld(row, now) || row.status === 'submitted' ? current : current - 1;
      };
      return (row) => toWire(row, byRequest.get(row.id), { shownRounds: shownRounds(row) });
    },

    /** One batch of the sweep; true when there may be more. */
    async expireOverdue(batch = 100): Promise<boolean> {
      return database.write(async (trx) => {
        const now = clock();
        const expired = await repository.expireOverdue(trx, now, batch);
        if (expired.length === 0) return false;
        const unsubmitted = expired.filter(({ submitted_at }) => submitted_at === null);
        const idsOf = (rows: PhotoRequestRow[]) => rows.map(({ id }) => id);
        await photos.removeAbandoned(trx, idsOf(unsubmitted), now);
        for (const row of expired) {
          const owner = { workspaceId: row.workspace_id, environment: row.environment };
          // Only what a customer submitted was judged.
          if (row.held_at !== null) await endReview(trx, owner, row.id);
          if (row.submitted_at !== null) await endRound(trx, owner, row, now);
          else if (row.held_at !== null) await deleteWarnings(trx, owner, row.id);
        }
        // A visit to a permanent link that came to nothing was never a request to anyone.
        await repository.deleteVisits(trx, idsOf(unsubmitted));
        await events.recordChanges(trx, 'photo_request.expired', expired.filter(isShown), now);
        return expired.length === batch;
      });
    },

    search(owner: Owner, term: string, filters: PhotoRequestFilters, page: Page): Promise<SearchPage> {
      return search(owner, term, { filters, page, now: clock() });
    },

    /** A visit to a permanent link is found once it is submitted. */
    async find(owner: Owner, id: string): Promise<PhotoRequestRow> {
      return requireShown(isId('photoRequest', id) ? await repository.find(owner, id) : undefined);
    },

    /** With its photos; what was written about it stays until its time is over. */
    async delete(by: RequestActor, id: string): Promise<void> {
      await database.write(async (trx) => {
        // Locked first, or a photo could still arrive between the two.
        await lockShown(trx, repository, by, id);
        await photos.remove(trx, by, { requestId: id }, clock());
        const deleted = await repository.delete(trx, by, id);
        if (deleted === undefined) return;
        await events.recordChanges(trx, 'photo_request.deleted', [deleted], clock());
        await audit.record(trx, requestRecord(by, 'deleted', deleted));
      });
    },

    ...createRequestChanges({ ...deps, show }),
    ...erasure,
    eraseOld: createRetention({ repository, clock, erase: erasure.eraseOverdue }),
  };
}

/** Spec 7.2: on a plan without e-mail the mere presence of a field is refused, before anything else is looked at. */
export function refuseEmailFields(plan: Plan, body: unknown): void {
  if (plan.emailEnabled || typeof body !== 'object' || body === null) return;
  const sendEmail = Object.hasOwn(body, 'send_email');
  if (Object.hasOwn(body, 'recipient_email') || sendEmail) {
    throw new EmailProhibitedError(sendEmail ? ['recipient_email', 'send_email'] : ['recipient_email']);
  }
}
