import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import type { IdentityTokenRow } from '../platform/db/tables.ts';
import type { Role } from '../shared/roles.ts';

export interface MemberRow {
  user_id: string;
  email: string;
  name: string | null;
  role: Role;
  two_factor_since: number | null;
  created_at: number;
}

export interface Membership {
  workspace_id: string;
  user_id: string;
}

export type MemberRepository = ReturnType<typeof createMemberRepository>;

export function createMemberRepository(database: Database) {
  const members = (db: Queries, workspaceId: string) =>
    db
      .selectFrom('members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'u.email', 'u.name', 'm.role', 'u.two_factor_since', 'm.created_at'])
      .where('m.workspace_id', '=', workspaceId);

  return {
    list(workspaceId: string): Promise<MemberRow[]> {
      return members(database.reader, workspaceId).orderBy('m.created_at').orderBy('m.user_id').execute();
    },

    find(trx: Queries, workspaceId: string, userId: string): Promise<MemberRow | undefined> {
      return members(trx, workspaceId).where('m.user_id', '=', userId).executeTakeFirst();
    },

    /** The same, and they stay what they are until the transaction ends. */
    hold(trx: Queries, workspaceId: string, userId: string): Promise<MemberRow | undefined> {
      return members(trx, workspaceId)
        .where('m.user_id', '=', userId)
        .$if(database.engine === 'postgres', (query) => query.forShare('m'))
        .executeTakeFirst();
    },

    findByEmail(trx: Queries, workspaceId: string, email: string): Promise<MemberRow | undefined> {
      return members(trx, workspaceId).where('u.email', '=', email).executeTakeFirst();
    },

    /** The next members after one, in a fixed order. Over all workspaces. */
    after(last: Membership | undefined, limit: number): Promise<Membership[]> {
      return database.reader
        .selectFrom('members')
        .select(['workspace_id', 'user_id'])
        .$if(last !== undefined, (q) =>
          q.where(sql<boolean>`(workspace_id, user_id) > (${last?.workspace_id}, ${last?.user_id})`),
        )
        .orderBy('workspace_id')
        .orderBy('user_id')
        .limit(limit)
        .execute();
    },

    async countOwners(trx: Queries, workspaceId: string): Promise<number> {
      const owners = await members(trx, workspaceId).where('m.role', '=', 'owner').execute();
      return owners.length;
    },

    async emailsOfOwners(trx: Queries, workspaceId: string): Promise<string[]> {
      const owners = await members(trx, workspaceId).where('m.role', '=', 'owner').execute();
      return owners.map(({ email }) => email);
    },

    async setRole(trx: Queries, workspaceId: string, userId: string, role: Role): Promise<void> {
      await trx
        .updateTable('members')
        .set({ role })
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    async delete(trx: Queries, workspaceId: string, userId: string): Promise<void> {
      await trx
        .deleteFrom('members')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId)
        .execute();
    },

    listInvitations(workspaceId: string, now: number): Promise<IdentityTokenRow[]> {
      return database.reader
        .selectFrom('identity_tokens')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'invitation')
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .execute();
    },

    async countInvitations(trx: Queries, workspaceId: string): Promise<number> {
      const open = await trx
        .selectFrom('identity_tokens')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'invitation')
        .execute();
      return open.length;
    },

    deleteInvitation(trx: Queries, workspaceId: string, id: string): Promise<IdentityTokenRow | undefined> {
      return trx
        .deleteFrom('identity_tokens')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'invitation')
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
    },

    /** Those to one address, or those by one member, all or of one role. */
    async deleteInvitations(
      trx: Queries,
      workspaceId: string,
      which: { email: string } | { by: string; role?: Role },
    ): Promise<void> {
      const query = trx
        .deleteFrom('identity_tokens')
        .where('workspace_id', '=', workspaceId)
        .where('kind', '=', 'invitation');
      if ('email' in which) {
        await query.where('email', '=', which.email).execute();
        return;
      }
      const { by, role } = which;
      await query
        .where('user_id', '=', by)
        .$if(role !== undefined, (own) => own.where('role', '=', role as Role))
        .execute();
    },
  };
}

export async function workspaceIdsOf(queries: Queries, userId: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('members')
    .select('workspace_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => row.workspace_id);
}
