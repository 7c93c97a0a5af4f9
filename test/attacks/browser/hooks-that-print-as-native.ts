import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';
import { hiddenHooks } from '../stage/page-scripts.ts';

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'Replaced functions, and a toString that says that nothing was replaced.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(206), init: hiddenHooks(4) }),
};

export default attack;
