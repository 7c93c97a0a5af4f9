import type { LinkVisitRepository } from '../permanent-links/visit-repository.ts';
import { advanceRequest } from '../photo-requests/progress-repository.ts';
import type { PhotoRequestRepository } from '../photo-requests/repository.ts';
import type { RefusedPhoto } from '../photos/evidence/consequences.ts';
import { type Refusal, refusalsOf } from '../photos/evidence/refusal.ts';
import type { PostponedDecoding } from '../photos/postponed-decoding.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import type { Clock } from '../platform/clock.ts';
import { announceActivity } from '../platform/db/activity.ts';
import type { Database, Queries } from '../platform/db/database.ts';
import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { CaptureSession } from './capture-session.ts';
import type { Handovers } from './handovers.ts';

/** What cannot be submitted as it is. */
export interface Unusable {
  /** The files of these stay, in quarantine: what happened to them is the operator's to find out. */
  broken: PhotoRow[];
  /** A check warned of these. They are deleted like photos that the customer took again. */
  refused: RefusedPhoto[];
}

export type Refusals = ReturnType<typeof createRefusals>;

/** Takes photos out of an open request that have to be taken again; the others stay. */
export function createRefusals(deps: {
  database: Database;
  requests: Pick<PhotoRequestRepository, 'update'>;
  photos: PhotoRepository;
  linkVisits: LinkVisitRepository;
  handovers: Handovers;
  decoding: PostponedDecoding;
  clock: Clock;
  log?: Pick<Log, 'info'> | undefined;
  metrics?: Pick<Metrics, 'photoRefused'> | undefined;
}) {
  const { database, requests, photos, linkVisits, handovers, decoding, clock, log, metrics } = deps;

  async function setAside(trx: Queries, session: CaptureSession, broken: PhotoRow[]): Promise<PhotoRow[]> {
    const gone: PhotoRow[] = [];
    for (const photo of broken) {
      if (await photos.setAside(trx, session.owner, photo.id, clock())) gone.push(photo);
    }
    return gone;
  }

  /** Those that were still there: of two submissions at once, one deletes and counts a photo. */
  async function deleteRefused(
    trx: Queries,
    request: PhotoRequestRow,
    { owner }: CaptureSession,
    refused: RefusedPhoto[],
  ): Promise<RefusedPhoto[]> {
    if (refused.length === 0) return [];
    const now = clock();
    const which = { requestId: request.id, photoIds: refused.map(({ photo }) => photo.id) };
    const deleted = await photos.deleteSome(trx, owner, which, now);
    const gone = refused.filter(({ photo }) => deleted.has(photo.id));
    const added = gone.map(({ photo, checks }): Refusal => {
      return { slot: photo.slot_index, clientId: photo.client_id, checks, at: now };
    });
    if (gone.length > 0) {
      const all = [...refusalsOf(request), ...added];
      await requests.update(trx, owner, request.id, { refusals: JSON.stringify(all) });
    }
    return gone;
  }

  function tell({ photo, checks, attempt }: RefusedPhoto): void {
    const { id, request_id, workspace_id, slot_index } = photo;
    for (const check of checks) metrics?.photoRefused(check);
    log?.info(
      { photo_id: id, request_id, workspace_id, slot_index, checks, attempt },
      'A photo was refused because of a warning; the customer is asked to take it again',
    );
  }

  return {
    /** False when the request is not open any more: then nothing is taken out of it. */
    async takeOut(session: CaptureSession, { broken, refused }: Unusable): Promise<boolean> {
      const { owner, requestId } = session;
      const gone = await database.write(async (trx) => {
        const request = await advanceRequest(trx, owner, requestId, { status: 'in_progress' }, clock());
        if (request === undefined) return undefined;
        await handovers.requireActive(trx, session);
        const aside = await setAside(trx, session, broken);
        const deleted = await deleteRefused(trx, request, session, refused);
        if (aside.length + deleted.length === 0) return { aside, deleted };
        if (session.permanentLinkId === null) announceActivity(database, trx, owner);
        else await linkVisits.track(trx, owner, requestId, clock(), { isActive: false });
        return { aside, deleted };
      });
      if (gone === undefined) return false;
      gone.deleted.forEach(tell);
      await decoding.quarantine(gone.aside);
      return true;
    },
  };
}

/** The page asks for these once more. Why is not said: whoever cheats would learn what to change. */
export function mustBeTakenAgain(clientIds: string[]): ServiceError {
  return new ServiceError('photo_refused', 'Some photos can’t be used and must be taken again.', {
    details: { photos: clientIds },
  });
}
