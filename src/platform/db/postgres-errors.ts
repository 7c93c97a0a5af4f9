import { DatabaseUnavailableError, StatementTimeoutError } from './database.ts';

/** SQLSTATEs of a server that is away, starting, stopping, full, too slow, read-only or out of connections. */
const UNAVAILABLE_STATES = /^(08|53|57P|58|57014|25006)/;
/** Node's socket errors that mean the server cannot be reached, or that this machine has no socket left. */
const UNAVAILABLE_SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EMFILE|ENFILE|ENOMEM|ENOBUFS)$/;
const UNAVAILABLE_TEXT =
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout|has fallen silent/;

/** Deadlock or serialization failure: the transaction was undone and may simply run again. */
export function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40P01' || code === '40001' || isStalePlan(error);
}

/** A newer node has changed a table that this connection has prepared statements for. */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as Error).message.includes('cached plan');
}

/** Another row has this value of a unique column: one that another transaction has written meanwhile. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  const text = error instanceof Error ? error.message : '';
  return UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SOCKET.test(code) || UNAVAILABLE_TEXT.test(text);
}

/** The server gave up on the statement, and goes on with the connection. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === '57014';
}

export function rethrow(error: unknown): never {
  if (isStatementTimeout(error)) throw new StatementTimeoutError(error);
  throw isUnavailable(error) ? new DatabaseUnavailableError(error) : error;
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
