import type { Controller } from '../controller.ts';
import type { State } from '../flow/state.ts';

/** What the element around the frame hears (`packages/capture-element`). */
type Message =
  | { type: 'ready' | 'closing' }
  | { type: 'photo'; count: number }
  | { type: 'submitted'; receipt: Receipt | null }
  | { type: 'error'; code: string };

interface Receipt {
  photo_request_id: string;
  status: string;
  t: string;
  signature: string;
}

const ASK_AGAIN_MS = 3_000;

/** To the site that the server has found on the list, and to no other. */
function post(site: string, message: Message): void {
  if (parent !== window) parent.postMessage({ source: 'shutterpost', ...message }, site);
}

/** Tells the site around the frame what happens. Returns what asks it to close the frame. */
export function tellSite(c: Controller, site: string): () => void {
  const close = () => post(site, { type: 'closing' });
  c.flow.onChange((before, after) => {
    const count = after.photos.length;
    if (count !== before.photos.length) post(site, { type: 'photo', count });
    if (problemOf(after) !== null && problemOf(after) !== problemOf(before))
      post(site, { type: 'error', code: problemOf(after) as string });
    if (after.screen.at === 'thanks' && before.screen.at !== 'thanks')
      void receiptOf(c).then((receipt) => post(site, { type: 'submitted', receipt }));
  });
  addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  post(site, { type: 'ready' });
  return close;
}

/** A page without a camera has no script of its own. */
export function tellOfProblem(site: string): void {
  const code = document.querySelector<HTMLElement>('[data-problem]')?.dataset.problem;
  post(site, code === undefined ? { type: 'ready' } : { type: 'error', code });
  addEventListener('keydown', ({ key }) => key === 'Escape' && post(site, { type: 'closing' }));
}

function problemOf({ screen }: State): string | null {
  return screen.at === 'problem' ? screen.problem : null;
}

async function receiptOf(c: Controller): Promise<Receipt | null> {
  for (;;) {
    // Not by `api.ts`: what this script imports would leave the page's own script, which everyone loads.
    const headers = { 'X-Capture-Session': c.session.token() ?? '' };
    const response = await fetch('/capture/receipt', { headers, cache: 'no-store' }).catch(() => null);
    if (response?.ok) return (await response.json()).data;
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
