import type { AuditRepository } from './audit/repository.ts';
import type { MailRepository } from './email/repository.ts';
import { createOverviewService } from './overview/service.ts';
import type { PermanentLinkRepository } from './permanent-links/repository.ts';
import type { LinkVisitRepository } from './permanent-links/visit-repository.ts';
import type { PhoneOptOuts } from './phone/opt-outs.ts';
import type { PhoneMessageRepository } from './phone/repository.ts';
import { createNewestRequests } from './photo-requests/newest-repository.ts';
import type { PhotoRequestService } from './photo-requests/service.ts';
import { createTeamView } from './photo-requests/team-view.ts';
import { createTimeline } from './photo-requests/timeline.ts';
import type { PhotoLinks } from './photos/links.ts';
import type { PhotoRepository } from './photos/repository.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { createCounts } from './stats/count-repository.ts';
import { createStatsService } from './stats/service.ts';
import type { DeliveryLog } from './webhooks/delivery/delivery-log.ts';

/** What a team sees of its work: one request with all that happened to it, the overview, and the statistics. */
export function createViewServices(deps: {
  database: Database;
  clock: Clock;
  photoRequests: PhotoRequestService;
  photos: PhotoRepository;
  photoLinks: PhotoLinks;
  permanentLinks: PermanentLinkRepository;
  linkVisits: LinkVisitRepository;
  deliveries: DeliveryLog;
  auditLog: AuditRepository;
  mailRepository: MailRepository;
  phoneRepository: PhoneMessageRepository;
  phoneOptOuts: PhoneOptOuts;
}) {
  const { database, clock, photoRequests, photos, permanentLinks, linkVisits, deliveries } = deps;
  const { auditLog, mailRepository, phoneRepository, phoneOptOuts } = deps;
  const timeline = createTimeline({ database, auditLog, mailRepository, phoneRepository, clock });
  const counts = createCounts({ database, clock });
  const stats = createStatsService({ deliveries, counts, permanentLinks, linkVisits, clock });
  return {
    teamView: createTeamView({ database, photoRequests, photos, timeline, phoneOptOuts }),
    counts,
    stats,
    overview: createOverviewService({
      newest: createNewestRequests(database),
      photoRequests,
      photos,
      links: deps.photoLinks,
      stats,
      counts,
      linkVisits,
      clock,
    }),
  };
}
