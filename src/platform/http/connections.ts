import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, plainAddress } from '../ip-address.ts';
import type { Metrics } from '../metrics.ts';
import { hasBody } from './body.ts';
import type { HttpLimits } from './limits.ts';
import { bytesMoved, isWaitedFor, type Progress, slowestFirst } from './rooms.ts';

export type Connections = ReturnType<typeof boundConnections>;

/** A connection since it was opened, or since its last request began. What has ended is not kept. */
type Use = Progress & { network: string; state: 'new' | 'begun' | 'ended' } & (
    | { state: 'begun'; request: IncomingMessage; hasBody: boolean }
    | { state: 'new' | 'ended' }
  );

/** Of those that give way to newcomers, so many do at once: to look for them takes time. */
const SHARE_CLOSED_AT_ONCE = 0.01;
/** So much of the time goes into looking for them at the most, and a little more at first, however many newcomers there are. */
const SHARE_OF_TIME = 0.1;
const MAX_UNSPENT_MS = 50;

/**
 * Bounds the open connections, of all clients and of each address. A connection on which no request is under way makes room
 * for a new one, the longest unused first: whoever opens thousands only closes connections that no one misses. Where all are
 * in use, one gives way that keeps us waiting.
 */
export function boundConnections(
  app: FastifyInstance,
  limits: Pick<HttpLimits, 'connections' | 'addressShare' | 'displaceAfterMs'>,
  metrics?: Pick<Metrics, 'connectionClosed'>,
) {
  const maxPerAddress = Math.ceil(limits.connections * limits.addressShare);
  /** The longest unused first. */
  const open = new Map<Socket, Use>();
  const byNetwork = new Map<string, Set<Socket>>();
  let unspentMs = MAX_UNSPENT_MS;
  let lookedAt = performance.now();

  function close(socket: Socket): void {
    untrack(socket);
    socket.destroy();
    metrics?.connectionClosed();
  }

  function closeUnusedAmong(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      if (isInUse(socket)) continue;
      close(socket);
      return true;
    }
    return false;
  }

  /** Whoever has most connections that keep us waiting gives way with the slowest. */
  function closeSlowest(newcomer: string, now: number): boolean {
    unspentMs = Math.min(MAX_UNSPENT_MS, unspentMs + (now - lookedAt) * SHARE_OF_TIME);
    lookedAt = now;
    if (unspentMs <= 0) return false;
    const waitedFor = [...open.values()].filter(keepsUsWaiting);
    let most: Use[] = [];
    for (const uses of Map.groupBy(waitedFor, ({ network }) => network).values())
      if (uses.length > most.length) most = uses;
    // What began a moment ago has yet to show how fast it is.
    const shown = most.filter((use) => !isYoung(use, now));
    const mayGo = shown.length === 0 && most[0]?.network !== newcomer ? most : shown;
    const slowest = slowestFirst(mayGo, now).slice(0, Math.ceil(limits.connections * SHARE_CLOSED_AT_ONCE));
    for (const { request } of slowest) close(request.socket);
    unspentMs -= performance.now() - now;
    return slowest.length > 0;
  }

  function isYoung({ begunAt }: Progress, now: number): boolean {
    return now - begunAt < limits.displaceAfterMs;
  }

  function untrack(socket: Socket): void {
    const use = open.get(socket);
    if (use === undefined) return;
    open.delete(socket);
    const neighbors = byNetwork.get(use.network);
    neighbors?.delete(socket);
    if (neighbors?.size === 0) byNetwork.delete(use.network);
  }

  function add(socket: Socket, use: Use): void {
    const { network } = use;
    open.set(socket, use);
    const neighbors = byNetwork.get(network);
    if (neighbors === undefined) byNetwork.set(network, new Set([socket]));
    else neighbors.add(socket);
  }

  function hasRoomFor(network: string): boolean {
    const neighbors = byNetwork.get(network);
    // A proxy's address may have all of its connections in use, as long as there is room for everyone.
    if (neighbors !== undefined && neighbors.size >= maxPerAddress) closeUnusedAmong(neighbors);
    if (open.size < limits.connections) return true;
    const now = performance.now();
    // What is sent over one that was opened a moment ago may be on its way.
    const settled = open.values().filter((use) => use.state !== 'new' || !isYoung(use, now));
    return closeUnusedAmong(settled.map(({ request }) => request.socket)) || closeSlowest(network, now);
  }

  function take(socket: Socket): void {
    usePlainAddress(socket);
    const network = networkOf(socket.remoteAddress ?? '');
    if (!hasRoomFor(network)) {
      socket.destroy();
      return;
    }
    const request = { socket };
    add(socket, { state: 'new', network, request, ...startOf(request) });
    socket.once('close', () => untrack(socket));
  }

  app.server.on(connectionEventOf(app.server), take);
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const network = open.get(raw.socket)?.network;
    if (network !== undefined) {
      untrack(raw.socket);
      add(raw.socket, { state: 'begun', network, request: raw, hasBody: hasBody(raw), ...startOf(raw) });
    }
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { socket } = request.raw;
    const use = open.get(socket);
    // An unused connection holds no headers of its last request; it keeps its place.
    if (use?.request === request.raw) {
      const { network, begunAt, bytesAtBegin } = use;
      open.set(socket, { state: 'ended', network, request: { socket }, begunAt, bytesAtBegin });
    }
    done();
  });

  return {
    count: () => open.size,
    /** Closes those on which no request is under way. */
    closeUnused(): void {
      for (const socket of [...open.keys()]) if (!isInUse(socket)) socket.destroy();
    },
  };
}

function startOf(request: Progress['request']) {
  return { begunAt: performance.now(), bytesAtBegin: bytesMoved(request) };
}

/** For anything at all, for the rest of a request, or for its reader. */
function keepsUsWaiting(use: Use): boolean {
  return use.state !== 'begun' || !isInUse(use.request.socket) || isWaitedFor(use);
}

/** Node keeps the response that is owed to a connection there. */
export function isInUse(socket: Socket): boolean {
  return ((socket as Socket & { _httpMessage?: unknown })._httpMessage ?? null) !== null;
}

/** Encrypted ones exist only after their handshake. */
function connectionEventOf(server: Server): 'connection' | 'secureConnection' {
  return 'setSecureContext' in server ? 'secureConnection' : 'connection';
}

/** A socket that listens on IPv6 reports clients of IPv4 in a form of its own; no one after this sees it. */
function usePlainAddress(socket: Socket): void {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined) return;
  const plain = plainAddress(remoteAddress);
  if (plain !== remoteAddress) Object.defineProperty(socket, 'remoteAddress', { value: plain });
}
