import type { ArchiveOutbox } from './archive/outbox.ts';
import type { Audit } from './audit/service.ts';
import type { SealQueue } from './content-credentials/seal-queue.ts';
import { createHeldSubmissions } from './held-submissions/held-submissions.ts';
import type { NotificationOutbox } from './notifications/outbox.ts';
import { createAccessCodes } from './permanent-links/access-codes.ts';
import { createDeleteHeldVisits } from './permanent-links/held-visits.ts';
import { createPermanentLinkRepository } from './permanent-links/repository.ts';
import { createPermanentLinkService } from './permanent-links/service.ts';
import { createLinkVisitRepository } from './permanent-links/visit-repository.ts';
import type { RequestEvents } from './photo-requests/events.ts';
import type { PhotoRequestRepository } from './photo-requests/repository.ts';
import type { PhotoLinks } from './photos/links.ts';
import type { PhotoRepository } from './photos/repository.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import type { WriteOnce } from './platform/http/idempotency.ts';
import type { Ids } from './platform/ids.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';
import type { CustomerUrls } from './shared/customer-urls.ts';
import type { SlotImageRepository } from './slot-images/repository.ts';
import type { WorkspaceRepository } from './workspaces/repository.ts';
import type { QuotaTaker } from './workspaces/take-quota.ts';

/** Permanent links, the visits to them, and submissions that are held until someone approves them. */
export function createLinkServices(deps: {
  database: Database;
  ids: Ids;
  random: Random;
  clock: Clock;
  urls: CustomerUrls;
  secrets: Secrets;
  requests: PhotoRequestRepository;
  workspaces: WorkspaceRepository;
  slotImages: SlotImageRepository;
  fillIn: Parameters<typeof createPermanentLinkService>[0]['fillIn'];
  photos: PhotoRepository;
  photoLinks: PhotoLinks;
  events: RequestEvents;
  notifications: NotificationOutbox;
  audit: Audit;
  quota: QuotaTaker;
  seals: SealQueue;
  archive: ArchiveOutbox;
  writeOnce: WriteOnce;
}) {
  const repository = createPermanentLinkRepository(deps.database);
  const linkVisits = createLinkVisitRepository(deps.database);
  const accessCodes = createAccessCodes(deps.secrets);
  const deleteHeldVisits = createDeleteHeldVisits({ ...deps, linkVisits });
  return {
    accessCodes,
    permanentLinkRepository: repository,
    linkVisits,
    heldSubmissions: createHeldSubmissions({ ...deps, repository, linkVisits, links: deps.photoLinks }),
    permanentLinks: createPermanentLinkService({
      ...deps,
      repository,
      accessCodes,
      deleteHeldVisits,
      linkVisits,
    }),
  };
}
