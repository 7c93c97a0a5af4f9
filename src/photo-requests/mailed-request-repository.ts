import type { MailedRequests } from '../email/worker.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database } from '../platform/db/database.ts';
import type { PhotoRequestRow } from '../platform/db/tables.ts';

/** What an email tells of a photo request. */
export type MailedRequest = Pick<
  PhotoRequestRow,
  | 'status'
  | 'submitted_at'
  | 'instructions'
  | 'photo_slots'
  | 'translations'
  | 'reviews'
  | 'token'
  | 'unique_code'
  | 'expires_at'
  | 'external_id'
  | 'metadata'
  | 'held_at'
> & {
  workspace_name: string;
  workspace_plan: string;
  brand_color: string | null;
  suspended_at: number | null;
};

export interface MailedRequestRepository extends MailedRequests {
  find(workspaceId: string, requestId: string): Promise<MailedRequest | undefined>;
}

export function createMailedRequestRepository(database: Database): MailedRequestRepository {
  return {
    find(workspaceId, requestId) {
      return database.reader
        .selectFrom('photo_requests as r')
        .innerJoin('workspaces as w', 'w.id', 'r.workspace_id')
        .select([
          'r.status',
          'r.submitted_at',
          'r.reviews',
          'r.instructions',
          'r.photo_slots',
          'r.translations',
          'r.token',
          'r.unique_code',
          'r.expires_at',
          'r.external_id',
          'r.metadata',
          'r.held_at',
          'w.name as workspace_name',
          'w.plan as workspace_plan',
          'w.brand_color',
          'w.suspended_at',
        ])
        .where('r.workspace_id', '=', workspaceId)
        .where('r.id', '=', requestId)
        .executeTakeFirst();
    },

    async setEmailStatus(trx, { workspaceId, requestId }, status) {
      await trx
        .updateTable('photo_requests')
        .set({ email_status: status })
        .where('id', '=', requestId)
        .where('workspace_id', '=', workspaceId)
        .where('email_status', '=', 'queued')
        .execute();
      // Test requests are never emailed.
      announceActivity(database, trx, { workspaceId, environment: 'live' });
    },
  };
}
