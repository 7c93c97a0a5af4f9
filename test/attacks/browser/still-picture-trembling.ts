import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'stream',
  imitates: 'A virtual camera that shows one picture, moved about a little and without noise of its own.',
  aims: ['stream'],
  missedBecause:
    'It moves as in a hand. Its only fault is to have no noise, and phones with good noise reduction have hardly more.',
  runInBrowser: (stage) => stage.visit({ film: filmOf(217, { noise: 0 }) }),
};

export default attack;
