import type { AuditRepository } from '../audit/repository.ts';
import type { MailRepository } from '../email/repository.ts';
import type { PhoneMessageRepository } from '../phone/repository.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';
import { deleteResponsesNaming, deleteResponsesOf } from '../platform/http/idempotency-repository.ts';
import { MAX_SET_BACK_MS, timeOfId } from '../platform/ids.ts';
import { createEventRepository, type ErasedEvents } from '../webhooks/outbox/event-repository.ts';
import { noteOperation } from './note-repository.ts';
import { reviewOperation } from './review.ts';

/** What is known of a request outside of its own row and photos: how many of what were erased. */
export interface ErasedTraces extends ErasedEvents {
  capture_sessions: number;
  mails: number;
  phone_messages: number;
  kept_answers: number;
  /** They stay, without address, name and details. */
  audit_entries_redacted: number;
}

export interface TraceDeps {
  database: Database;
  auditLog: AuditRepository;
  mailRepository: MailRepository;
  phoneRepository: PhoneMessageRepository;
  /** Those of the customers' pages, which know requests and are not known here; how many went. */
  deleteSessions(trx: Queries, workspaceId: string, requestId: string): Promise<number>;
}

/** Deletes the messages about a request, what receivers responded to them, and what was noted on the way. */
export function createTraceEraser(deps: TraceDeps) {
  const { database, auditLog, mailRepository: mails, phoneRepository: messages, deleteSessions } = deps;
  const events = createEventRepository(database);

  return async (
    trx: Queries,
    workspaceId: string,
    requestId: string,
    row: Pick<PhotoRequestRow, 'created_at'> | undefined,
  ): Promise<{ erased: ErasedTraces; mailIds: string[]; messageIds: string[] }> => {
    const sessions = await deleteSessions(trx, workspaceId, requestId);
    const mailIds = await mails.deleteOfRequest(trx, { workspaceId, requestId });
    const messageIds = await messages.deleteOfRequest(trx, { workspaceId, requestId });
    const told = await events.eraseOfSubject(trx, workspaceId, requestId);
    const until = timeOfId('photoRequest', requestId);
    // Its id is later where the clock was set back.
    const from = Math.min(until, row?.created_at ?? until - MAX_SET_BACK_MS);
    const responses =
      (await deleteResponsesNaming(trx, database, { workspaceId, id: requestId, from, until })) +
      (await deleteResponsesOf(trx, workspaceId, reviewOperation(requestId))) +
      (await deleteResponsesOf(trx, workspaceId, noteOperation(requestId)));
    const erased = {
      capture_sessions: sessions,
      mails: mailIds.length,
      phone_messages: messageIds.length,
      ...told,
      kept_answers: responses,
      audit_entries_redacted: await auditLog.redactSubject(trx, workspaceId, requestId),
    };
    return { erased, mailIds, messageIds };
  };
}
