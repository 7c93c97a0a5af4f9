import { createApiKeyRepository } from '../api-keys/repository.ts';
import { createArchiveRepository } from '../archive/archive-repository.ts';
import { createArchiveCopyRepository } from '../archive/copy-repository.ts';
import { createAuditRepository } from '../audit/repository.ts';
import { deleteHandoversOfWorkspace, deleteSessionsOfWorkspace } from '../capture/erasure-repository.ts';
import { createSealJobRepository } from '../content-credentials/job-repository.ts';
import type { MailFiles } from '../email/mail-files.ts';
import { deleteMailTextsOfWorkspace } from '../email/mail-text-repository.ts';
import { deleteOptOutsOfWorkspace } from '../email/opt-out-repository.ts';
import type { MailRepository } from '../email/repository.ts';
import { createTokenRepository } from '../identity/token-repository.ts';
import { deleteNotificationEventsOfWorkspace } from '../notifications/event-repository.ts';
import { deletePreferencesOfWorkspace } from '../notifications/recipient-repository.ts';
import { deleteNotificationsOfWorkspace } from '../notifications/repository.ts';
import { createPermanentLinkRepository } from '../permanent-links/repository.ts';
import { retireSlugsOfWorkspace } from '../permanent-links/slug-repository.ts';
import { createLinkVisitRepository } from '../permanent-links/visit-repository.ts';
import {
  deletePhoneRecipientsOfWorkspace,
  deletePhoneSendersOfWorkspace,
  type PhoneMessageRepository,
} from '../phone/repository.ts';
import { deleteAnswerTextsOfWorkspace } from '../photo-requests/answer-repository.ts';
import { deleteAssignmentsOfWorkspace } from '../photo-requests/assignment-repository.ts';
import { deleteKeptPhotosOfWorkspace } from '../photo-requests/kept-photo-repository.ts';
import { deleteNotesOfWorkspace } from '../photo-requests/note-repository.ts';
import { deletePendingReviewsOfWorkspace } from '../photo-requests/pending-review-repository.ts';
import { deleteDueRemindersOfWorkspace } from '../photo-requests/reminder-repository.ts';
import { createPhotoRequestRepository } from '../photo-requests/repository.ts';
import { deleteWarningsOfWorkspace } from '../photo-requests/warning-repository.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import { deleteResponsesOfWorkspace } from '../platform/http/idempotency-repository.ts';
import { deleteReturnSecretsOfWorkspace } from '../returns/repository.ts';
import { slotImageKey } from '../slot-images/keys.ts';
import { createSlotImageRepository } from '../slot-images/repository.ts';
import { createTemplateRepository } from '../templates/repository.ts';
import { createDeliveryRepository } from '../webhooks/delivery/delivery-repository.ts';
import { createWebhookEndpointRepository } from '../webhooks/endpoints/endpoint-repository.ts';
import { createEventRepository } from '../webhooks/outbox/event-repository.ts';

/** One batch in one transaction; how many went. None: this step has nothing left to do. */
export interface ErasureStep {
  /** What the report calls it: its table. */
  kind: string;
  run(workspaceId: string): Promise<number>;
}

export interface ErasureDeps {
  database: Database;
  photos: PhotoRepository;
  mailRepository: MailRepository;
  mailFiles: MailFiles;
  phoneRepository: PhoneMessageRepository;
  phoneFiles: MailFiles;
  clock: Clock;
}

type DeleteBatch = (trx: Queries, workspaceId: string, limit: number) => Promise<number>;

const BATCH = 500;

/** In this order: what refers to something goes before it. Each feature deletes its own rows. */
export function createErasureSteps(deps: ErasureDeps): ErasureStep[] {
  const { database, photos, mailRepository, mailFiles, phoneRepository, phoneFiles, clock } = deps;

  const step = (kind: string, deleteBatch: DeleteBatch): ErasureStep => ({
    kind,
    run: (workspaceId) => database.write((trx) => deleteBatch(trx, workspaceId, BATCH)),
  });

  /** The copies in files go first: after a crash in between the next attempt still knows them. */
  const withFiles = (
    kind: string,
    repository: Pick<MailRepository, 'idsOfWorkspace' | 'delete'>,
    files: MailFiles,
  ): ErasureStep => ({
    kind,
    async run(workspaceId) {
      const ids = await repository.idsOfWorkspace(workspaceId, BATCH);
      if (ids.length === 0) return 0;
      await files.delete(ids);
      await database.write((trx) => repository.delete(trx, ids));
      return ids.length;
    },
  });

  return [
    step('api_keys', createApiKeyRepository(database).deleteOfWorkspace),
    step('idempotency_keys', deleteResponsesOfWorkspace),
    step('capture_sessions', deleteSessionsOfWorkspace),
    step('capture_handovers', deleteHandoversOfWorkspace),
    step('deliveries', createDeliveryRepository(database).deleteOfWorkspace),
    step('events', createEventRepository(database).deleteOfWorkspace),
    step('archive_copies', createArchiveCopyRepository(database).deleteOfWorkspace),
    step('archives', createArchiveRepository(database).deleteOfWorkspace),
    step('seal_jobs', createSealJobRepository(database).deleteOfWorkspace),
    step('photos', (trx, workspaceId, limit) => photos.deleteOfWorkspace(trx, workspaceId, limit, clock())),
    step('link_visits', createLinkVisitRepository(database).deleteOfWorkspace),
    step('request_warnings', deleteWarningsOfWorkspace),
    step('pending_reviews', deletePendingReviewsOfWorkspace),
    step('answer_texts', deleteAnswerTextsOfWorkspace),
    step('request_notes', deleteNotesOfWorkspace),
    step('assignments', deleteAssignmentsOfWorkspace),
    step('notification_events', deleteNotificationEventsOfWorkspace),
    step('notifications', deleteNotificationsOfWorkspace),
    step('notification_preferences', deletePreferencesOfWorkspace),
    step('due_reminders', deleteDueRemindersOfWorkspace),
    step('kept_photos', deleteKeptPhotosOfWorkspace),
    step('photo_requests', createPhotoRequestRepository(database).deleteOfWorkspace),
    step('permanent_link_slugs', retireSlugsOfWorkspace),
    step('permanent_links', createPermanentLinkRepository(database).deleteOfWorkspace),
    step('templates', createTemplateRepository(database).deleteOfWorkspace),
    step('slot_images', async (trx, workspaceId, limit) => {
      const rows = await createSlotImageRepository(database).deleteOfWorkspace(trx, workspaceId, limit);
      await photos.queueFileDeletions(trx, rows.map(slotImageKey), clock());
      return rows.length;
    }),
    step('return_secrets', deleteReturnSecretsOfWorkspace),
    step('webhook_endpoints', createWebhookEndpointRepository(database).deleteOfWorkspace),
    step('audit_entries', createAuditRepository(database).deleteOfWorkspace),
    step('identity_tokens', createTokenRepository(database).deleteOfWorkspace),
    step('mail_texts', deleteMailTextsOfWorkspace),
    withFiles('mails', mailRepository, mailFiles),
    withFiles('phone_messages', phoneRepository, phoneFiles),
    step('phone_recipients', deletePhoneRecipientsOfWorkspace),
    step('phone_senders', deletePhoneSendersOfWorkspace),
    step('email_opt_outs', deleteOptOutsOfWorkspace),
  ];
}
