import type { MailFiles } from '../email/mail-files.ts';
import type { MailOutbox } from '../email/outbox.ts';
import type { PhotoLinks } from '../photos/links.ts';
import { acceptSlots, type PhotoSlot } from '../photos/photo-slots.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { toWirePhoto } from '../photos/wire.ts';
import { type Clock, toWireTime, toWireTimeOrNull } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { EmailProhibitedError, notFound } from '../platform/errors.ts';
import type { Page } from '../platform/http/pages.ts';
import { type Ids, isId } from '../platform/ids.ts';
import { type Random, randomTextOf } from '../platform/random.ts';
import { newToken } from '../platform/tokens.ts';
import type { CustomerUrls } from '../shared/customer-urls.ts';
import { newCode } from '../shared/short-code.ts';
import type { Plan } from '../workspaces/plans.ts';
import { requireQuota } from '../workspaces/take-quota.ts';
import { createRequestChanges } from './changes.ts';
import { isShown } from './conditions.ts';
import type { Creator } from './creator.ts';
import { createRequestErasure } from './erasure.ts';
import type { RequestEvents } from './events.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { createRetention } from './retention.ts';
import type { CreatePhotoRequest, PhotoRequest, PhotoRequestFilters } from './schema.ts';
import { createRequestSearch, type SearchPage } from './search.ts';
import { statusAt } from './status.ts';

const HOUR_MS = 3_600_000;
const DEFAULT_LIFETIME_HOURS = 168;
const CODE_ATTEMPTS = 5;

export type PhotoRequestService = ReturnType<typeof createPhotoRequestService>;

