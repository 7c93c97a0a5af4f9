import { BackupError } from './backup/backup-error.ts';
import { ConfigError } from './config/config.ts';
import { DatabaseUnavailableError } from './platform/db/database.ts';
import { MigrationBlockedError } from './platform/db/migrate.ts';
import { NewerDatabaseError, UnfitDatabaseError } from './platform/db/migration-history.ts';
import { StorageUnavailableError } from './platform/storage/storage.ts';

/** Faults that the operator can mend: their message is all there is to say. */
export function isSetupFault(error: unknown): error is Error {
  return (
    error instanceof BackupError ||
    error instanceof ConfigError ||
    error instanceof DatabaseUnavailableError ||
    error instanceof MigrationBlockedError ||
    error instanceof NewerDatabaseError ||
    error instanceof StorageUnavailableError ||
    error instanceof UnfitDatabaseError
  );
}
