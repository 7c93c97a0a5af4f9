import { readFileSync } from 'node:fs';
import type { Surface } from './surfaces.ts';

/** What the server puts up with from all its clients together, and from the slowest of them. */
export interface HttpLimits {
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the first byte of a request to its last: a large photo over a bad network takes its time. */
  requestMs: number;
  /** The same for a body that is no photo. */
  bodyMs: number;
  /** Without a byte in either direction, in the middle of a request or a response. */
  silenceMs: number;
  /** Between two requests. Longer than the usual proxies keep theirs, or they send a request into a closing connection. */
  keepAliveMs: number;
  /** How often clients are checked against these times. */
  checkMs: number;
  /** Slower than this over a whole window, a client is cut off. */
  minBytesPerSecond: number;
  bodyWindowMs: number;
  /** Longer: the system's own buffers take a response in leaps. */
  responseWindowMs: number;
  /** How long a server that stops waits for the rest of a body. Less than the whole stop may take. */
  stoppingBodyMs: number;
  /** A call that keeps a full surface waiting for longer than this may have to give way to another. */
  displaceAfterMs: number;
  headers: number;
  connections: number;
  /** Requests that are being worked on, for each surface. */
  rooms: Record<Surface, number>;
  /** The part of a room, and of the connections, that one address may take up. */
  addressShare: number;
  /** Of the memory there is, from which on nothing new is begun. */
  memoryShare: number;
}

const CONNECTIONS = Math.min(10_000, connectionsByFileHandles());

export const HTTP_LIMITS: HttpLimits = {
  headersMs: 15_000,
  requestMs: 600_000,
  bodyMs: 60_000,
  silenceMs: 60_000,
  keepAliveMs: 75_000,
  checkMs: 5_000,
  minBytesPerSecond: 1_024,
  bodyWindowMs: 30_000,
  responseWindowMs: 120_000,
  stoppingBodyMs: 5_000,
  displaceAfterMs: 2_000,
  headers: 200,
  connections: CONNECTIONS,
  // A live stream gives way to no one, and must leave connections to others.
  rooms: { v1: 500, customer: 500, app: 300, photos: 300, live: Math.min(1_000, Math.ceil(CONNECTIONS / 2)) },
  addressShare: 0.4,
  memoryShare: 0.9,
};

/** Half of the process's file handles: connections that strangers hold must not leave none for photos and the database. */
function connectionsByFileHandles(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const [, handles] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
    return handles === undefined ? Number.POSITIVE_INFINITY : Math.floor(Number(handles) / 2);
  } catch {
    // Other systems than Linux have no such file.
    return Number.POSITIVE_INFINITY;
  }
}
