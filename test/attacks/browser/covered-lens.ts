import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'content',
  imitates: 'A finger on the lens.',
  aims: ['content'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(221, { light: 0, noise: 0.5 }) }),
};

export default attack;
