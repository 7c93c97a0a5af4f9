import { finished } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MOST_BYTES = 16 * 1024 * 1024;
const MOST_MS = 20_000;
const LOOK_MS = 250;

/**
 * Whoever closes a connection on which bytes are still coming makes the other side see a reset in place of the answer,
 * and a proxy answer 502. Where the connection is kept, Node reads on by itself; where it is closed, only this does.
 */
export function readOnBeforeClosing(
  { raw }: Pick<FastifyRequest, 'raw'>,
  reply: Pick<FastifyReply, 'getHeader'>,
): void {
  const isClosing =
    reply.getHeader('connection') === 'close' || raw.headers.connection?.toLowerCase() === 'close';
  if (raw.complete || raw.destroyed || !isClosing) return;
  const { socket } = raw;
  // What Node calls when the answer is written.
  socket.destroySoon = () => {
    const enough = socket.bytesRead + MOST_BYTES;
    const until = performance.now() + MOST_MS;
    const watch = setInterval(() => {
      if (socket.bytesRead > enough || performance.now() > until) socket.destroy();
    }, LOOK_MS);
    socket.once('close', () => clearInterval(watch));
    finished(raw, () => socket.destroy());
    socket.end();
    raw.resume();
  };
}
