import type { PhotoRepository } from '../photos/repository.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { ArchiveCopyRow, ArchiveRow, Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { createArchiveRepository } from './archive-repository.ts';
import { createArchiveCopyRepository } from './copy-repository.ts';
import { filesOf, freeName, type NamedFile } from './names.ts';

export type ArchiveOccasion = 'submitted' | 'approved';

/** What is to be copied is written down in the transaction that submits or approves it, and copied by the worker. */
export type ArchiveOutbox = ReturnType<typeof createArchiveOutbox>;

export function createArchiveOutbox(deps: {
  database: Database;
  photos: Pick<PhotoRepository, 'listOf'>;
  workspaces: Pick<WorkspaceRepository, 'find'>;
  ids: Ids;
}) {
  const { database, photos, workspaces, ids } = deps;
  const archives = createArchiveRepository(database);
  const copies = createArchiveCopyRepository(database);

  async function newRows(
    trx: Queries,
    owner: Owner,
    of: { request: PhotoRequestRow; files: NamedFile[]; existing: ArchiveCopyRow[] },
    now: number,
  ): Promise<ArchiveCopyRow[]> {
    const { request, files, existing } = of;
    const code = request.unique_code;
    const taken = new Set(existing.map(({ name }) => name));
    const wanted = files.flatMap(({ name }) => [name, freeName(name, (other) => other === name, code)]);
    for (const name of await copies.takenNames(trx, owner, request.id, wanted)) taken.add(name);
    return files.map(({ kind, photoId, name }) => {
      const free = freeName(name, (other) => taken.has(other), code);
      taken.add(free);
      return {
        id: ids.next('archiveCopy', now),
        workspace_id: owner.workspaceId,
        environment: owner.environment,
        request_id: request.id,
        kind,
        photo_id: photoId,
        name: free,
        status: 'waiting' as const,
        attempt_count: 0,
        next_attempt_at: now,
        version: 1,
        error: null,
        bytes: null,
        created_at: now,
        queued_at: now,
        finished_at: null,
      };
    });
  }

  /** Photos once, and what tells of the request as a whole each time. */
  async function addFiles(
    trx: Queries,
    archive: ArchiveRow,
    request: PhotoRequestRow,
    now: number,
  ): Promise<void> {
    const owner = { workspaceId: request.workspace_id, environment: request.environment };
    const all = await photos.listOf(owner, request.id, trx);
    const timeZone = (await workspaces.find(owner.workspaceId, trx))?.time_zone ?? 'UTC';
    const existing = await copies.listOfRequest(owner, request.id, trx);
    const earlier = ({ kind, photoId }: NamedFile) =>
      existing.find((copy) => copy.kind === kind && copy.photo_id === photoId);
    const files = filesOf(archive, { request, photos: all, timeZone });
    const again = files.flatMap((file) => (file.photoId === null ? (earlier(file)?.id ?? []) : []));
    const fresh = files.filter((file) => earlier(file) === undefined);
    await copies.requeue(trx, owner, again, now);
    await copies.insert(trx, await newRows(trx, owner, { request, files: fresh, existing }, now));
  }

  return {
    /** Nothing, unless the workspace has an archive that wants it. */
    async add(trx: Queries, request: PhotoRequestRow, occasion: ArchiveOccasion, now: number): Promise<void> {
      const owner = { workspaceId: request.workspace_id, environment: request.environment };
      const found = await archives.find(owner, trx);
      if (found === undefined || (occasion === 'submitted' && found.only_approved === 1)) return;
      // Locked, so that files with the same name see each other.
      const archive = await archives.awaken(trx, owner, now);
      if (archive === undefined) return;
      await addFiles(trx, archive, request, now);
      database.afterCommit(trx, () => database.signals.send('archive'));
    },
  };
}
