import type { Database, Queries } from '../platform/db/database.ts';
import type { WebSessionRow } from '../platform/db/tables.ts';

/** A session counts while it has neither ended nor been idle for too long. */
export interface Alive {
  now: number;
  seenAfter: number;
}

export type SessionWithUser = WebSessionRow & { email: string; name: string | null };

export function createSessionRepository(database: Database) {
  return {
    async insert(trx: Queries, row: WebSessionRow): Promise<void> {
      await trx.insertInto('web_sessions').values(row).execute();
    },

    find(tokenHash: string, { now, seenAfter }: Alive): Promise<SessionWithUser | undefined> {
      return database.reader
        .selectFrom('web_sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .selectAll('s')
        .select(['u.email', 'u.name'])
        .where('s.token_hash', '=', tokenHash)
        .where('s.expires_at', '>', now)
        .where('s.last_seen_at', '>', seenAfter)
        .executeTakeFirst();
    },

    findMembership(userId: string, workspaceId: string) {
      return database.reader
        .selectFrom('members as m')
        .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
        .select([
          'm.role',
          'w.name',
          'w.suspended_at',
          'w.plan',
          'w.plan_started_at',
          'w.rate_per_minute',
          'w.rate_per_hour',
          'w.lifetime_photos',
          'w.period_photos',
          'w.period_started_at',
        ])
        .where('m.workspace_id', '=', workspaceId)
        .where('m.user_id', '=', userId)
        .executeTakeFirst();
    },

    list(userId: string, { now, seenAfter }: Alive): Promise<WebSessionRow[]> {
      return database.reader
        .selectFrom('web_sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('awaits_second_factor', '=', 0)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', seenAfter)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
    },

    /** False when it was gone. */
    async delete(trx: Queries, tokenHash: string): Promise<boolean> {
      const row = await trx
        .deleteFrom('web_sessions')
        .where('token_hash', '=', tokenHash)
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    deleteOwn(trx: Queries, userId: string, id: string): Promise<WebSessionRow | undefined> {
      return trx
        .deleteFrom('web_sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },

    async deleteAllOf(trx: Queries, userId: string): Promise<void> {
      await trx.deleteFrom('web_sessions').where('user_id', '=', userId).execute();
    },

    /** Those that wait for their second factor are counted apart: whoever has only the password ends no session. */
    async deleteIdlest(
      trx: Queries,
      { user_id, awaits_second_factor }: Pick<WebSessionRow, 'user_id' | 'awaits_second_factor'>,
      keep: number,
    ): Promise<void> {
      await trx
        .deleteFrom('web_sessions')
        .where('user_id', '=', user_id)
        .where('awaits_second_factor', '=', awaits_second_factor)
        .where('token_hash', 'not in', (query) =>
          query
            .selectFrom('web_sessions')
            .select('token_hash')
            .where('user_id', '=', user_id)
            .where('awaits_second_factor', '=', awaits_second_factor)
            .orderBy('last_seen_at', 'desc')
            .orderBy('id', 'desc')
            .limit(keep),
        )
        .execute();
    },

    async confirm(trx: Queries, id: string, now: number): Promise<void> {
      await trx.updateTable('web_sessions').set({ confirmed_at: now }).where('id', '=', id).execute();
    },

    async touch(trx: Queries, tokenHash: string, now: number): Promise<void> {
      await trx
        .updateTable('web_sessions')
        .set({ last_seen_at: now })
        .where('token_hash', '=', tokenHash)
        .execute();
    },

    async deleteOld(trx: Queries, { now, seenAfter }: Alive, limit: number): Promise<number> {
      const rows = await trx
        .deleteFrom('web_sessions')
        .where('token_hash', 'in', (query) =>
          query
            .selectFrom('web_sessions')
            .select('token_hash')
            .where((where) =>
              where.or([where('expires_at', '<=', now), where('last_seen_at', '<=', seenAfter)]),
            )
            .limit(limit),
        )
        .returning('id')
        .execute();
      return rows.length;
    },
  };
}
