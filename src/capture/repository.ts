import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { precompiledLookup, precompiledWrite, slot } from '../platform/db/precompiled.ts';
import type { CaptureSessionRow, Owner, PhotoRequestRow, WorkspaceRow } from '../platform/db/tables.ts';

export type CaptureRepository = ReturnType<typeof createCaptureRepository>;

/** What the customer's pages show of a workspace, what closes them, and what becomes of their photos. */
const HOST_COLUMNS = [
  'w.name as host_name',
  'w.plan as host_plan',
  'w.suspended_at as host_suspended_at',
  'w.brand_color as host_brand_color',
  'w.logo_key as host_logo_key',
  'w.evidence_policy as host_evidence_policy',
  'w.allowed_origins as host_allowed_origins',
] as const;

type HostColumn = (typeof HOST_COLUMNS)[number];

export type HostColumns = {
  [Column in HostColumn as Column extends `${string} as ${infer Alias}`
    ? Alias
    : never]: Column extends `w.${infer Name extends keyof WorkspaceRow} as ${string}`
    ? WorkspaceRow[Name]
    : never;
};

export interface FoundSession extends CaptureSessionRow {
  known_chain_id: string;
  /** Not null: its chain was handed over. */
  claimed_by: string | null;
}

/** A ticket is used for it when its photo was removed before it was taken in. */
export const NO_PHOTO = '';

/** The same rule by which the migration has set it. */
const CHAIN_ID = sql<string>`coalesce(s.chain_id,
  case when s.permanent_link_id is null then s.token_hash else s.request_id end)`;

export function createCaptureRepository(database: Database) {
  const requests = (queries: Queries) =>
    queries
      .selectFrom('photo_requests as r')
      .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
      .selectAll('r')
      .select(HOST_COLUMNS);
  const links = (queries: Queries) =>
    queries
      .selectFrom('permanent_links as l')
      .innerJoin('workspaces as w', 'w.id', 'l.workspace_id')
      .selectAll('l')
      .select(HOST_COLUMNS);

  // What every upload asks.
  const requestOfOwner = precompiledLookup<PhotoRequestRow & HostColumns>(database, 3, (db, key) =>
    requests(db)
      .where('r.workspace_id', '=', key(0))
      .where('r.environment', '=', key(1) as never)
      .where('r.id', '=', key(2))
      .$castTo<PhotoRequestRow & HostColumns>(),
  );
  const sessionByHash = precompiledLookup<FoundSession>(database, 1, (db, key) =>
    db
      .selectFrom('capture_sessions as s')
      .leftJoin('capture_handovers as h', (join) => join.on(sql<boolean>`h.chain_id = ${CHAIN_ID}`))
      .selectAll('s')
      .select([CHAIN_ID.as('known_chain_id'), 'h.claimed_by'])
      .where('s.token_hash', '=', key(0))
      .$castTo<FoundSession>(),
  );
  const useTicket = precompiledWrite<{ number: number }>(database, (db) =>
    db
      .insertInto('used_tickets')
      .columns(['token_hash', 'slot_index', 'number', 'client_id'])
      .expression((eb) =>
        eb
          .selectFrom('capture_sessions')
          .select([
            'token_hash',
            sql<number>`cast(${slot(1)} as integer)`.as('slot_index'),
            sql<number>`cast(${slot(2)} as integer)`.as('number'),
            sql<string>`cast(${slot(3)} as text)`.as('client_id'),
          ])
          .where('token_hash', '=', slot(0)),
      )
      .onConflict((conflict) => conflict.columns(['token_hash', 'slot_index', 'number']).doNothing())
      .returning('number'),
  );

  return {
    // These four start from a secret or public address instead of an owner: that is all a customer has.
    findRequestByToken(token: string) {
      return requests(database.reader).where('r.token', '=', token).executeTakeFirst();
    },

    /** Also by a slug it had before. */
    findLinkBySlug(slug: string) {
      return links(database.reader)
        .innerJoin('permanent_link_slugs as s', 's.permanent_link_id', 'l.id')
        .where('s.slug', '=', slug)
        .executeTakeFirst();
    },

    findRequestByCode(code: string) {
      return requests(database.reader).where('r.unique_code', '=', code).executeTakeFirst();
    },

    findLinkByCode(code: string) {
      return links(database.reader).where('l.unique_code', '=', code).executeTakeFirst();
    },

    /** Within a transaction when there is one. */
    findRequest({ workspaceId, environment }: Owner, requestId: string, queries?: Queries) {
      if (queries === undefined) return requestOfOwner(workspaceId, environment, requestId);
      return requests(queries)
        .where('r.workspace_id', '=', workspaceId)
        .where('r.environment', '=', environment)
        .where('r.id', '=', requestId)
        .executeTakeFirst();
    },

    findLink(owner: Owner, linkId: string, queries: Queries = database.reader) {
      return links(queries)
        .where('l.workspace_id', '=', owner.workspaceId)
        .where('l.environment', '=', owner.environment)
        .where('l.id', '=', linkId)
        .executeTakeFirst();
    },

    async insertSession(trx: Queries, row: CaptureSessionRow): Promise<void> {
      await trx.insertInto('capture_sessions').values(row).execute();
    },

    /** The token itself is the proof of ownership. */
    findSession(tokenHash: string): Promise<FoundSession | undefined> {
      return sessionByHash(tokenHash);
    },

    /** Which photo a ticket was used for, or `NO_PHOTO`; undefined when it is still good. */
    async ticketUse(
      ticket: { tokenHash: string; slotIndex: number; number: number },
      queries: Queries = database.reader,
    ): Promise<string | undefined> {
      const row = await queries
        .selectFrom('used_tickets')
        .select('client_id')
        .where('token_hash', '=', ticket.tokenHash)
        .where('slot_index', '=', ticket.slotIndex)
        .where('number', '=', ticket.number)
        .executeTakeFirst();
      return row?.client_id;
    },

    /** False when it was used before, or the session is not there any more. */
    async useTicket(
      trx: Queries,
      ticket: { tokenHash: string; slotIndex: number; number: number },
      clientId: string,
    ): Promise<boolean> {
      const used = await useTicket(trx, [ticket.tokenHash, ticket.slotIndex, ticket.number, clientId]);
      return used.length === 1;
    },

    async hasSession(trx: Queries, tokenHash: string): Promise<boolean> {
      const row = await trx
        .selectFrom('capture_sessions')
        .select('token_hash')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** How many photos were ever taken in for a request, whatever has become of them. */
    async countUsedTickets(requestId: string, queries: Queries = database.reader): Promise<number> {
      const { count } = await queries
        .selectFrom('used_tickets as t')
        .innerJoin('capture_sessions as s', 's.token_hash', 't.token_hash')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('s.request_id', '=', requestId)
        .where('t.client_id', '<>', NO_PHOTO)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Whether photos were taken in for a visit that is not there any more. */
    async isVisitDeleted(owner: Owner, requestId: string, queries?: Queries): Promise<boolean> {
      // In this order: both are written at once, so a ticket that is used by then has its visit to be found.
      const used = await this.countUsedTickets(requestId, queries);
      return used > 0 && (await this.findRequest(owner, requestId, queries)) === undefined;
    },

    /** Sessions that can do nothing any more, with their tickets; how many there were. */
    async deleteSessionsBefore(trx: Queries, openedBefore: number, batch: number): Promise<number> {
      const old = trx
        .selectFrom('capture_sessions')
        .select('token_hash')
        .where('opened_at', '<=', openedBefore)
        .limit(batch);
      const result = await trx
        .deleteFrom('capture_sessions')
        .where('token_hash', 'in', old)
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}
