import type { ProblemKind } from '../../src/capture/pages/page-data.ts';
import { readSession } from './api.ts';
import { judge } from './flow/error-codes.ts';
import type { Flow } from './flow/flow.ts';
import type { PhotoQueue } from './photos/photo-queue.ts';
import type { ServerState } from './responses.ts';
import type { Session } from './session.ts';

/** What the server says of the visit, brought into the flow. */
export interface Visit {
  show(state: ServerState): Promise<void>;
  /** Has anything happened elsewhere: another tab, another device? False when the server could not be asked. */
  look(): Promise<boolean>;
  /** The server says why it cannot go on. */
  stop(problem: ProblemKind): Promise<void>;
}

export function createVisit(flow: Flow, session: Session, photoQueue: PhotoQueue): Visit {
  async function show(state: ServerState): Promise<void> {
    if (state.status === 'submitted') return submitted(state);
    if (state.status === 'expired') return flow.send({ type: 'problem', problem: 'expired' });
    if (state.status === 'canceled') return flow.send({ type: 'problem', problem: 'closed' });
    if (state.handed_over) return flow.send({ type: 'followed', photos: state.photo_count });
    const before = flow.state().photos;
    const photos = await photoQueue.adopt(state);
    if (flow.state().photos === before) flow.send({ type: 'photos', photos, isFirst: false });
  }

  async function stop(problem: ProblemKind): Promise<void> {
    if (problem === 'submitted') await submitted();
    else flow.send({ type: 'problem', problem });
  }

  /** Were the photos of this device part of it? */
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
    if (isCurrent || state.handed_over || state.status === 'submitted') await show(state);
    return true;
  }

  return { show, look, stop };
}
