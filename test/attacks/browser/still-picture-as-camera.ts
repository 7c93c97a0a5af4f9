import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'stream',
  imitates: 'A virtual camera that shows one picture.',
  aims: ['stream'],
  runInBrowser: (stage) =>
    stage.visit({ film: filmOf(214, { hand: 'tripod', noise: 0, seconds: 1, light: 1 }) }),
};

export default attack;
