import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { Random } from '../platform/random.ts';
import { hashToken } from './token-hash.ts';

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
  const { database, clock, random } = deps;

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
      const found = await database.reader
        .selectFrom('known_devices as d')
        .innerJoin('users as u', 'u.id', 'd.user_id')
        .select('d.user_id')
        .where(
          'email' in account ? 'u.email' : 'u.id',
          '=',
          'email' in account ? account.email : account.userId,
        )
        .where('d.token_hash', '=', hashToken(token))
        .where('d.last_used_at', '>', clock() - KNOWN_DEVICE_MS)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** The caller has locked the user. */
    async remember(trx: Queries, userId: string, token: string): Promise<void> {
      const row = { user_id: userId, token_hash: hashToken(token), last_used_at: clock() };
      await trx
        .insertInto('known_devices')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'token_hash']).doUpdateSet({ last_used_at: row.last_used_at }),
        )
        .execute();
      await trx
        .deleteFrom('known_devices')
        .where('user_id', '=', userId)
        .where('token_hash', 'not in', (query) =>
          query
            .selectFrom('known_devices')
            .select('token_hash')
            .where('user_id', '=', userId)
            .orderBy('last_used_at', 'desc')
            .orderBy('token_hash')
            .limit(MAX_PER_USER),
        )
        .execute();
    },

    async forget(trx: Queries, userId: string, tokenHash: string): Promise<void> {
      await trx
        .deleteFrom('known_devices')
        .where('user_id', '=', userId)
        .where('token_hash', '=', tokenHash)
        .execute();
    },

    async forgetAll(trx: Queries, userId: string): Promise<void> {
      await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
    },

    /** One batch; true when there may be more. */
    async forgetOld(batch = BATCH): Promise<boolean> {
      const before = clock() - KNOWN_DEVICE_MS;
      const rows = await database.write((trx) =>
        trx
          .deleteFrom('known_devices')
          .where(({ eb, refTuple, selectFrom }) =>
            eb(
              refTuple('user_id', 'token_hash'),
              'in',
              selectFrom('known_devices')
                .select(['user_id', 'token_hash'])
                .where('last_used_at', '<=', before)
                .limit(batch)
                .$asTuple('user_id', 'token_hash'),
            ),
          )
          .returning('user_id')
          .execute(),
      );
      return rows.length === batch;
    },
  };
}
