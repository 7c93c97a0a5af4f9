import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Random } from '../platform/random.ts';
import { hashToken } from '../platform/tokens.ts';
import { createDeviceRepository } from './device-repository.ts';

const TOKEN_BYTES = 32;
const TOKEN_FORM = /^[\w-]{43}$/;
export const KNOWN_DEVICE_MS = 180 * 24 * 3_600_000;
const MAX_PER_USER = 50;
const BATCH = 500;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/**
 * Browsers that signed in to an account before. Being one opens nothing: it only keeps the guesses of strangers from
 * slowing down a right password.
 */
export function createKnownDevices(deps: { database: Database; clock: Clock; random: Random }) {
  const { clock, random } = deps;
  const repository = createDeviceRepository(deps.database);

  return {
    /**
     * The token of the browser's cookie, or a new one. Any that could be ours will do: it is worth something only
     * beside an account that was signed in to with it.
     */
    tokenOf(cookie: string): string {
      return TOKEN_FORM.test(cookie) ? cookie : Buffer.from(random(TOKEN_BYTES)).toString('base64url');
    },

    async isKnown(token: string, account: { email: string } | { userId: string }): Promise<boolean> {
      if (!TOKEN_FORM.test(token)) return false;
      return repository.isKnown(hashToken(token), account, clock() - KNOWN_DEVICE_MS);
    },

    /** The caller has locked the user. */
    remember(trx: Queries, userId: string, token: string): Promise<void> {
      const row = { user_id: userId, token_hash: hashToken(token), last_used_at: clock() };
      return repository.save(trx, row, MAX_PER_USER);
    },

    delete: repository.delete,
    deleteAll: repository.deleteAll,

    /** One batch; true when there may be more. */
    async deleteOld(batch = BATCH): Promise<boolean> {
      return (await repository.deleteUsedBefore(clock() - KNOWN_DEVICE_MS, batch)) === batch;
    },
  };
}
