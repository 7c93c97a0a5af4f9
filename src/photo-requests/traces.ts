import { sql } from 'kysely';
import type { Database, Queries } from '../platform/db/database.ts';
import { timeOfId } from '../platform/ids.ts';
import { createEventRepository, type ErasedEvents } from '../webhooks/outbox/event-repository.ts';

/** What is known of a request outside of its own row and photos: how many of what were erased. */
export interface ErasedTraces extends ErasedEvents {
  capture_sessions: number;
  mails: number;
  kept_answers: number;
  /** They stay, without address, name and details. */
  audit_entries_redacted: number;
}

/** A kept answer may have waited for another call with the same key before the request was made. */
const ANSWER_WAITED_MS = 60_000;

/** Messages about it, what receivers answered to them, and what was noted on the way. */
export function createTraceEraser(database: Database) {
  const { engine } = database;
  const eventRepository = createEventRepository(database);

  async function eraseKeptAnswers(trx: Queries, workspaceId: string, requestId: string): Promise<number> {
    const madeAt = timeOfId('photoRequest', requestId);
    const gone = await trx
      .deleteFrom('idempotency_keys')
      .where('created_at', '>=', madeAt - ANSWER_WAITED_MS)
      .where('created_at', '<=', madeAt)
      // By their age: SQLite keeps no statistics and would go through all answers of the workspace without the plus sign.
      .where(sql<boolean>`${sql.raw(engine === 'sqlite' ? '+' : '')}workspace_id = ${workspaceId}`)
      .where('answer', 'like', `%"${requestId}"%`)
      .returning('key')
      .execute();
    return gone.length;
  }

  async function redactAudit(trx: Queries, workspaceId: string, requestId: string): Promise<number> {
    const redacted = await trx
      .updateTable('audit_entries')
      .set({ ip_address: null, subject_name: null, details: '{}' })
      .where('workspace_id', '=', workspaceId)
      .where('subject_id', '=', requestId)
      .returning('id')
      .execute();
    return redacted.length;
  }

  return async (
    trx: Queries,
    workspaceId: string,
    requestId: string,
  ): Promise<{ erased: ErasedTraces; mailIds: string[] }> => {
    const sessions = await trx
      .deleteFrom('capture_sessions')
      .where('request_id', '=', requestId)
      .where('workspace_id', '=', workspaceId)
      .returning('token_hash')
      .execute();
    await trx
      .deleteFrom('capture_handovers')
      .where('request_id', '=', requestId)
      .where('workspace_id', '=', workspaceId)
      .execute();
    const mails = await trx
      .deleteFrom('mails')
      .where('request_id', '=', requestId)
      .where('workspace_id', '=', workspaceId)
      .returning('id')
      .execute();
    const events = await eventRepository.eraseOfSubject(trx, workspaceId, requestId);
    const erased = {
      capture_sessions: sessions.length,
      mails: mails.length,
      ...events,
      kept_answers: await eraseKeptAnswers(trx, workspaceId, requestId),
      audit_entries_redacted: await redactAudit(trx, workspaceId, requestId),
    };
    return { erased, mailIds: mails.map(({ id }) => id) };
  };
}
