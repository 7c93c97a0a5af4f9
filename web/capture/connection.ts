import type { PageData, ProblemKind } from '../../src/capture/pages/page-data.ts';
import { readSession } from './api.ts';
import { type CallFailure, judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import { mayTakePhotos } from './flow/reducer.ts';
import type { Handover } from './lazy/handover.ts';
import { retryDelay } from './photos/backoff.ts';
import type { PhotoQueue } from './photos/photo-queue.ts';
import type { ServerState } from './responses.ts';
import type { Session } from './session.ts';

export interface Connection {
  /** Opens the session, however long it takes. */
  connect(): Promise<void>;
  /** Has anything happened elsewhere: another tab, another device? */
  refresh(): Promise<void>;
  /** The server says that it was submitted. Were the photos of this device part of it? */
  submitted(): Promise<void>;
  /** What few visits need, fetched at its first use, however long that takes. */
  handover(): Promise<Handover>;
  /** Address of the QR code that takes the visit to a phone; null while there is none. */
  qrCode(): string | null;
  /** Ends the waiting for the next attempt. */
  wake(): void;
}

/** So many failed attempts before the customer, who waits for it, is told. */
const PATIENCE = 3;

export function createConnection(
  page: PageData,
  flow: Flow,
  session: Session,
  photoQueue: PhotoQueue,
  changed: () => void,
): Connection {
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
      if (verdict.kind === 'screen') return stop(verdict.problem);
      if (verdict.kind !== 'retry') return flow.send({ type: 'problem', problem: 'trouble' });
      if (attempt >= PATIENCE) tellWaiting(response.failure);
      await wait(retryDelay(attempt - 1, response.failure.retryAfter, Math.random));
    }
  }

  async function stop(problem: ProblemKind): Promise<void> {
    if (problem === 'submitted') await submitted();
    else flow.send({ type: 'problem', problem });
  }

  async function submitted(state?: ServerState): Promise<void> {
    const token = session.token();
    const response = state === undefined && token !== null ? await readSession(token) : null;
    const known = state ?? (response?.ok ? response.value.data.state : undefined);
    const { at } = flow.state().screen;
    if (at === 'thanks') return;
    if (known?.handed_over) {
      return flow.send(
        at === 'handoff' ? { type: 'submitted' } : { type: 'followed', photos: known.photo_count },
      );
    }
    const clientIds = await photoQueue.unsent(known?.photos ?? null);
    if (clientIds.length > 0) {
      await photoQueue.leaveOver(clientIds);
      return flow.send({ type: 'left-over', clientIds });
    }
    flow.send(
      at === 'handoff' || at === 'sending'
        ? { type: 'submitted' }
        : { type: 'problem', problem: 'submitted' },
    );
  }

  function tellWaiting({ status }: CallFailure): void {
    const { at } = flow.state().screen;
    if (at === 'asking' || at === 'camera')
      flow.send({ type: 'problem', problem: status === 0 ? 'offline' : 'trouble' });
  }

  async function arrived(state: ServerState): Promise<void> {
    await show(state, true);
    flow.send({ type: 'session' });
    const { screen } = flow.state();
    if (screen.at === 'problem' && (screen.problem === 'offline' || screen.problem === 'trouble'))
      flow.send({ type: 'try-again' });
    if (screen.at === 'handoff') await handover?.renew();
  }

  async function show(state: ServerState, isFirst: boolean): Promise<void> {
    if (state.status === 'submitted') return submitted(state);
    if (state.status === 'expired') return flow.send({ type: 'problem', problem: 'expired' });
    if (state.status === 'canceled') return flow.send({ type: 'problem', problem: 'closed' });
    if (state.handed_over) return flow.send({ type: 'followed', photos: state.photo_count });
    const before = flow.state().photos;
    const photos = await photoQueue.adopt(state);
    if (isFirst || flow.state().photos === before) flow.send({ type: 'photos', photos, isFirst });
  }

  /** False when the server could not be asked. */
  async function look(): Promise<boolean> {
    const token = session.token();
    if (token === null) return false;
    const before = flow.state().photos;
    const response = await readSession(token);
    if (!response.ok) {
      const verdict = judge(response.failure);
      if (verdict.kind === 'screen') await stop(verdict.problem);
      else if (verdict.kind === 'session') await session.open();
      return false;
    }
    const { state } = response.value.data;
    // A response from before our latest photo would take it off the screen again.
    const isCurrent = flow.state().photos === before && photoQueue.uploader.isIdle();
    if (isCurrent || state.handed_over || state.status === 'submitted') await show(state, false);
    return true;
  }

  return {
    submitted: () => submitted(),
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
