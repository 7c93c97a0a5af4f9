/** A backup cannot be created or restored, and the operator can do something about it. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** A full disk or a missing permission is said in a sentence, not with a stack. */
export function asBackupError(doing: string, error: unknown): unknown {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  const isOfSystem = typeof code === 'string' && typeof syscall === 'string';
  const isOfSqlite = code === 'ERR_SQLITE_ERROR';
  if (!isOfSystem && !isOfSqlite) return error;
  return new BackupError(`${doing} failed: ${(error as Error).message}`, { cause: error });
}
