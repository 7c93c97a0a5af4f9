import type { Connection } from './guarded-connections.ts';

/** What has come of an answer so far; an exchange that breaks off leaves what there was. */
export interface AnswerRecord {
  hasBegun: boolean;
  statusCode: number | null;
  location: string | null;
  retryAfter: string | null;
  chunks: Buffer[];
  bytes: number;
}

export interface OutgoingRequest {
  path: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Ends an exchange from outside. What an AbortSignal does, without the listeners and weak references that one costs for each delivery. */
export interface BreakOff {
  /** Null while it goes on. */
  reason: Error | null;
  onBreak: (reason: Error) => void;
}

const MAX_ANSWER_BYTES = 16_384;
const MAX_ANSWER_CHARACTERS = 1_000;
const decoder = new TextDecoder();

export function emptyAnswer(): AnswerRecord {
  return { hasBegun: false, statusCode: null, location: null, retryAfter: null, chunks: [], bytes: 0 };
}

/**
 * Sends a request and fills the record with its answer. Resolves to whether the connection can be used again: a longer
 * answer than anybody will look at is not read to its end.
 */
export function sendAndRecord(
  connection: Connection,
  request: OutgoingRequest,
  answer: AnswerRecord,
  breakOff: BreakOff,
): Promise<{ isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    breakOff.onBreak = reject;
    connection.client.dispatch(
      { ...request, method: 'POST' },
      {
        onRequestStart: () => {},
        onResponseStarted: () => {
          answer.hasBegun = true;
        },
        onResponseStart: (_controller, statusCode, headers) => {
          if (statusCode < 200) return;
          answer.statusCode = statusCode;
          answer.location = firstOf(headers.location);
          answer.retryAfter = firstOf(headers['retry-after']);
        },
        onResponseData: (controller, chunk) => {
          answer.chunks.push(chunk.subarray(0, MAX_ANSWER_BYTES - answer.bytes));
          answer.bytes += chunk.length;
          if (answer.bytes < MAX_ANSWER_BYTES) return;
          resolve({ isWhole: false });
          controller.abort(new Error('Enough of the response was read.'));
        },
        onResponseEnd: () => resolve({ isWhole: true }),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

function firstOf(value: string | string[] | undefined): string | null {
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** How the answer begins, in a form that every database stores; null when it is empty. */
export function answerText({ chunks }: AnswerRecord): string | null {
  if (chunks.length === 0) return null;
  const text = decoder.decode(Buffer.concat(chunks)).replaceAll('\0', '');
  // Not through the middle of a character that takes two units.
  const start = text.slice(0, MAX_ANSWER_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  return start === '' ? null : start;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How long a receiver asks to be left alone: a number of seconds, or a date. */
export function retryAfterMs({ retryAfter }: AnswerRecord, now: number): number | null {
  if (retryAfter === null) return null;
  const value = retryAfter.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
