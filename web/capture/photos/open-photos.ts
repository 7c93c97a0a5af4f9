import type { PageData } from '../../../src/capture/pages/page-data.ts';
import type { Answers } from '../../../src/shared/questions.ts';
import type { Locator } from '../camera/location.ts';
import type { CallFailure } from '../flow/error-codes.ts';
import type { Flow } from '../flow/flow.ts';
import type { Session } from '../session.ts';
import { createSubmission, type Submission } from '../submission.ts';
import { createVisit, type Visit } from '../visit.ts';
import { submitPhotos } from './photo-calls.ts';
import { createPhotoQueue, type PhotoQueue } from './photo-queue.ts';
import type { UploaderParts } from './uploader.ts';

interface Parts {
  page: PageData;
  flow: Flow;
  session: Session;
  locator: Locator;
  answers: Answers;
}

export interface OpenPhotos {
  photoQueue: PhotoQueue;
  submission: Submission;
  visit: Visit;
}

/** Beyond so many failed attempts the customer, who waits for the end, is told. */
const PATIENCE = { offline: 2, trouble: 4 };

/** All that keeps photos on the phone, uploads and submits them, wired to the flow. */
export async function openPhotos({ page, flow, session, locator, answers }: Parts): Promise<OpenPhotos> {
  const later: Partial<OpenPhotos> = {};
  const photoQueue = await createPhotoQueue(page, session, uploadEvents(flow, session, later));
  const visit = createVisit(flow, session, photoQueue);
  const submission = createSubmission({
    flow,
    session,
    photoQueue,
    send: submitPhotos,
    answers,
    questions: page.request.questions,
    position: locator.current,
    isOnline: () => navigator.onLine,
  });
  return Object.assign(later, { photoQueue, submission, visit });
}

function uploadEvents(flow: Flow, session: Session, later: Partial<OpenPhotos>): UploaderParts['on'] {
  /** Other photos are wanted by now. What is being looked at is kept or taken again before the page is reloaded. */
  let isOutdated = false;
  const leave = () => {
    if (isOutdated && flow.state().screen.at !== 'review') location.reload();
  };
  flow.onChange(leave);
  return {
    progress: (clientId, progress) => flow.send({ type: 'progress', clientId, progress }),
    waiting(clientId, failure, attempt) {
      isOutdated ||= failure.code === 'round_over';
      leave();
      flow.send({ type: 'waiting', clientId });
      if (flow.state().screen.at === 'sending') tellWaiting(flow, failure, attempt);
    },
    uploaded({ clientId, slot, session: token }, data) {
      if (data !== null) session.tickets.add(slot, token, data.tickets ?? []);
      flow.send({ type: 'uploaded', clientId });
      const { screen } = flow.state();
      if (screen.at === 'problem' && screen.before === 'sending' && screen.problem !== 'photo-refused')
        flow.send({ type: 'try-again' });
    },
    refused: (clientId) => flow.send({ type: 'refused', clientIds: [clientId] }),
    stopped: ({ problem }) => void later.visit?.stop(problem),
    settled: () => later.submission?.go(),
  };
}

function tellWaiting(flow: Flow, { status, code }: CallFailure, attempt: number): void {
  if (status === 0 && (code === 'offline' || attempt >= PATIENCE.offline))
    flow.send({ type: 'problem', problem: 'offline' });
  else if (status !== 0 && attempt >= PATIENCE.trouble) flow.send({ type: 'problem', problem: 'trouble' });
}
