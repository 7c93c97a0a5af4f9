import type { Flow } from './flow/flow.ts';
import { isFinal } from './flow/reducer.ts';
import type { Screen } from './flow/state.ts';

const FRONT = new Set<Screen['at']>(['intro', 'handoff', 'invited', 'thanks']);

/** The phone's back button leads one screen back instead of out of the request. */
export function followBackButton(flow: Flow): void {
  // One entry on top of the page's own is enough: each press takes it away, and it is added again.
  let hasEntry = false;
  const prepare = () => {
    const { screen } = flow.state();
    if (hasEntry || FRONT.has(screen.at) || isFinal(screen)) return;
    history.pushState(null, '');
    hasEntry = true;
  };
  flow.onChange(prepare);
  addEventListener('popstate', () => {
    hasEntry = false;
    flow.send({ type: 'back' });
    prepare();
  });
}
