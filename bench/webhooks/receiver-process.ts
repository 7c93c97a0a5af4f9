// Receives webhooks, in a process of its own: as little as a receiver can do, and a record of what arrived.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from './child.ts';
import { monotonicMs } from './monotonic-clock.ts';

export type ReceiverQuestions = {
  port: { input: undefined; output: number };
  /** Forgets what arrived. */
  startOver: { input: undefined; output: undefined };
  /** Answered once that many different events have arrived at /count, with the time of the last one. */
  counted: { input: number; output: number };
  /** What arrived at /count. */
  tally: { input: undefined; output: Tally };
  /** Answered once the event about this photo request has arrived at /timed, with the time. */
  arrival: { input: string; output: number };
  /** The times of all that has arrived at /timed so far, by photo request. */
  arrivals: { input: undefined; output: Map<string, number> };
  /** Whether whoever calls /hanging is left without a response; those who wait get theirs when it ends. */
  hang: { input: boolean; output: undefined };
};

export interface Tally {
  ids: string[];
  /** Events that came more than once, counted each time. */
  duplicates: number;
}

const ids = new Set<string>();
let duplicates = 0;
let awaited: { count: number; resolve: (at: number) => void }[] = [];
const arrivals = new Map<string, number>();
const awaitedArrivals = new Map<string, (at: number) => void>();
let isHanging = false;
const hanging: ServerResponse[] = [];

const server = createServer((request, response) => {
  if (request.url === '/count') return count(request, response);
  time(request, response);
});
server.keepAliveTimeout = 60_000;

function count(request: IncomingMessage, response: ServerResponse): void {
  const id = request.headers['x-webhook-id'] as string;
  if (ids.has(id)) duplicates += 1;
  ids.add(id);
  request.resume();
  request.once('end', () => response.end());
  if (awaited.length === 0 || ids.size < Math.min(...awaited.map((one) => one.count))) return;
  const at = monotonicMs();
  for (const one of awaited.filter((one) => one.count <= ids.size)) one.resolve(at);
  awaited = awaited.filter((one) => one.count > ids.size);
}

function time(request: IncomingMessage, response: ServerResponse): void {
  const at = monotonicMs();
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.once('end', () => {
    const { id } = JSON.parse(Buffer.concat(chunks).toString()).data;
    if (request.url === '/hanging' && isHanging) {
      hanging.push(response);
      return;
    }
    response.end();
    // The first time counts: a second one would be a duplicate.
    if (!arrivals.has(id)) arrivals.set(id, at);
    awaitedArrivals.get(id)?.(at);
    awaitedArrivals.delete(id);
  });
}

answerQuestions<ReceiverQuestions>({
  port: () =>
    new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    }),
  startOver() {
    ids.clear();
    duplicates = 0;
    arrivals.clear();
    return undefined;
  },
  counted: (count) =>
    ids.size >= count ? monotonicMs() : new Promise((resolve) => awaited.push({ count, resolve })),
  tally: () => ({ ids: [...ids], duplicates }),
  arrival: (id) => arrivals.get(id) ?? new Promise((resolve) => awaitedArrivals.set(id, resolve)),
  arrivals: () => arrivals,
  hang(hangs) {
    isHanging = hangs;
    if (!hangs) for (const response of hanging.splice(0)) response.end();
    return undefined;
  },
});
