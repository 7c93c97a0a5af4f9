import type { AuditRepository } from '../audit/repository.ts';
import type { MailRepository } from '../email/repository.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { deleteResponsesNaming } from '../platform/http/idempotency-repository.ts';
import { timeOfId } from '../platform/ids.ts';

/** What is known of a request outside of its own row and photos: how many of what were erased. */
export interface ErasedTraces {
  capture_sessions: number;
  mails: number;
  events: number;
  deliveries: number;
  delivery_attempts: number;
  kept_answers: number;
  /** They stay, without address, name and details. */
  audit_entries_redacted: number;
}

export interface TraceDeps {
  database: Database;
  auditLog: AuditRepository;
  mailRepository: MailRepository;
  /** Those of the customers' pages, which know requests and are not known here; how many went. */
  deleteSessions(trx: Queries, workspaceId: string, requestId: string): Promise<number>;
}

/** Deletes the messages about a request, what receivers responded to them, and what was noted on the way. */
export function createTraceEraser({ database, auditLog, mailRepository: mails, deleteSessions }: TraceDeps) {
  const { engine } = database;

  async function eraseEvents(trx: Queries, workspaceId: string, requestId: string) {
    const events = await trx
      .selectFrom('events')
      .select('id')
      .where('subject_id', '=', requestId)
      .where('workspace_id', '=', workspaceId)
      .execute();
    const eventIds = events.map(({ id }) => id);
    if (eventIds.length === 0) return { events: 0, deliveries: 0, delivery_attempts: 0 };
    // Locked in the order of their ids, as everybody does who changes several.
    const deliveries = await trx
      .selectFrom('deliveries')
      .select('id')
      .where('event_id', 'in', eventIds)
      .orderBy('id')
      .$if(engine === 'postgres', (query) => query.forUpdate())
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
  }

  return async (
    trx: Queries,
    workspaceId: string,
    requestId: string,
  ): Promise<{ erased: ErasedTraces; mailIds: string[] }> => {
    const sessions = await deleteSessions(trx, workspaceId, requestId);
    const mailIds = await mails.deleteOfRequest(trx, { workspaceId, requestId });
    const events = await eraseEvents(trx, workspaceId, requestId);
    const createdAt = timeOfId('photoRequest', requestId);
    const erased = {
      capture_sessions: sessions,
      mails: mailIds.length,
      ...events,
      kept_answers: await deleteResponsesNaming(trx, database, { workspaceId, id: requestId, createdAt }),
      audit_entries_redacted: await auditLog.redactSubject(trx, workspaceId, requestId),
    };
    return { erased, mailIds };
  };
}
