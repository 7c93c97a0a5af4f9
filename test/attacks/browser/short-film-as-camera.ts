import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'stream',
  imitates: 'A virtual camera that plays half a second of film again and again.',
  aims: ['stream'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(215, { seconds: 0.5 }) }),
};

export default attack;
