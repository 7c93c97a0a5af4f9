import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { MAX_REFUSED_BODY_BYTES } from '../../shared/photo-limits.ts';
import { hasBody } from './body.ts';

/** So little Node may read on its own after the response, and the connection can be used again. */
const KEPT_BYTES = 64 * 1024;
/** For those who send at a fair speed; a photo of 5 MB takes four minutes over a bad network. */
const MAX_MS = 300_000;
const GRACE_MS = 10_000;
const FAIR_BYTES_PER_SECOND = 8 * 1024;
const LOOK_MS = 250;

/**
 * For a response that is sent before its request's body is complete. Read on without end, a refused call costs as much as an
 * accepted one; closed at once, the other side sees a reset in place of the response, and a proxy returns 502. So the
 * connection is closed after the response, and until then the body is read and dropped, within bounds.
 */
export function boundUnreadBody(
  raw: IncomingMessage,
  response: { getHeader(name: string): unknown; header(name: string, value: string): unknown },
): void {
  if (raw.complete || raw.destroyed || !hasBody(raw)) return;
  const isClosing =
    response.getHeader('connection') === 'close' || raw.headers.connection?.toLowerCase() === 'close';
  const isSmall = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= KEPT_BYTES;
  if (isSmall && !isClosing) return;
  response.header('connection', 'close');
  const { socket } = raw;
  // What Node calls when the response is written.
  socket.destroySoon = () => {
    const bytesBefore = socket.bytesRead;
    const begunAt = performance.now();
    const watch = setInterval(() => {
      const bytes = socket.bytesRead - bytesBefore;
      if (isEnough(bytes, performance.now() - begunAt)) socket.destroy();
    }, LOOK_MS);
    socket.once('close', () => clearInterval(watch));
    finished(raw, () => socket.destroy());
    socket.end();
    raw.resume();
  };
}

function isEnough(bytes: number, ms: number): boolean {
  if (bytes > MAX_REFUSED_BODY_BYTES || ms > MAX_MS) return true;
  return ms > GRACE_MS && bytes < (FAIR_BYTES_PER_SECOND * ms) / 1_000;
}
