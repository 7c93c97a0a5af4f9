import type { Clock } from '../platform/clock.ts';
import { onBehalfOf } from '../platform/current-call.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedQueue } from '../platform/db/leased-queue.ts';
import type { MailRow } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import type { Random } from '../platform/random.ts';
import { cutToCharacters } from '../platform/text.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import type { MailRenderer } from './render.ts';
import { createMailRepository } from './repository.ts';
import { pauseAfter } from './schedule.ts';
import type { MailTransport } from './transport.ts';

const MAX_AT_ONCE = 4;
/** Longer than any attempt, so that no one else takes an email that is still on its way. */
const LEASE_MS = 180_000;
const MAX_ERROR_LENGTH = 500;

export type MailWorker = ReturnType<typeof createMailWorker>;

type Outcome = { end: 'sent' } | { end: 'failed'; error: string } | { end: 'later'; error: string };

/** What becomes of an email about a photo request shows on the request. */
export interface MailedRequests {
  setEmailStatus(
    trx: Queries,
    request: { workspaceId: string; requestId: string },
    status: 'sent' | 'failed',
  ): Promise<void>;
}

/** Sends what the outbox holds. Any number of workers on any number of nodes share one queue. */
export function createMailWorker(deps: {
  database: Database;
  transport: MailTransport;
  render: MailRenderer;
  requests: MailedRequests;
  clock: Clock;
  random: Random;
  log: Pick<Log, 'info' | 'warn'>;
}) {
  const { database, transport, render, requests, clock, random, log } = deps;
  const repository = createMailRepository(database);
  const queue = createLeasedQueue<MailRow>({
    database,
    clock,
    topic: 'mails',
    maxAtOnce: MAX_AT_ONCE,
    nextDueAt: repository.nextDueAt,
    claim: (trx, most, now, running) => repository.claim(trx, most, now, LEASE_MS, running),
    attempt: (mail) => onBehalfOf({ requestId: mail.call_id }, () => attempt(mail)),
    onLookFailed: (error) => log.warn({ err: error }, 'Queued emails could not be read; retrying soon'),
  });

  /** Undefined when it took so long until then that someone else may have it. */
  async function trySending(mail: MailRow): Promise<Outcome | undefined> {
    try {
      const rendered = await render(mail);
      if ('pointless' in rendered) return { end: 'failed', error: rendered.pointless };
      if (!queue.canSend(mail)) return undefined;
      await transport.send(rendered);
      return { end: 'sent' };
    } catch (error) {
      const text = describe(error, mail.recipient);
      return { end: error instanceof MailRefusedError ? 'failed' : 'later', error: text };
    }
  }

  async function finish(
    trx: Queries,
    mail: MailRow,
    { status, error }: { status: 'sent' | 'failed'; error: string | null },
  ): Promise<void> {
    const { workspace_id: workspaceId, request_id: requestId } = mail;
    const isOurs = await repository.finish(trx, mail, { status, error, now: clock() });
    if (isOurs && workspaceId !== null && requestId !== null)
      await requests.setEmailStatus(trx, { workspaceId, requestId }, status);
  }

  async function write(trx: Queries, mail: MailRow, outcome: Outcome): Promise<void> {
    if (outcome.end === 'sent') return finish(trx, mail, { status: 'sent', error: null });
    const { error } = outcome;
    const pause = outcome.end === 'failed' ? undefined : pauseAfter(mail.attempt_count, random);
    if (pause === undefined) await finish(trx, mail, { status: 'failed', error });
    else await repository.postpone(trx, mail, { until: clock() + pause, error });
  }

  async function attempt(mail: MailRow): Promise<void> {
    try {
      const outcome = await trySending(mail);
      if (outcome === undefined)
        return log.warn({ mail: mail.id }, 'An email was not ready in time; it will be tried again');
      if (outcome.end !== 'sent') {
        const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempt_count };
        log.warn({ ...about, reason: outcome.error }, 'An email was not sent');
      }
      await queue.record(mail, (trx) => write(trx, mail, outcome));
    } catch (error) {
      log.warn(
        { err: error, mail: mail.id },
        'The outcome of an email could not be recorded; it will be sent again',
      );
    }
  }

  return queue;
}

/** One line for the row and the log, without the customer's address. */
function describe(error: unknown, recipient: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replaceAll(recipient, '[recipient]').replace(/\p{Cc}+/gu, ' ');
  return cutToCharacters(line.toWellFormed(), MAX_ERROR_LENGTH);
}
