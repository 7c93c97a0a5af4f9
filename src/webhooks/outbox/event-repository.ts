import { type RawBuilder, sql } from 'kysely';
import type { Database, Queries } from '../../platform/db/database.ts';
import { defaultPartition } from '../../platform/db/partitions.ts';
import { padded } from '../../platform/db/planner-hints.ts';
import { createRowDeleter } from '../../platform/db/rows-of-workspace.ts';
import type { EventRow, Owner } from '../../platform/db/tables.ts';

/** How many of what were erased. */
export interface ErasedEvents {
  events: number;
  deliveries: number;
  delivery_attempts: number;
}

/** Events once they are written. Their deliveries and attempts are deleted along with them. */
export function createEventRepository(database: Database) {
  const hasLocks = database.engine === 'postgres';

  return {
    /** Whose events tell of it; found also after it was deleted. */
    async ownerOfSubject(subjectId: string): Promise<Owner | undefined> {
      const row = await database.reader
        .selectFrom('events')
        .select(['workspace_id', 'environment'])
        .where('subject_id', '=', subjectId)
        .executeTakeFirst();
      return row && { workspaceId: row.workspace_id, environment: row.environment };
    },

    async eraseOfSubject(trx: Queries, workspaceId: string, subjectId: string): Promise<ErasedEvents> {
      const events = await trx
        .selectFrom('events')
        .select('id')
        .where('subject_id', '=', subjectId)
        .where('workspace_id', '=', workspaceId)
        .execute();
      const eventIds = events.map(({ id }) => id);
      if (eventIds.length === 0) return { events: 0, deliveries: 0, delivery_attempts: 0 };
      // Locked in the order of their ids, as by everyone who changes several.
      const deliveries = await trx
        .selectFrom('deliveries')
        .select('id')
        .where('event_id', 'in', eventIds)
        .orderBy('id')
        .$if(hasLocks, (query) => query.forUpdate())
        .execute();
      const deliveryIds = deliveries.map(({ id }) => id);
      const attempts =
        deliveryIds.length === 0
          ? []
          : await trx
              .deleteFrom('delivery_attempts')
              .where('delivery_id', 'in', deliveryIds)
              .returning('number')
              .execute();
      await trx.deleteFrom('events').where('id', 'in', eventIds).execute();
      return { events: events.length, deliveries: deliveries.length, delivery_attempts: attempts.length };
    },

    deleteOfWorkspace: createRowDeleter('events'),

    /**
     * Deletes events of which nothing has happened since then, and nothing is to come; how many. On PostgreSQL those that
     * outlived their partition alone: all others go with theirs (0133).
     */
    async deleteSettledBefore(trx: Queries, before: number, max: number): Promise<number> {
      const old = await trx
        .selectFrom(sql<EventRow>`${sql.table(hasLocks ? defaultPartition('events') : 'events')}`.as('e'))
        .select('e.id')
        .where('e.created_at', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries as d')
                .select('d.id')
                .whereRef('d.event_id', '=', 'e.id')
                .where(isUnsettled('d', before)),
            ),
          ),
        )
        .orderBy('e.created_at')
        .limit(max)
        .$if(hasLocks, (query) => query.forUpdate('e').skipLocked())
        .execute();
      if (old.length === 0) return 0;
      await trx
        .deleteFrom('events')
        .where('id', 'in', padded(old.map(({ id }) => id)))
        .execute();
      return old.length;
    },
  };
}

/** Of a delivery: it is still to be sent, or something has happened to it since then. */
export function isUnsettled(deliveries: string, since: number): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${deliveries}.${name}`);
  return sql<boolean>`(${column('status')} = 'due' or ${column('finished_at')} >= ${since}
    or ${column('next_attempt_at')} >= ${since})`;
}
