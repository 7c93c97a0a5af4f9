import type { Connection } from './guarded-connections.ts';

/** What has come of a response so far; an exchange that breaks off leaves what there was. */
export interface ResponseRecord {
  hasBegun: boolean;
  statusCode: number | null;
  location: string | null;
  retryAfter: string | null;
  contentLength: string | null;
  chunks: Buffer[];
  bytes: number;
}

/** A long one is begun again for each connection that is tried. */
export type OutgoingBody = string | Buffer | (() => AsyncIterable<Uint8Array>);

export interface OutgoingRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: OutgoingBody;
}

/** Ends an exchange from outside. What an AbortSignal does, without the listeners and weak references that one costs for each delivery. */
export interface BreakOff {
  /** Null while it goes on. */
  reason: Error | null;
  onBreak: (reason: Error) => void;
}

const MAX_RESPONSE_BYTES = 16_384;
const MAX_RESPONSE_CHARACTERS = 1_000;
const decoder = new TextDecoder();

export function emptyResponse(): ResponseRecord {
  return {
    hasBegun: false,
    statusCode: null,
    location: null,
    retryAfter: null,
    contentLength: null,
    chunks: [],
    bytes: 0,
  };
}

/**
 * Sends a request and fills the record with its response. Resolves to whether the connection can be used again: a response
 * longer than anyone will look at is not read to its end.
 */
export function sendAndRecord(
  connection: Connection,
  request: OutgoingRequest,
  response: ResponseRecord,
  breakOff: BreakOff,
): Promise<{ isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    breakOff.onBreak = reject;
    connection.client.dispatch(
      {
        method: request.method as 'POST',
        path: request.path,
        headers: request.headers,
        body: (typeof request.body === 'function' ? request.body() : request.body) as string,
      },
      {
        onRequestStart: () => {},
        onResponseStarted: () => {
          response.hasBegun = true;
        },
        onResponseStart: (_controller, statusCode, headers) => {
          if (statusCode < 200) return;
          response.statusCode = statusCode;
          response.location = firstOf(headers.location);
          response.retryAfter = firstOf(headers['retry-after']);
          response.contentLength = firstOf(headers['content-length']);
        },
        onResponseData: (controller, chunk) => {
          response.chunks.push(chunk.subarray(0, MAX_RESPONSE_BYTES - response.bytes));
          response.bytes += chunk.length;
          if (response.bytes < MAX_RESPONSE_BYTES) return;
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

/** How the response begins, in a form that every database stores; null when it is empty. */
export function bodyText({ chunks }: ResponseRecord): string | null {
  if (chunks.length === 0) return null;
  const text = decoder.decode(Buffer.concat(chunks)).replaceAll('\0', '');
  // Not through the middle of a character that takes two units.
  const start = text.slice(0, MAX_RESPONSE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  return start === '' ? null : start;
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** How long a receiver asks to be left alone: a number of seconds, or a date. */
export function retryAfterMs({ retryAfter }: ResponseRecord, now: number): number | null {
  if (retryAfter === null) return null;
  const value = retryAfter.trim();
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  const date = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
