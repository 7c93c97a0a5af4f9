import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'A program drives the browser and does not hide it.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(218), isAutomated: true }),
};

export default attack;
