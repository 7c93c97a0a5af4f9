import { submittedAmong } from '../photo-requests/progress-repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { sealedFileOf } from '../photos/sealed-photo.ts';
import { createSealedPhotoRepository } from '../photos/sealed-repository.ts';
import { faultOfFile } from '../photos/stored-file-audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { PhotoRow } from '../platform/db/tables.ts';
import type { Ids } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Random } from '../platform/random.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import { createCredentials } from './credentials.ts';
import { createSealJobRepository } from './job-repository.ts';
import type { EvidenceFinding } from './receipt.ts';
import { createSealQueue } from './seal-queue.ts';
import type { SealSettings } from './seal-settings.ts';
import { createSigningThread } from './signing-thread.ts';
import type { WatchSealSteps } from './steps.ts';
import { createSealWorker, type SealWorker } from './worker.ts';

const QUEUED_AT_ONCE = 500;
const CHECKED_AT_ONCE = 50;
const MAX_COUNTED = 100_000;

export type Sealing = ReturnType<typeof createSealing>;

/** The feature, wired. */
export function createSealing(deps: {
  database: Database;
  storage: Storage;
  clock: Clock;
  random: Random;
  ids: Ids;
  secrets: Secrets;
  publicUrl: string;
  version: string;
  photos: PhotoRepository;
  requests: PhotoRequestRepository;
  workspaces: WorkspaceRepository;
  evidenceOf(photo: PhotoRow): EvidenceFinding[];
  seal?: SealSettings | undefined;
  metrics?: Metrics | undefined;
  onSealStep?: WatchSealSteps | undefined;
}) {
  const { database, clock, seal = {} } = deps;
  const { host } = new URL(deps.publicUrl);
  const credentials = createCredentials({ ...deps, host, bought: seal.bought });
  const sealedPhotos = createSealedPhotoRepository(database);
  const jobs = createSealJobRepository(database);
  const queue = createSealQueue({ database });

  return {
    credentials,
    queue,
    timeStampUrl: seal.timeStampUrl,

    openWorker(log: Pick<Log, 'warn'>): SealWorker {
      return createSealWorker({
        ...deps,
        sealedPhotos,
        credentials,
        host,
        timeStampUrl: seal.timeStampUrl,
        seal: createSigningThread(),
        onStep: deps.onSealStep ?? (() => {}),
        log,
      });
    },

    /** How many photos wait to be sealed, how many cannot be, and what keeps the oldest. */
    async waiting(): Promise<{ count: number; givenUp: number; error: string | undefined }> {
      const [count, givenUp] = await Promise.all([jobs.count(MAX_COUNTED), jobs.countGivenUp(MAX_COUNTED)]);
      return { count, givenUp, error: await jobs.oldestError() };
    },

    /** For the operator: queues submitted photos that were never sealed, such as those from before there were seals. */
    async queueUnsealed(onProgress: (queued: number) => void = () => {}): Promise<number> {
      let queued = 0;
      for (let after = ''; ; ) {
        const unsealed = await sealedPhotos.unsealedAfter(after, QUEUED_AT_ONCE);
        const last = unsealed.at(-1);
        if (last === undefined) return queued;
        const submitted = await submittedAmong(
          database,
          unsealed.map(({ request_id }) => request_id),
        );
        const photos = unsealed.filter(({ request_id }) => submitted.has(request_id));
        if (photos.length > 0) await database.write((trx) => queue.addAgain(trx, photos, clock()));
        queued += photos.length;
        onProgress(queued);
        after = last.id;
      }
    },

    /** For the operator: queues photos whose sealed rendition is missing or damaged in the storage. Each file is read. */
    async queueDamaged(onProgress: (checked: number, queued: number) => void = () => {}): Promise<number> {
      let [checked, queued] = [0, 0];
      for (let after = ''; ; ) {
        const photos = await sealedPhotos.sealedAfter(after, CHECKED_AT_ONCE);
        const last = photos.at(-1);
        if (last === undefined) return queued;
        const damaged: typeof photos = [];
        for (const photo of photos) {
          const file = sealedFileOf(photo);
          if (file !== undefined && (await faultOfFile(deps.storage, file)) !== undefined)
            damaged.push(photo);
          checked += 1;
          onProgress(checked, queued + damaged.length);
        }
        if (damaged.length > 0) await database.write((trx) => queue.addAgain(trx, damaged, clock()));
        queued += damaged.length;
        after = last.id;
      }
    },
  };
}
