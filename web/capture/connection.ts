import type { PageData } from '../../src/capture/pages/page-data.ts';
import { type CallFailure, judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import { mayTakePhotos } from './flow/reducer.ts';
import type { Handover } from './lazy/handover.ts';
import { retryDelay } from './photos/backoff.ts';
import type { PhotoQueue } from './photos/photo-queue.ts';
import type { ServerState } from './responses.ts';
import type { Session } from './session.ts';
import type { Visit } from './visit.ts';

export interface Connection {
  /** Opens the session, however long it takes. */
  connect(): Promise<void>;
  /** Has anything happened elsewhere: another tab, another device? */
  refresh(): Promise<void>;
  /** What few visits need, fetched at its first use, however long that takes. */
  handover(): Promise<Handover>;
  /** Address of the QR code that takes the visit to a phone; null while there is none. */
  qrCode(): string | null;
  /** Ends the waiting for the next attempt. */
  wake(): void;
}

/** So many failed attempts before the customer, who waits for it, is told. */
const PATIENCE = 3;

export interface ConnectionParts {
  page: PageData;
  flow: Flow;
  session: Session;
  photoQueue: Pick<PhotoQueue, 'adopt' | 'isLasting'>;
  /** Fetched at its first use. */
  visit(): Promise<Visit>;
  changed(): void;
}

export function createConnection({
  page,
  flow,
  session,
  photoQueue,
  visit,
  changed,
}: ConnectionParts): Connection {
  let endWaiting = () => {};
  let connecting: Promise<void> | null = null;
  let handover: Handover | null = null;

  function wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function tryToConnect(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const response = await session.open();
      if (response.ok) return arrived(response.value);
      if (response.failure.code === 'handover_invalid')
        return flow.send({ type: 'invited', invitation: 'over' });
      const verdict = judge(response.failure);
      if (verdict.kind === 'screen') {
        const { problem } = verdict;
        return problem === 'submitted'
          ? (await visit()).stop(problem)
          : flow.send({ type: 'problem', problem });
      }
      if (attempt >= PATIENCE) tellWaiting(response.failure);
      await wait(retryDelay(attempt - 1, response.failure.retryAfter, Math.random));
    }
  }

  function tellWaiting({ status }: CallFailure): void {
    const { at } = flow.state().screen;
    if (at === 'asking' || at === 'camera')
      flow.send({ type: 'problem', problem: status === 0 ? 'offline' : 'trouble' });
  }

  async function arrived(state: ServerState): Promise<void> {
    const isOpen = state.status === 'pending' || state.status === 'in_progress';
    if (isOpen && !state.handed_over) {
      const photos = await photoQueue.adopt(state);
      flow.send({ type: 'photos', photos, isFirst: true });
      // The customer was never told: the response was lost.
      if (photos.length === 0 && photoQueue.isLasting() && session.formerVisit() === 'submitted')
        flow.send({ type: 'problem', problem: 'submitted' });
    } else await (await visit()).show(state);
    flow.send({ type: 'session' });
    const { screen } = flow.state();
    if (screen.at === 'problem' && (screen.problem === 'offline' || screen.problem === 'trouble'))
      flow.send({ type: 'try-again' });
    if (screen.at === 'handoff') await handover?.renew();
  }

  const look = async () => (await visit()).look();

  return {
    connect() {
      connecting ??= tryToConnect().finally(() => {
        connecting = null;
      });
      return connecting;
    },
    async refresh() {
      if (session.isOver() && mayTakePhotos(flow.state())) await session.open();
      const { at } = flow.state().screen;
      if (at === 'camera' || at === 'overview' || at === 'intro') await look();
    },
    async handover() {
      for (let attempt = 0; ; attempt++) {
        try {
          const { createHandover } = await import('./lazy/handover.ts');
          handover ??= createHandover({ page, flow, session, wait, look, changed });
          return handover;
        } catch {
          await wait(retryDelay(attempt, null, Math.random));
        }
      }
    },
    qrCode: () => handover?.picture() ?? null,
    wake: () => endWaiting(),
  };
}
