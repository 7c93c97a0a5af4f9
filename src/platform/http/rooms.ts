import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from './limits.ts';
import type { Surface } from './surfaces.ts';

/** By what the speed of a connection is measured. */
export interface Progress {
  request: Pick<IncomingMessage, 'socket'>;
  begunAt: number;
  bytesAtBegin: number;
}

/** A request from its first line to the end of its response. */
export interface Call extends Progress {
  surface: Surface;
  /** The client's address, or its IPv6 network. */
  network: string;
  request: IncomingMessage;
  hasBody: boolean;
  /** When its body must be complete. */
  bodyUntil: number;
  /** Where the window began in which its speed is measured. */
  window: { from: number; bytes: number };
}

export type CutReason = 'slow' | 'displaced';
export type Admission = 'taken' | 'address full' | 'room full';

export type Rooms = ReturnType<typeof createRooms>;

/**
 * Bounds how many calls of each surface are under way. Calls that wait for us take their place until they are done; calls
 * that keep us waiting, for a body or for a reader, give way to others when there is no room left, the slowest first.
 */
export function createRooms(limits: HttpLimits, onCut: (call: Call, reason: CutReason) => void) {
  const inRoom: Record<Surface, Set<Call>> = {
    v1: new Set(),
    customer: new Set(),
    app: new Set(),
    photos: new Set(),
    live: new Set(),
  };
  const byNetwork = new Map<string, Set<Call>>();
  let lookedAt: number | undefined;

  function leave(call: Call): void {
    inRoom[call.surface].delete(call);
    const key = keyOf(call);
    const neighbors = byNetwork.get(key);
    neighbors?.delete(call);
    if (neighbors?.size === 0) byNetwork.delete(key);
  }

  function cut(call: Call, reason: CutReason): void {
    leave(call);
    onCut(call, reason);
    call.request.socket.destroy();
  }

  function displaceSlowest(waiting: Call[], now: number): boolean {
    const mayGo = waiting.filter(({ begunAt }) => now - begunAt >= limits.displaceAfterMs);
    const [slowest] = slowestFirst(mayGo, now);
    if (slowest !== undefined) cut(slowest, 'displaced');
    return slowest !== undefined;
  }

  /** Only what keeps us waiting counts against an address: many people may share it, or a proxy that no one declared. */
  function addressHasRoom(call: Call, now: number): boolean {
    const max = Math.ceil(limits.rooms[call.surface] * limits.addressShare);
    const neighbors = byNetwork.get(keyOf(call));
    if (neighbors === undefined || neighbors.size < max) return true;
    // A live stream never keeps us waiting and stays for hours.
    if (call.surface === 'live') return false;
    const waiting = [...neighbors].filter(isWaitedFor);
    return waiting.length < max || displaceSlowest(waiting, now);
  }

  return {
    enter(call: Call, now: number): Admission {
      if (!addressHasRoom(call, now)) return 'address full';
      const room = inRoom[call.surface];
      if (room.size >= limits.rooms[call.surface] && !displaceSlowest([...room].filter(isWaitedFor), now))
        return 'room full';
      room.add(call);
      const key = keyOf(call);
      const neighbors = byNetwork.get(key);
      if (neighbors === undefined) byNetwork.set(key, new Set([call]));
      else neighbors.add(call);
      return 'taken';
    },

    leave,

    /** How many calls wait for nothing but us. */
    busy: () => all().filter((call) => call.surface !== 'live' && !isWaitedFor(call)).length,

    size: (surface: Surface) => inRoom[surface].size,

    isFull: (surface: Surface) => inRoom[surface].size >= limits.rooms[surface],

    /** Cuts off clients that send or read more slowly than anyone honest. */
    cutSlow(now: number): void {
      const pausedMs = Math.max(0, now - (lookedAt ?? now) - limits.checkMs);
      lookedAt = now;
      for (const call of all()) {
        excuse(call, Math.min(pausedMs, now - call.begunAt));
        if (isTooSlow(call, limits, now)) cut(call, 'slow');
      }
    },
  };

  /** But for those whose connection is gone already, and that are about to leave: a call that was injected loses its socket. */
  function all(): Call[] {
    const calls = Object.values(inRoom).flatMap((inside) => [...inside]);
    return calls.filter(({ request }) => (request.socket as Socket | null) !== null);
  }
}

function keyOf({ surface, network }: Call): string {
  return `${surface} ${network}`;
}

/** Everything that has really gone over its connection, in both directions. */
export function bytesMoved({ socket }: Progress['request']): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength;
}

export function lacksBody({ hasBody, request }: Pick<Call, 'hasBody' | 'request'>): boolean {
  // What has come and was not read yet waits for us.
  return hasBody && isIncomplete(request) && request.readableLength === 0;
}

/** A call from inside this process lacks the flag: it came over no connection, and there is none to cut. */
function isIncomplete({ complete }: IncomingMessage): boolean {
  return (complete as boolean | undefined) === false;
}

/** Whether it keeps us waiting, for its body or for its reader. */
export function isWaitedFor(call: Pick<Call, 'hasBody' | 'request'>): boolean {
  return lacksBody(call) || call.request.socket.writableLength > 0;
}

export function slowestFirst<T extends Progress>(all: T[], now: number): T[] {
  const speeds = new Map(all.map((one) => [one, speedOf(one, now)]));
  return all.toSorted((a, b) => (speeds.get(a) ?? 0) - (speeds.get(b) ?? 0));
}

function speedOf({ request, bytesAtBegin, begunAt }: Progress, now: number): number {
  return (bytesMoved(request) - bytesAtBegin) / Math.max(1, now - begunAt);
}

/** While this process pauses it reads nothing, however much is sent. */
function excuse(call: Call, pausedMs: number): void {
  call.bodyUntil += pausedMs;
  call.window.from += pausedMs;
}

function isTooSlow(call: Call, limits: HttpLimits, now: number): boolean {
  const { request, window } = call;
  if (call.hasBody && isIncomplete(request) && now > call.bodyUntil) return true;
  const bytes = bytesMoved(request);
  const ms = now - window.from;
  const windowMs = lacksBody(call) ? limits.bodyWindowMs : limits.responseWindowMs;
  if (isWaitedFor(call)) {
    if (ms < windowMs) return false;
    if (bytes - window.bytes < (limits.minBytesPerSecond * ms) / 1_000) return true;
  }
  call.window = { from: now, bytes };
  return false;
}
