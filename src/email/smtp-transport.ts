import type { Transporter } from 'nodemailer';
import { withTimeLimit } from '../platform/time-limit.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import { messageOf } from './message.ts';
import type { MailTransport } from './transport.ts';

const LIMIT_MS = 60_000;
const CONNECTIONS = 4;
const MESSAGES_PER_CONNECTION = 100;
const IDLE_MS = 60_000;
const PING_MS = 2_000;

interface Pool {
  transporter: Transporter;
  inFlight: number;
  /** Takes nothing more, and is closed by force when the last email is through or given up. */
  isRetired: boolean;
}

/** Connections are kept for the next email. Each email has a limit as a whole: a server that drips never goes silent. */
export function openSmtp(options: { url: string; fromAddress: string; limitMs?: number }): MailTransport {
  const { url, fromAddress, limitMs = LIMIT_MS } = options;
  let pool: Pool | undefined;
  let closed = false;
  let isInTrouble = false;

  async function openPool(): Promise<Pool> {
    const { createTransport } = await import('nodemailer');
    if (closed) throw new Error('The email transport is closed.');
    // Another email may have been faster while the module was loaded.
    pool ??= {
      transporter: createTransport({
        url,
        pool: true,
        maxConnections: CONNECTIONS,
        maxMessages: MESSAGES_PER_CONNECTION,
        // For a connection that the server gave up in between; every other retry is ours.
        maxRequeues: 1,
        idleTimeout: IDLE_MS,
        connectionTimeout: 15_000,
        greetingTimeout: 15_000,
        socketTimeout: 45_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
      inFlight: 0,
      isRetired: false,
    };
    return pool;
  }

  function retire(old: Pool): void {
    old.isRetired = true;
    if (pool === old) pool = undefined;
    if (old.inFlight === 0) old.transporter.close({ force: true });
    else old.transporter.close();
  }

  return {
    kind: 'smtp',
    async send(mail) {
      const message = messageOf(mail, fromAddress);
      const used = pool ?? (await openPool());
      used.inFlight += 1;
      try {
        await withTimeLimit(limitMs, used.transporter.sendMail(message), () => {
          throw new MailLimitError(`The mail server did not finish within ${limitMs / 1000} s.`);
        });
        isInTrouble = false;
      } catch (error) {
        if (error instanceof MailLimitError) used.isRetired = true;
        const refusal = asRefusal(error);
        isInTrouble = !(refusal instanceof MailRefusedError);
        throw refusal;
      } finally {
        used.inFlight -= 1;
        if (used.isRetired) retire(used);
      }
    },
    async ping() {
      // No one's mail server is asked again every few seconds as long as emails go through.
      if (!isInTrouble) return;
      const { createTransport } = await import('nodemailer');
      const once = createTransport({ url, connectionTimeout: PING_MS, greetingTimeout: PING_MS });
      try {
        await once.verify();
        isInTrouble = false;
      } finally {
        once.close();
      }
    },
    async close() {
      closed = true;
      if (pool !== undefined) retire(pool);
    },
  };
}

class MailLimitError extends Error {}

/** What nodemailer says of a failure. */
interface SmtpFailure {
  responseCode?: unknown;
  command?: unknown;
}

/** They speak of our login, which the operator can mend. */
const LOGIN_CODES = [530, 534, 535, 538];

/** Only what the server says of this recipient or this message is final; a login or a sender can be mended. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { responseCode, command } = error as SmtpFailure;
  const isFinal =
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600 &&
    !LOGIN_CODES.includes(responseCode) &&
    (command === 'RCPT TO' || command === 'DATA');
  return isFinal ? new MailRefusedError(error.message, error) : error;
}
