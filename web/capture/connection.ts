import type { ServerState } from './answers.ts';
import { readSession } from './api.ts';
import { type CallFailure, judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import { retryDelay } from './photos/backoff.ts';
import type { PhotoKeeper } from './photos/keeper.ts';
import type { Session } from './session.ts';

export interface Connection {
  /** Opens the session, however long it takes. */
  connect(): Promise<void>;
  /** Has anything happened elsewhere: another tab, another device? */
  refresh(): Promise<void>;
  /** Follows along while another device takes the photos. */
  follow(): Promise<void>;
  /** Ends the waiting for the next attempt. */
  wake(): void;
}

const POLL_MS = 3_000;
/** So many failed attempts before the customer, who waits for it, is told. */
const PATIENCE = 3;

export function createConnection(flow: Flow, session: Session, keeper: PhotoKeeper): Connection {
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
      const verdict = judge(answer.failure);
      if (verdict.kind === 'screen') return flow.send({ type: 'problem', problem: verdict.problem });
      if (verdict.kind !== 'retry') return flow.send({ type: 'problem', problem: 'trouble' });
      if (attempt >= PATIENCE) tellWaiting(answer.failure);
      await wait(retryDelay(attempt - 1, answer.failure.retryAfter, Math.random));
    }
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
  }

  async function show(state: ServerState, isFirst: boolean): Promise<void> {
    const { at } = flow.state().screen;
    if (state.status === 'submitted') {
      return flow.send(
        at === 'handoff' || at === 'sending'
          ? { type: 'submitted' }
          : { type: 'problem', problem: 'submitted' },
      );
    }
    if (state.status === 'expired') return flow.send({ type: 'problem', problem: 'expired' });
    if (state.status === 'canceled') return flow.send({ type: 'problem', problem: 'closed' });
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
      if (verdict.kind === 'screen' && verdict.problem === 'submitted')
        await show({ status: 'submitted', photos: [], submitted_at: null }, false);
      else if (verdict.kind === 'screen') flow.send({ type: 'problem', problem: verdict.problem });
      else if (verdict.kind === 'session') await session.open();
      return false;
    }
    const { state } = answer.value.data;
    // An answer from before our latest photo would take it off the screen again.
    const isCurrent = flow.state().photos === before && keeper.uploader.isIdle();
    if (isCurrent || state.status === 'submitted') await show(state, false);
    return true;
  }

  return {
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
        await wait(POLL_MS + (failures > 0 ? retryDelay(failures, null, Math.random) : 0));
        if (!document.hidden) failures = (await look()) ? 0 : failures + 1;
      }
    },
    wake: () => endWaiting(),
  };
}
