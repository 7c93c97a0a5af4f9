import type { PageData } from '../../../src/capture/pages/page-data.ts';
import { reduce } from './reducer.ts';
import { type FlowEvent, initialState, type State } from './state.ts';

export interface Flow {
  state(): State;
  send(event: FlowEvent): void;
  /** Called after every change, in the order of registration. */
  onChange(listener: (before: State, after: State) => void): void;
}

export function createFlow({ kind, request }: PageData): Flow {
  const unanswered = request.questions?.map(({ position }) => position) ?? [];
  let state = { ...initialState(request.slots, request.maxPhotos, kind === 'link'), unanswered };
  const listeners: ((before: State, after: State) => void)[] = [];
  return {
    state: () => state,
    send(event) {
      const before = state;
      state = reduce(state, event);
      if (state !== before) for (const listener of listeners) listener(before, state);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
