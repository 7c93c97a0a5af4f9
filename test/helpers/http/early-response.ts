import type { IncomingMessage, ServerResponse } from 'node:http';
import { boundUnreadBody } from '../../../src/platform/http/unread-body.ts';

/**
 * For a proxy that passes on a response before its client has sent everything, as the service does by itself: closed at
 * once, the client would see a reset in place of the response.
 */
export function letClientFinish(incoming: IncomingMessage, outgoing: ServerResponse): void {
  boundUnreadBody(incoming, {
    getHeader: (name) => outgoing.getHeader(name),
    header: (name, value) => outgoing.setHeader(name, value),
  });
}
