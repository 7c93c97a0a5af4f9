import type { unreadResponse } from '../../../src/notifications/schema.ts';
import { useWorkspaceQuery } from './queries.ts';
import type { DataOf } from './types.ts';

/** Events tell of every new one; one of them may get lost, and another window may have read some. */
const REFRESH_MS = 60_000;

/** How many notifications are unread; undefined until it is known. */
export function useUnreadCount(): number | undefined {
  return useWorkspaceQuery<DataOf<typeof unreadResponse>>('notifications/unread', undefined, {
    refetchInterval: REFRESH_MS,
  }).data?.unread;
}
