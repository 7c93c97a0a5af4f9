import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { MailFiles } from '../email/mail-files.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queries } from '../platform/db/database.ts';
import { blanksOf, ERASED_PHOTO_REQUEST } from '../platform/db/erased-columns.ts';
import type { Owner } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { createEventRepository } from '../webhooks/outbox/event-repository.ts';
import type { RequestEvents } from './events.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { createTraceEraser, type ErasedTraces, type TraceDeps } from './traces.ts';
import { isShown } from './visibility.ts';

/** How many of what were erased. */
export interface ErasedRequest extends ErasedTraces {
  photo_requests: number;
  photos: number;
}

export interface RequestErasureDeps extends TraceDeps {
  repository: PhotoRequestRepository;
  photos: PhotoRepository;
  events: RequestEvents;
  mailFiles: MailFiles;
  /** Phone messages that were written to files. */
  phoneFiles: MailFiles;
  audit: Audit;
  clock: Clock;
}

export type RequestErasure = ReturnType<typeof createRequestErasure>;

/** Takes a request away with everything that was kept of its customer (0056). */
export function createRequestErasure(deps: RequestErasureDeps) {
  const { database, repository, photos, events, mailRepository, mailFiles, audit, clock } = deps;
  const { phoneRepository, phoneFiles } = deps;
  const eraseTraces = createTraceEraser(deps);

  async function eraseRow(trx: Queries, owner: Owner, id: string): Promise<number> {
    const deleted = await photos.delete(trx, owner, { requestId: id }, clock());
    const row = await repository.delete(trx, owner, id);
    if (row !== undefined && isShown(row))
      await events.recordChanges(
        trx,
        'photo_request.deleted',
        [{ ...row, ...blanksOf(ERASED_PHOTO_REQUEST) }],
        clock(),
      );
    return deleted.photos;
  }

  /** Their copies go before the rows that name them: after a crash in between the next attempt still knows them. */
  async function deleteFiles(workspaceId: string, requestId: string): Promise<void> {
    await mailFiles.delete(await mailRepository.idsOfRequest({ workspaceId, requestId }));
    await phoneFiles.delete(await phoneRepository.idsOfRequest({ workspaceId, requestId }));
  }

  /** Whose it is, or was: a deleted request is still known from what was written about it. */
  async function ownerOf(id: string): Promise<Owner | undefined> {
    if (!isId('photoRequest', id)) return undefined;
    const owner =
      (await repository.ownerOf(id)) ?? (await createEventRepository(database).ownerOfSubject(id));
    if (owner !== undefined) return owner;
    const workspaceId =
      (await mailRepository.workspaceOfRequest(id)) ?? (await phoneRepository.workspaceOfRequest(id));
    // Test requests are never emailed, nor sent to a phone.
    return workspaceId === undefined ? undefined : { workspaceId, environment: 'live' };
  }

  /** `by` null: its time is over. */
  async function erase(
    by: Actor | null,
    owner: Owner,
    id: string,
    { evenTraces = false } = {},
  ): Promise<ErasedRequest> {
    if (!isId('photoRequest', id)) throw notFound('The photo request');
    await deleteFiles(owner.workspaceId, id);
    const { erased, mailIds, messageIds } = await database.write(async (trx) => {
      // Held first, or a photo could still arrive in between.
      const row = await repository.lock(trx, owner, id);
      if (row === undefined && !evenTraces) throw notFound('The photo request');
      const traces = await eraseTraces(trx, owner.workspaceId, id, row);
      const photoCount = await eraseRow(trx, owner, id);
      const report = { photo_requests: row === undefined ? 0 : 1, photos: photoCount, ...traces.erased };
      if (by !== null)
        await audit.record(trx, {
          // Nothing is kept about it that was just erased, the address of whoever did it included.
          by: 'keyId' in by ? by : { ...by, ipAddress: null },
          workspaceId: owner.workspaceId,
          action: 'photo_request.deleted',
          subjectId: id,
          details: { environment: owner.environment, photos: report.photos, mails: report.mails },
          evenByKey: true,
        });
      return { erased: report, mailIds: traces.mailIds, messageIds: traces.messageIds };
    });
    // Once more, for one that was being written.
    await mailFiles.delete(mailIds);
    await phoneFiles.delete(messageIds);
    return erased;
  }

  return {
    erase: (by: Actor & Owner, id: string) => erase(by, by, id),

    eraseOverdue: (owner: Owner, id: string) => erase(null, owner, id),

    /** By its id alone, and also what was left of one that was deleted before. */
    async eraseAnywhere(by: Actor, id: string): Promise<ErasedRequest & { owner: Owner }> {
      const owner = await ownerOf(id);
      if (owner === undefined) throw notFound('The photo request');
      return { owner, ...(await erase(by, owner, id, { evenTraces: true })) };
    },
  };
}
