import { hash } from 'node:crypto';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import { sealedKey } from '../photos/keys.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { SealedPhotoRepository } from '../photos/sealed-repository.ts';
import { readStoredPhoto } from '../photos/stored-photo.ts';
import type { Clock } from '../platform/clock.ts';
import type { Owner, PhotoRequestRow, PhotoRow, SealJobRow, WorkspaceRow } from '../platform/db/tables.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { WorkspaceRepository } from '../workspaces/repository.ts';
import type { Credentials } from './credentials.ts';
import { type EvidenceFinding, isBelievedCapture, type ReceivedPhoto, receiptOf } from './receipt.ts';
import { isTimeStampAwaited } from './schedule.ts';
import type { SealContent } from './seal-jpeg.ts';
import type { SealInThread, SealOutcome } from './signing-thread.ts';
import type { WatchSealSteps } from './steps.ts';

/** What an attempt came to; only a `sealed` one has stored something. */
export type SealAttemptOutcome =
  | { end: 'sealed'; sha256: string; bytes: number; at: number; missedTimeStamp: string | undefined }
  | { end: 'gone' }
  /** The photo itself, or what is to be said of it, is the reason. */
  | { end: 'unsealable'; reason: string }
  | { end: 'later'; reason: string };

export interface SealPhotoDeps {
  storage: Storage;
  clock: Clock;
  sealedPhotos: SealedPhotoRepository;
  requests: Pick<PhotoRequestRepository, 'find'>;
  workspaces: Pick<WorkspaceRepository, 'find'>;
  credentials: Pick<Credentials, 'identity'>;
  /** What the checks found about a photo. */
  evidenceOf(photo: PhotoRow): EvidenceFinding[];
  /** Of PUBLIC_URL. */
  host: string;
  version: string;
  /** Undefined: seals get no time stamp. */
  timeStampUrl: string | undefined;
  seal: SealInThread;
  onStep: WatchSealSteps;
}

interface Subject {
  photo: PhotoRow;
  request: PhotoRequestRow;
  workspace: WorkspaceRow;
}

/** Signs one photo and stores the sealed rendition beside it. The original is only read. */
export function createSealPhoto(deps: SealPhotoDeps) {
  const { storage, clock, sealedPhotos, requests, workspaces, credentials, timeStampUrl, seal, onStep } =
    deps;

  async function load(owner: Owner, job: SealJobRow): Promise<Subject | undefined> {
    const [photo, request, workspace] = await Promise.all([
      sealedPhotos.find(owner, job.photo_id),
      requests.find(owner, job.request_id),
      workspaces.find(owner.workspaceId),
    ]);
    if (photo === undefined || request === undefined || workspace === undefined) return undefined;
    return { photo, request, workspace };
  }

  function contentOf({ photo, request, workspace }: Subject): SealContent {
    const rounds = roundsOf(request);
    const received: ReceivedPhoto = {
      photoId: photo.id,
      requestId: photo.request_id,
      environment: photo.environment,
      workspaceName: workspace.name,
      host: deps.host,
      receivedAt: photo.received_at,
      submittedAt: request.submitted_at ?? photo.received_at,
      sealedAt: clock(),
      slotIndex: rounds.slotIndexOf(photo),
      slotInstructions: rounds.slotOf(photo)?.instructions ?? null,
      originalSha256: photo.sha256,
      evidence: deps.evidenceOf(photo),
    };
    return {
      receipt: receiptOf(received),
      isBelievedCapture: isBelievedCapture(received),
      generator: { name: 'Shutterpost', version: deps.version },
    };
  }

  /** Reads the photo each time, since its bytes go to the thread. */
  async function signed(subject: Subject, stampedBy: string | undefined): Promise<SealOutcome> {
    const jpeg = await readStoredPhoto(storage, subject.photo);
    onStep('photo read');
    const identity = await credentials.identity();
    return seal({ jpeg, content: contentOf(subject), identity, timeStampUrl: stampedBy });
  }

  return async (job: SealJobRow): Promise<SealAttemptOutcome> => {
    const owner: Owner = { workspaceId: job.workspace_id, environment: job.environment };
    const subject = await load(owner, job);
    if (subject === undefined) return { end: 'gone' };
    let outcome = await signed(subject, timeStampUrl);
    let missedTimeStamp: string | undefined;
    if ('noTimeStamp' in outcome) {
      missedTimeStamp = outcome.noTimeStamp;
      if (isTimeStampAwaited(job, clock())) return { end: 'later', reason: missedTimeStamp };
      outcome = await signed(subject, undefined);
    }
    if ('noTimeStamp' in outcome) return { end: 'later', reason: outcome.noTimeStamp };
    if ('unsealable' in outcome) return { end: 'unsealable', reason: outcome.unsealable };
    onStep('photo signed');
    const { sealed } = outcome;
    await storage.putBytes(sealedKey(job.photo_id), sealed, 'image/jpeg');
    onStep('seal stored');
    return {
      end: 'sealed',
      sha256: hash('sha256', sealed, 'hex'),
      bytes: sealed.length,
      at: clock(),
      missedTimeStamp,
    };
  };
}
