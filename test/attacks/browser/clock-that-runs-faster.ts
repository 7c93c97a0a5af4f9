import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const SCRIPT = `const { now } = performance;
  performance.now = () => 10 * now.call(performance);`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'The page’s clock runs ten times as fast, so that a script seems to take its time.',
  aims: ['page', 'clock'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(210), init: SCRIPT }),
};

export default attack;
