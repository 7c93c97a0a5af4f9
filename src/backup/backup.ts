import { existsSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { toWireTime } from '../platform/clock.ts';
import { syncFolder } from '../platform/storage/durable-folders.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { asBackupError, BackupError } from './backup-error.ts';
import { countPhotos, countRows, hasPhoto } from './backup-repository.ts';
import { DATABASE, FORMAT, HEAD, SEAL, SECRET_KEY, type Summary } from './contents.ts';
import { copyDatabase, openLive } from './database-copy.ts';
import { type FileIndex, openFileIndex } from './file-index.ts';
import { writeManifest } from './manifest.ts';
import { openStoredFiles, type StoredFiles } from './stored-files.ts';

export interface BackupReport extends Summary {
  file: string;
  archive_bytes: number;
}

export interface BackupOptions {
  dataDir: string;
  sqliteFile: string;
  /** Where the secret key lies; undefined when it is not kept in the data folder. */
  secretKeyFile: string | undefined;
  to: string;
  force: boolean;
  version: string;
  now: number;
  onProgress(line: { files: number; expectedFiles: number; bytes: number }): void | Promise<void>;
}

/** A photo may be deleted after the database was copied; then it is copied once more. */
const MAX_COPIES = 5;

interface Parts {
  archive: string;
  database: string;
  index: string;
  manifest: string;
}

/**
 * Files first, the database last: a file is written before its row and deleted after it, so nearly every row of the copy
 * finds its file in the archive; those that came meanwhile are added (0055).
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const to = resolve(options.to);
  if (existsSync(to) && !options.force)
    throw new BackupError(`${to} already exists. Use --force to replace it.`);
  const live = openLive(options.sqliteFile);
  const parts = partsOf(to);
  try {
    // Before there is anything to clear away: a folder that may not be entered would refuse that, too.
    await using target = await open(parts.archive, 'wx', 0o600);
    const stopClearing = clearOnSignal(parts);
    try {
      const { summary, bytes } = await writeArchive({ ...options, live, parts, target });
      await target.sync();
      await moveIntoPlace(parts.archive, to, options.force);
      return { file: to, archive_bytes: bytes, ...summary };
    } finally {
      stopClearing();
      clear(parts);
    }
  } catch (error) {
    throw asBackupError('The backup', error);
  } finally {
    live.close();
  }
}

async function writeArchive(
  options: BackupOptions & { live: DatabaseSync; parts: Parts; target: FileHandle },
): Promise<{ summary: Summary; bytes: number }> {
  const { live, parts, target, dataDir, version, now, secretKeyFile } = options;
  const archive = createArchiveWriter(target, now);
  const index = openFileIndex(parts.index);
  const addBytes = async (name: string, bytes: Buffer) => {
    index.add({ name, bytes: bytes.length, sha256: await archive.addBytes(name, bytes) });
  };
  try {
    const head = { format: FORMAT, version, created_at: toWireTime(now) };
    await addBytes(HEAD, Buffer.from(`${JSON.stringify(head)}\n`));
    const files = await openStoredFiles({ dataDir, archive, index });
    await files.addAll(progressOf(options, live));
    const copied = await copyInStep(live, parts.database, files);
    await addDatabase(archive, index, parts.database);
    if (secretKeyFile !== undefined) await addBytes(SECRET_KEY, readFileSync(secretKeyFile));
    const summary = {
      ...copied,
      ...index.totals(),
      has_secret_key: secretKeyFile !== undefined,
    };
    const seal = await writeManifest(archive, parts.manifest, summary, index);
    await archive.addBytes(SEAL, Buffer.from(`${seal}\n`));
    return { summary, bytes: await archive.finish() };
  } finally {
    index.close();
  }
}

/** Copies the database until every photo in the copy has its file in the archive, but for those that have none at all. */
export async function copyInStep(live: DatabaseSync, target: string, files: StoredFiles) {
  for (let attempt = 1; ; attempt++) {
    copyDatabase(live, target);
    const copy = new DatabaseSync(target, { readOnly: true });
    try {
      const withoutFile = await files.addLate(copy);
      const wasDeleted = withoutFile.some((id) => !hasPhoto(live, id));
      if (wasDeleted && attempt < MAX_COPIES) continue;
      const photos_damaged = files.countDamaged(copy);
      return { ...countRows(copy), photos_missing: withoutFile.length, photos_damaged };
    } finally {
      copy.close();
    }
  }
}

async function addDatabase(archive: ArchiveWriter, index: FileIndex, path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size: bytes } = await file.stat();
    index.add({ name: DATABASE, bytes, sha256: await archive.addFile(DATABASE, file, bytes) });
  } finally {
    await file.close();
  }
}

/** No one knows how many files there are before all are listed; of each photo there is nearly always one thumbnail. */
function progressOf({ onProgress }: BackupOptions, live: DatabaseSync): () => Promise<void> {
  const photos = countPhotos(live);
  const expectedFiles = 2 * photos.count;
  let files = 0;
  return async () => {
    files += 1;
    const share = Math.min(1, files / Math.max(1, expectedFiles));
    await onProgress({ files, expectedFiles, bytes: Math.round(share * photos.bytes) });
  };
}

/** Under the final name only when all of it is on the disk. A file that came meanwhile is not replaced unasked. */
async function moveIntoPlace(from: string, to: string, force: boolean): Promise<void> {
  if (force) await rename(from, to);
  else {
    await link(from, to);
    await rm(from);
  }
  await syncFolder(dirname(to));
}

function partsOf(to: string): Parts {
  const part = (name: string) => join(dirname(to), `.${name}-${process.pid}.part`);
  return {
    archive: part('backup'),
    database: part('backup-database'),
    index: part('backup-index'),
    manifest: part('backup-manifest'),
  };
}

function clear(parts: Parts): void {
  for (const path of Object.values(parts)) rmSync(path, { force: true });
}

function clearOnSignal(parts: Parts): () => void {
  const onSignal = () => {
    clear(parts);
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
