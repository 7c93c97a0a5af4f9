import { toWireTime } from '../platform/clock.ts';
import { contentOf } from './happenings.ts';
import type { ListedNotification } from './repository.ts';
import type { WireNotification } from './schema.ts';

export function toWireNotification(row: ListedNotification): WireNotification {
  const { by, endpoint, archive, percent } = contentOf(row);
  const { request_id, unique_code, permanent_link_id, submitted_at } = row;
  const isUnsubmitted = submitted_at === null;
  return {
    id: row.id,
    kind: row.kind,
    at: toWireTime(row.created_at),
    is_read: row.read_at !== null,
    by: by ?? null,
    request:
      request_id === null || unique_code === null
        ? null
        : { id: request_id, unique_code, held_at_link: isUnsubmitted ? permanent_link_id : null },
    endpoint: endpoint ?? null,
    archive: archive ?? null,
    percent: percent ?? null,
  };
}
