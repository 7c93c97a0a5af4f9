import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { hiddenHooks } from '../stage/page-scripts.ts';

const SCRIPT = `${hiddenHooks(3)}
  Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', { get: () => window });`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'Replaced functions that also reach into the fresh frame by which the page looks for them.',
  aims: ['page', 'stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(207), init: SCRIPT }),
};

export default attack;
