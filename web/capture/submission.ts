import type { Answers, Question } from '../../src/shared/questions.ts';
import { type CallFailure, judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import { missingSlots } from './flow/slots.ts';
import { retryDelay } from './photos/backoff.ts';
import type { CallResult, Position } from './responses.ts';

export interface SubmissionParts {
  flow: Flow;
  session: { token(): string | null; open(): Promise<unknown> };
  photoQueue: {
    uploader: { isIdle(): boolean };
    sendAgain(clientIds: string[]): Promise<string[]>;
    delete(clientIds: string[]): Promise<void>;
    leaveOver(clientIds: string[]): Promise<void>;
  };
  send(
    session: string,
    body: { photos: string[]; location?: Position; answers?: Answers },
  ): Promise<CallResult<unknown>>;
  answers: Answers;
  questions: Question[] | undefined;
  position(): Position | null;
  isOnline(): boolean;
}

export interface Submission {
  /** Submits once every photo is on the server; does nothing before, or a second time. */
  go(): void;
}

const PATIENCE = 3;

const namesIn = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);

export function createSubmission({
  flow,
  session,
  photoQueue,
  send,
  answers,
  questions,
  position,
  isOnline,
}: SubmissionParts): Submission {
  let isRunning = false;
  let failures = 0;

  async function submit(token: string): Promise<void> {
    const location = position();
    const photos = flow.state().photos.map(({ clientId }) => clientId);
    const response = await send(token, {
      photos,
      ...(location && { location }),
      ...(questions && { answers }),
    });
    if (response.ok) return flow.send({ type: 'submitted' });
    await failed(response.failure);
  }

  async function failed(failure: CallFailure): Promise<void> {
    const verdict = judge(failure);
    if (verdict.kind === 'screen') {
      const isDone = verdict.problem === 'submitted';
      return flow.send(isDone ? { type: 'submitted' } : { type: 'problem', problem: verdict.problem });
    }
    if (failure.code === 'photos_not_included') return leaveOver(namesIn(failure.details.photos));
    if (failure.code === 'photos_missing') return sendAgain(namesIn(failure.details.photos));
    if (failure.code === 'photo_refused') return refuse(namesIn(failure.details.photos));
    if (failure.code === 'answers_invalid')
      return flow.send({
        type: 'ask',
        part: questions?.find(({ id }) => id in failure.details)?.position ?? 'after',
      });
    // Where the page itself sees none missing, the customer would be sent in circles.
    if (failure.code === 'slots_missing' && missingSlots(flow.state()).length > 0)
      return flow.send({ type: 'open-overview' });
    if (verdict.kind === 'final') return flow.send({ type: 'problem', problem: 'trouble' });
    failures++;
    if (failures >= PATIENCE || (failure.status === 0 && !isOnline()))
      flow.send({ type: 'problem', problem: failure.status === 0 ? 'offline' : 'trouble' });
    if (verdict.kind === 'session') await session.open();
    retryLater(failure);
  }

  function retryLater({ retryAfter }: CallFailure): void {
    setTimeout(
      () => {
        const { screen } = flow.state();
        if (screen.at === 'problem' && screen.before === 'sending') flow.send({ type: 'try-again' });
        else go();
      },
      retryDelay(failures - 1, retryAfter, Math.random),
    );
  }

  /** The phone still has them; what it has not either is taken again. */
  async function sendAgain(clientIds: string[]): Promise<void> {
    for (const clientId of clientIds) flow.send({ type: 'waiting', clientId });
    await refuse(await photoQueue.sendAgain(clientIds));
  }

  /** It was submitted before, without these. */
  async function leaveOver(clientIds: string[]): Promise<void> {
    await photoQueue.leaveOver(clientIds);
    flow.send({ type: 'left-over', clientIds });
  }

  /** They have to be taken again. */
  async function refuse(clientIds: string[]): Promise<void> {
    await photoQueue.delete(clientIds);
    flow.send({ type: 'refused', clientIds });
  }

  function go(): void {
    const { screen, photos } = flow.state();
    const token = session.token();
    if (isRunning || screen.at !== 'sending' || token === null) return;
    if (photos.some(({ upload }) => upload !== 'uploaded') || !photoQueue.uploader.isIdle()) return;
    isRunning = true;
    void submit(token).finally(() => {
      isRunning = false;
      if (flow.state().screen.at !== 'sending') failures = Math.min(failures, PATIENCE - 1);
    });
  }
  return { go };
}
