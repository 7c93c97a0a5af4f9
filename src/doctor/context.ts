import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { once } from '../platform/once.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { NotExaminableError } from './finding.ts';

/** The installation that is looked at. What several checks need is opened once, when the first asks. */
export interface DoctorContext {
  config: Config;
  database(): Promise<Database>;
  storage(): Promise<Storage>;
  /** For checks that merely use it: whether it works is another check's business. */
  databaseIfWell(): Promise<Database>;
  storageIfWell(): Promise<Storage>;
  close(): Promise<void>;
}

export function openDoctorContext(config: Config): DoctorContext {
  const { databaseUrl, databaseReadUrl, storageUrl, sqliteFile, dataDir } = config;
  const database = once(async () => {
    if (databaseUrl === undefined && !existsSync(sqliteFile)) {
      throw new NotExaminableError(`There is no database yet. The first start creates ${sqliteFile}.`);
    }
    const opened = await openDatabase({ ...config, readUrl: databaseReadUrl });
    // Closed also when it does not answer.
    openedParts.push(opened);
    await opened.ping();
    return opened;
  });
  const storage = once(async () => {
    if (storageUrl === undefined && !existsSync(dataDir)) {
      throw new NotExaminableError('There is no data folder yet. The first start creates it.');
    }
    const opened = await openStorage(config);
    openedParts.push(opened);
    return opened;
  });
  const openedParts: { close(): Promise<void> }[] = [];

  return {
    config,
    database,
    storage,
    databaseIfWell: () => database().catch(() => Promise.reject(notWell('the database'))),
    storageIfWell: () => storage().catch(() => Promise.reject(notWell('the storage'))),
    async close() {
      for (const part of openedParts) await part.close().catch(() => {});
    },
  };
}

function notWell(what: string): NotExaminableError {
  return new NotExaminableError(`Not checked: ${what} is not available.`);
}
