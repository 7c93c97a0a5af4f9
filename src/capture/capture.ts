import { createLinkAlerts } from '../permanent-links/alerts.ts';
import { createLinkDrafts } from '../permanent-links/drafts.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { ReturnService } from '../returns/service.ts';
import { createChallenges } from './challenges.ts';
import { createHandoverRepository } from './handover-repository.ts';
import { createHandovers } from './handovers.ts';
import { createRefusals } from './refusals.ts';
import { createCaptureSessions } from './sessions.ts';
import { createCaptureSubmissions } from './submissions.ts';
import { createSessionThumbnails } from './thumbnails.ts';
import { createTickets } from './tickets.ts';
import { createCaptureUploads } from './uploads.ts';
import { createVisits } from './visits.ts';
import { createWayBack } from './way-back.ts';

/** What the customer's side is made of. */
export type Capture = ReturnType<typeof createCapture>;

/** What each part needs of the rest of the service, but for the parts themselves. */
type Needs<Part extends (deps: never) => unknown> = Omit<
  Parameters<Part>[0],
  'drafts' | 'tickets' | 'challenges' | 'thumbnails' | 'handovers' | 'visits' | 'refusals'
>;

export type CaptureDeps = Needs<typeof createCaptureSessions> &
  Needs<typeof createCaptureUploads> &
  Needs<typeof createCaptureSubmissions> &
  Needs<typeof createRefusals> &
  Needs<typeof createVisits> & {
    database: Database;
    clock: Clock;
    secrets: Secrets;
    publicUrl: string;
    returns: Pick<ReturnService, 'sign'>;
    links: Parameters<typeof createLinkAlerts>[0]['repository'];
    mails: Parameters<typeof createLinkAlerts>[0]['mails'];
  };

export function createCapture(deps: CaptureDeps) {
  const { database, photos, links, mails, secrets, publicUrl, clock } = deps;
  const alerts = createLinkAlerts({ database, repository: links, mails, clock });
  const drafts = createLinkDrafts(deps);
  const thumbnails = createSessionThumbnails({ publicUrl, secrets, photos });
  const handovers = createHandovers({ ...deps, handovers: createHandoverRepository(database) });
  const parts = {
    ...deps,
    drafts,
    thumbnails,
    handovers,
    tickets: createTickets(secrets),
    challenges: createChallenges(deps),
  };
  return {
    alerts,
    drafts,
    sessions: createCaptureSessions(parts),
    handovers,
    thumbnails,
    challenges: parts.challenges,
    wayBack: createWayBack(deps),
    uploads: createCaptureUploads({ ...parts, visits: createVisits(parts) }),
    submissions: createCaptureSubmissions({ ...parts, refusals: createRefusals(parts) }),
  };
}
