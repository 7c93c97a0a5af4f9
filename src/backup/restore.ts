import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, SCHEMA_VERSION } from '../platform/db/migrate.ts';
import { findMisfit } from '../platform/db/migration-history.ts';
import { SQLITE_TRIGGERS } from '../platform/db/migrations/counting.ts';
import { makeDurably, syncFolder } from '../platform/storage/durable-folders.ts';
import { asBackupError, BackupError } from './backup-error.ts';
import { appliedStepsOf, schemaVersionOf } from './backup-repository.ts';
import { DATABASE, SECRET_KEY, type Summary } from './contents.ts';
import { openFileIndex } from './file-index.ts';
import { BrokenArchiveError } from './tar-header.ts';
import { type Unpacked, unpack } from './unpack.ts';

export interface RestoreReport extends Summary {
  data_dir: string;
  backup_created_at: string;
  backup_version: string;
}

export interface RestoreOptions {
  dataDir: string;
  from: string;
  onProgress(line: { bytes: number; totalBytes: number }): void;
}

const STAGE = '.restoring';
/** In the root of a disk of its own. */
const IGNORED = ['lost+found'];
/** The photos first: without the database there is nothing that a server would start from. */
const PLACED = ['photos', SECRET_KEY, DATABASE];

/** Everything is unpacked and compared beside its place; only then it is moved there, all of it or nothing. */
export async function restore(options: RestoreOptions): Promise<RestoreReport> {
  const dataDir = resolve(options.dataDir);
  const existed = existsSync(dataDir);
  await refuseUnlessEmpty(dataDir);
  const source = await open(options.from, 'r').catch((error: Error) => {
    throw new BackupError(`The backup cannot be read: ${error.message}`);
  });
  const stage = join(dataDir, STAGE);
  try {
    const { size: totalBytes } = await source.stat();
    await makeDurably(dataDir);
    await refuseWithoutSpace(dataDir, totalBytes);
    await mkdir(stage, { mode: 0o700 });
    const index = openFileIndex(join(stage, 'index'));
    let unpacked: Unpacked;
    try {
      const onProgress = (bytes: number) => options.onProgress({ bytes, totalBytes });
      unpacked = await unpack({ source, totalBytes, folder: stage, index, onProgress });
    } finally {
      index.close();
    }
    checkDatabase(join(stage, DATABASE), unpacked);
    await refuseUnlessEmpty(dataDir, [STAGE]);
    await place(stage, dataDir);
    return {
      data_dir: dataDir,
      backup_created_at: unpacked.createdAt,
      backup_version: unpacked.version,
      ...unpacked.summary,
    };
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    if (!existed) await rmdir(dataDir).catch(() => {});
    throw explained(error, options.from);
  } finally {
    await source.close();
  }
}

async function refuseUnlessEmpty(dataDir: string, besides: string[] = []): Promise<void> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw asBackupError('Reading DATA_DIR', error);
  });
  const found = names.filter((name) => !IGNORED.includes(name) && !besides.includes(name));
  if (found.length === 0) return;
  if (found.includes(STAGE)) {
    throw new BackupError(
      `${join(dataDir, STAGE)} exists: another restore is running, or one was interrupted. If none is running, delete it.`,
    );
  }
  throw new BackupError(
    `${dataDir} is not empty (${found.slice(0, 3).join(', ')}). A backup can only be restored into an empty folder: ` +
      'stop the server, then move the folder’s contents elsewhere or set DATA_DIR to a new folder.',
  );
}

async function refuseWithoutSpace(dataDir: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize >= needed) return;
  throw new BackupError(
    `The disk of ${dataDir} has ${bavail * bsize} bytes free, but the backup needs ${needed}. Free up space first.`,
  );
}

/** The hashes say that it is what was backed up; this says that it can be used here. */
function checkDatabase(file: string, { summary }: Unpacked): void {
  if (!existsSync(file)) throw new BrokenArchiveError('It has no database.');
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('pragma trusted_schema = off');
    const [found] = database.prepare('pragma quick_check(1)').all();
    if (found?.quick_check !== 'ok') throw new BrokenArchiveError('Its database is damaged.');
    const code = database.prepare("select sql from sqlite_schema where type not in ('table', 'index')").all();
    const isForeign = ({ sql }: { sql?: unknown }) => !SQLITE_TRIGGERS.includes(String(sql));
    if (code.some(isForeign)) throw new BrokenArchiveError('Its database was not created by Shutterpost.');
    const version = schemaVersionOf(database);
    if (version !== summary.schema_version)
      throw new BrokenArchiveError('Its database doesn’t match its description.');
    if (version > SCHEMA_VERSION) {
      throw new BackupError(
        `The backup has schema version ${version}, but this release only supports up to version ${SCHEMA_VERSION}. ` +
          'Restore it with the release that created it, or a newer one.',
      );
    }
    const misfit = findMisfit(appliedStepsOf(database), MIGRATIONS, 'sqlite');
    if (misfit !== undefined) {
      throw new BackupError(
        `Its database does not match this release: ${misfit} Restore it with the release that created it.`,
      );
    }
  } finally {
    database.close();
  }
}

async function place(stage: string, dataDir: string): Promise<void> {
  for (const name of PLACED) {
    if (existsSync(join(stage, name))) await rename(join(stage, name), join(dataDir, name));
  }
  await rm(stage, { recursive: true });
  await syncFolder(dataDir);
  await syncFolder(dirname(dataDir));
}

function explained(error: unknown, from: string): unknown {
  const isNoDatabase = (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';
  if (!(error instanceof BrokenArchiveError) && !isNoDatabase) return asBackupError('The restore', error);
  return new BackupError(
    `${from} cannot be restored. ${(error as Error).message} Nothing was changed. Try another backup.`,
    { cause: error },
  );
}
