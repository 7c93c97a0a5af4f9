import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'stream',
  imitates: 'A virtual camera that shows one picture, moved about a little and without noise of its own.',
  aims: ['stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(217, { noise: 0 }) }),
};

export default attack;
