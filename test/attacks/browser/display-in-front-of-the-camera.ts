import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'screen',
  imitates: 'The camera looks at a display with a picture.',
  aims: ['screen'],
  runInBrowser: (stage) =>
    stage.visit({ film: filmOf(222, { display: 700, light: 2.2, blur: 0, noise: 1.5 }) }),
};

export default attack;
