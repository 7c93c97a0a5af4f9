import type { BrowserAttack } from '../attack.ts';
import { filmOf } from '../scenes/film.ts';

const SCRIPT = `Object.defineProperty(MediaStreamTrack.prototype, 'label', { get: () => 'camera2 0, facing back' });`;

const attack: BrowserAttack = {
  kind: 'page',
  imitates: 'The name of a virtual camera is hidden by a getter.',
  aims: ['page'],
  runInBrowser: (stage) => stage.visit({ film: filmOf(209), init: SCRIPT }),
};

export default attack;
