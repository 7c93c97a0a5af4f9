import type { AuditRepository } from './audit/repository.ts';
import type { Audit } from './audit/service.ts';
import { deleteSessionsOfRequest } from './capture/erasure-repository.ts';
import type { MailFiles } from './email/mail-files.ts';
import type { MailOutbox } from './email/outbox.ts';
import type { MailRepository } from './email/repository.ts';
import { createUnsubscribing } from './email/unsubscribing.ts';
import type { PhoneOutbox } from './phone/outbox.ts';
import type { PhoneMessageRepository } from './phone/repository.ts';
import type { RequestEvents } from './photo-requests/events.ts';
import { createInsertRequest } from './photo-requests/insert-request.ts';
import { createReminding } from './photo-requests/reminding.ts';
import type { PhotoRequestRepository } from './photo-requests/repository.ts';
import { createMakeRequestRow } from './photo-requests/request-row.ts';
import { createPhotoRequestService } from './photo-requests/service.ts';
import type { ToWireRequest } from './photo-requests/wire.ts';
import type { PhotoRepository } from './photos/repository.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { WriteOnce } from './platform/http/idempotency.ts';
import type { Ids } from './platform/ids.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';
import { createReturnSecretRepository } from './returns/repository.ts';
import { createReturnService } from './returns/service.ts';
import type { Platform } from './service-platform.ts';
import type { CustomerUrls } from './shared/customer-urls.ts';
import type { SlotImageRepository } from './slot-images/repository.ts';
import { createTemplateRepository } from './templates/repository.ts';
import { createTemplateService } from './templates/service.ts';
import type { WorkspaceRepository } from './workspaces/repository.ts';

const DEFAULT_UNSENT_PHOTO_DAYS = 7;

/** Photo requests with what they are created from and what follows them: templates, reminders, unsubscribing, the way back. */
export function createRequestServices(deps: {
  database: Database;
  ids: Ids;
  random: Random;
  clock: Clock;
  urls: CustomerUrls;
  secrets: Secrets;
  publicUrl: string;
  repository: PhotoRequestRepository;
  slotImages: SlotImageRepository;
  workspaces: WorkspaceRepository;
  photos: PhotoRepository;
  toWire: ToWireRequest;
  writeOnce: WriteOnce;
  events: RequestEvents;
  mails: MailOutbox;
  mailRepository: MailRepository;
  mailFiles: MailFiles;
  phone: PhoneOutbox;
  phoneRepository: PhoneMessageRepository;
  phoneFiles: MailFiles;
  audit: Audit;
  auditLog: AuditRepository;
  unsentPhotoDays: Platform['unsentPhotoDays'];
  onReminderStep: Platform['onReminderStep'];
}) {
  const { unsentPhotoDays = DEFAULT_UNSENT_PHOTO_DAYS, onReminderStep, ...parts } = deps;
  const templates = createTemplateService({ ...parts, repository: createTemplateRepository(deps.database) });
  const unsubscribing = createUnsubscribing(parts);
  const reminding = createReminding({
    ...parts,
    unsubscribing,
    ...(onReminderStep === undefined ? {} : { onStep: onReminderStep }),
  });
  const returns = createReturnService({ ...parts, repository: createReturnSecretRepository(deps.database) });
  const requestParts = { ...parts, fillIn: templates.fillIn, unsubscribing, reminding };
  const makeRow = createMakeRequestRow(requestParts);
  const insertRequest = createInsertRequest({ ...requestParts, makeRow });
  const photoRequests = createPhotoRequestService({
    ...requestParts,
    insertRequest,
    makeRow,
    unsentPhotoDays,
    deleteSessions: deleteSessionsOfRequest,
  });
  return { templates, returns, unsubscribing, reminding, insertRequest, photoRequests };
}
