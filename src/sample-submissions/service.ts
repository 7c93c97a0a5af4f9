import { Readable } from 'node:stream';
import type { Actor } from '../audit/actor.ts';
import { currentQuestions } from '../capture/answers.ts';
import type { CaptureSessions, OpenedSession } from '../capture/sessions.ts';
import type { CaptureSubmissions } from '../capture/submissions.ts';
import type { CaptureUploads } from '../capture/uploads.ts';
import type { PhotoRequest } from '../photo-requests/schema.ts';
import type { PhotoRequestService } from '../photo-requests/service.ts';
import type { Images } from '../photos/images.ts';
import { roundsOf } from '../photos/rounds.ts';
import type { Clock } from '../platform/clock.ts';
import type { Owner, PhotoRequestRow } from '../platform/db/tables.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Random } from '../platform/random.ts';
import { sampleAnswers } from './sample-answers.ts';

/** How many photos the customer of a request without slots takes. */
const FREE_PHOTOS = 2;
const CLIENT_ID_BYTES = 16;

export type SampleSubmissions = ReturnType<typeof createSampleSubmissions>;

/**
 * Plays the customer, so that integrators can test their webhook without a phone. Everything but the camera is real:
 * the session, the tickets, the uploads and the submission.
 */
export function createSampleSubmissions(deps: {
  sessions: CaptureSessions;
  uploads: CaptureUploads;
  submissions: CaptureSubmissions;
  photoRequests: PhotoRequestService;
  images: Images;
  clock: Clock;
  random: Random;
}) {
  const { sessions, uploads, submissions, photoRequests, images, clock, random } = deps;

  async function takePhotos(row: PhotoRequestRow, opened: OpenedSession, log: Pick<Log, 'warn'>) {
    const session = await sessions.find(opened.session);
    const labels = roundsOf(row)
      .places(FREE_PHOTOS)
      .map(({ slot }) => slot?.instructions ?? '');
    for (const [slotIndex, label] of labels.entries()) {
      const clientId = Buffer.from(random(CLIENT_ID_BYTES)).toString('base64url');
      const photo = await images.samplePhoto({ number: slotIndex + 1, label, seed: row.id });
      await uploads.accept(
        session,
        {
          clientId,
          slotIndex,
          ticket: opened.tickets[slotIndex]?.[0],
          capturedAt: clock(),
          location: null,
          hint: null,
          userAgent: '',
          body: Readable.from([photo]),
        },
        log,
      );
    }
    return session;
  }

  return {
    async submit(owner: Actor & Owner, requestId: string, log: Pick<Log, 'warn'>): Promise<PhotoRequest> {
      const isTest = owner.environment === 'test';
      if (!isTest && 'keyId' in owner) throw refused('Test helpers work with test keys only.');
      const row = await photoRequests.find(owner, requestId);
      if (!isTest) throw refused('Sample photos can be submitted to test requests only.');
      const opened = await sessions.open('request', row.token).catch(explain);
      const session = await takePhotos(row, opened, log).catch(explain);
      // Of several calls at once each replaces the others' photos: whichever are there are submitted.
      await submissions
        .submit(session, {
          clientIds: [],
          answers: sampleAnswers(currentQuestions(row), clock()),
          location: null,
          simulatedBy: owner,
        })
        .catch(explain);
      return photoRequests.show(owner, await photoRequests.find(owner, requestId));
    },
  };
}

function refused(message: string): ServiceError {
  return new ServiceError('insufficient_permission', message);
}

/** The customer's refusals have codes that /v1 does not know. */
function explain(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  if (error.code === 'request_gone') throw notFound('The photo request');
  if (/^(request|photo|photos|slot|slots|ticket|session)_/.test(error.code)) {
    throw new ServiceError('validation_error', error.message, { details: { id: [error.message] } });
  }
  throw error;
}
