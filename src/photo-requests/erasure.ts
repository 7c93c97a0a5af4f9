import type { Actor } from '../audit/actor.ts';
import type { Audit } from '../audit/service.ts';
import type { MailFiles } from '../email/mail-files.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { createEventRepository } from '../webhooks/outbox/event-repository.ts';
import { isShown } from './conditions.ts';
import type { RequestEvents } from './events.ts';
import type { PhotoRequestRepository } from './repository.ts';
import { createTraceEraser, type ErasedTraces } from './traces.ts';

/** How many of what were erased. */
export interface ErasedRequest extends ErasedTraces {
  photo_requests: number;
  photos: number;
}

export type RequestErasure = ReturnType<typeof createRequestErasure>;

/** Takes a request away with everything that was kept of its customer (0056). */
export function createRequestErasure(deps: {
  database: Database;
  repository: PhotoRequestRepository;
  photos: PhotoRepository;
  events: RequestEvents;
  mailFiles: MailFiles;
  audit: Audit;
  clock: Clock;
}) {
  const { database, repository, photos, events, mailFiles, audit, clock } = deps;
  const eraseTraces = createTraceEraser(database);

  async function eraseRow(trx: Queries, owner: Owner, id: string): Promise<number> {
    const removed = await photos.remove(trx, owner, { requestId: id }, clock());
    const row = await repository.delete(trx, owner, id);
    if (row !== undefined && isShown(row))
      await events.recordChanges(trx, 'photo_request.deleted', [withoutContent(row)], clock());
    return removed;
  }

  /** Their copies go before the rows that name them: after a crash in between the next attempt still knows them. */
  async function removeMailFiles(workspaceId: string, requestId: string): Promise<void> {
    const mails = await database.reader
      .selectFrom('mails')
      .select('id')
      .where('request_id', '=', requestId)
      .where('workspace_id', '=', workspaceId)
      .execute();
    await mailFiles.remove(mails.map(({ id }) => id));
  }

  /** Whose it is, or was: a deleted request is still known from what was written about it. */
  async function ownerOf(id: string): Promise<Owner | undefined> {
    if (!isId('photoRequest', id)) return undefined;
    const { reader } = database;
    const row = await reader
      .selectFrom('photo_requests')
      .select(['workspace_id', 'environment'])
      .where('id', '=', id)
      .executeTakeFirst();
    const owner =
      row === undefined
        ? await createEventRepository(database).ownerOfSubject(id)
        : { workspaceId: row.workspace_id, environment: row.environment };
    if (owner !== undefined) return owner;
    const mail = await reader
      .selectFrom('mails')
      .select('workspace_id')
      .where('request_id', '=', id)
      .executeTakeFirst();
    // Test requests are never mailed.
    return mail?.workspace_id ? { workspaceId: mail.workspace_id, environment: 'live' } : undefined;
  }

  /** `by` null: its time is over. */
  async function erase(
    by: Actor | null,
    owner: Owner,
    id: string,
    { evenTraces = false } = {},
  ): Promise<ErasedRequest> {
    if (!isId('photoRequest', id)) throw notFound('The photo request');
    await removeMailFiles(owner.workspaceId, id);
    const { erased, mailIds } = await database.write(async (trx) => {
      // Held first, or a photo could still arrive in between.
      const row = await repository.lock(trx, owner, id);
      if (row === undefined && !evenTraces) throw notFound('The photo request');
      const traces = await eraseTraces(trx, owner.workspaceId, id);
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
        });
      return { erased: report, mailIds: traces.mailIds };
    });
    // Once more, for one that was being written.
    await mailFiles.remove(mailIds);
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

/** What receivers are told of an erased request: which one it was, and nothing that anybody wrote into it. */
function withoutContent(row: PhotoRequestRow): PhotoRequestRow {
  return { ...row, instructions: '', external_id: null, metadata: '{}' };
}
