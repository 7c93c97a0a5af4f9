import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { oldestFirst } from '../../platform/db/order-by-id.ts';
import { padded } from '../../platform/db/padded.ts';
import { holdAll } from '../endpoints/endpoint-repository.ts';

const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 500;
/** An event takes its deliveries and all their attempts along. */
const EVENT_BATCH = 50;
/** Somebody may be writing an event for it, or testing it, at this moment. */
const DELETED_FOR_MS = 120_000;

export type WebhookCleanUp = ReturnType<typeof createWebhookCleanUp>;

/**
 * Each does one batch, in one transaction; true when there may be more. Rows are locked in the order of their ids, and those
 * that somebody else has in hand are left for the next time.
 */
export function createWebhookCleanUp({ database, clock }: { database: Database; clock: Clock }) {
  const hasLocks = database.engine === 'postgres';

  return {
    /** What is due to an endpoint that is switched off is held: it is not sent by surprise when it is switched on again. */
    holdForSwitchedOff(batch = BATCH): Promise<boolean> {
      return database.write(async (trx) => {
        const due = await trx
          .selectFrom('webhook_endpoints as e')
          // Crossed, which SQLite takes as the order to go by: the endpoints that are off first, not all that is due.
          .crossJoin('deliveries as d')
          .whereRef('d.endpoint_id', '=', 'e.id')
          .select('d.id')
          // As the indexes have them: of parameters the planner could not know the values.
          .where(sql<boolean>`e.is_active = 0`)
          .where(sql<boolean>`d.status = 'due'`)
          // One that is being sent decides for itself, and is held afterwards if it is still due.
          .where((eb) => eb.or([eb('d.is_leased', '=', 0), eb('d.next_attempt_at', '<=', clock())]))
          .limit(batch)
          .$if(hasLocks, (query) => query.orderBy('d.id', oldestFirst).forUpdate('d').skipLocked())
          .execute();
        return (
          (await holdAll(
            trx,
            due.map(({ id }) => id),
          )) === batch
        );
      });
    },

    /** Events of which nothing has happened for so long. */
    forgetOld(batch = EVENT_BATCH): Promise<boolean> {
      return database.write(async (trx) => {
        const before = clock() - KEPT_MS;
        const old = await trx
          .selectFrom('events as e')
          .select('e.id')
          .where('e.created_at', '<', before)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('deliveries as d')
                  .select('d.id')
                  .whereRef('d.event_id', '=', 'e.id')
                  .where((eb) =>
                    eb.or([
                      eb('d.status', '=', 'due'),
                      eb('d.finished_at', '>=', before),
                      eb('d.next_attempt_at', '>=', before),
                    ]),
                  ),
              ),
            ),
          )
          .orderBy('e.created_at')
          .limit(batch)
          .$if(hasLocks, (query) => query.forUpdate('e').skipLocked())
          .execute();
        if (old.length === 0) return false;
        await trx
          .deleteFrom('events')
          .where('id', 'in', padded(old.map(({ id }) => id)))
          .execute();
        return old.length === batch;
      });
    },

    removeDeleted(batch = BATCH): Promise<boolean> {
      return database.write(async (trx) => {
        const endpoint = await trx
          .selectFrom('webhook_endpoints')
          .select('id')
          .where('deleted_at', '<=', clock() - DELETED_FOR_MS)
          .limit(1)
          .executeTakeFirst();
        if (endpoint === undefined) return false;
        const some = await trx
          .selectFrom('deliveries')
          .select('id')
          .where('endpoint_id', '=', endpoint.id)
          .orderBy('id', oldestFirst)
          .limit(batch)
          .$if(hasLocks, (query) => query.forUpdate())
          .execute();
        if (some.length > 0) {
          await trx
            .deleteFrom('deliveries')
            .where('id', 'in', padded(some.map(({ id }) => id)))
            .execute();
        }
        if (some.length < batch) {
          await trx.deleteFrom('webhook_endpoints').where('id', '=', endpoint.id).execute();
        }
        return true;
      });
    },
  };
}
