import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { LinkDrafts } from '../permanent-links/drafts.ts';
import { advanceRequest } from '../photo-requests/progress-repository.ts';
import { wasRefused } from '../photos/evidence/refusal.ts';
import type { CheckedPhoto, FollowedPhoto, Images } from '../photos/images.ts';
import { keysOf, photoKey, thumbnailKey } from '../photos/keys.ts';
import { PhotoRefusal } from '../photos/photo-refusal.ts';
import type { PhotoThread } from '../photos/photo-thread.ts';
import type { PostponedDecoding } from '../photos/postponed-decoding.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { positionOf, roundOf } from '../photos/rounds.ts';
import { readReceivedPhoto } from '../photos/stored-photo.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoHint, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';
import { hashToken } from '../platform/tokens.ts';
import type { CaptureSession } from './capture-session.ts';
import type { Challenges } from './challenges.ts';
import type { Handovers } from './handovers.ts';
import { findOpenTarget } from './open-target.ts';
import { photoRow } from './photo-row.ts';
import { traitsOfUpload } from './photo-traits.ts';
import { createFileReceiver, type ReceivedFile } from './receive-file.ts';
import { mustBeTakenAgain } from './refusals.ts';
import { type CaptureRepository, NO_PHOTO } from './repository.ts';
import { sessionOver } from './sessions.ts';
import type { WatchSteps } from './steps.ts';
import { timeOfPhoto } from './taking-windows.ts';
import { requestExpired, requestTarget, requireEdition, requireOpen } from './targets.ts';
import type { Tickets } from './tickets.ts';
import { createUploadLimit } from './upload-limit.ts';
import type { Visits } from './visits.ts';

export interface Location {
  latitude: number;
  longitude: number;
  /** Metres. */
  accuracy: number | null;
}

export interface Upload {
  clientId: string;
  slotIndex: number;
  ticket: string | undefined;
  capturedAt: number;
  location: Location | null;
  hint: PhotoHint | null;
  /** The edition of the link that the page shows. */
  edition?: string | undefined;
  /** What the browser calls itself; empty: it says nothing. */
  userAgent: string;
  body: Readable;
}

/** A ticket that a photo was sent with, maybe under an earlier session of the page. */
export interface SentTicket {
  session: string;
  slotIndex: number;
  ticket: string;
}

export interface AcceptedUpload {
  photo: PhotoRow;
  /** False: an earlier attempt had already got through. */
  isNew: boolean;
  /** Of what it replaced. */
  freedBytes: number;
  tickets: string[];
}

export type CaptureUploads = ReturnType<typeof createCaptureUploads>;

