import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentCall } from './current-call.ts';
import { withSources } from './linked-stack.ts';
import { once } from './once.ts';

export type Log = Logger & {
  /** The line that every call gets. Put together by hand: pino's own way costs too much for small calls. */
  finished(call: FinishedCall): void;
};

export interface FinishedCall {
  requestId: string;
  method: string;
  path: string;
  status: number;
  ms: number;
  ip: string;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_OUTPUT = 1;
const PATIENCE_MS = 5;
const PATIENCE_TRIES = 200;

export function createLog(level: LogLevel, destination: DestinationStream = standardOutput()): Log {
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      // A request's own log says it already.
      mixin: (_line, _level, logger) => (logger === log ? callOfLine() : {}),
    },
    destination,
  );
  const finished = log.isLevelEnabled('info')
    ? (call: FinishedCall) => void destination.write(lineOf(call, Date.now()))
    : () => {};
  return Object.assign(log, { finished });
}

function callOfLine(): object {
  const requestId = currentCall()?.requestId;
  return requestId === undefined || requestId === null ? {} : { request_id: requestId };
}

let lastTime = { milliseconds: 0, text: '1970-01-01T00:00:00.000Z' };

function lineOf(call: FinishedCall, now: number): string {
  // A busy server finishes several calls in a millisecond.
  if (now !== lastTime.milliseconds) lastTime = { milliseconds: now, text: new Date(now).toISOString() };
  const { requestId, method, path, status, ms, ip } = call;
  return `{"level":"info","time":"${lastTime.text}","request_id":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"ms":${ms},"ip":${JSON.stringify(ip)},"msg":"answered"}\n`;
}

/**
 * Collects the lines of one iteration of the event loop and writes them at once, and never fails: with a full disk behind
 * standard output pino's own stream stops the whole process. What cannot be written is lost. All logs of a process
 * share it.
 */
const standardOutput = once((): DestinationStream => {
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
});

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
    stack: stack === undefined ? undefined : withSources(stack),
    code,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
