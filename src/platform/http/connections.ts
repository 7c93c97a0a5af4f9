import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, plainAddress } from '../ip-address.ts';
import type { Metrics } from '../metrics.ts';
import type { HttpLimits } from './limits.ts';

export type Connections = ReturnType<typeof boundConnections>;

/**
 * Bounds the open connections, of all clients and of each address. A connection on which no request is under way makes room
 * for a new one, the longest unused first: whoever opens thousands only closes connections that no one misses.
 */
export function boundConnections(
  app: FastifyInstance,
  limits: Pick<HttpLimits, 'connections' | 'addressShare'>,
  metrics?: Pick<Metrics, 'connectionClosed'>,
) {
  const maxPerAddress = Math.ceil(limits.connections * limits.addressShare);
  /** The longest unused first. */
  const open = new Map<Socket, string>();
  const byNetwork = new Map<string, Set<Socket>>();

  function makeRoomAmong(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      if (isInUse(socket)) continue;
      untrack(socket);
      socket.destroy();
      metrics?.connectionClosed();
      return true;
    }
    return false;
  }

  function untrack(socket: Socket): void {
    const network = open.get(socket);
    if (network === undefined) return;
    open.delete(socket);
    const neighbors = byNetwork.get(network);
    neighbors?.delete(socket);
    if (neighbors?.size === 0) byNetwork.delete(network);
  }

  function add(socket: Socket, network: string): void {
    open.set(socket, network);
    const neighbors = byNetwork.get(network);
    if (neighbors === undefined) byNetwork.set(network, new Set([socket]));
    else neighbors.add(socket);
  }

  function take(socket: Socket): void {
    usePlainAddress(socket);
    const network = networkOf(socket.remoteAddress ?? '');
    const neighbors = byNetwork.get(network);
    // A proxy's address may have all of its connections in use, as long as there is room for everyone.
    if (neighbors !== undefined && neighbors.size >= maxPerAddress) makeRoomAmong(neighbors);
    if (open.size >= limits.connections && !makeRoomAmong(open.keys())) {
      socket.destroy();
      return;
    }
    add(socket, network);
    socket.once('close', () => untrack(socket));
  }

  app.server.on(connectionEventOf(app.server), take);
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    const network = open.get(socket);
    if (network !== undefined) {
      untrack(socket);
      add(socket, network);
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