export function createPhotoRequestService(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  photos: PhotoRepository;
  links: PhotoLinks;
  urls: CustomerUrls;
  events: RequestEvents;
  mails: MailOutbox;
  mailFiles: MailFiles;
  ids: Ids;
  random: Random;
  clock: Clock;
}) {
  const { database, repository, photos, links, urls, events, mails, ids, random, clock } = deps;
  const search = createRequestSearch(database);
  const erasure = createRequestErasure(deps);

  /** Photos are shown once they are submitted; until then they are the customer's own. */
  function toWire(row: PhotoRequestRow, submitted: PhotoRow[] = []): PhotoRequest {
    const slots: PhotoSlot[] = JSON.parse(row.photo_slots);
    return {
      id: row.id,
      type: row.type,
      unique_code: row.unique_code,
      status: statusAt(row, clock()),
      instructions: row.instructions,
      photo_slots: slots,
      request_url: urls.requestUrl(row.token),
      code_entry_url: urls.codeEntryUrl,
      expires_at: toWireTime(row.expires_at),
      created_at: toWireTime(row.created_at),
      first_viewed_at: toWireTimeOrNull(row.first_viewed_at),
      submitted_at: toWireTimeOrNull(row.submitted_at),
      permanent_link_id: row.permanent_link_id,
      external_id: row.external_id,
      metadata: JSON.parse(row.metadata),
      locale: row.locale,
      recipient_email: row.recipient_email,
      email_status: row.email_status,
      items: submitted.map((photo) => toWirePhoto(photo, slots, links)),
    };
  }

  async function announce(trx: Queries, row: PhotoRequestRow): Promise<void> {
    await events.recordChange(trx, 'photo_request.created', row, row.created_at);
    if (row.email_status !== 'queued' || row.recipient_email === null) return;
    const { workspace_id: workspaceId, recipient_email: recipient, locale, id: requestId } = row;
    await mails.enqueue(
      trx,
      { kind: 'photo_request', content: {}, workspaceId, recipient, locale, requestId },
      row.created_at,
    );
  }

  /** The transaction is the caller's, so that whatever is noted about it commits with it. */
  async function remove(trx: Queries, owner: Owner, id: string): Promise<PhotoRequestRow> {
    // Held first, or a photo could still arrive between the two.
    const locked = isId('photoRequest', id) ? await repository.lock(trx, owner, id) : undefined;
    if (locked === undefined || !isShown(locked)) throw notFound('The photo request');
    await photos.remove(trx, owner, { requestId: id }, clock());
    await repository.delete(trx, owner, id);
    await events.recordChange(trx, 'photo_request.deleted', locked, clock());
    return locked;
  }

  return {
    toWire,

    /** The transaction is the caller's, so that the idempotency record commits with the request. */
    async create(trx: Queries, creator: Creator, input: CreatePhotoRequest): Promise<PhotoRequest> {
      const slots = acceptSlots(input.photo_slots, creator.plan);
      const now = clock();
      requireQuota(creator, now);
      const row = {
        id: ids.next('photoRequest', now),
        workspace_id: creator.workspaceId,
        environment: creator.environment,
        type: 'one_time',
        status: 'pending',
        instructions: input.instructions,
        photo_slots: JSON.stringify(slots),
        token: newToken(random),
        unique_code: '',
        permanent_link_id: null,
        external_id: input.external_id ?? null,
        metadata: JSON.stringify(input.metadata ?? {}),
        locale: input.locale ?? 'en',
        recipient_email: input.recipient_email ?? null,
        // A test key never sends.
        email_status: input.send_email === true && creator.environment === 'live' ? 'queued' : null,
        expires_at: now + (input.expires_in_hours ?? DEFAULT_LIFETIME_HOURS) * HOUR_MS,
        first_viewed_at: null,
        submitted_at: null,
        held_at: null,
        created_at: now,
        unsent_photos: 0,
      } satisfies PhotoRequestRow;

      for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
        row.unique_code = newCode('photo_request', randomTextOf(random));
        if (!(await repository.insert(trx, row))) continue;
        await announce(trx, row);
        return toWire(row);
      }
      throw new Error('No free code was found for a photo request');
    },

    /** One request as answered, with its photos. */
    async show(owner: Owner, row: PhotoRequestRow): Promise<PhotoRequest> {
      return toWire(row, row.submitted_at === null ? [] : await photos.listOf(owner, row.id));
    },

    list(owner: Owner, filters: PhotoRequestFilters, page: Page): Promise<PhotoRequestRow[]> {
      return repository.list(owner, filters, page, clock());
    },

    /** How each row of a page is answered, with the photos of all of them read at once. */
    async pageMapper(owner: Owner, rows: PhotoRequestRow[]): Promise<(row: PhotoRequestRow) => PhotoRequest> {
      const submitted = rows.filter((row) => row.submitted_at !== null).map(({ id }) => id);
      const found = submitted.length === 0 ? [] : await photos.listOfAll(owner, submitted);
      const byRequest = Map.groupBy(found, ({ request_id }) => request_id);
      return (row) => toWire(row, byRequest.get(row.id));
    },

    /** One batch of the sweep; true when there may be more. */
    async expireOverdue(batch = 100): Promise<boolean> {
      return database.write(async (trx) => {
        const now = clock();
        const expired = await repository.expireOverdue(trx, now, batch);
        if (expired.length === 0) return false;
        const ids = expired.map(({ id }) => id);
        await photos.removeAbandoned(trx, ids, now);
        await repository.deleteVisits(trx, ids);
        // A visit to a permanent link that came to nothing was never a request to anybody.
        for (const row of expired.filter(({ type }) => type === 'one_time')) {
          await events.recordChange(trx, 'photo_request.expired', row, now);
        }
        return expired.length === batch;
      });
    },

    search(owner: Owner, term: string, filters: PhotoRequestFilters, page: Page): Promise<SearchPage> {
      return search(owner, term, { filters, page, now: clock() });
    },

    /** A visit to a permanent link is found once it is submitted. */
    async find(owner: Owner, id: string): Promise<PhotoRequestRow> {
      const row = isId('photoRequest', id) ? await repository.find(owner, id) : undefined;
      if (row === undefined || !isShown(row)) throw notFound('The photo request');
      return row;
    },

    remove,

    async delete(owner: Owner, id: string): Promise<void> {
      await database.write((trx) => remove(trx, owner, id));
    },

    ...createRequestChanges({ database, repository, photos, mails, clock }),
    ...erasure,
    eraseOld: createRetention({ database, clock, erase: erasure.erase }),
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
