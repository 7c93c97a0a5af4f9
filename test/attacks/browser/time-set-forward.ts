import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const SCRIPT = `const { now } = Date;
  const ahead = () => document.querySelector('video') === null ? 0 : 1_800_000;
  Date.now = () => now() + ahead();`;

const attack: BrowserAttack = {
  kind: 'time',
  imitates: 'The clock of the page is set forward by half an hour once the camera runs.',
  aims: ['clock'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(211), init: SCRIPT }),
};

export default attack;
