import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'A hidden program presses the shutter as soon as it can be pressed.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(219), isHasty: true }),
};

export default attack;
