import type { PhotoRequestService } from '../photo-requests/service.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import { type ExtraFile, photosAsZip, requireFiles, type ZipVariant } from '../photos/zip-download.ts';
import { downloadName, photoFileNames } from '../photos/zip-names.ts';
import type { Clock } from '../platform/clock.ts';
import type { Owner, PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import { ServiceError, validationError } from '../platform/errors.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { answersOf, questionsOf, toWireAnswers } from '../questions/answers.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { reportStream } from './report.ts';
import { createReportLogo, createReportPhotos } from './report-photos.ts';
import { createReportPlaces } from './report-places.ts';
import { createReportProcess } from './report-process.ts';

export type Downloads = ReturnType<typeof createDownloads>;

/** A submission as files: its photos in an archive, and a report to print. */
export function createDownloads(deps: {
  photoRequests: Pick<PhotoRequestService, 'find'>;
  photos: PhotoRepository;
  workspaces: Pick<WorkspaceService, 'find'>;
  storage: Storage;
  clock: Clock;
}) {
  const { photoRequests, photos, storage, workspaces, clock } = deps;
  const reportProcess = createReportProcess();
  const { layOut } = reportProcess;
  const reportParts = { layOut, readPhoto: createReportPhotos(storage, reportProcess) };
  const readLogo = createReportLogo(storage, reportProcess);
  const takePlace = createReportPlaces();

  async function submission(owner: Owner, id: string) {
    const request = await photoRequests.find(owner, id);
    if (request.submitted_at === null)
      throw validationError({ id: ['This request hasn’t been submitted yet.'] });
    const { name, time_zone, logo_key } = await workspaces.find(owner.workspaceId);
    const rounds = roundsOf(request);
    const all = await photos.listToExport(owner, id);
    return {
      request,
      photos: [...rounds.standing(all), ...rounds.superseded(all)],
      extra: answerFiles(request),
      timeZone: time_zone,
      workspaceName: name,
      logoKey: logo_key,
    };
  }

  return {
    async zip(owner: Owner, id: string, variant: ZipVariant) {
      return photosAsZip({ storage }, { ...(await submission(owner, id)), variant });
    },

    /** What a photo is saved as on its own: its request's reference, and its name in the archive. */
    async photoName(photo: PhotoRow): Promise<string> {
      const { workspace_id: workspaceId, environment, request_id } = photo;
      const owner = { workspaceId, environment };
      // A member looks at held photos too, and their request is shown to no one yet.
      const request = await photoRequests.find(owner, request_id).catch(unlessNotFound);
      if (request === undefined) return `${photo.id}.jpg`;
      const rounds = roundsOf(request);
      const all = await photos.listOf(owner, request_id);
      const names = photoFileNames([...rounds.standing(all), ...rounds.superseded(all)], rounds);
      const name = names.get(photo.id)?.replaceAll('/', '-') ?? `${photo.id}.jpg`;
      return `${downloadName(request)}-${name}`;
    },

    /** Takes one of the places of `reader` until the last byte is sent, or no one waits for it any more. */
    async report(owner: Owner, id: string, reader: string) {
      const leave = takePlace(reader);
      try {
        const subject = await submission(owner, id);
        await requireFiles(storage, subject.photos);
        const logo = await readLogo(subject.logoKey);
        const stream = reportStream({ ...subject, logo, now: clock() }, reportParts).once('close', leave);
        return { name: `report-${downloadName(subject.request)}.pdf`, stream };
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}

function unlessNotFound(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'not_found') return undefined;
  throw error;
}

/** Where questions were answered, the answers lie beside the photos. */
function answerFiles(request: PhotoRequestRow): ExtraFile[] {
  const answers = toWireAnswers(questionsOf(request), answersOf(request));
  return answers.length === 0 ? [] : [{ name: 'answers.json', content: answers }];
}
