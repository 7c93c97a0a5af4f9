import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import type { Caller } from './caller.ts';
import type { ApiKeyRepository } from './repository.ts';

const PRECISION_MS = 60_000;

export type LastUsed = ReturnType<typeof createLastUsed>;

/** Writes down when a key was used: the first use at once, then at most once a minute. */
export function createLastUsed(deps: { database: Database; repository: ApiKeyRepository; clock: Clock }) {
  const { database, repository, clock } = deps;
  /** Calls at once all read the same old time; only the first of them writes. */
  const beingWritten = new Set<string>();

  return {
    /** Nothing needs to be written: so it is at nearly every call. */
    isFresh: ({ keyLastUsedAt }: Caller): boolean =>
      // A time in the future is one of before the clock was set back.
      keyLastUsedAt !== null && Math.abs(clock() - keyLastUsedAt) < PRECISION_MS,

    async record({ workspaceId, keyId, keyLastUsedAt }: Caller, log: Pick<Log, 'warn'>): Promise<void> {
      const now = clock();
      if (beingWritten.has(keyId)) return;
      beingWritten.add(keyId);
      const written = database
        .write((trx) => repository.touch(trx, workspaceId, keyId, now))
        // The call itself may need nothing written; it must not fail because of a note in the margin.
        .catch((error) => log.warn({ err: error }, 'The last use of an API key could not be recorded'))
        .finally(() => beingWritten.delete(keyId));
      // No one waits for the date to become a minute younger.
      if (keyLastUsedAt === null) await written;
    },
  };
}
