import type { ApiKeyRepository } from './api-keys/repository.ts';
import type { Audit } from './audit/service.ts';
import type { MailOutbox } from './email/outbox.ts';
import { createMemberRepository } from './identity/member-repository.ts';
import { createAssignments } from './notes/assignments.ts';
import { createNotes } from './notes/notes.ts';
import { createDigests } from './notifications/digests.ts';
import { createNotificationEventRepository } from './notifications/event-repository.ts';
import { createFanOut } from './notifications/fan-out.ts';
import type { NotificationOutbox } from './notifications/outbox.ts';
import { createRecipientRepository } from './notifications/recipient-repository.ts';
import { createNotificationRepository } from './notifications/repository.ts';
import { createNotifications } from './notifications/service.ts';
import { createSwitchingOff } from './notifications/switch-off.ts';
import { endAssignmentsOfMember } from './photo-requests/assignment-repository.ts';
import type { PhotoRequestRepository } from './photo-requests/repository.ts';
import { createToldRequestRepository } from './photo-requests/told-request-repository.ts';
import type { Clock } from './platform/clock.ts';
import type { Database, Queries } from './platform/db/database.ts';
import type { WriteOnce } from './platform/http/idempotency.ts';
import type { Ids } from './platform/ids.ts';
import type { Random } from './platform/random.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Platform } from './service-platform.ts';
import type { CustomerUrls } from './shared/customer-urls.ts';
import type { Role } from './shared/roles.ts';
import type { WorkspaceRepository } from './workspaces/repository.ts';

/** What members write to each other about requests, and how they hear of what happens. */
export function createTeamServices(deps: {
  database: Database;
  ids: Ids;
  random: Random;
  clock: Clock;
  urls: CustomerUrls;
  secrets: Secrets;
  requests: PhotoRequestRepository;
  workspaces: WorkspaceRepository;
  apiKeys: ApiKeyRepository;
  writeOnce: WriteOnce;
  told: NotificationOutbox;
  mails: MailOutbox;
  audit: Audit;
  onTellingStep: Platform['onTellingStep'];
}) {
  const { requests, workspaces, apiKeys, told, secrets, onTellingStep = () => {}, ...shared } = deps;
  const { database } = shared;
  const recipients = createRecipientRepository(database);
  const members = createMemberRepository(database);
  const telling = { ...shared, repository: createNotificationRepository(database), recipients, members };
  const notifications = createNotifications(telling);
  const noting = {
    ...shared,
    repository: requests,
    members,
    keys: apiKeys,
    notifications: told,
  };
  return {
    notes: createNotes(noting),
    assignments: createAssignments(noting),
    notifications,
    fanOut: createFanOut({
      ...telling,
      events: createNotificationEventRepository(database),
      requests: createToldRequestRepository(database),
      workspaces,
      onStep: onTellingStep,
    }),
    sendDigests: createDigests(telling),
    switchingOff: createSwitchingOff({ database, secrets, recipients, workspaces }),

    /** Of a member who leaves. */
    async endDuties(trx: Queries, workspaceId: string, userId: string): Promise<void> {
      await endAssignmentsOfMember(trx, workspaceId, userId);
      await notifications.deleteOfMember(trx, workspaceId, userId);
    },
    /** What the new role no longer allows goes: work of viewers, and what they were told of. */
    async roleChanged(trx: Queries, workspaceId: string, userId: string, role: Role): Promise<void> {
      if (role === 'viewer') await endAssignmentsOfMember(trx, workspaceId, userId);
      await notifications.narrow(trx, workspaceId, userId, role);
    },
  };
}
