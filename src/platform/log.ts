import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_OUTPUT = 1;
const PATIENCE_MS = 5;
const PATIENCE_TRIES = 200;

export function createLog(level: LogLevel, destination: DestinationStream = standardOutput()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    destination,
  );
}

/**
 * Collects the lines of one turn of the event loop and writes them at once, and never fails: with a full disk behind
 * standard output pino's own stream stops the whole process. What cannot be written is lost.
 */
function standardOutput(): DestinationStream {
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    writeToStandardOutput(text);
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** A reader that is slow for a moment is waited for. */
export function writeToStandardOutput(text: string): void {
  let rest = Buffer.from(text);
  for (let tries = 0; rest.length > 0 && tries < PATIENCE_TRIES; tries++) {
    try {
      rest = rest.subarray(writeSync(STANDARD_OUTPUT, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE_MS);
    }
  }
}

/** Only what errors have in common: libraries hang commands, and with them passwords, on theirs. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    type: name,
    message,
    stack,
    code,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
