import type { Readable } from 'node:stream';
import type { Audit } from '../audit/service.ts';
import type { NotificationOutbox } from '../notifications/outbox.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import type { ToWireRequest } from '../photo-requests/wire.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { GuardedClient } from '../webhooks/client/guarded-client.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { createOpenContent } from './contents.ts';
import { createArchiveCopyLog } from './copy-log.ts';
import { createOpenTarget } from './open-target.ts';
import { createArchiveOutbox } from './outbox.ts';
import { createArchiveSettings } from './settings.ts';
import type { WatchArchiveSteps } from './steps.ts';
import { type ArchiveWorker, createArchiveWorker } from './worker.ts';

/** The feature, wired. */
export function createArchive(deps: {
  database: Database;
  storage: Storage;
  /** The only way out. */
  client: GuardedClient;
  workspaces: WorkspaceRepository;
  requests: PhotoRequestRepository;
  photos: PhotoRepository;
  toWire: ToWireRequest;
  report(owner: Owner, requestId: string): Promise<{ stream: Readable }>;
  audit: Audit;
  notifications: NotificationOutbox;
  secrets: Secrets;
  ids: Ids;
  random: Random;
  clock: Clock;
  metrics?: Metrics | undefined;
  onStep: WatchArchiveSteps;
}) {
  const openTarget = createOpenTarget(deps);
  return {
    archiveOutbox: createArchiveOutbox(deps),
    archiveSettings: createArchiveSettings({ ...deps, openTarget }),
    archiveCopies: createArchiveCopyLog(deps),
    openArchiveWorker: (log: Pick<Log, 'warn'>): ArchiveWorker =>
      createArchiveWorker({ ...deps, openTarget, openContent: createOpenContent(deps), log }),
  };
}
