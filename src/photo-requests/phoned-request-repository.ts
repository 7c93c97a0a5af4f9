import type { PhonedRequests } from '../phone/worker.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database } from '../platform/db/database.ts';

export function createPhonedRequestRepository(database: Database): PhonedRequests {
  return {
    async setSmsStatus(trx, { workspaceId, requestId }, status) {
      await trx
        .updateTable('photo_requests')
        .set({ sms_status: status })
        .where('id', '=', requestId)
        .where('workspace_id', '=', workspaceId)
        .where('sms_status', 'is not', null)
        .execute();
      // Test requests are never sent to a phone.
      announceActivity(database, trx, { workspaceId, environment: 'live' });
    },
  };
}
