import type { MailOutbox } from '../email/outbox.ts';
import type { Unsubscribing } from '../email/unsubscribing.ts';
import type { PhoneOutbox } from '../phone/outbox.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow, PhotoRequestStatus } from '../platform/db/tables.ts';
import { EmailProhibitedError, ServiceError } from '../platform/errors.ts';
import type { Created, IdempotencyClaim, WriteOnce } from '../platform/http/idempotency.ts';
import type { Page } from '../platform/http/pages.ts';
import { isId } from '../platform/ids.ts';
import type { Plan } from '../workspaces/plans.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { createRequestChanges } from './changes.ts';
import { createCreateTogether } from './create-together.ts';
import { type BeforeCreation, CREATE } from './creation-repository.ts';
import type { RequestActor } from './creator.ts';
import { createRequestErasure, type RequestErasureDeps } from './erasure.ts';
import { createRequestExpiry } from './expiry.ts';
import type { InsertRequest } from './insert-request.ts';
import type { PhotoRequestFilters } from './query-schema.ts';
import { createReminderActions } from './reminder-actions.ts';
import type { Reminding } from './reminding.ts';
import { lockShown, requestRecord } from './request-record.ts';
import type { MakeRequestRow } from './request-row.ts';
import { createRetention } from './retention.ts';
import type { CreatePhotoRequest, PhotoRequest } from './schema.ts';
import { createRequestSearch, type SearchPage } from './search-repository.ts';
import { isHeld, statusAt } from './status.ts';
import { requireShown } from './visibility.ts';
import type { ToWireRequest } from './wire.ts';

export type PhotoRequestService = ReturnType<typeof createPhotoRequestService>;

/** Every use case of photo requests. */
export function createPhotoRequestService(
  deps: RequestErasureDeps & {
    insertRequest: InsertRequest;
    makeRow: MakeRequestRow;
    toWire: ToWireRequest;
    writeOnce: WriteOnce;
    mails: MailOutbox;
    phone: PhoneOutbox;
    workspaces: WorkspaceRepository;
    unsubscribing: Unsubscribing;
    reminding: Reminding;
    unsentPhotoDays: number;
  },
) {
  const { database, repository, insertRequest, toWire, writeOnce, photos, events, audit, clock } = deps;
  const { unsubscribing } = deps;
  const search = createRequestSearch(database);
  const erasure = createRequestErasure(deps);
  const createTogether = createCreateTogether(deps);

  /** One request as the API shows it, with its photos. */
  async function show(owner: Owner, row: PhotoRequestRow, trx?: Queries): Promise<PhotoRequest> {
    return toWire(row, row.submitted_at === null ? [] : await photos.listOf(owner, row.id, trx));
  }

  async function isUnsubscribed({ workspaceId }: Owner, { recipient_email }: PhotoRequestRow) {
    if (recipient_email === null) return false;
    return unsubscribing.isUnsubscribed(unsubscribing.subscriptionOf(workspaceId, recipient_email));
  }

  return {
    /**
     * Once for each claim; a response that was given before is given again. `before`: of an API key, where it was looked up with
     * the key. What members do is audited, in a transaction of its own.
     */
    async create(
      by: RequestActor,
      input: CreatePhotoRequest,
      claim?: IdempotencyClaim,
      before?: BeforeCreation,
    ): Promise<Created<PhotoRequest>> {
      const created = before && (await createTogether?.(by, input, claim, before));
      if (created !== undefined) return created;
      return writeOnce(by, CREATE, claim, (trx) => insertRequest(trx, by, input));
    },

    show,

    /** For whoever reads one request. Others are not told: it is one more look for each of them. */
    async read(owner: Owner, row: PhotoRequestRow): Promise<PhotoRequest> {
      const shown = await show(owner, row);
      return (await isUnsubscribed(owner, row)) ? { ...shown, recipient_unsubscribed: true } : shown;
    },

    isUnsubscribed,

    list(owner: Owner, filters: PhotoRequestFilters, page: Page): Promise<PhotoRequestRow[]> {
      return repository.list(owner, filters, page, clock());
    },

    /**
     * How the API shows each row of a page, with the photos of all of them read at once. `withHeld`: whoever asks may see what
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
      if (!withHeld) return (row) => toWire(row, byRequest.get(row.id));
      const shownRounds = (row: PhotoRequestRow) => {
        const { current } = roundsOf(row);
        return isHeld(row, now) || row.status === 'submitted' ? current : current - 1;
      };
      return (row) => toWire(row, byRequest.get(row.id), { shownRounds: shownRounds(row) });
    },

    /** What a live page is told of requests that were created after the one with this id, oldest first. */
    async createdAfter(
      owner: Owner,
      id: string,
      limit: number,
    ): Promise<{ id: string; status: PhotoRequestStatus }[]> {
      const rows = await repository.createdAfter(owner, id, limit);
      const now = clock();
      return rows.reverse().map((row) => ({ id: row.id, status: statusAt(row, now) }));
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
        await events.keepCreation(trx, await lockShown(trx, repository, by, id));
        await photos.delete(trx, by, { requestId: id }, clock());
        const deleted = await repository.delete(trx, by, id);
        if (deleted === undefined) return;
        await events.recordChanges(trx, 'photo_request.deleted', [deleted], clock());
        await audit.record(trx, requestRecord(by, 'deleted', deleted));
      });
    },

    ...createRequestChanges({ ...deps, show }),
    ...createReminderActions({ ...deps, show }),
    ...createRequestExpiry(deps),
    sendReminders: deps.reminding.sendDue,
    ...erasure,
    eraseOld: createRetention({ repository, clock, erase: erasure.eraseOverdue }),
  };
}

/** Spec 7.2: on a plan without email the mere presence of a field is refused, before anything else is looked at. */
export function refuseEmailFields(plan: Plan, body: unknown): void {
  if (plan.emailEnabled || typeof body !== 'object' || body === null) return;
  const sendEmail = Object.hasOwn(body, 'send_email');
  if (Object.hasOwn(body, 'recipient_email') || sendEmail) {
    throw new EmailProhibitedError(sendEmail ? ['recipient_email', 'send_email'] : ['recipient_email']);
  }
  const { reminders } = body as { reminders?: unknown };
  if (Array.isArray(reminders) && reminders.length > 0) {
    throw new ServiceError(
      'plan_upgrade_required',
      `The ${plan.name} plan does not include email, and so no reminders. Leave them out, or upgrade the plan.`,
    );
  }
}
