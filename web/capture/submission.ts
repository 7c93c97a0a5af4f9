import type { Position } from './answers.ts';
import { submitPhotos } from './api.ts';
import { type CallFailure, judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import { retryDelay } from './photos/backoff.ts';
import type { PhotoKeeper } from './photos/keeper.ts';
import type { Session } from './session.ts';

export interface Submission {
  /** Submits once every photo is on the server; does nothing before, or a second time. */
  go(): void;
}

const PATIENCE = 3;

export function createSubmission(
  flow: Flow,
  session: Session,
  keeper: PhotoKeeper,
  position: () => Position | null,
): Submission {
  let isRunning = false;
  let failures = 0;

  async function submit(token: string): Promise<void> {
    const location = position();
    const photos = flow.state().photos.map(({ clientId }) => clientId);
    const answer = await submitPhotos(token, { photos, ...(location && { location }) });
    if (answer.ok) return flow.send({ type: 'submitted' });
    await failed(answer.failure);
  }

  async function failed(failure: CallFailure): Promise<void> {
    const verdict = judge(failure);
    if (verdict.kind === 'screen') {
      const isDone = verdict.problem === 'submitted';
      return flow.send(isDone ? { type: 'submitted' } : { type: 'problem', problem: verdict.problem });
    }
    if (failure.code === 'photos_missing') return sendAgain(failure.details.photos);
    if (failure.code === 'slots_missing') return flow.send({ type: 'open-overview' });
    failures++;
    if (failures >= PATIENCE || (failure.status === 0 && !navigator.onLine))
      flow.send({ type: 'problem', problem: failure.status === 0 ? 'offline' : 'trouble' });
    if (verdict.kind === 'session') await session.open();
    if (verdict.kind !== 'final') retryLater(failure);
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
  async function sendAgain(missing: unknown): Promise<void> {
    const clientIds = Array.isArray(missing) ? missing.map(String) : [];
    for (const clientId of clientIds) flow.send({ type: 'waiting', clientId });
    const lost = await keeper.sendAgain(clientIds);
    for (const clientId of lost) flow.send({ type: 'refused', clientId });
  }

  function go(): void {
    const { screen, photos } = flow.state();
    const token = session.token();
    if (isRunning || screen.at !== 'sending' || token === null) return;
    if (photos.some(({ upload }) => upload !== 'uploaded') || !keeper.uploader.isIdle()) return;
    isRunning = true;
    void submit(token).finally(() => {
      isRunning = false;
      if (flow.state().screen.at !== 'sending') failures = Math.min(failures, PATIENCE - 1);
    });
  }
  return { go };
}
