import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { notAlongIndex, padded, unseen } from '../../platform/db/planner-hints.ts';
import { type EventRow, type Owner, ownerColumns } from '../../platform/db/tables.ts';
import { type EventType, TEST_EVENT } from './event-types.ts';

export type ListedEventRow = Pick<EventRow, 'id' | 'subject_id' | 'body'>;

/** A part of the events of one owner, in the order of their ids. */
export interface EventRange {
  type?: EventType | undefined;
  /** The photo request that they tell of. */
  subjectId?: string | undefined;
  /** The first id that fits. */
  from: string;
  /** The first id that no longer fits. */
  to: string;
  order: 'asc' | 'desc';
  limit: number;
}

export type EventListRepository = ReturnType<typeof createEventListRepository>;

/** Events as they are read again. Test events are between us and their endpoint. */
export function createEventListRepository(database: Database) {
  const listed = (type: EventType | undefined) =>
    database.lists
      .selectFrom('events')
      .select(['id', 'subject_id', 'body'])
      .$if(type !== undefined, (query) => query.where('type', '=', type as string))
      .$if(type === undefined, (query) => query.where('type', '<>', TEST_EVENT));

  return {
    list(owner: Owner, { type, subjectId, from, to, order, limit }: EventRange): Promise<ListedEventRow[]> {
      if (subjectId !== undefined)
        return (
          listed(type)
            .where((eb) => eb.and(ownerColumns(owner)))
            .where('subject_id', '=', subjectId)
            .where('id', '>=', from)
            .where('id', '<', to)
            // A request has few.
            .orderBy(notAlongIndex('id'), order)
            .limit(limit)
            .execute()
        );
      // Compared as a whole (planner-hints.ts), and so ordered: the owner's index has this order, the primary key has not.
      const bound = (id: string) =>
        sql`(${sql.join([owner.workspaceId, owner.environment, id].map((value) => unseen(database.engine, value)))})`;
      return listed(type)
        .where(sql<boolean>`(workspace_id, environment, id) >= ${bound(from)}`)
        .where(sql<boolean>`(workspace_id, environment, id) < ${bound(to)}`)
        .orderBy('workspace_id', order)
        .orderBy('environment', order)
        .orderBy('id', order)
        .limit(limit)
        .execute();
    },

    /** Of these subjects, those of which an event of this type is stored. */
    async subjectsWith(
      { workspaceId }: Owner,
      type: EventType,
      subjectIds: readonly string[],
    ): Promise<Set<string>> {
      if (subjectIds.length === 0) return new Set();
      const rows = await database.lists
        .selectFrom('events')
        .select('subject_id')
        .where('subject_id', 'in', padded(subjectIds))
        .where('workspace_id', '=', workspaceId)
        .where('type', '=', type)
        .execute();
      return new Set(rows.map(({ subject_id }) => subject_id));
    },
  };
}

/** The newest before that one, over all workspaces. */
export async function newestEventId({ reader }: Database, before: string): Promise<string | undefined> {
  const row = await reader
    .selectFrom('events')
    .select('id')
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
