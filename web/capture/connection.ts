import type { ProblemKind } from '../../src/capture/pages/page-data.ts';
import type { ServerState } from './answers.ts';
import { previewHandover, readSession } from './api.ts';
import { type CallFailure, judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import type { HandoverOffer } from './handover-offer.ts';
import { retryDelay } from './photos/backoff.ts';
import type { PhotoKeeper } from './photos/keeper.ts';
import type { Session } from './session.ts';

export interface Connection {
  /** What another device offers to continue, however long it takes to ask. */
  preview(invitation: { kind: string; key: string; code: string }): Promise<void>;
  /** Opens the session, however long it takes. */
  connect(): Promise<void>;
  /** Has anything happened elsewhere: another tab, another device? */
  refresh(): Promise<void>;
  /** The server says that it was submitted. Were the photos of this device part of it? */
  submitted(): Promise<void>;
  /** Follows along while another device takes the photos. */
  follow(): Promise<void>;
  /** Ends the waiting for the next attempt. */
  wake(): void;
}

const POLL_MS = 3_000;
/** So many failed attempts before the customer, who waits for it, is told. */
const PATIENCE = 3;

export function createConnection(
  flow: Flow,
  session: Session,
  keeper: PhotoKeeper,
  offer: HandoverOffer,
): Connection {
  let endWaiting = () => {};
  let connecting: Promise<void> | null = null;

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
      const answer = await session.open();
      if (answer.ok) return arrived(answer.value);
      if (answer.failure.code === 'handover_invalid')
        return flow.send({ type: 'invited', invitation: 'over' });
      const verdict = judge(answer.failure);
      if (verdict.kind === 'screen') return stop(verdict.problem);
      if (verdict.kind !== 'retry') return flow.send({ type: 'problem', problem: 'trouble' });
      if (attempt >= PATIENCE) tellWaiting(answer.failure);
      await wait(retryDelay(attempt - 1, answer.failure.retryAfter, Math.random));
    }
  }

  async function preview(invitation: { kind: string; key: string; code: string }): Promise<void> {
    flow.send({ type: 'invited', invitation: 'loading' });
    for (let attempt = 1; flow.state().screen.at === 'invited'; attempt++) {
      const answer = await previewHandover(invitation);
      if (flow.state().screen.at !== 'invited') return;
      if (answer.ok)
        return flow.send({ type: 'invited', invitation: { photos: answer.value.data.photo_count } });
      const verdict = judge(answer.failure);
      if (verdict.kind === 'screen') return flow.send({ type: 'problem', problem: verdict.problem });
      if (verdict.kind !== 'retry') return flow.send({ type: 'invited', invitation: 'over' });
      await wait(retryDelay(attempt - 1, answer.failure.retryAfter, Math.random));
    }
  }

  async function stop(problem: ProblemKind): Promise<void> {
    if (problem === 'submitted') await submitted();
    else flow.send({ type: 'problem', problem });
  }

  async function submitted(state?: ServerState): Promise<void> {
    const token = session.token();
    const answer = state === undefined && token !== null ? await readSession(token) : null;
    const known = state ?? (answer?.ok ? answer.value.data.state : undefined);
    const { at } = flow.state().screen;
    if (at === 'thanks') return;
    if (known?.handed_over) {
      return flow.send(
        at === 'handoff' ? { type: 'submitted' } : { type: 'followed', photos: known.photo_count },
      );
    }
    const clientIds = await keeper.unsent(known?.photos ?? null);
    if (clientIds.length > 0) {
      await keeper.leaveOver(clientIds);
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
    if (screen.at === 'handoff') await offer.renew();
  }

  async function show(state: ServerState, isFirst: boolean): Promise<void> {
    if (state.status === 'submitted') return submitted(state);
    if (state.status === 'expired') return flow.send({ type: 'problem', problem: 'expired' });
    if (state.status === 'canceled') return flow.send({ type: 'problem', problem: 'closed' });
    if (state.handed_over) return flow.send({ type: 'followed', photos: state.photo_count });
    const before = flow.state().photos;
    const photos = await keeper.adopt(state);
    if (isFirst || flow.state().photos === before) flow.send({ type: 'photos', photos, isFirst });
  }

  /** False when the server could not be asked. */
  async function look(): Promise<boolean> {
    const token = session.token();
    if (token === null) return false;
    const before = flow.state().photos;
    const answer = await readSession(token);
    if (!answer.ok) {
      const verdict = judge(answer.failure);
      if (verdict.kind === 'screen') await stop(verdict.problem);
      else if (verdict.kind === 'session') await session.open();
      return false;
    }
    const { state } = answer.value.data;
    // An answer from before our latest photo would take it off the screen again.
    const isCurrent = flow.state().photos === before && keeper.uploader.isIdle();
    if (isCurrent || state.handed_over || state.status === 'submitted') await show(state, false);
    return true;
  }

  return {
    preview,
    submitted: () => submitted(),
    connect() {
      connecting ??= tryToConnect().finally(() => {
        connecting = null;
      });
      return connecting;
    },
    async refresh() {
      if (session.isOver()) await session.open();
      const { at } = flow.state().screen;
      if (at === 'camera' || at === 'overview' || at === 'intro') await look();
    },
    async follow() {
      let failures = 0;
      while (flow.state().screen.at === 'handoff') {
        if (!document.hidden && flow.state().followed === null) await offer.renew();
        await wait(POLL_MS + (failures > 0 ? retryDelay(failures, null, Math.random) : 0));
        if (!document.hidden) failures = (await look()) ? 0 : failures + 1;
      }
    },
    wake: () => endWaiting(),
  };
}
