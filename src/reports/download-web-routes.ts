import { z } from 'zod';
import type { Member } from '../identity/member.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import type { PhotoRepository } from '../photos/repository.ts';
import { roundsOf } from '../photos/rounds.ts';
import { type ExtraFile, photosAsZip, requireFiles, ZIP_VARIANTS } from '../photos/zip-download.ts';
import { downloadName } from '../photos/zip-names.ts';
import type { Clock } from '../platform/clock.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { validationError } from '../platform/errors.ts';
import { member } from '../platform/http/access.ts';
import type { App } from '../platform/http/typed-app.ts';
import { itemParams, WORKSPACE } from '../platform/http/workspace-route.ts';
import { contentDisposition } from '../platform/storage/content-disposition.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { answersOf, questionsOf, toWireAnswers } from '../questions/answers.ts';
import type { WorkspaceService } from '../workspaces/service.ts';
import { createLayoutThread } from './layout-thread.ts';
import { reportStream } from './report.ts';
import { createReportLogo } from './report-logo.ts';
import { createReportPhotos } from './report-photos.ts';
import { createReportPlaces } from './report-places.ts';

/** `sealed`: those with content credentials. */
const zipQuery = z.object({ photos: z.enum(ZIP_VARIANTS).default('original') });

/** Where questions were answered, the answers lie beside the photos. */
function answerFiles(request: PhotoRequestRow): ExtraFile[] {
  const answers = toWireAnswers(questionsOf(request), answersOf(request));
  return answers.length === 0 ? [] : [{ name: 'answers.json', content: answers }];
}

export function downloadWebRoutes(
  app: App,
  deps: {
    photoRequests: Pick<PhotoRequestService, 'find'>;
    photos: PhotoRepository;
    workspaces: Pick<WorkspaceService, 'find'>;
    storage: Storage;
    clock: Clock;
  },
): void {
  const { photoRequests, photos, storage, workspaces, clock } = deps;
  const reportParts = { layOut: createLayoutThread(), readPhoto: createReportPhotos(storage) };
  const readLogo = createReportLogo(storage);
  const takePlace = createReportPlaces();

  async function submission(owner: Owner, id: string) {
    const request = await photoRequests.find(owner, id);
    if (request.submitted_at === null)
      throw validationError({ id: ['This request hasn’t been submitted yet.'] });
    const { name, time_zone, logo_key } = await workspaces.find(owner.workspaceId);
    const rounds = roundsOf(request);
    const all = await photos.listOf(owner, request.id);
    return {
      request,
      photos: [...rounds.standing(all), ...rounds.superseded(all)],
      extra: answerFiles(request),
      timeZone: time_zone,
      workspaceName: name,
      logoKey: logo_key,
    };
  }

  /** Until the last byte of it is sent, or no one waits for it any more. */
  async function report(member: Member, id: string) {
    const leave = takePlace(member.userId);
    try {
      const subject = await submission(member, id);
      await requireFiles(storage, subject.photos);
      const logo = await readLogo(subject.logoKey);
      const stream = reportStream({ ...subject, logo, now: clock() }, reportParts).once('close', leave);
      return { name: `report-${downloadName(subject.request)}.pdf`, stream };
    } catch (error) {
      leave();
      throw error;
    }
  }

  app.get(
    `${WORKSPACE}/photo-requests/:id/photos.zip`,
    // Without HEAD, which would read every photo for nothing.
    {
      config: { access: member('viewer') },
      exposeHeadRoute: false,
      schema: { params: itemParams, querystring: zipQuery },
    },
    async (request, reply) => {
      const subject = await submission(request.member, request.params.id);
      const archive = await photosAsZip({ storage }, { ...subject, variant: request.query.photos });
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-length': archive.bytes,
          'content-disposition': contentDisposition('attachment', archive.name),
        })
        .send(archive.stream());
    },
  );

  app.get(
    `${WORKSPACE}/photo-requests/:id/report.pdf`,
    { config: { access: member('viewer') }, exposeHeadRoute: false, schema: { params: itemParams } },
    async (request, reply) => {
      const { name, stream } = await report(request.member, request.params.id);
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': contentDisposition('inline', name),
        })
        .send(stream);
    },
  );
}
