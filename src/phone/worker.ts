import type { Clock } from '../platform/clock.ts';
import { onBehalfOf } from '../platform/current-call.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { createLeasedQueue } from '../platform/db/leased-queue.ts';
import type { PhoneMessageRow, PhoneMessageStatus } from '../platform/db/tables.ts';
import type { Log } from '../platform/log.ts';
import { type Random, randomFraction } from '../platform/random.ts';
import { cutToCharacters } from '../platform/text.ts';
import type { PhoneOptOuts } from './opt-outs.ts';
import { createPhoneMessageRepository } from './repository.ts';
import { MessagePostponedError, MessageRefusedError, type PhoneTransport } from './transport.ts';

const MAX_AT_ONCE = 4;
/** Longer than any attempt, so that no one else takes a message that is still on its way. */
const LEASE_MS = 60_000;
const MAX_ERROR_LENGTH = 300;
const MINUTE_MS = 60_000;
/** Shorter than for emails: a message of yesterday reminds no one of anything. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 240 * MINUTE_MS];
const JITTER = 0.2;

export type PhoneWorker = ReturnType<typeof createPhoneWorker>;

/** What becomes of a message about a photo request shows on the request. */
export interface PhonedRequests {
  setSmsStatus(
    trx: Queries,
    request: { workspaceId: string; requestId: string },
    status: Exclude<PhoneMessageStatus, 'queued'>,
  ): Promise<void>;
}

/** The text from what is true at this moment, or why there is nothing to say any more. */
export type RenderMessage = (row: PhoneMessageRow) => Promise<{ text: string } | { pointless: string }>;

export type PhoneStep = 'message claimed' | 'message accepted' | 'message recorded';
/** Told of every step: the tests end the process between any two of them. */
export type WatchPhoneSteps = (step: PhoneStep) => void;

type Outcome =
  | { end: 'sent' }
  | { end: 'failed'; error: string; isOptOut?: boolean }
  | { end: 'later'; error: string; notBeforeMs?: number };

/** Sends what the outbox holds. Any number of workers on any number of nodes share one queue. */
export function createPhoneWorker(deps: {
  database: Database;
  transport: PhoneTransport;
  render: RenderMessage;
  requests: PhonedRequests;
  optOuts: PhoneOptOuts;
  clock: Clock;
  random: Random;
  log: Pick<Log, 'info' | 'warn'>;
  onStep?: WatchPhoneSteps | undefined;
}) {
  const { database, transport, render, requests, optOuts, clock, random, log, onStep = () => {} } = deps;
  const repository = createPhoneMessageRepository(database);
  const queue = createLeasedQueue<PhoneMessageRow>({
    database,
    clock,
    topic: 'phone_messages',
    maxAtOnce: MAX_AT_ONCE,
    nextDueAt: repository.nextDueAt,
    claim: (trx, most, now, running) => repository.claim(trx, most, now, LEASE_MS, running),
    attempt: (message) => onBehalfOf({ requestId: message.call_id }, () => attempt(message)),
    onLookFailed: (error) =>
      log.warn({ err: error }, 'Queued phone messages could not be read; retrying soon'),
  });

  /** Undefined when it took so long until then that someone else may have it. */
  async function trySending(message: PhoneMessageRow): Promise<Outcome | undefined> {
    try {
      const rendered = await render(message);
      if ('pointless' in rendered) return { end: 'failed', error: rendered.pointless };
      const { id, channel, recipient, locale } = message;
      if (!queue.canSend(message)) return undefined;
      await transport.send({ id, channel, recipient, locale, text: rendered.text });
      return { end: 'sent' };
    } catch (error) {
      const text = describe(error, message.recipient);
      if (error instanceof MessageRefusedError)
        return { end: 'failed', error: text, isOptOut: error.isOptOut };
      if (error instanceof MessagePostponedError)
        return { end: 'later', error: text, notBeforeMs: error.retryAfterMs };
      return { end: 'later', error: text };
    }
  }

  async function finish(
    trx: Queries,
    message: PhoneMessageRow,
    { status, error }: { status: 'sent' | 'failed'; error: string | null },
  ): Promise<void> {
    const { workspace_id: workspaceId, request_id: requestId } = message;
    const isOurs = await repository.finish(trx, message, { status, error, now: clock() });
    if (isOurs && (await repository.isNewest(trx, message)))
      await requests.setSmsStatus(trx, { workspaceId, requestId }, status);
  }

  async function write(trx: Queries, message: PhoneMessageRow, outcome: Outcome): Promise<void> {
    if (outcome.end === 'sent') return finish(trx, message, { status: 'sent', error: null });
    const { error } = outcome;
    if (outcome.end === 'failed' && outcome.isOptOut === true) await optOuts.optOut(trx, message.recipient);
    const pause = outcome.end === 'failed' ? undefined : pauseAfter(message.attempt_count);
    if (outcome.end === 'failed' || pause === undefined)
      return finish(trx, message, { status: 'failed', error });
    const wait = Math.max(pause, outcome.notBeforeMs ?? 0);
    await repository.postpone(trx, message, { until: clock() + wait, error });
  }

  /** Undefined when it was the last attempt. With jitter: what failed together does not come back together. */
  function pauseAfter(attempt: number): number | undefined {
    const pause = PAUSES_MS[attempt - 1];
    return pause === undefined ? undefined : Math.round(pause * (1 + JITTER * randomFraction(random)));
  }

  async function attempt(message: PhoneMessageRow): Promise<void> {
    try {
      onStep('message claimed');
      const outcome = await trySending(message);
      if (outcome === undefined)
        return log.warn(
          { message: message.id },
          'A phone message was not ready in time; it will be tried again',
        );
      if (outcome.end === 'sent') onStep('message accepted');
      else {
        const about = { message: message.id, kind: message.kind, attempt: message.attempt_count };
        log.warn({ ...about, reason: outcome.error }, 'A phone message was not sent');
      }
      await queue.record(message, (trx) => write(trx, message, outcome));
      onStep('message recorded');
    } catch (error) {
      log.warn(
        { err: error, message: message.id },
        'The outcome of a phone message could not be recorded; it will be sent again',
      );
    }
  }

  return queue;
}

/** One line for the row and the log, without the customer's number. */
export function describe(error: unknown, recipient: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replaceAll(recipient, '[recipient]').replace(/\p{Cc}+/gu, ' ');
  return cutToCharacters(line.toWellFormed(), MAX_ERROR_LENGTH);
}
