import type { LiveEvent } from './live-connection.ts';
import { createPaced, LIST_PAUSES, REQUEST_PAUSES } from './paced.ts';

/** What has to be read again after an event, besides the one request that is shown. */
const AFFECTED: Record<LiveEvent, string[]> = {
  submission: ['overview', 'photo-requests', 'reviews', 'permanent-links', 'plan', 'webhooks'],
  request: ['overview', 'photo-requests', 'reviews', 'permanent-links', 'webhooks'],
  delivery: ['webhooks', 'photo-requests', 'overview'],
  notification: ['notifications'],
};

/** Reads again what events have changed: the request that is shown soon after each, lists with longer pauses. */
export function createLiveReads(read: { request: (area: string) => void; lists: (area: string) => void }) {
  const request = createPaced(REQUEST_PAUSES, read.request);
  const lists = createPaced(LIST_PAUSES, read.lists);
  return {
    add(event: LiveEvent): void {
      if (event !== 'notification') request.add(['photo-request']);
      lists.add(AFFECTED[event]);
    },
    stop(): void {
      request.stop();
      lists.stop();
    },
  };
}
