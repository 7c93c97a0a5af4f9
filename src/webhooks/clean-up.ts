import { sql } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';

/** Events go with their deliveries and all attempts. */
const KEPT_MS = 30 * 24 * 3_600_000;
const BATCH = 500;

export type WebhookCleanUp = ReturnType<typeof createWebhookCleanUp>;

/** Each does one batch, in one transaction; true when there may be more. */
export function createWebhookCleanUp({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** What is due to an endpoint that is switched off is held: it is not sent by surprise when it is switched on again. */
    holdForSwitchedOff(): Promise<boolean> {
      return database.write(async (trx) => {
        const held = await trx
          .updateTable('deliveries')
          .set({ status: 'held', is_leased: 0 })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('webhook_endpoints as e')
              .innerJoin('deliveries as d', 'd.endpoint_id', 'e.id')
              .select('d.id')
              // As the indexes have them: of parameters the planner could not know the values.
              .where(sql<boolean>`e.is_active = 0`)
              .where(sql<boolean>`d.status = 'due'`)
              // One that is being sent decides for itself, and is held afterwards if it is still due.
              .where((eb) => eb.or([eb('d.is_leased', '=', 0), eb('d.next_attempt_at', '<=', clock())]))
              .limit(BATCH),
          )
          .where('status', '=', 'due')
          .returning('id')
          .execute();
        return held.length === BATCH;
      });
    },

    forgetOld(): Promise<boolean> {
      return database.write(async (trx) => {
        const old = trx
          .selectFrom('events')
          .select('id')
          .where('created_at', '<', clock() - KEPT_MS)
          .orderBy('created_at')
          .limit(BATCH);
        const forgotten = await trx.deleteFrom('events').where('id', 'in', old).returning('id').execute();
        return forgotten.length === BATCH;
      });
    },

    removeDeleted(): Promise<boolean> {
      return database.write(async (trx) => {
        const endpoint = await trx
          .selectFrom('webhook_endpoints')
          .select('id')
          .where('deleted_at', 'is not', null)
          .limit(1)
          .executeTakeFirst();
        if (endpoint === undefined) return false;
        const batch = trx
          .selectFrom('deliveries')
          .select('id')
          .where('endpoint_id', '=', endpoint.id)
          .limit(BATCH);
        const removed = await trx.deleteFrom('deliveries').where('id', 'in', batch).returning('id').execute();
        if (removed.length < BATCH) {
          await trx.deleteFrom('webhook_endpoints').where('id', '=', endpoint.id).execute();
        }
        return true;
      });
    },
  };
}
