import type { PhotoRow } from '../platform/db/tables.ts';
import { firstIdAt } from '../platform/ids.ts';
import { type Storage, StorageUnavailableError } from '../platform/storage/storage.ts';
import type { PhotoRepository } from './repository.ts';
import { type SealedColumns, sealedFileOf } from './sealed-photo.ts';
import { type Acknowledged, type FileFault, PhotoFileError, storedPhotoChunks } from './stored-photo.ts';

export interface PhotoFault {
  photo_id: string;
  request_id: string;
  workspace_id: string;
  fault: FileFault;
  /** Which of its files. */
  file: 'original' | 'sealed';
}

export interface Verified {
  checked: number;
  bytes: number;
  missing: number;
  damaged: number;
  /** The first of them. */
  faults: PhotoFault[];
  /** The last photo that was looked at: the next run can go on behind it. */
  last: string | null;
  /** Whether photos are left, because of the limit. */
  hasMore: boolean;
  /** Photos in quarantine: damaged or lost, and taken out of their request. The first of them. */
  setAside: string[];
}

export interface WhichPhotos {
  workspaceId?: string | undefined;
  /** Received from then on. */
  since?: number | undefined;
  /** Only those behind this one. */
  after?: string | undefined;
  limit?: number | undefined;
}

const PAGE = 500;
const FAULTS_NAMED = 1_000;

type VerifiedRow = Acknowledged & SealedColumns & Pick<PhotoRow, 'workspace_id' | 'request_id'>;

async function readWhole(storage: Storage, file: Acknowledged): Promise<FileFault | undefined> {
  try {
    for await (const _chunk of storedPhotoChunks(storage, file));
    return undefined;
  } catch (error) {
    if (error instanceof PhotoFileError) return error.fault;
    throw error;
  }
}

/**
 * What is wrong with a stored file, if anything is. What fails is read once more: a connection that breaks off in the
 * middle is no reason to stop.
 */
export async function faultOfFile(storage: Storage, file: Acknowledged): Promise<FileFault | undefined> {
  const first = await readWhole(storage, file).catch((error) => {
    if (!(error instanceof StorageUnavailableError)) throw error;
    return 'unreadable' as const;
  });
  return first === undefined ? undefined : readWhole(storage, file);
}

export type StoredFileAudit = ReturnType<typeof createStoredFileAudit>;

/** Reads stored photos, one at a time, and compares them with what was received. */
export function createStoredFileAudit(deps: {
  repository: Pick<PhotoRepository, 'pageToVerify' | 'existing' | 'listSetAside'>;
  storage: Storage;
}) {
  const { repository, storage } = deps;

  async function verifyFile(
    { id, request_id, workspace_id }: VerifiedRow,
    verified: Verified,
    { file, stored }: { file: PhotoFault['file']; stored: Acknowledged },
  ): Promise<void> {
    const fault = await faultOfFile(storage, stored);
    verified.bytes += stored.bytes;
    // It may have been deleted between the two looks.
    if (fault === undefined || !(await repository.existing([id])).has(id)) return;
    verified[fault] += 1;
    if (verified.faults.length === FAULTS_NAMED) return;
    verified.faults.push({ photo_id: id, request_id, workspace_id, fault, file });
  }

  async function verifyOne(row: VerifiedRow, verified: Verified): Promise<void> {
    await verifyFile(row, verified, { file: 'original', stored: row });
    const sealed = sealedFileOf(row);
    if (sealed !== undefined) await verifyFile(row, verified, { file: 'sealed', stored: sealed });
    verified.checked += 1;
    verified.last = row.id;
  }

  return async (which: WhichPhotos, onProgress: (so: Verified) => void = () => {}): Promise<Verified> => {
    const { workspaceId, limit = Number.POSITIVE_INFINITY } = which;
    const from = which.since === undefined ? '' : firstIdAt('photo', which.since);
    let after = (which.after ?? '') > from ? (which.after ?? '') : from;
    const verified: Verified = {
      checked: 0,
      bytes: 0,
      missing: 0,
      damaged: 0,
      faults: [],
      last: null,
      hasMore: false,
      setAside: await repository.listSetAside(FAULTS_NAMED),
    };
    for (;;) {
      const rows = await repository.pageToVerify({ after, workspaceId }, PAGE);
      for (const row of rows) {
        if (verified.checked === limit) return { ...verified, hasMore: true };
        await verifyOne(row, verified).catch((error) => rethrow(error, verified));
        onProgress(verified);
      }
      const last = rows.at(-1);
      if (last === undefined) return verified;
      after = last.id;
    }
  };
}

/** No one wants to read the first million photos again because the storage was away for a moment. */
function rethrow(error: unknown, { checked, missing, damaged, last }: Verified): never {
  if (!(error instanceof StorageUnavailableError)) throw error;
  const goOn = last === null ? '' : ` Continue with --after ${last}.`;
  throw new StorageUnavailableError(
    new Error(
      `${(error.cause as Error).message}. ${checked} photos were checked before that, ${missing + damaged} with faults.${goOn}`,
      { cause: error },
    ),
  );
}