export function createCaptureUploads(deps: {
  database: Database;
  repository: CaptureRepository;
  photos: PhotoRepository;
  handovers: Handovers;
  visits: Visits;
  drafts: LinkDrafts;
  tickets: Tickets;
  challenges: Challenges;
  storage: Storage;
  images: Images;
  photoThread: PhotoThread;
  decoding: PostponedDecoding;
  ids: Ids;
  clock: Clock;
  onStep: WatchSteps;
}) {
  const { database, repository, photos, handovers, visits, drafts, tickets, challenges } = deps;
  const { storage, images, decoding, ids, clock, onStep } = deps;
  const withinUploadLimit = createUploadLimit(decoding);
  const receive = createFileReceiver(storage.temporaryFolder, deps.photoThread);

  /** How many photos fit; throws when none do any more, or when this one was refused before. */
  async function openSlots(
    session: CaptureSession,
    { clientId, edition }: Partial<Pick<Upload, 'clientId' | 'edition'>> = {},
  ): Promise<number> {
    const { target, request } = await findOpenTarget(repository, session, clock());
    if (request === undefined) requireEdition(target, edition);
    const isRefused = clientId !== undefined && request !== undefined && wasRefused(request, clientId);
    if (isRefused) throw mustBeTakenAgain([clientId]);
    return target.places.length;
  }

  /** Everything that can be said before the body is read. */
  async function examine(session: CaptureSession, upload: Upload) {
    const slots = await openSlots(session, upload);
    if (!(upload.slotIndex < slots)) throw new ServiceError('slot_unknown', 'This photo slot doesn’t exist.');
    if (upload.ticket === undefined) {
      throw new ServiceError('ticket_missing', 'A photo needs a ticket from its capture session.');
    }
    const number = tickets.read(session.tokenHash, upload.slotIndex, upload.ticket);
    if (number === undefined) {
      throw new ServiceError('ticket_invalid', 'This ticket belongs to another session or slot.');
    }
    const ticket = { tokenHash: session.tokenHash, slotIndex: upload.slotIndex, number };
    const capturedAt = timeOfPhoto(session.takingWindows, upload.capturedAt, clock());
    if (capturedAt === undefined) {
      throw new ServiceError('photo_time_invalid', 'The photo was not taken while this page was open.');
    }
    // In this order: both are written at once, so a ticket that is used by then has its photo to be found.
    const usedFor = await repository.ticketUse(ticket);
    const known = await photos.findByClientId(session.owner, session.requestId, upload.clientId);
    if (known === undefined && usedFor !== undefined) throw ticketUsed();
    return { ticket, capturedAt, known };
  }

  /** On disk or in the bucket, durable, before anything refers to it. What is not checked yet is postponed. */
  async function store(
    photoId: string,
    file: ReceivedFile,
    hasTime: boolean,
  ): Promise<{ checked?: CheckedPhoto; followed?: FollowedPhoto }> {
    // Beside each other: a bucket may take as long as the decoder.
    const check = decoding.mayHold() ? images.check : images.checkAndShrink;
    const checking = hasTime ? check(() => readReceivedPhoto(file)) : undefined;
    const storing = storage.put(photoKey(photoId), file).then(() => onStep('photo stored'));
    // What is refused is deleted, once it is no longer being written.
    await Promise.allSettled([checking, storing]);
    const checked = await checking;
    onStep('photo checked');
    await storing;
    if (checked === undefined) return {};
    if ('decoded' in checked) return { followed: checked };
    await storage.putBytes(thumbnailKey(photoId), checked.thumbnail, 'image/jpeg');
    onStep('thumbnail stored');
    return { checked };
  }

  async function admit(
    trx: Queries,
    session: CaptureSession,
    { edition, now }: { edition?: string | undefined; now: number },
  ): Promise<void> {
    const { owner, requestId } = session;
    const advance = () => advanceRequest(trx, owner, requestId, { status: 'in_progress' }, now);
    if ((await advance()) !== undefined) return;
    const row = await repository.findRequest(owner, requestId, trx);
    if (row === undefined) return visits.begin(trx, session, { edition, now });
    requireOpen(requestTarget(row, now));
    // The visit's other first photo created it between the two looks.
    if ((await advance()) === undefined) throw requestExpired();
  }

  /** The team sees how far its customer is. Of a visit to a permanent link it sees nothing before the submission. */
  function announceProgress(trx: Queries, { owner, permanentLinkId }: CaptureSession): void {
    if (permanentLinkId === null) announceActivity(database, trx, owner);
  }

  async function record(
    trx: Queries,
    session: CaptureSession,
    ticket: { tokenHash: string; slotIndex: number; number: number },
    row: PhotoRow,
    of: { edition: string | undefined; lost: PhotoRow | undefined; unreadable: PhotoRow[] },
  ): Promise<{ photo: PhotoRow; aside: PhotoRow[]; freedBytes: number }> {
    const { owner, requestId } = session;
    const { edition, lost, unreadable } = of;
    const isUnused = await repository.useTicket(trx, ticket, row.client_id);
    if (isUnused) await admit(trx, session, { edition, now: row.received_at });
    await handovers.requireActive(trx, session);
    // An attempt whose response was lost, or one that overtook this one.
    const earlier = await photos.findByClientId(owner, requestId, row.client_id, trx);
    const isLost = earlier !== undefined && earlier.id === lost?.id && earlier.checked_at === null;
    if (earlier !== undefined && !isLost) return { photo: earlier, aside: [], freedBytes: 0 };
    if (!isUnused) throw (await repository.hasSession(trx, session.tokenHash)) ? ticketUsed() : sessionOver();
    // Before what was there is deleted: the file of one that could not be read may turn up again.
    const aside: PhotoRow[] = [];
    for (const photo of unreadable) {
      if (await photos.setAside(trx, owner, photo.id, row.received_at)) aside.push(photo);
    }
    const place = { requestId, slotIndex: row.slot_index };
    const replaced = await photos.delete(trx, owner, place, row.received_at);
    await photos.insert(trx, row);
    await drafts.photoAdded(trx, session, row.received_at);
    announceProgress(trx, session);
    onStep('photo recorded');
    return { photo: row, aside, freedBytes: aside.reduce((sum, { bytes }) => sum + bytes, replaced.bytes) };
  }

  /** What nothing refers to must not stay; what cannot be deleted now, the reconciler finds. */
  async function deleteFiles(photoId: string, log: Pick<Log, 'warn'>): Promise<void> {
    for (const key of keysOf(photoId)) {
      await storage
        .delete(key)
        .catch((error) => log.warn({ err: error }, 'A rejected photo could not be deleted'));
    }
  }

  /** A photo that is still being stored finds its ticket used, and does not come back. */
  async function useUp(trx: Queries, { session, slotIndex, ticket }: SentTicket): Promise<void> {
    const tokenHash = hashToken(session);
    const number = tickets.read(tokenHash, slotIndex, ticket);
    if (number !== undefined) await repository.useTicket(trx, { tokenHash, slotIndex, number }, NO_PHOTO);
  }

  return {
    accept: (session: CaptureSession, upload: Upload, log: Pick<Log, 'warn'>): Promise<AcceptedUpload> =>
      withinUploadLimit(session.tokenHash, async (hasTime) => {
        const { ticket, capturedAt, known } = await examine(session, upload);
        const more = tickets.next(session.tokenHash, upload.slotIndex, ticket.number);
        // What the storage lost is taken from the phone once more, and replaced when that is durable.
        const lost = known !== undefined && (await decoding.isLost(known)) ? known : undefined;
        if (known !== undefined && lost === undefined)
          return { photo: known, isNew: false, freedBytes: 0, tickets: more };

        const others = decoding.unreadableIn(session.requestId, positionOf(session.round, upload.slotIndex));
        const unreadable = lost === undefined ? others : [lost, ...others.filter(({ id }) => id !== lost.id)];
        const id = ids.next('photo');
        const file = await receive(upload.body, id).catch(rethrowRefusal);
        onStep('photo received');
        let stored: Awaited<ReturnType<typeof store>>;
        let recorded: Awaited<ReturnType<typeof record>>;
        let mayBeCommitted = false;
        try {
          stored = await store(id, file, hasTime()).catch(rethrowRefusal);
          const now = clock();
          const row = photoRow(session, upload, {
            id,
            file,
            capturedAt,
            checked: stored.checked,
            ...traitsOfUpload(session, upload, { file, challenges, now }),
            now,
          });
          recorded = await database.write(async (trx) => {
            mayBeCommitted = false;
            const result = await record(trx, session, ticket, row, {
              edition: upload.edition,
              lost,
              unreadable,
            });
            mayBeCommitted = true;
            return result;
          });
          onStep('upload committed');
        } catch (error) {
          await rm(file.path, { force: true });
          // A transaction that failed before its end was never committed; later a connection can break after the commit.
          const isUnwritten = !mayBeCommitted && !(error instanceof StorageUnavailableError);
          if (isUnwritten) await deleteFiles(id, log);
          throw error;
        } finally {
          await file.handle.close();
        }
        const { photo, aside, freedBytes } = recorded;
        if (photo.id !== id) await deleteFiles(id, log);
        else if (photo.checked_at === null) decoding.postpone(id, stored.followed);
        await decoding.quarantine(aside);
        return { photo, isNew: photo.id === id, freedBytes, tickets: more };
      }),

    /** Deletes a photo before submission; to delete what is not there succeeds. */
    async delete(session: CaptureSession, clientId: string, sent?: SentTicket): Promise<void> {
      await openSlots(session);
      await database.write(async (trx) => {
        const { owner, requestId } = session;
        const now = clock();
        // First: if the photo is being recorded right now, this waits until it is there to be found.
        if (sent !== undefined) await useUp(trx, sent);
        const photo = await photos.findByClientId(owner, requestId, clientId, trx);
        // What was submitted in an earlier round stays.
        if (photo === undefined || roundOf(photo) !== session.round) return;
        await admit(trx, session, { now });
        await handovers.requireActive(trx, session);
        await photos.delete(trx, owner, { requestId, clientId }, now);
        await drafts.photoRemoved(trx, session, now);
        announceProgress(trx, session);
      });
    },
  };
}

function ticketUsed(): ServiceError {
  return new ServiceError('ticket_used', 'This ticket has already been used for another photo.');
}

function rethrowRefusal(error: unknown): never {
  throw error instanceof PhotoRefusal ? new ServiceError(error.code, error.reason) : error;
}
