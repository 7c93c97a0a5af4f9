import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import { onBehalfOf } from '../platform/current-call.ts';
import { type Database, DatabaseUnavailableError, type Queries } from '../platform/db/database.ts';
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
/** Longer than any attempt, so that no one else takes a mail that is still on its way. */
const LEASE_MS = 180_000;
const POLL_MS = 5_000;
/** Shorter than the server has to stop; what is not done by then is sent again when its lease ends. */
const STOP_MS = 20_000;
const RECORD_PAUSE_MS = 250;
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
  const inFlight = new Set<Promise<void>>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let started = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let stopListening = () => {};

  async function trySending(mail: MailRow): Promise<Outcome> {
    try {
      const rendered = await render(mail);
      if ('pointless' in rendered) return { end: 'failed', error: rendered.pointless };
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

  /** Goes on trying while the lease lasts: a sent mail that is not recorded is sent again. */
  async function record(mail: MailRow, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        return await database.write((trx) => write(trx, mail, outcome));
      } catch (error) {
        const isHopeless = !(error instanceof DatabaseUnavailableError) || stopped;
        if (isHopeless || clock() >= mail.next_attempt_at) throw error;
        await delay(RECORD_PAUSE_MS);
      }
    }
  }

  async function attempt(mail: MailRow): Promise<void> {
    try {
      const outcome = await trySending(mail);
      if (outcome.end !== 'sent') {
        const about = { mail: mail.id, kind: mail.kind, attempt: mail.attempt_count };
        log.warn({ ...about, reason: outcome.error }, 'An email was not sent');
      }
      await record(mail, outcome);
    } catch (error) {
      log.warn(
        { err: error, mail: mail.id },
        'The outcome of an email could not be recorded; it will be sent again',
      );
    }
  }

  function begin(mail: MailRow): void {
    const run = onBehalfOf({ requestId: mail.call_id }, () => attempt(mail)).then(() => {
      inFlight.delete(run);
      if (started) look();
    });
    inFlight.add(run);
  }

  /** Takes what is due as far as there is room; when to look again. */
  async function claimDue(): Promise<number | undefined> {
    for (;;) {
      const due = await repository.nextDueAt();
      const room = MAX_AT_ONCE - inFlight.size;
      if (due === undefined || due > clock()) return due;
      if (room === 0 || stopped) return undefined;
      const claimed = await database.write((trx) => repository.claim(trx, room, clock(), LEASE_MS));
      if (claimed.length === 0) return undefined;
      for (const mail of claimed) begin(mail);
    }
  }

  async function lookUntilQuiet(): Promise<void> {
    let due: number | undefined;
    while (lookAgain && !stopped) {
      lookAgain = false;
      try {
        due = await claimDue();
      } catch (error) {
        log.warn({ err: error }, 'Queued emails could not be read; retrying soon');
      }
    }
    // In the same breath as the last look at the flag: a wake-up in between would be lost.
    looking = undefined;
    if (started && !stopped) sleepUntil(due);
  }

  function sleepUntil(due: number | undefined): void {
    clearTimeout(timer);
    const pause = due === undefined ? POLL_MS : Math.min(POLL_MS, Math.max(0, due - clock()));
    timer = setTimeout(look, pause);
    timer.unref();
  }

  function look(): Promise<void> {
    lookAgain = true;
    looking ??= lookUntilQuiet();
    return looking;
  }

  return {
    start(): void {
      started = true;
      stopListening = database.signals.on('mails', look);
      look();
    },
    /** Takes nothing more and finishes what is on its way. */
    async stop(): Promise<void> {
      stopped = true;
      stopListening();
      await looking;
      clearTimeout(timer);
      await Promise.race([Promise.all(inFlight), delay(STOP_MS, undefined, { ref: false })]);
    },
    /** Something may be due. */
    wake: look,
    /** Everything that is due now was tried, and the outcome recorded. */
    async settled(): Promise<void> {
      for (;;) {
        await look();
        if (inFlight.size === 0) return;
        await Promise.race(inFlight);
      }
    },
  };
}

/** One line for the row and the log, without the customer's address. */
function describe(error: unknown, recipient: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.replaceAll(recipient, '[recipient]').replace(/\p{Cc}+/gu, ' ');
  return cutToCharacters(line.toWellFormed(), MAX_ERROR_LENGTH);
}
